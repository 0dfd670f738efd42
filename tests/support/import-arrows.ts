import { importsOf, isIn, type Sources } from './imports.ts'

type Row = {
  /** The folders and files that it may import besides itself; `npm` = any package. */
  knows: readonly string[]
  /** Files of which it may only import types. */
  types?: readonly string[]
}

const base = ['worker/domain', 'worker/db', 'worker/http', 'worker/env.ts', 'npm']
const money = ['worker/payments', 'worker/mail']
const people = ['worker/guild', 'worker/auth']
const wardrobe = [...people, 'worker/members']
const street = [...wardrobe, 'worker/costumes']
const gate = [...street, ...money, 'worker/parades', 'worker/orders']
const above = [...gate.filter((room) => room !== 'worker/mail'), 'worker/enrolment']

const room = (...below: string[]): Row => ({ knows: [...base, ...below] })

/** The parts of every page. A room's folder `shared` holds what other rooms may import. */
const pieces = [
  'web/ui',
  'web/components',
  'web/brand',
  'web/lib',
  'web/members/shared',
  'web/paths.ts',
]

/** A page may import all queries of web/data, but of the worker only its own room's contract. */
const pages = (name: string): Row => ({
  knows: [...pieces, 'web/data', 'web/styles', 'worker/domain', 'npm'],
  types: contractsOf(name),
})

/** The room `auth` has further contracts: users and passkeys. */
function contractsOf(name: string): string[] {
  const own = `worker/${name}/${name}.contract.ts`
  const further = ['worker/auth/users.contract.ts', 'worker/auth/passkeys.contract.ts']
  return name === 'auth' ? [own, ...further] : [own]
}

/** Pages that show their history at the end. */
const withHistory = (name: string): Row => {
  const { knows, ...rest } = pages(name)
  return { knows: [...knows, 'web/history'], ...rest }
}

/** List pages with saved views. */
const withViews = ({ knows, ...rest }: Row): Row => ({ ...rest, knows: [...knows, 'web/views'] })

/** Pages that handle the check-in's outbox: at signing out and in the check-in. */
const withOutbox = (name: string): Row => {
  const { knows, ...rest } = pages(name)
  return { knows: [...knows, 'web/parades/check-in/outbox'], ...rest }
}

/** The shell opens the search and the help on every page. */
const shell: Row = {
  ...withOutbox('shell'),
  knows: [...withOutbox('shell').knows, 'web/search', 'web/help'],
}

