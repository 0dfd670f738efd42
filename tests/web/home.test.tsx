import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { stubPasskeys } from '#tests/support/browser-passkeys.ts'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, later, offline, type WireTable } from '#tests/support/wire.ts'
import { bannerHiddenUntilKey } from '#web/home/home-page.tsx'
import { memberViews } from '#web/members/member-columns.tsx'
import { type Role, setupSteps } from '#worker/domain/codes.ts'
import { addDays, berlinDay, germanDate } from '#worker/domain/dates.ts'

const targets: Record<string, string> = {
  Umzugsanmeldung: '/parade-enrolment',
  'Umzugsanmeldung (im Stall)': '/internal-parade-enrolment',
  'Datenkorrektur nach Anmeldung': '/enrolment-data-cleanup',
  Zahlungen: '/orders',
  Anmeldeabend: '/enrolment-evening',
  'Umzugsteilnahme abhaken': '/parades/participation/check/today',
  'Auswertung der Umzugsanmeldungen': '/enrolment-per-parades',
}
const evaluation = 'Auswertung der Umzugsanmeldungen'
const checkIn = 'Umzugsteilnahme abhaken'
const ofManagement = [
  'Umzugsanmeldung',
  'Umzugsanmeldung (im Stall)',
  'Datenkorrektur nach Anmeldung',
  evaluation,
  'Zahlungen',
  'Anmeldeabend',
]

const nothing = { today: [], next: [] }

/** The links of the section "Anmeldung"; [] for roles without this section. */
async function tiles() {
  await screen.findByText(/^Hier entsteht/)
  const list = screen.queryByRole('region', { name: 'Anmeldung' })
  return list ? within(list).getAllByRole('link') : []
}

describe('the overview', () => {
  test('The links are shown with the answer, so that the cards above do not push them down', async () => {
    const answer = later(json(nothing))
    renderApp({
      path: '/',
      user: withRoles('management'),
      wire: { 'GET /api/home': answer.answer },
    })
    await screen.findByRole('heading', { level: 1, name: 'Übersicht' })
    expect(screen.queryByRole('region', { name: 'Anmeldung' })).not.toBeInTheDocument()
    answer.come()
    expect(await screen.findByRole('region', { name: 'Anmeldung' })).toBeVisible()
  })

  test.each<[Role[], string[]]>([
    [['management'], ofManagement],
    [['helper'], [checkIn, evaluation]],
    [
      ['management', 'helper'],
      [...ofManagement.slice(0, 3), checkIn, ...ofManagement.slice(3)],
    ],
    [['readonly'], []],
  ])('The overview shows to the roles %j the links %j', async (roles, titles) => {
    renderApp({ path: '/', user: withRoles(...roles) })
    const links = await tiles()
    expect(links).toHaveLength(titles.length)
    for (const [index, title] of titles.entries()) {
      expect(links[index]).toHaveAccessibleName(title)
      expect(links[index]).toHaveAttribute('href', targets[title])
    }
  })

  test.each<[Role, boolean]>([
    ['management', true],
    ['treasurer', true],
    ['parades', false],
    ['readonly', false],
  ])('The overview leads users with the role %s to the reminders: %s', async (role, isShown) => {
    renderApp({ path: '/', user: withRoles(role) })
    await screen.findByRole('heading', { level: 1, name: 'Übersicht' })
    const link = screen.queryByRole('link', { name: 'Mahnung schreiben' })
    if (!isShown) expect(link).toBeNull()
    else expect(link).toHaveAttribute('href', '/billing/letters?kind=reminder&from=treasury')
  })

  test('The overview ends with the notice that this software is still under construction', async () => {
    renderApp({ path: '/', user: withRoles('readonly') })
    expect(
      await screen.findByText(
        'Hier entsteht die neue Verwaltungsdatenbank. Weitere Funktionen folgen.',
      ),
    ).toBeVisible()
  })

  test('The overview shows no setup steps when the server sends none', async () => {
    renderApp({ path: '/', user: withRoles('readonly', 'helper') })
    await screen.findByText('Es ist noch kein Umzug eingetragen.')
    expect(screen.queryByText('Was noch fehlt')).not.toBeInTheDocument()
  })

  test('If the overview fails to load, its links stay and loading can be repeated', async () => {
    let isThere = false
    const wire: WireTable = {
      'GET /api/home': () => (isThere ? Response.json(nothing) : Response.error()),
    }
    const { person } = renderApp({ path: '/', user: withRoles('helper'), wire })
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Die Übersicht konnte nicht geladen werden',
    )
    expect(await tiles()).toHaveLength(2)
    isThere = true
    await person.click(screen.getByRole('button', { name: 'Erneut laden' }))
    expect(await screen.findByText('Es ist noch kein Umzug eingetragen.')).toBeVisible()
  })
})

