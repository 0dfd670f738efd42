import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, offline, refusal, type WireTable } from '#tests/support/wire.ts'
import type { Evening, EveningMinute, OpenOrder } from '#worker/orders/orders.contract.ts'

const at = '2027-01-16T18:47:32.000Z'

const minutesOf = (some: Record<string, Partial<EveningMinute>> = {}): EveningMinute[] =>
  Array.from({ length: 60 }, (_, index) => {
    const minute = new Date(Date.parse('2027-01-16T17:48:00.000Z') + index * 60_000).toISOString()
    const own = some[minute.slice(11, 16)]
    return { minute, enrolled: 0, open: 0, paid: 0, refused: [], ...own }
  })

const anOrder = (change: Partial<OpenOrder> = {}): OpenOrder => ({
  id: 7,
  firstName: 'Jasmin',
  lastName: 'Mauch',
  people: 1,
  places: 3,
  parades: 3,
  amountInCent: 2100,
  createdAt: '2027-01-16T18:42:10.000Z',
  holdUntil: '2027-01-16T19:17:10.000Z',
  network: 'a3f19c',
  ...change,
})

const family = anOrder({
  id: 8,
  firstName: 'Karl',
  lastName: 'Wäschle',
  people: 4,
  places: 8,
  parades: 2,
  holdUntil: '2027-01-16T18:51:00.000Z',
})

const anEvening = (change: Partial<Evening> = {}): Evening => ({
  at,
  minutes: minutesOf({
    '18:01': { enrolled: 9, open: 1, refused: [{ code: 'CostumeAlreadyEnrolled', count: 2 }] },
    '18:05': {
      refused: [
        { code: 'CostumeAlreadyEnrolled', count: 1 },
        { code: 'Unheard', count: 1 },
      ],
    },
    '18:47': { enrolled: 1 },
  }),
  today: { enrolled: 84, places: 146, receivedInCent: 81_200 },
  toClear: 0,
  open: { count: 2, places: 11, orders: [family, anOrder()] },
  networks: [{ network: 'a3f19c', orders: 2, places: 11, holdMinutes: null }],
  parades: [{ id: 3, title: 'Ringtreffen Moosried', date: '2027-01-24', places: 38 }],
  provider: { lastMessageAt: '2027-01-16T18:47:24.000Z', isSilent: false },
  mails: { waiting: 0, oldestAt: null },
  checkedAt: '2027-01-16T18:45:01.000Z',
  doors: [],
  ...change,
})

const path = '/enrolment-evening'
const call = 'GET /api/enrolment/evening'

async function open(evening = anEvening(), wire: WireTable = {}) {
  const opened = renderApp({
    path,
    user: withRoles('management'),
    wire: { [call]: json(evening), ...wire },
  })
  await screen.findByRole('heading', { name: 'Anmeldungen je Minute' })
  return opened
}

const press = (name: string | RegExp) => screen.getByRole('button', { name })
const figure = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).parentElement?.textContent
const list = (name: string | RegExp) => screen.getByRole('region', { name })