/** The allowed imports by folder. A folder without an entry may not import anything or be imported. */
export const arrows: Readonly<Record<string, Row>> = {
  // Checking an IBAN needs a library, because it is no rule of the guild.
  'worker/domain/import': { knows: ['worker/domain', 'npm/ibantools'] },
  // A synchronous SHA-256, for the worker and for the browser that solves the challenge.
  'worker/domain': { knows: ['npm/@noble/hashes'] },
  'worker/env.ts': { knows: ['worker/domain', 'npm'] },
  'worker/db': { knows: ['worker/domain', 'npm'] },
  'worker/http': { knows: ['worker/domain', 'worker/db', 'worker/env.ts', 'npm'] },
  // It sends its own mails through the outbox.
  'worker/auth': room('worker/mail'),
  'worker/guild': room(),
  'worker/payments': room(),
  'worker/mail': room(),
  'worker/operations': room(...money),
  // It sends the waiting mails of all rooms.
  'worker/orders': room(...money, 'worker/auth'),
  'worker/members': room(...people),
  'worker/costumes': room(...wardrobe),
  'worker/parades': room(...street, ...money, 'worker/orders'),
  'worker/calendar': room(),
  'worker/enrolment': room(...gate),
  'worker/check-in': room(...above),
  'worker/statistics': room(...above),
  'worker/assembly': room(...above, 'worker/statistics'),
  'worker/billing': room(...above, 'worker/mail'),
  'worker/merges': room(...above, 'worker/history'),
  'worker/privacy': room(...above, 'worker/mail'),
  'worker/circulars': room(...above, 'worker/mail'),
  'worker/history': room(...above),
  'worker/views': room(),
  // It writes the tables of all rooms.
  'worker/imports': room(...above, 'worker/history'),
  // It summarises all rooms.
  'worker/home': room(...above, 'worker/billing', 'worker/statistics', 'worker/operations'),
  'worker/search': room(...above),
  // The only worker code that imports the web: it renders the public pages.
  'worker/pages': room(
    ...above,
    'worker/mail',
    'web/enrolment',
    'web/brand',
    'web/lib',
    'web/paths.ts',
  ),
  'worker/app.ts': { knows: ['worker', 'npm'] },
  'worker/schedule.ts': { knows: ['worker', 'npm'] },
  'worker/index.ts': { knows: ['worker', 'npm'] },

  'web/paths.ts': { knows: [] },
  'web/lib': {
    knows: ['worker/domain', 'npm'],
    // The typed client, and the stored user from the login's response.
    types: ['worker/app.ts', ...contractsOf('auth')],
  },
  'web/brand': { knows: ['web/lib', 'npm'] },
  // shadcn's primitives, without anything of the guild.
  'web/ui': { knows: ['web/brand', 'web/lib', 'worker/domain', 'npm'] },
  // Components made of primitives. It needs the print styles.
  'web/components': {
    knows: ['web/ui', 'web/brand', 'web/lib', 'web/styles', 'web/paths.ts', 'worker/domain', 'npm'],
  },
  'web/members/shared': { knows: ['web/ui', 'web/components', 'web/lib', 'worker/domain', 'npm'] },
  'web/data': { knows: ['web/lib', 'worker/domain', 'npm'], types: ['worker/app.ts'] },
  'web/shell': shell,
  // It shows the chapters of the guild's handbook.
  'web/help': {
    knows: ['web/ui', 'web/components', 'web/lib', 'web/paths.ts', 'docs/handbuch', 'npm'],
  },
  // It searches the lists of all rooms.
  'web/search': {
    ...pages('search'),
    types: ['search', 'members', 'costumes'].flatMap(contractsOf),
  },
  'web/auth': pages('auth'),
  'web/home': withOutbox('home'),
  'web/guild': pages('guild'),
  // The list's action bar offers letters and mails to the chosen members.
  'web/letters': {
    ...pages('circulars'),
    types: [...contractsOf('circulars'), ...contractsOf('members'), ...contractsOf('auth')],
  },
  'web/members': {
    ...withViews(withHistory('members')),
    knows: [...withViews(withHistory('members')).knows, 'web/letters'],
    types: [...contractsOf('members'), ...contractsOf('merges')],
  },
  'web/costumes': withViews(withHistory('costumes')),
  'web/parades': {
    ...withHistory('parades'),
    // A parade's waiting list is made of orders.
    types: [...contractsOf('parades'), ...contractsOf('check-in'), ...contractsOf('orders')],
  },
  'web/history': pages('history'),
  // It opens over the lists of other rooms.
  'web/views': pages('views'),
  // Its public pages show the guild's name and have no shell.
  'web/enrolment': {
    ...pages('enrolment'),
    types: [...contractsOf('enrolment'), ...contractsOf('guild')],
  },
  'web/orders': pages('orders'),
  'web/statistics': withViews(pages('statistics')),
  // It shares the day, total and rows with the honor pages; recipients of an invitation are rows of the
  // member list, and a certificate contains texts of the guild.
  'web/assembly': {
    ...pages('assembly'),
    knows: [...pages('assembly').knows, 'web/statistics'],
    types: ['assembly', 'members', 'guild'].flatMap(contractsOf),
  },
  // Recipients of a letter are rows of the member list.
  'web/billing': {
    ...pages('billing'),
    types: [...contractsOf('billing'), ...contractsOf('members')],
  },
  'web/privacy': pages('privacy'),
  'web/imports': pages('imports'),
  // It shares no code with other files: only the browser loads it.
  'web/service-worker': { knows: [] },
  'web/router.tsx': { knows: ['web', 'worker/domain', 'npm'] },
  'web/page-route.ts': { knows: ['web/lib', 'web/shell', 'worker/domain', 'npm'] },
  'web/main.tsx': { knows: ['web', 'npm'] },
}

/** Validation and database access only run on the server. */
const neverInTheBrowser = ['npm/zod', 'npm/drizzle-orm']

/** All imports that the table does not allow. */
export function wrongImports(sources: Sources): string[] {
  return Object.entries(sources).flatMap(([file, source]) => {
    const place = Object.keys(arrows).find((one) => isIn(file, one))
    const row = place && arrows[place]
    if (!row) return [`${file} has no line in the table`]
    const { knows, types } = { types: [], ...row }
    const ownTypes = isIn(file, 'web/data') ? [...types, ...contractsOf(roomOf(file))] : types
    return importsOf(file, source)
      .filter(({ to, kind }) => {
        const isKnown = (one: string) => isIn(to, one)
        if (isIn(file, 'web') && neverInTheBrowser.some(isKnown)) return true
        if ([place, ...knows].some(isKnown)) return false
        return kind !== 'type' || !ownTypes.some(isKnown)
      })
      .map(({ to, kind }) => `${file} may not know ${to}${kind === 'type' ? ' (type)' : ''}`)
  })
}

/** The room of web/data files: `members` for `web/data/members.ts`, `members-list.ts` and `members/list.ts`. */
function roomOf(file: string): string {
  return /^web\/data\/([a-z]+)/.exec(file)?.[1] ?? ''
}
