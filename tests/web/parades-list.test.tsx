import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { lookAgain } from '#tests/support/look-again.ts'
import { aParade } from '#tests/support/parade-rows.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import '#web/parades/parade-details-page.tsx'
import '#web/parades/parades-page.tsx'
import '#web/shell/staff-shell.tsx'
import { json, later, noContent, offline, refusal, type WireTable } from '#tests/support/wire.ts'

const year = 'GET /api/parade/year/:year'
const storedYear = 'currently-selected-year'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

function openList(wire: WireTable, user = withRoles('management')) {
  return renderApp({ path: '/parades', user, wire })
}

const yearShown = (name: string) => screen.findByRole('heading', { level: 2, name })
const rowOf = async (title: string) => (await screen.findByText(title)).closest('tr') as HTMLElement

describe('the parades of a year', () => {
  test('The list shows description, host, date, registrations and confirmed participants', async () => {
    openList({ [year]: json([aParade({ registrationCount: 34, participationCount: 20 })]) })
    const row = within(await rowOf('Ringtreffen Moosried'))
    const cells = row.getAllByRole('cell').map((cell) => cell.textContent)
    expect(cells.slice(1, 6)).toEqual([
      'Ringtreffen Moosried Nächster',
      'Butzenzunft Moosried',
      'So 10.01.2027 · Butzenzunft Moosried',
      '34 angemeldet',
      '20 bestätigt',
    ])
  })

  test.each([
    [{ dateEnrolmentStart: '2026-11-27', timeEnrolmentStart: '20:00' }, 'Fr 27.11.2026, 20:00 Uhr'],
    [{ dateEnrolmentStart: '2026-11-22' }, 'So 22.11.2026'],
    [{ dateEnrolmentStart: '2026-11-21', timeEnrolmentStart: '12:59' }, null],
    [{ dateEnrolmentStart: '2026-11-27', cancelledAt: '2026-11-20T10:00:00.000Z' }, null],
  ])('With %o the row says when the enrolment opens: %s', async (enrolment, words) => {
    openList({ [year]: json([aParade(enrolment)]) })
    const row = within(await rowOf('Ringtreffen Moosried'))
    expect(row.queryByText(/^Anmeldung ab/)?.textContent ?? null).toBe(
      words && `Anmeldung ab ${words}`,
    )
  })

  test('A click on the title or anywhere in the row of a parade opens its page', async () => {
    const { person, router } = openList({
      [year]: json([aParade()]),
      'GET /api/parade/:id': json(aParade()),
      'GET /api/parade/:id/participation': json([]),
    })
    const link = await screen.findByRole('link', { name: 'Ringtreffen Moosried' })
    expect(link).toHaveAttribute('href', '/parades/details/7')
    await person.click(
      within(await rowOf('Ringtreffen Moosried')).getByText('Butzenzunft Moosried'),
    )
    await waitFor(() => expect(router.state.location.pathname).toBe('/parades/details/7'))
  })

  test.each([
    ['management', '2026-11-28', true],
    ['parades', '2026-11-18', true],
    ['management', '2026-11-29', false],
    ['management', '2026-11-17', false],
    ['readonly', '2026-11-21', false],
  ] as const)(
    'For the role %s and an enrolment that opens on %s, the page links to the evening of the enrolment: %s',
    async (role, dateEnrolmentStart, isLinked) => {
      openList({ [year]: json([aParade({ dateEnrolmentStart })]) }, withRoles(role))
      await rowOf('Ringtreffen Moosried')
      const link = screen.queryByRole('link', { name: 'Anmeldeabend' })
      expect(link?.getAttribute('href') ?? null).toBe(isLinked ? '/enrolment-evening' : null)
    },
  )

  test('If the only parade whose enrolment opens soon is cancelled, there is no link to the enrolment evening', async () => {
    const cancelledAt = '2026-11-20T10:00:00.000Z'
    openList({ [year]: json([aParade({ dateEnrolmentStart: '2026-11-21', cancelledAt })]) })
    await rowOf('Ringtreffen Moosried')
    expect(screen.queryByRole('link', { name: 'Anmeldeabend' })).not.toBeInTheDocument()
  })

  test('The parade of today and the next one are marked', async () => {
    openList({
      [year]: json([
        aParade({ id: 1, title: 'Häsabstauben', date: '2026-01-06' }),
        aParade({ id: 2, title: 'Martiniumzug', date: '2026-11-21' }),
        aParade({ id: 3, title: 'Nikolausumzug', date: '2026-12-06' }),
        aParade({ id: 4, title: 'Silvesterumzug', date: '2026-12-31' }),
      ]),
    })
    expect(await rowOf('Martiniumzug')).toHaveTextContent('Heute')
    expect(await rowOf('Nikolausumzug')).toHaveTextContent('Nächster')
    expect(screen.getAllByText(/^(Heute|Nächster)$/)).toHaveLength(2)
  })

  test('A year without parades shows a note without an error', async () => {
    openList({ [year]: json([]) })
    expect(await screen.findByText('In diesem Jahr gibt es noch keinen Umzug')).toBeVisible()
    expect(screen.getByText('Lege ihn an oder wähle ein anderes Jahr.')).toBeVisible()
  })

  test('If parades fail to load, the error contains the year and they can be loaded again', async () => {
    const { person } = openList({ [year]: [offline, json([aParade()])] })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Umzüge für 2026 konnten nicht geladen werden',
    )
    await person.click(screen.getByRole('button', { name: 'Erneut laden' }))
    expect(await screen.findByText('Ringtreffen Moosried')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('The table of parades shows its headings while it loads', async () => {
    const rows = later(json([aParade()]))
    openList({ [year]: rows.answer })
    expect(await screen.findByText('Bestätigt')).toBeVisible()
    rows.come()
    expect(await screen.findByText('Ringtreffen Moosried')).toBeVisible()
  })

  test('List, buttons and proposals are shown together, so that nothing moves what is shown already', async () => {
    const drafts = later(json({ season: 2027, drafts: [], proposable: 1 }))
    openList({ [year]: json([aParade()]), 'GET /api/parade/drafts': drafts.answer })
    expect(await screen.findByText('Bestätigt')).toBeVisible()
    expect(screen.queryByText('Ringtreffen Moosried')).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: '+ Umzug Anlegen' })).not.toBeInTheDocument()
    drafts.come()
    expect(await screen.findByText('Ringtreffen Moosried')).toBeVisible()
    for (const name of [/Umzug Anlegen/, /Gastgeber suchen/])
      expect(screen.getByRole('link', { name })).toBeVisible()
    expect(screen.getByRole('button', { name: /letzten Saison/ })).toBeVisible()
  })

  test('If the session has expired, this is shown next to the error of the list', async () => {
    openList({ [year]: refusal(401, 'AuthenticationError') })
    expect(await screen.findByRole('alert')).toHaveTextContent('Deine Anmeldung ist abgelaufen')
  })
})

