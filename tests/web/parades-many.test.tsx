import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aParade } from '#tests/support/parade-rows.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import '#web/parades/parades-page.tsx'
import '#web/shell/staff-shell.tsx'
import { json, refusal, type WireTable } from '#tests/support/wire.ts'

const year = 'GET /api/parade/year/:year'
const open = 'POST /api/parades/enrolment-window'
const change = 'POST /api/parades/change'

// Thursday, 26 November 2026.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const ofSeason = [
  aParade({ id: 1, title: 'Häsabstauben', date: '2026-01-06' }),
  aParade({ id: 2, title: 'Nikolausumzug', date: '2026-12-06' }),
]
const ofNextYear = [
  aParade({ id: 3, title: 'Ringtreffen', date: '2027-01-10' }),
  aParade({ id: 4, title: 'Narrensprung', date: '2027-01-17' }),
  aParade({ id: 5, title: 'Sommerfest', date: '2027-07-17' }),
]

function openList(wire: WireTable = {}, user = withRoles('management')) {
  return renderApp({
    path: '/parades',
    user,
    wire: {
      [year]: (call) => json(call.params.year === '2026' ? ofSeason : ofNextYear)(call),
      'GET /api/parade/drafts': json({ season: '2026/27', drafts: [], proposable: 0 }),
      ...wire,
    },
  })
}

async function tick(person: ReturnType<typeof openList>['person'], ...titles: string[]) {
  for (const title of titles) {
    await person.click(await screen.findByRole('checkbox', { name: `${title} auswählen` }))
  }
}

test('The list of parades shows first the coming ones, then those of the next year, and last the past ones', async () => {
  openList()
  await screen.findByText('Ringtreffen')
  const links = screen.getAllByRole('row').flatMap((row) => {
    const [name] = within(row).queryAllByRole('link')
    return (
      name?.textContent ??
      within(row).queryByRole('columnheader', { name: /^(Kommt|2027|Vorbei)/ })?.textContent ??
      []
    )
  })
  expect(links).toEqual([
    'Kommt noch',
    'Nikolausumzug',
    '2027, bis Aschermittwoch',
    'Ringtreffen',
    'Narrensprung',
    'Vorbei',
    'Häsabstauben',
  ])
})

test('The enrolment of three ticked parades is by default opened tomorrow at 20:00', async () => {
  const { person, wire } = openList({ [open]: json({ changed: 3 }) })
  await tick(person, 'Nikolausumzug', 'Ringtreffen', 'Narrensprung')
  await person.click(screen.getByRole('button', { name: 'Anmeldung öffnen am …' }))
  await person.click(await screen.findByRole('button', { name: 'OK' }))
  expect(wire.sent(open).map(({ body }) => body)).toEqual([
    { ids: [2, 3, 4], from: { date: '2026-11-27', time: '20:00' } },
  ])
  expect(await screen.findByText('3 Umzüge geändert')).toBeVisible()
})

test('If the time of the opening is unreadable, the field says so and nothing is sent', async () => {
  const { person, wire } = openList()
  await tick(person, 'Ringtreffen')
  await person.click(screen.getByRole('button', { name: 'Anmeldung öffnen am …' }))
  const [time] = await screen.findAllByLabelText('Uhrzeit')
  await person.clear(time as HTMLElement)
  await person.type(time as HTMLElement, 'abends')
  await person.click(screen.getByRole('button', { name: 'OK' }))
  expect(time).toHaveAccessibleDescription('Das ist keine Uhrzeit. Schreib sie so: 20:00')
  expect(wire.sent(open)).toEqual([])
})

test('If one parade rejects the time of its enrolment (409), it is listed and the others can be opened without it', async () => {
  const message = '„Ringtreffen“: Die Anmeldung muss spätestens am Tag des Umzugs enden.'
  const { person, wire } = openList({
    [open]: [
      refusal(409, 'RowsRefused', 'Bei 1 von 2 geht das nicht. Es ist nichts geändert.', {
        rows: [{ id: 3, code: 'ValidationFailed', message }],
      }),
      json({ changed: 1 }),
    ],
  })
  await tick(person, 'Ringtreffen', 'Narrensprung')
  await person.click(screen.getByRole('button', { name: 'Anmeldung öffnen am …' }))
  await person.click(await screen.findByRole('button', { name: 'OK' }))
  expect(await screen.findByText(message)).toBeVisible()
  await person.click(screen.getByRole('button', { name: 'Ohne diesen' }))
  expect(wire.sent(open)[1]?.body).toMatchObject({ ids: [4] })
})

test('Price and departure of several parades are sent as typed', async () => {
  const { person, wire } = openList({ [change]: json({ changed: 2 }) })
  await tick(person, 'Ringtreffen', 'Narrensprung')
  await person.click(screen.getByRole('button', { name: 'Preis' }))
  await person.type(await screen.findByLabelText('Preis Erwachsene'), '7,50')
  await person.click(screen.getByRole('button', { name: 'OK' }))
  await screen.findByText('2 Umzüge geändert')
  await tick(person, 'Ringtreffen', 'Narrensprung')
  await person.click(screen.getByRole('button', { name: 'Abfahrt' }))
  await person.type(await screen.findByLabelText('Uhrzeit'), '12.15')
  await person.type(screen.getByLabelText('Wo'), 'Schulhof')
  await person.click(screen.getByRole('button', { name: 'OK' }))
  await vi.waitFor(() => expect(wire.sent(change)).toHaveLength(2))
  expect(wire.sent(change).map(({ body }) => body)).toEqual([
    { ids: [3, 4], priceForAdultsInCent: 750 },
    { ids: [3, 4], departures: [{ time: '12:15', place: 'Schulhof' }] },
  ])
})

test('A read-only user sees no checkboxes in the list of parades', async () => {
  openList({}, withRoles('readonly'))
  await screen.findByText('Ringtreffen')
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
})