describe('the cockpit', () => {
  const date = berlinDay(new Date())
  const parade = { id: 7, title: 'Umzug zum Martinimarkt', host: 'Marktnarren', date }
  const ofToday = { parade: { ...parade, cancelledAt: null }, registrations: 44, confirmed: 3 }
  const coming = (days: number, changes: object = {}) => ({
    parade: {
      id: 10 + days,
      title: `Umzug in ${days}`,
      host: 'Zunft',
      date: addDays(date, days),
      enrolmentStart: addDays(date, -20),
      enrolmentStartTime: null,
    },
    registrations: 5,
    enrolmentEnd: addDays(date, days - 2),
    enrolmentEndTime: null,
    daysLeft: Math.max(0, days - 2),
    cancelledAt: null,
    ...changes,
  })
  const anna = { id: 3, firstName: 'Anna', lastName: 'Häußler' }

  function open(home: object, ...roles: Role[]) {
    const wire = { 'GET /api/home': json({ ...nothing, ...home }) }
    return renderApp({ path: '/', user: withRoles(...roles), wire })
  }

  test.each<[Role, boolean]>([
    ['management', true],
    ['helper', true],
    ['readonly', false],
  ])(
    'The parade of today is shown to the role %s, with a check-in button: %s',
    async (role, hasButton) => {
      open({ today: [ofToday] }, role)
      const card = await screen.findByRole('region', { name: 'Heute: Umzug zum Martinimarkt' })
      expect(card).toHaveTextContent('44 angemeldet, 3 abgehakt')
      const button = within(card).queryByRole('link', { name: 'Teilnahme abhaken' })
      if (hasButton) expect(button).toHaveAttribute('href', '/parades/participation/check/7')
      else expect(button).not.toBeInTheDocument()
    },
  )

  test("If today's parade is cancelled, it is marked as such and has no button", async () => {
    const cancelled = { ...parade, cancelledAt: '2026-11-20T10:00:00.000Z' }
    open({ today: [{ ...ofToday, parade: cancelled }] }, 'management')
    const card = await screen.findByRole('region', { name: /^Heute: Umzug zum Martinimarkt/ })
    expect(card).toHaveTextContent('Abgesagt')
    expect(within(card).queryByRole('link')).not.toBeInTheDocument()
  })

  test.each([
    [0, '50+', 'ok', ['50+ Zahlungen zu klären']],
    [1, 1, 'ok', ['1 Person zuzuordnen', '1 Zahlung zu klären']],
    ['50+', 0, 'attention', ['50+ Personen zuzuordnen', 'Technik ansehen']],
    [50, 3, 'ok', ['50 Personen zuzuordnen', '3 Zahlungen zu klären']],
  ])(
    'With %s people to match, %s payments to check and the operation %s the open tasks are shown',
    async (unmatched, ordersToClear, health, told) => {
      open({ tasks: [], unmatched, ordersToClear, health }, 'management')
      const list = await screen.findByRole('region', { name: 'Wartet auf Dich' })
      const links = within(list).getAllByRole('link')
      expect(links).toHaveLength(told.length)
      for (const [index, words] of told.entries()) expect(links[index]).toHaveTextContent(words)
    },
  )

  test('Many rejected attempts are shown as a task of the management, with a link to their list', async () => {
    open(
      { tasks: [], unmatched: 0, ordersToClear: 0, health: 'ok', doors: 'attention' },
      'management',
    )
    const task = await screen.findByRole('link', { name: /^Abgelehnte Versuche ansehen/ })
    expect(task).toHaveAttribute('href', '/enrolment-evening#abgelehnte-versuche')
  })

  test('The management sees a hint when no task is open', async () => {
    open({ tasks: [], unmatched: 0, ordersToClear: 0, health: 'ok' }, 'management')
    expect(await screen.findByText('Es wartet nichts auf Dich.')).toBeVisible()
  })

  test('Each task of an office is one line with a link to the page where it is done', async () => {
    const tasks = [
      { kind: 'closeYear', year: 2026 },
      { kind: 'makeFile', year: 2026 },
      { kind: 'announceDebit', dueDate: '2026-12-10', count: 1 },
      { kind: 'submitFile', year: 2026, dueDate: '2026-12-10' },
      { kind: 'treatReturns', year: 2026, count: 2 },
      { kind: 'remind', count: 3 },
      { kind: 'orderHonors', date: '2027-01-08', count: 12 },
      {
        kind: 'prepareEnrolment',
        parade: { id: 7, title: 'Umzug zum Martinimarkt' },
        start: '2026-12-01',
        startTime: '20:00',
        lacks: ['price', 'departure'],
      },
    ]
    open({ tasks }, 'management')
    const list = await screen.findByRole('region', { name: 'Wartet auf Dich' })
    const lines = within(list)
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')])
    expect(lines).toEqual([
      [expect.stringContaining('Beiträge 2026 festschreiben'), '/treasury?year=2026#close'],
      [expect.stringContaining('SEPA-Datei 2026 erzeugen'), '/treasury?year=2026#file'],
      [
        expect.stringContaining('1 Zahler hat noch keine Ankündigung'),
        '/billing/letters?kind=notice',
      ],
      [expect.stringContaining('Fällig am 10.12.2026'), '/treasury?year=2026#credit'],
      [
        expect.stringContaining('2 Rücklastschriften bearbeiten'),
        '/billing/membershipfees?year=2026&filter.state=returned',
      ],
      [
        expect.stringContaining('An 3 offene Beiträge erinnern'),
        '/billing/letters?kind=reminder&due=yes&from=treasury',
      ],
      [expect.stringContaining('12 Ehrungen bestellen'), '/assembly'],
      [
        expect.stringContaining(
          'Anmeldung ab 01.12.2026, 20:00 Uhr, es fehlt der Preis und die Abfahrt',
        ),
        '/parades/edit/7',
      ],
    ])
  })

  test('A read-only user sees no open tasks on the overview', async () => {
    open({ next: [coming(3)] }, 'readonly')
    await screen.findByText('Umzug in 3')
    expect(screen.queryByText('Wartet auf Dich')).not.toBeInTheDocument()
  })

  test('Each parade of the overview shows how long enrolment is open', async () => {
    const next = [
      coming(1, { enrolmentEnd: addDays(date, -1), daysLeft: 0 }),
      coming(2),
      coming(3),
      coming(9, { parade: { ...coming(9).parade, enrolmentStart: addDays(date, 2) } }),
      coming(10, { cancelledAt: '2026-11-20T10:00:00.000Z' }),
    ]
    open({ next }, 'readonly')
    const list = await screen.findByRole('region', { name: 'Nächste Umzüge' })
    const rows = within(list).getAllByRole('listitem')
    const told = ['Anmeldung ist vorbei', 'Anmeldung noch heute', 'Anmeldung noch 1 Tag']
    for (const [index, words] of told.entries()) expect(rows[index]).toHaveTextContent(words)
    expect(rows[3]).toHaveTextContent(`Anmeldung ab ${germanDate(addDays(date, 2))}`)
    expect(rows[4]).toHaveTextContent('Abgesagt')
    expect(rows[4]).not.toHaveTextContent('Anmeldung')
    expect(within(list).getByRole('link', { name: 'Alle Umzüge' })).toHaveAttribute(
      'href',
      '/parades',
    )
    expect(within(list).getAllByRole('link')).toHaveLength(6)
  })

  test('Where the enrolment of a parade soon opens or ends at an hour, the overview says it', async () => {
    // A Wednesday, 20:30 in Berlin.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T19:30:00Z') })
    let id = 100
    const one = (start: string, time: string | null, end: string, endTime: string | null) => ({
      ...coming(40, {
        enrolmentEnd: end,
        enrolmentEndTime: endTime,
        daysLeft: end > '2026-11-26' ? 9 : end > '2026-11-25' ? 1 : 0,
      }),
      parade: {
        ...parade,
        id: id++,
        date: '2027-01-10',
        enrolmentStart: start,
        enrolmentStartTime: time,
      },
    })
    const next = [
      one('2026-11-27', '20:00', '2027-01-02', null),
      one('2026-11-25', '21:00', '2027-01-02', null),
      one('2026-12-02', '20:00', '2027-01-02', null),
      one('2026-11-27', null, '2027-01-02', null),
      one('2026-11-25', '20:00', '2026-12-04', '18:00'),
      one('2026-11-01', null, '2026-11-26', '18:00'),
      one('2026-11-01', null, '2026-11-25', '22:00'),
      one('2026-11-01', null, '2026-11-25', '20:30'),
    ]
    open({ next }, 'readonly')
    const list = await screen.findByRole('region', { name: 'Nächste Umzüge' })
    const rows = within(list).getAllByRole('listitem')
    vi.useRealTimers()
    const told = [
      'Anmeldung öffnet Freitag, 20:00 Uhr',
      'Anmeldung öffnet heute, 21:00 Uhr',
      'Anmeldung ab 02.12.2026',
      'Anmeldung ab 27.11.2026',
      'Anmeldung noch 9 Tage',
      'Anmeldung endet Donnerstag, 18:00 Uhr',
      'Anmeldung endet heute, 22:00 Uhr',
      'Anmeldung ist vorbei',
    ]
    for (const [index, words] of told.entries()) expect(rows[index]).toHaveTextContent(words)
  })

  test('Helpers get no links to pages they may not open', async () => {
    open({ next: [coming(3)] }, 'helper')
    const list = await screen.findByRole('region', { name: 'Nächste Umzüge' })
    expect(within(list).queryByRole('link')).not.toBeInTheDocument()
  })

  test('Birthdays, leaving members, assembly and season are shown once they are loaded', async () => {
    open(
      {
        assembly: { date: addDays(date, 46), due: 9 },
        birthdays: [
          { member: anna, age: 75, day: date, round: true },
          {
            member: { ...anna, id: 4, firstName: 'Theo' },
            age: 12,
            day: addDays(date, 1),
            round: false,
          },
        ],
        leaving: [{ member: { ...anna, id: 5, firstName: 'Paul' }, date: addDays(date, 9) }],
        season: { parades: 1, sprünge: 44, before: { parades: 20, sprünge: 1 } },
      },
      'readonly',
    )
    const assembly = await screen.findByRole('region', { name: 'Generalversammlung' })
    expect(assembly).toHaveTextContent('9 Ehrungen erreicht')
    expect(assembly).toHaveTextContent('In 46 Tagen')
    const birthdays = screen.getByRole('region', { name: 'Geburtstage diese Woche' })
    expect(birthdays).toHaveTextContent('HeuteAnna Häußler75 Jahre')
    expect(birthdays).toHaveTextContent('MorgenTheo Häußler12 Jahre')
    expect(within(birthdays).getByRole('link', { name: 'Anna Häußler' })).toHaveAttribute(
      'href',
      '/members/details/3',
    )
    const leaving = screen.getByRole('region', { name: 'Tritt aus' })
    expect(leaving).toHaveTextContent('Paul Häußler')
    expect(within(leaving).getByRole('link', { name: 'Alle, die austreten' })).toHaveAttribute(
      'href',
      `/members${memberViews.find(({ name }) => name === 'Tritt aus')?.search}`,
    )
    expect(screen.getByText(/bisher/)).toHaveTextContent('1 Umzug, 44 Sprünge bisher')
    expect(screen.getByText(/Saison davor/)).toHaveTextContent('20 Umzüge, 1 Sprung')
  })

  test('Sections of the overview that have no data are not shown', async () => {
    open({ assembly: { date: addDays(date, 1) }, leaving: [] }, 'readonly')
    const assembly = await screen.findByRole('region', { name: 'Generalversammlung' })
    expect(assembly).not.toHaveTextContent('erreicht')
    expect(screen.queryByText(/Geburtstage|Saison|Tritt aus/)).not.toBeInTheDocument()
  })
})