describe('the page of the enrolment evening', () => {
  test('The enrolment evening shows enrolments, open payments and the time of the data', async () => {
    await open()
    expect(screen.getByText('Sa 16.01.2027, die letzten 60 Minuten')).toBeVisible()
    expect(screen.getByText('Stand 19:47:32 Uhr')).toBeVisible()
    expect(figure('Anmeldungen heute')).toBe('Anmeldungen heute84mit 146 Plätzen')
    expect(figure('In dieser Minute')).toBe('In dieser Minute1Spitze 9 um 19:01 Uhr')
    expect(figure('Zahlung offen')).toContain('2')
    expect(figure('Heute eingenommen')).toBe('Heute eingenommen812,00\u00a0€nichts zu klären')
    expect(
      screen.getByRole('img', {
        name: /^In den letzten 60 Minuten 9 feste Anmeldungen, 1 mit offener Zahlung, 4 abgelehnt\./,
      }),
    ).toBeVisible()
    expect(list(/^Je Umzug/)).toHaveTextContent('Ringtreffen Moosried38 angemeldet')
  })

  test('Reasons for rejected enrolments are shown in words, without codes', async () => {
    await open()
    expect(list(/^Abgelehnt \d/)).toHaveTextContent(
      'Abgelehnt 4Das Kleid ist schon vergeben3Ein anderer Grund1',
    )
    expect(document.body).not.toHaveTextContent(/AlreadyEnrolled|Unheard/)
  })

  test('Requests rejected on other routes are listed in words, each with its count and the network it came from', async () => {
    const door = { route: 'POST /api/v1/auth/login', code: 'InvalidCredentials', network: 'b4e2aa' }
    const doors = [
      { ...door, count: 61, lastAt: '2027-01-16T18:45:30.000Z' },
      { route: 'GET /api/member/:id', code: 'Unheard', network: null, count: 2, lastAt: at },
    ]
    await open(anEvening({ doors }))
    const card = list(/^Abgelehnte Versuche/)
    expect(card).toHaveTextContent('E-Mail Adresse oder Passwort falschAnmeldung am Programm')
    expect(card).toHaveTextContent('Anschluss b4e2aa, zuletzt vor 2 Minuten61 Mal')
    expect(card).toHaveTextContent('Ein anderer GrundProgramm, zuletzt vor 0 Sekunden2 Mal')
    expect(card).not.toHaveTextContent(/api|Invalid|Unheard/)
  })

  test('Rejected requests are combined in one line if reason, network and the text of the route are the same', async () => {
    const door = { code: 'Forbidden', network: null }
    const doors = [
      { ...door, route: 'GET /api/orders', count: 2, lastAt: '2027-01-16T18:45:30.000Z' },
      { ...door, route: 'GET /api/home', count: 3, lastAt: at },
      { ...door, network: 'b4e2aa', route: 'GET /api/home', count: 4, lastAt: at },
    ]
    await open(anEvening({ doors }))
    const card = list(/^Abgelehnte Versuche/)
    // The heading counts all attempts and names the period, since the page covers one hour.
    expect(card).toHaveTextContent(/^Abgelehnte Versuche 9\s?In den letzten 24 Stunden\./)
    const lines = within(card).getAllByRole('listitem')
    expect(lines.map((line) => line.textContent)).toEqual([
      'Ohne BerechtigungProgramm, zuletzt vor 0 Sekunden5 Mal',
      'Ohne BerechtigungProgramm, Anschluss b4e2aa, zuletzt vor 0 Sekunden4 Mal',
    ])
  })

  test('Each open payment shows how long its places are held', async () => {
    await open()
    const rows = within(list(/^Offene Zahlungen/))
      .getAllByRole('row')
      .slice(1)
    expect(rows[0]).toHaveTextContent(
      'Karl Wäschle und 3 weitere8 Plätze, 2 Umzüge21,00 €19:42 Uhr4 Minuten',
    )
    expect(rows[1]).toHaveTextContent('Jasmin Mauch3 Plätze, 3 Umzüge21,00 €19:42 Uhr30 Minuten')
  })

  test('An evening without enrolments shows empty lists', async () => {
    await open(
      anEvening({
        minutes: minutesOf(),
        today: { enrolled: 0, places: 0, receivedInCent: 0 },
        open: { count: 0, places: 0, orders: [] },
        networks: [],
        parades: [],
        provider: { lastMessageAt: null, isSilent: false },
        checkedAt: null,
      }),
    )
    expect(screen.getByText('Gerade steht niemand vor der Bezahlung.')).toBeVisible()
    expect(screen.getByText('Heute ist kein Umzug zur Anmeldung offen.')).toBeVisible()
    expect(screen.queryByRole('region', { name: /Anschluss/ })).not.toBeInTheDocument()
    expect(screen.getByText('Die Zahlungen werden nicht abgeglichen')).toBeVisible()
  })

  test('The page warns when the payment provider sends no messages, and when mails are waiting', async () => {
    await open(
      anEvening({
        provider: { lastMessageAt: '2027-01-16T18:33:00.000Z', isSilent: true },
        mails: { waiting: 3, oldestAt: '2027-01-16T18:46:52.000Z' },
        toClear: 2,
      }),
    )
    expect(list('Was im Hintergrund läuft')).toHaveTextContent(
      'Der Zahlungsdienst meldet sich nicht2 Zahlungen sind offen, letzte Meldung vor 14 Minuten',
    )
    expect(list('Was im Hintergrund läuft')).toHaveTextContent(
      '3 E-Mails wartendie älteste seit 40 Sekunden',
    )
    expect(screen.getByRole('link', { name: '2 zu klären' })).toHaveAttribute('href', '/orders')
  })

  test('A payment provider that never sent a message is shown as such', async () => {
    await open(anEvening({ provider: { lastMessageAt: null, isSilent: false } }))
    const states = within(screen.getByRole('region', { name: 'Was im Hintergrund läuft' }))
    expect(states.getAllByRole('listitem')[0]).toHaveTextContent(
      'Noch keine Meldung vom Zahlungsdienstauch keine überfällig',
    )
  })

  test('The page of the enrolment evening is open to management only', async () => {
    const { wire } = renderApp({ path, user: withRoles('readonly', 'helper') })
    expect(await screen.findByText('Diese Seite ist nicht für Dich freigegeben')).toBeVisible()
    expect(wire.sent(call)).toEqual([])
  })
})

