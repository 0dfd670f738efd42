import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAssembly } from '#tests/support/assembly.ts'
import '#tests/support/member-pages.ts'
import '#web/costumes/costume-details-page.tsx'
import '#web/costumes/costumes-page.tsx'
import '#web/guild/settings-page.tsx'
import '#web/parades/parade-edit-page.tsx'
import '#web/parades/parades-page.tsx'
import '#web/statistics/honor-holders-page.tsx'
import '#web/statistics/upcoming-honors-page.tsx'
import { aCostumeRow, anOwnership, aStoredCostume } from '#tests/support/costume-pages.ts'
import { someSettings } from '#tests/support/guild-settings.ts'
import { aCostumeOfMember, anHonor, aStoredMember } from '#tests/support/member-details.ts'
import { aParade } from '#tests/support/parade-rows.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, later, noContent, type WireTable } from '#tests/support/wire.ts'

// A page is opened, its data are changed on another page, and it is opened again: within the seconds in
// which cached data count as fresh, so only the change itself can have marked them stale.

type App = ReturnType<typeof renderApp>

type Pair = {
  write: string
  page: string
  wire: WireTable
  /** The page, its text before the write, and its text afterwards. */
  seen: { path: string; before: RegExp; after: RegExp }
  /** The page of the write, and its steps. The stubbed server returns the change only after them. */
  from: string
  act: (app: App) => Promise<unknown>
}

const whereabouts = ({ router }: App) => router.state.location.pathname
const press = async ({ person }: App, name: string | RegExp) =>
  person.click(await screen.findByRole('button', { name }))
const inDialog = async (role: 'dialog' | 'alertdialog' = 'dialog') =>
  within(await screen.findByRole(role))

async function retype({ person }: App, label: RegExp, text: string) {
  const field = await screen.findByLabelText(label)
  await person.clear(field)
  await person.type(field, text)
}

/** A value of the stubbed server, which the write changes. */
function state<T>(before: T, after: T) {
  let now = before
  return {
    written: (answer: () => Response | Promise<Response>) => () => {
      now = after
      return answer()
    },
    answerWith: (answerOf: (value: T) => unknown) => () => Response.json(answerOf(now)),
  }
}

function renamedParade(): Pair {
  const title = state('Ringtreffen Moosried', 'Nachtumzug')
  const parade = (name: string) => aParade({ id: 7, title: name, date: '2027-01-10' })
  return {
    write: 'a renamed parade',
    page: 'the parades of the year',
    wire: {
      'GET /api/parade/year/:year': title.answerWith((name) => [parade(name)]),
      'GET /api/parade/:id': title.answerWith(parade),
      'GET /api/parade/:id/participation': json([]),
      'GET /api/parade/hosts': json([]),
      'GET /api/parade/titles': json([]),
      'PUT /api/parade/:id': title.written(() => Response.json(parade('Nachtumzug'))),
    },
    seen: { path: '/parades', before: /Ringtreffen Moosried/, after: /Nachtumzug/ },
    from: '/parades/edit/7',
    async act(app) {
      await retype(app, /^Beschreibung/, 'Nachtumzug')
      await press(app, 'Speichern')
      await waitFor(() => expect(whereabouts(app)).toBe('/parades/details/7'))
    },
  }
}

function renamedType(): Pair {
  const name = state('Flecklesbutz', 'Spättlebutz')
  const type = (now: string) => ({ id: 2, name: now })
  return {
    write: 'a renamed costume type',
    page: 'a costume',
    wire: {
      'GET /api/costume/info': name.answerWith((now) => [aCostumeRow({ type: type(now) })]),
      'GET /api/costumeType': name.answerWith((now) => [type(now)]),
      'GET /api/costume/:id': name.answerWith((now) => aStoredCostume({ type: type(now) })),
      'GET /api/costume/:id/ownerships': json([]),
      'PUT /api/costumeType/:id': name.written(() => Response.json(type('Spättlebutz'))),
    },
    seen: { path: '/costumes/details/12', before: /^Flecklesbutz$/, after: /^Spättlebutz$/ },
    from: '/costumes',
    async act(app) {
      await press(app, 'Flecklesbutz umbenennen')
      await retype(app, /^Name/, 'Spättlebutz')
      await press(app, 'Speichern')
    },
  }
}

const memberWire: WireTable = {
  'GET /api/member': json([]),
  'GET /api/member/:id': json(aStoredMember()),
  'GET /api/member/:id/membershipfee': json({ amountInCent: 1800, reason: 'Aktiv ab 18' }),
  'GET /api/member/:id/family': json({ payer: null, payees: [] }),
  'GET /api/member/:id/costumes': json([]),
  'GET /api/member/:id/honors': json([]),
  'GET /api/member/:id/duties': json([]),
  'GET /api/member/:id/parades': json([]),
}