describe('the reminder of a missing passkey', () => {
  const passkey = { isMissing: true, askedFrom: null, isOffered: true }
  const title = 'Du hast noch keinen Passkey'

  const date = berlinDay(new Date())

  beforeEach(() => void stubPasskeys())

  const openWith = (part: object) =>
    renderApp({
      path: '/',
      user: withRoles('management'),
      wire: { 'GET /api/home': json({ ...nothing, passkey: { ...passkey, ...part } }) },
    })
  const arrived = () => screen.findByText('Es ist noch kein Umzug eingetragen.')

  test.each([
    [null, 'meldest Dich nur mit dem Passwort an'],
    [addDays(date, 5), `braucht hier ab ${germanDate(addDays(date, 5))} einen`],
    [date, 'braucht hier ab der nächsten Anmeldung einen'],
  ])(
    'A missing passkey required from %s is announced with a link to create one',
    async (askedFrom, words) => {
      openWith({ askedFrom })
      expect(await screen.findByText(title)).toBeVisible()
      expect(document.body).toHaveTextContent(words)
      expect(screen.getByRole('link', { name: 'Zu „Mein Account“' })).toHaveAttribute(
        'href',
        '/profile',
      )
    },
  )

  test('A user with a passkey sees no reminder', async () => {
    openWith({ isMissing: false })
    await arrived()
    expect(screen.queryByText(title)).not.toBeInTheDocument()
  })

  test('The reminder of a missing passkey can be hidden on this device for a week', async () => {
    const { person } = openWith({})
    await person.click(await screen.findByRole('button', { name: 'In einer Woche erinnern' }))
    expect(screen.queryByText(title)).not.toBeInTheDocument()
    expect(localStorage.getItem(bannerHiddenUntilKey)).toBe(addDays(date, 7))
  })

  test.each([
    ['tomorrow', addDays(date, 1), 0],
    ['today', date, 1],
    ['a day further away than a week', addDays(date, 8), 1],
    ['nonsense', 'nonsense', 1],
  ])(
    'If the browser has stored %s (%s) as the day of the next passkey reminder, the reminder is shown %i times',
    async (_, day, count) => {
      localStorage.setItem(bannerHiddenUntilKey, day)
      openWith({})
      await arrived()
      expect(screen.queryAllByText(title)).toHaveLength(count)
    },
  )
})