describe('updates of the enrolment evening', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  test('The page is updated every five seconds; if that fails, its numbers stay', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { wire } = await open()
    const next = anEvening({ today: { enrolled: 85, places: 148, receivedInCent: 0 } })
    wire.answer({ [call]: json(next) })
    await act(() => vi.advanceTimersByTimeAsync(5000))
    await waitFor(() => expect(figure('Anmeldungen heute')).toContain('85'))
    wire.answer({ [call]: offline })
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(await screen.findByText('Unterbrochen')).toBeVisible()
    expect(figure('Anmeldungen heute')).toContain('85')
    wire.answer({ [call]: json(next) })
    await act(() => vi.advanceTimersByTimeAsync(5000))
    expect(await screen.findByText('Läuft')).toBeVisible()
  })
})

describe('ending a payment', () => {
  const end = 'POST /api/orders/:id/end'

  test('Ending a payment is confirmed in a dialog that states the consequences, and ends only that payment', async () => {
    const { person, wire } = await open(anEvening(), { [end]: json({ id: 8, state: 'cancelled' }) })
    await person.click(press('Zahlung von Karl Wäschle und 3 weitere beenden'))
    expect(screen.getByRole('alertdialog', { name: 'Zahlung beenden?' })).toHaveTextContent(
      'Die 8 Plätze der Anmeldung von Karl Wäschle werden frei, und beim Zahlungsdienst lässt sich nicht mehr bezahlen. Ist schon bezahlt, bleibt alles, wie es ist.',
    )
    await person.click(press('OK'))
    expect(await screen.findByText('Zahlung beendet')).toBeVisible()
    expect(wire.calls.filter(({ method }) => method === 'POST').map((one) => one.path)).toEqual([
      '/api/orders/8/end',
    ])
  })

  test('A payment completed in the meantime is reported', async () => {
    const { person } = await open(anEvening(), { [end]: json({ id: 7, state: 'paid' }) })
    await person.click(press('Zahlung von Jasmin Mauch beenden'))
    await person.click(press('OK'))
    expect(await screen.findByText('Inzwischen ist bezahlt worden')).toBeVisible()
  })

  test('If one of the payments from one internet connection can no longer be ended (409), the rest are ended, and the message counts each outcome', async () => {
    const other = anOrder({ id: 9, network: 'ffffff' })
    const third = anOrder({ id: 10 })
    const orders = [family, other, anOrder(), third]
    const { person, wire } = await open(anEvening({ open: { count: 4, places: 17, orders } }), {
      'POST /api/orders/8/end': refusal(409, 'Conflict', 'Diese Zahlung ist nicht mehr offen.'),
      'POST /api/orders/7/end': json({ id: 7, state: 'paid' }),
      'POST /api/orders/10/end': json({ id: 10, state: 'cancelled' }),
    })
    await person.click(press('Alle Zahlungen von a3f19c beenden'))
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      '3 offene Zahlungen dieses Anschlusses',
    )
    await person.click(press('OK'))
    expect(
      await screen.findByText(
        '1 Zahlung beendet, 1 inzwischen bezahlt, 1 nicht mehr offen oder in Prüfung',
      ),
    ).toBeVisible()
    expect(wire.calls.filter(({ method }) => method === 'POST')).toHaveLength(3)
  })

  test('Ending several payments stops with an error when the provider does not answer', async () => {
    const silent = refusal(502, 'PaymentFailed', 'Der Zahlungsdienst antwortet gerade nicht.')
    const { person } = await open(anEvening(), { [end]: silent })
    await person.click(press('Alle Zahlungen von a3f19c beenden'))
    await person.click(press('OK'))
    const dialog = await screen.findByRole('alertdialog')
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(
      'Die Zahlungen konnten nicht alle beendet werden',
    )
    expect(dialog).toHaveTextContent('Der Zahlungsdienst antwortet gerade nicht.')
  })
})