function givenBackCostume(): Pair {
  const to = state<string | null>(null, '2027-01-10')
  return {
    write: 'a costume given back',
    page: "its former owner's page",
    wire: {
      ...memberWire,
      'GET /api/costume/:id': json(aStoredCostume()),
      'GET /api/costume/:id/ownerships': to.answerWith((ownedTo) => [anOwnership({ ownedTo })]),
      'GET /api/member/:id/costumes': to.answerWith((ownedTo) => [aCostumeOfMember({ ownedTo })]),
      'POST /api/costume/:id/owner': to.written(() => Response.json(anOwnership())),
    },
    seen: { path: '/members/details/41', before: /^heute$/, after: /^10\.01\.2027$/ },
    from: '/costumes/details/12',
    async act(app) {
      await press(app, 'Besitzer ändern')
      await app.person.click((await inDialog()).getByLabelText('Zurück an die Zunft'))
      await press(app, 'OK')
    },
  }
}

function deletedHonor(): Pair {
  const isHeld = state(true, false)
  const member = { id: 41, firstName: 'Annegret', lastName: 'Gruber', birthday: '1968-03-14' }
  return {
    write: 'a deleted honor',
    page: 'who holds it',
    wire: {
      ...memberWire,
      'GET /api/member/:id/honors': isHeld.answerWith((held) => (held ? [anHonor()] : [])),
      'GET /api/honors/:honor/members': isHeld.answerWith((held) =>
        held ? [{ member, date: '2016-04-16', comment: '' }] : [],
      ),
      'DELETE /api/member/:id/honors/:honorId': isHeld.written(noContent),
    },
    seen: {
      path: '/statistics/honors/members?honor=Parades_100',
      before: /^Gruber, Annegret$/,
      after: /^Diese Ehrung hat noch niemand erhalten\.$/,
    },
    from: '/members/details/41',
    async act(app) {
      await press(app, /^Sprungorden 100 .* löschen$/)
      await app.person.click((await inDialog('alertdialog')).getByRole('button', { name: 'OK' }))
    },
  }
}

function movedAssembly(): Pair {
  const assemblyDate = state('2027-04-10', '2027-04-17')
  const settings = (day: string) => someSettings({ assemblyDate: day })
  return {
    write: 'another day of the assembly',
    page: 'the upcoming honors',
    wire: {
      'GET /api/guild/settings': assemblyDate.answerWith(settings),
      'GET /api/statistics/members/anniversaries': json([]),
      'GET /api/statistics/members/honors': json([]),
      'GET /api/assembly': json(anAssembly({ rows: [] })),
      'GET /api/statistics/members/incomplete': json([]),
      'PUT /api/guild/settings': assemblyDate.written(() => Response.json(settings('2027-04-17'))),
    },
    seen: {
      path: '/statistics/upcoming-honors',
      before: /^Generalversammlung am 10\.04\.2027$/,
      after: /^Generalversammlung am 17\.04\.2027$/,
    },
    from: '/guild',
    async act(app) {
      await press(app, 'Datum ändern')
      await retype(app, /^Datum$/, '17.04.2027')
      await press(app, 'OK')
    },
  }
}

test.each(
  [renamedParade(), renamedType(), givenBackCostume(), deletedHonor(), movedAssembly()].map(
    (pair) => ({ ...pair, toString: () => pair.write }),
  ),
)('$write is seen at $page without a reload', async ({ wire, seen, from, act }) => {
  const app = renderApp({ path: seen.path, user: withRoles('management'), wire })
  expect(await screen.findAllByText(seen.before)).not.toEqual([])
  const { title } = document
  await app.router.navigate(from)
  await act(app)
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await app.router.navigate(seen.path)
  // The address is there before the page is.
  await waitFor(() => expect(document.title).toBe(title))
  expect(await screen.findAllByText(seen.after)).not.toEqual([])
  expect(screen.queryByText(seen.before)).not.toBeInTheDocument()
  expect(whereabouts(app)).toBe(seen.path.split('?')[0])
})

test('A list that was opened before is shown at once from the cache and then refreshed', async () => {
  const again = later(json([aCostumeRow({ number: '13' })]))
  const { router } = renderApp({
    path: '/costumes',
    user: withRoles('management'),
    wire: {
      'GET /api/costume/info': [json([aCostumeRow({ number: '12' })]), again.answer],
      'GET /api/costumeType': json([]),
      'GET /api/costume/:id': json(aStoredCostume()),
      'GET /api/costume/:id/ownerships': json([]),
      'PUT /api/costume/:id': json(aStoredCostume()),
    },
  })
  await screen.findByRole('link', { name: /12/ })
  await router.navigate('/costumes/edit/12')
  await screen.findByRole('button', { name: 'Speichern' }).then((button) => button.click())
  await waitFor(() => expect(router.state.location.pathname).toBe('/costumes/details/12'))
  await router.navigate('/costumes')
  expect(await screen.findByRole('link', { name: /12/ })).toBeVisible()
  again.come()
  expect(await screen.findByRole('link', { name: /13/ })).toBeVisible()
})