describe('the missing steps of setting up', () => {
  const all = setupSteps.map((step) => (step === 'privacy' ? { step, fields: [] } : { step }))
  const save = 'PUT /api/guild/setup'

  async function open(home: object, wire: WireTable = {}) {
    const answer = { 'GET /api/home': json({ ...nothing, ...home }), ...wire }
    const app = renderApp({ path: '/', user: withRoles('management'), wire: answer })
    const card = await screen.findByRole('region', { name: 'Was noch fehlt' })
    const row = (name: string) => {
      const found = within(card)
        .getAllByRole('listitem')
        .find((one) => within(one).queryByText(name, { exact: true }))
      if (!found) throw new Error(`no step ${name}`)
      return within(found)
    }
    return { ...app, card: within(card), row }
  }

  test('Each missing setup step links to the page where it is done', async () => {
    const { card } = await open({ missing: all, skipped: [] })
    expect(card.getByText(/^0 von 11 Schritten sind erledigt\./)).toBeVisible()
    expect(card.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/guild?change=association#association',
      '/guild?change=sepa#sepa',
      '/guild#fees',
      '/guild#honors',
      '/costumes',
      '/guild/import',
      '/parades/create',
      '/orders/setup',
      '/guild?change=legal#legal',
      '/users',
      '/guild?change=passkeys#passkeys',
    ])
    expect(card.getAllByRole('button', { name: 'Brauchen wir nicht' })).toHaveLength(11)
    expect(card.getAllByRole('button', { name: 'Passt so' })).toHaveLength(2)
  })

  test('Of the setup steps the number done is shown; a step that is not needed is marked as such', async () => {
    const missing = all.filter(({ step }) => step === 'honors')
    const { card, row } = await open({ missing, skipped: ['sepa', 'fees'] })
    expect(card.getByText(/^9 von 10 Schritten sind erledigt\./)).toBeVisible()
    expect(row('SEPA').getByText('Brauchen wir nicht')).toBeVisible()
    expect(row('Beiträge').getByText('Erledigt')).toBeVisible()
    expect(row('Verein').getByText('Erledigt')).toBeVisible()
    expect(row('Verein').queryByRole('button')).not.toBeInTheDocument()
    expect(row('SEPA').getByRole('button', { name: 'Zurücknehmen' })).toHaveAccessibleDescription(
      'SEPA',
    )
  })

  test.each([
    ['Bezahlung', 'Brauchen wir nicht', { step: 'payment', skipped: true }],
    ['Ehrungen', 'Passt so', { step: 'honors', skipped: true }],
    ['Beiträge', 'Brauchen wir nicht', { step: 'fees', skipped: true }],
  ])(
    'The setup step %s can be skipped with "%s", and the focus stays at its place',
    async (name, button, body) => {
      const after = {
        ...nothing,
        missing: all.filter(({ step }) => step !== body.step),
        skipped: [body.step],
      }
      let isSaved = false
      const { row, person, wire } = await open(
        {},
        {
          'GET /api/home': () =>
            Response.json(isSaved ? after : { ...nothing, missing: all, skipped: [] }),
          [save]: () => {
            isSaved = true
            return Response.json(after)
          },
        },
      )
      await person.click(row(name).getByRole('button', { name: button }))
      const back = await row(name).findByRole('button', { name: 'Zurücknehmen' })
      expect(wire.sent(save)[0]?.body).toEqual(body)
      expect(back).toHaveFocus()
    },
  )

  test('A skipped setup step can be restored', async () => {
    const home = { missing: all.slice(2), skipped: ['sepa'] }
    const { row, person, wire } = await open(home, { [save]: json({ missing: all, skipped: [] }) })
    await person.click(row('SEPA').getByRole('button', { name: 'Zurücknehmen' }))
    expect(wire.sent(save)[0]?.body).toEqual({ step: 'sepa', skipped: false })
  })

  test('If a setup step cannot be skipped, it stays and an error is shown', async () => {
    const { row, person } = await open({ missing: all, skipped: [] }, { [save]: offline })
    await person.click(row('SEPA').getByRole('button', { name: 'Brauchen wir nicht' }))
    expect(await row('SEPA').findByRole('alert')).toHaveTextContent(
      'Das konnte nicht gespeichert werden',
    )
    expect(row('SEPA').getByRole('button', { name: 'Brauchen wir nicht' })).toBeVisible()
  })

  test('Details missing in Impressum or Datenschutz are listed, with a link to the settings', async () => {
    const missing = [
      { step: 'imprint', fields: ['street', 'registerNumber'] },
      { step: 'privacy', fields: ['contactEmail'] },
    ]
    const { row } = await open({ missing, skipped: [] })
    const legal = row('Datenschutz')
    expect(legal.getByText('Im Impressum: Straße und Hausnummer, Registernummer.')).toBeVisible()
    expect(legal.getByText('In der Datenschutzerklärung: E-Mail Adresse.')).toBeVisible()
    expect(legal.getByRole('link', { name: 'Angaben ergänzen' })).toHaveAttribute(
      'href',
      '/guild?change=legal#legal',
    )
  })
})