describe('the parades once they are known', () => {
  const details: WireTable = {
    'GET /api/parade/:id': json(aParade()),
    'GET /api/parade/:id/participation': json([]),
  }
  const back = () => within(screen.getByRole('main')).getByRole('link', { name: 'Umzüge' })
  const later11Seconds = () => vi.setSystemTime(Date.now() + 11_000)

  test('Going back to the list of parades shows it at once from the cache, and then refreshed', async () => {
    // Asked for two years.
    const first = json([aParade({ registrationCount: 34 })])
    const fresh = later(json([aParade({ registrationCount: 35 })]))
    const { person } = openList({
      ...details,
      [year]: [first, first, fresh.answer],
    })
    await person.click(await screen.findByRole('link', { name: 'Ringtreffen Moosried' }))
    await screen.findByText('Noch niemand angemeldet')
    later11Seconds()
    await person.click(back())
    await screen.findByRole('heading', { level: 1, name: 'Umzüge' })
    expect(await rowOf('Ringtreffen Moosried')).toHaveTextContent('34 angemeldet')
    fresh.come()
    await waitFor(async () =>
      expect(await rowOf('Ringtreffen Moosried')).toHaveTextContent('35 angemeldet'),
    )
  })

  test('If the list of parades cannot be refreshed, the old one stays with the time of its data', async () => {
    const { person, wire } = openList({ [year]: json([aParade()]) })
    await rowOf('Ringtreffen Moosried')
    later11Seconds()
    wire.answer({ [year]: offline })
    lookAgain()
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Stand von 13:00 Uhr.')
    expect(alert).toHaveTextContent('Die Umzüge für 2026 konnten nicht geladen werden')
    expect(await rowOf('Ringtreffen Moosried')).toBeVisible()
    wire.answer({ [year]: json([aParade({ title: 'Ringtreffen' })]) })
    await person.click(within(alert).getByRole('button', { name: 'Erneut laden' }))
    expect(await rowOf('Ringtreffen')).toBeVisible()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('A deleted parade is no longer in the list', async () => {
    const none = { registrationCount: 0, participationCount: 0 }
    const { person, wire } = openList({
      ...details,
      'GET /api/parade/:id': json(aParade(none)),
      [year]: [json([aParade(none)]), json([])],
      'DELETE /api/parade/:id': noContent,
    })
    await person.click(await screen.findByRole('link', { name: 'Ringtreffen Moosried' }))
    await person.click(await screen.findByRole('button', { name: 'Löschen' }))
    await person.click(await screen.findByRole('button', { name: 'OK' }))
    expect(await screen.findByText('In diesem Jahr gibt es noch keinen Umzug')).toBeVisible()
    // The deleted parade is not requested again.
    expect(wire.sent('GET /api/parade/7')).toHaveLength(1)
  })
})

describe('the year of the parades', () => {
  test('The list starts with the current year; a year chosen with the arrows is stored in the browser', async () => {
    const { person, wire } = openList({ [year]: json([]) })
    expect(await yearShown('2026')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Nächstes Jahr' }))
    await person.click(await screen.findByRole('button', { name: 'Nächstes Jahr' }))
    expect(await yearShown('2028')).toBeVisible()
    await person.click(screen.getByRole('button', { name: 'Vorheriges Jahr' }))
    expect(await yearShown('2027')).toBeVisible()
    expect(localStorage.getItem(storedYear)).toBe('2027')
    const asked = wire.calls.map(({ path }) => path).filter((path) => path.includes('/year/'))
    // The parades of 2027 are cached by then.
    expect(asked.map((path) => path.slice(-4))).toEqual(['2026', '2027', '2028'])
  })

  test('The list shows the year of the last visit', async () => {
    localStorage.setItem(storedYear, '2019')
    openList({ [year]: json([]) })
    expect(await yearShown('2019')).toBeVisible()
  })

  test.each(['', 'NaN', '{"year":2019}', '20270', '1899', '-2027'])(
    'If the stored year is %j, the list shows the current one',
    async (stored) => {
      localStorage.setItem(storedYear, stored)
      openList({ [year]: json([]) })
      expect(await yearShown('2026')).toBeVisible()
    },
  )

  test('"Nächstes Jahr" is disabled in the last year that the server accepts', async () => {
    localStorage.setItem(storedYear, '2099')
    openList({ [year]: json([]) })
    await yearShown('2099')
    expect(screen.getByRole('button', { name: 'Nächstes Jahr' })).toBeDisabled()
  })
})

describe('a new parade', () => {
  test('Management sees the link to create a parade', async () => {
    openList({ [year]: json([]) })
    const link = await screen.findByRole('link', { name: '+ Umzug Anlegen' })
    expect(link).toHaveAttribute('href', '/parades/create')
  })

  test('A read-only user sees no link to create a parade', async () => {
    openList({ [year]: json([]) }, withRoles('readonly'))
    expect(await screen.findByText('Wähle ein anderes Jahr.')).toBeVisible()
    expect(screen.queryByRole('link', { name: '+ Umzug Anlegen' })).not.toBeInTheDocument()
  })

  test.each([
    ['readonly', 1],
    ['parades', 1],
    ['treasurer', 0],
    ['management', 0],
  ] as const)(
    'The page of parades shows to the role %s %i links to the payments',
    async (role, count) => {
      openList({ [year]: json([]) }, withRoles(role))
      await screen.findByText(/ein anderes Jahr\.$/)
      const links = screen.queryAllByRole('link', { name: 'Zahlungen' })
      expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(count).fill('/orders'))
    },
  )
})
