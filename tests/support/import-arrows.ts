import { importsOf, isIn, type Sources } from './imports.ts'

type Row = {
  /** Folders and files it may know besides itself; `npm` = any package. */
  knows: readonly string[]
  /** Of these the types alone. */
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

/** What every page is made of. A folder `shared` of a room holds what the other rooms may use of it. */
const pieces = [
  'web/ui',
  'web/components',
  'web/brand',
  'web/lib',
  'web/members/shared',
  'web/paths.ts',
]

/** A page knows what is loaded for whom ever; of its own room on the server only the contract. */
const pages = (name: string): Row => ({
  knows: [...pieces, 'web/data', 'web/styles', 'worker/domain', 'npm'],
  types: contractsOf(name),
})

/** The accounts of staff and their passkeys are subjects of their own in one room. */
function contractsOf(name: string): string[] {
  const own = `worker/${name}/${name}.contract.ts`
  const beside = ['worker/auth/users.contract.ts', 'worker/auth/passkeys.contract.ts']
  return name === 'auth' ? [own, ...beside] : [own]
}

/** Pages at whose end stands what was done to it. */
const withHistory = (name: string): Row => {
  const { knows, ...rest } = pages(name)
  return { knows: [...knows, 'web/history'], ...rest }
}

/** Pages of a list with views of its own. */
const withViews = ({ knows, ...rest }: Row): Row => ({ ...rest, knows: [...knows, 'web/views'] })

/** What waits on a device is known wherever somebody signs out or sets off. */
const withOutbox = (name: string): Row => {
  const { knows, ...rest } = pages(name)
  return { knows: [...knows, 'web/parades/check-in/outbox'], ...rest }
}

/** The search and the help are opened from every page. */
const shell: Row = {
  ...withOutbox('shell'),
  knows: [...withOutbox('shell').knows, 'web/search', 'web/help'],
}

/** Which way imports point. What has no line here may import nothing and is imported by nobody. */
export const arrows: Readonly<Record<string, Row>> = {
  // Whether an IBAN is one is not the guild's rule.
  'worker/domain/import': { knows: ['worker/domain', 'npm/ibantools'] },
  // SHA-256 that answers at once, in the worker and in the browser that computes the challenge.
  'worker/domain': { knows: ['npm/@noble/hashes'] },
  'worker/env.ts': { knows: ['worker/domain', 'npm'] },
  'worker/db': { knows: ['worker/domain', 'npm'] },
  'worker/http': { knows: ['worker/domain', 'worker/db', 'worker/env.ts', 'npm'] },
  // Its own mails go out by the outbox.
  'worker/auth': room('worker/mail'),
  'worker/guild': room(),
  'worker/payments': room(),
  'worker/mail': room(),
  'worker/operations': room(...money),
  // It sends all that waits, to whomever.
  'worker/orders': room(...money, 'worker/auth'),
  'worker/members': room(...people),
  'worker/costumes': room(...wardrobe),
  'worker/parades': room(...street),
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
  // It writes what every other room keeps.
  'worker/imports': room(...above, 'worker/history'),
  // Where all of it comes together.
  'worker/home': room(...above, 'worker/statistics', 'worker/operations'),
  'worker/search': room(...above),
  // The one place where the server knows the web: it renders the public pages.
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
    // The typed client, and the stored user: it is the answer to the login.
    types: ['worker/app.ts', ...contractsOf('auth')],
  },
  'web/brand': { knows: ['web/lib', 'npm'] },
  // Primitives with shadcn's names, without a word of the guild.
  'web/ui': { knows: ['web/brand', 'web/lib', 'worker/domain', 'npm'] },
  // Composed of them. Of the styles what a printed sheet needs.
  'web/components': {
    knows: ['web/ui', 'web/brand', 'web/lib', 'web/styles', 'web/paths.ts', 'worker/domain', 'npm'],
  },
  'web/members/shared': { knows: ['web/ui', 'web/components', 'web/lib', 'worker/domain', 'npm'] },
  'web/data': { knows: ['web/lib', 'worker/domain', 'npm'], types: ['worker/app.ts'] },
  'web/shell': shell,
  // Its chapters are those of the guild's handbook.
  'web/help': {
    knows: ['web/ui', 'web/components', 'web/lib', 'web/paths.ts', 'docs/handbuch', 'npm'],
  },
  // It finds what is in the lists of all rooms.
  'web/search': {
    ...pages('search'),
    types: ['search', 'members', 'costumes'].flatMap(contractsOf),
  },
  'web/auth': pages('auth'),
  'web/home': withOutbox('home'),
  'web/guild': pages('guild'),
  // What is done with chosen members by letter and mail stands in the bar of their list.
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
    types: [...contractsOf('parades'), ...contractsOf('check-in')],
  },
  'web/history': pages('history'),
  // It stands above the lists of other rooms.
  'web/views': pages('views'),
  // Its public pages bear the guild's name, and stand without the shell.
  'web/enrolment': {
    ...pages('enrolment'),
    types: [...contractsOf('enrolment'), ...contractsOf('guild')],
  },
  'web/orders': pages('orders'),
  'web/statistics': withViews(pages('statistics')),
  // Its day, its total and its rows are those of the honor pages; whom an invitation goes to is a row of the
  // members' list, and a certificate has the guild's words.
  'web/assembly': {
    ...pages('assembly'),
    knows: [...pages('assembly').knows, 'web/statistics'],
    types: ['assembly', 'members', 'guild'].flatMap(contractsOf),
  },
  // Whom a letter goes to is a row of the members' list.
  'web/billing': {
    ...pages('billing'),
    types: [...contractsOf('billing'), ...contractsOf('members')],
  },
  'web/privacy': pages('privacy'),
  'web/imports': pages('imports'),
  // Nothing that another file shares with it: the browser loads it alone.
  'web/service-worker': { knows: [] },
  'web/router.tsx': { knows: ['web', 'worker/domain', 'npm'] },
  'web/page-route.ts': { knows: ['web/lib', 'web/shell', 'worker/domain', 'npm'] },
  'web/main.tsx': { knows: ['web', 'npm'] },
}

/** Only the server judges, and it alone speaks with the database. */
const neverInTheBrowser = ['npm/zod', 'npm/drizzle-orm']

/** Every import that points the wrong way. */
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

/** `web/data/members.ts`, `web/data/members-list.ts` and `web/data/members/list.ts` ask the members' room. */
function roomOf(file: string): string {
  return /^web\/data\/([a-z]+)/.exec(file)?.[1] ?? ''
}
