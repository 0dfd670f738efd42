import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { renderApp, withRoles } from '#tests/support/render-app.tsx'
import { json, offline, refusal, type WireCall, type WireTable } from '#tests/support/wire.ts'
import type { Role } from '#worker/domain/codes.ts'
import type { HistoryEntry, HistoryLine } from '#worker/history/history.contract.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-16T18:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const noNames = { member: {}, costume: {}, parade: {}, costumeType: {} }
const sabine = { id: 1, firstName: 'Sabine', lastName: 'Kächele' }

const aLine = (change: Partial<HistoryLine> = {}): HistoryLine => ({
  entity: 'member',
  entityId: 7,
  op: 'update',
  changes: { addressStreet: ['Lindengasse', 'Bachstraße'] },
  ...change,
})

const aBooking = (changes: HistoryLine['changes']) =>
  aLine({ entity: 'feeBooking', op: 'event', changes })

const anEntry = (change: Partial<HistoryEntry> = {}): HistoryEntry => ({
  requestId: 'r1',
  at: '2027-01-16T13:07:00.000Z',
  via: 'staff',
  by: sabine,
  act: 'PUT /api/member/:id',
  lines: [aLine()],
  undo: 'possible',
  ...change,
})

const path = '/history'
const list = 'GET /api/history'
const undo = 'POST /api/history/:requestId/undo'

type HistoryAnswer = {
  entries: HistoryEntry[]
  next?: number | null
  names?: Partial<typeof noNames>
  about?: object
}

/** The server's answer; all entries share the same names and subjects. */
const answer = ({ entries, next = null, names = {}, about = {} }: HistoryAnswer) =>
  json({
    entries,
    next,
    names: { ...noNames, ...names },
    about: Object.fromEntries(
      entries.map(({ requestId }) => [
        requestId,
        { member: [7], costume: [], parade: [], ...about },
      ]),
    ),
  })

async function open(entry: HistoryAnswer, wire: WireTable = {}, ...roles: Role[]) {
  const opened = renderApp({
    path,
    user: withRoles(...(roles.length > 0 ? roles : (['management'] as const))),
    wire: { [list]: answer(entry), ...wire },
  })
  await screen.findByRole('heading', { level: 2 })
  return opened
}

const items = () =>
  within(screen.getByRole('region', { name: 'Verlauf' }))
    .getAllByRole('listitem')
    .filter((one) => one.querySelector('time'))
const words = (place = 0) => items()[place]?.textContent ?? ''

describe('a history entry', () => {
  test('A history entry shows the action, the old and new value and the user', async () => {
    await open({ entries: [anEntry()], names: { member: { 7: 'Annegret Gruber' } } })
    expect(words()).toBe(
      '14:07Anschrift geändert: Annegret GruberStraße: vorher Lindengasse jetzt BachstraßeSabine KächeleRückgängig',
    )
    expect(screen.getByRole('link', { name: 'Annegret Gruber' })).toHaveAttribute(
      'href',
      '/members/details/7',
    )
    expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Heute, Sa 16.01.2027')
  })

  test.each<[string, Partial<HistoryEntry>, string]>([
    [
      'one field by its label',
      { lines: [aLine({ changes: { phoneMobile: ['', '01555 1'] } })] },
      'Mobil geändert',
    ],
    [
      'fields of several parts together',
      { lines: [aLine({ changes: { phone: ['', '1'], comment: ['', 'x'] } })] },
      'Daten geändert',
    ],
    [
      'a new member',
      { lines: [aLine({ op: 'insert', changes: { firstName: [null, 'Lena'] } })] },
      'Mitglied angelegt',
    ],
    [
      'the action rather than its rows',
      { act: 'POST /api/member/:id/leave' },
      'Austritt eingetragen',
    ],
    [
      'a death by its own word',
      {
        act: 'POST /api/member/:id/leave',
        lines: [aLine({ entity: 'exit', op: 'insert', changes: { state: [null, 'Died'] } })],
      },
      'Todesfall eingetragen',
    ],
    [
      'a death that is taken back',
      {
        act: 'DELETE /api/member/:id/leave',
        lines: [aLine({ changes: { membershipState: ['Died', 'Active'] } })],
      },
      'Todesfall zurückgenommen',
    ],
    [
      'an honor',
      {
        lines: [aLine({ entity: 'honor', op: 'insert', changes: { type: [null, 'Parades_25'] } })],
      },
      'Ehrung eingetragen',
    ],
    [
      'a guest',
      {
        act: 'x',
        lines: [aLine({ entity: 'participation', changes: { isGuest: [false, true] } })],
      },
      'Als Gast geführt',
    ],
    [
      'a removed guest mark',
      {
        act: 'x',
        lines: [aLine({ entity: 'participation', changes: { isGuest: [true, false] } })],
      },
      'Nicht mehr als Gast geführt',
    ],
    ...(
      [
        ['that were taken back', true, 'Schreiben zurückgenommen'],
        ['that count again', false, 'Schreiben gelten wieder'],
      ] as const
    ).map(([which, voided, hint]): [string, Partial<HistoryEntry>, string] => [
      `letters ${which}`,
      {
        act: 'x',
        undo: 'never',
        lines: [aLine({ entity: 'feeLetter', op: 'event', changes: { voided: [null, voided] } })],
      },
      hint,
    ]),
    ['an undo', { act: 'POST /api/history/:requestId/undo', undo: 'never' }, 'Rückgängig gemacht'],
    [
      'a parade called off',
      {
        act: 'x',
        lines: [
          aLine({ entity: 'parade', changes: { cancelledAt: [null, '2027-01-16T12:00:00.000Z'] } }),
        ],
      },
      'Umzug abgesagt',
    ],
    [
      'two changes of one request',
      {
        lines: [
          aLine(),
          aLine({ entity: 'timespan', op: 'delete', changes: { from: ['2020-01-01', null] } }),
        ],
      },
      'Anschrift geändert, Mitgliedszeit gelöscht',
    ],
    [
      'a sign-in',
      {
        act: 'POST /api/v1/auth/login',
        lines: [aLine({ entity: 'session', op: 'event', changes: {} })],
      },
      'Angemeldet',
    ],
    [
      'an imported file together with the members that it changed',
      {
        act: 'POST /api/imports/:id/commit',
        lines: [
          aLine(),
          aLine({
            entity: 'import',
            op: 'event',
            changes: { fileName: [null, 'mitglieder.xlsx'], inserted: [null, 137] },
          }),
        ],
      },
      'Übernommen aus mitglieder.xlsx',
    ],
    [
      'a member changed by an import',
      { act: 'POST /api/imports/:id/commit' },
      'Aus einer Datei übernommen',
    ],
    ['an undone import', { act: 'POST /api/imports/:id/undo' }, 'Übernahme zurückgenommen'],
    [
      'bookings on fees, each with its kind',
      {
        act: 'POST /api/billing/bookings',
        lines: [
          aBooking({ kind: [null, 'paid'], amountInCent: [null, -2000] }),
          aBooking({ kind: [null, 'corrected'], amountInCent: [null, -500] }),
        ],
      },
      '20,00\u00a0€ bezahlt, −5,00\u00a0€ berichtigt',
    ],
    [
      'a booking of an unknown kind',
      { act: 'POST /api/billing/bookings', lines: [aBooking({ kind: [null, 'toString'] })] },
      'Auf den Beitrag gebucht',
    ],
    [
      'a closed fee year',
      {
        act: 'POST /api/billing/years',
        lines: [aLine({ entity: 'feeYear', op: 'event', changes: { year: [null, 2027] } })],
      },
      'Beiträge festgeschrieben',
    ],
    [
      'a new SEPA file whatever else its request changed',
      { act: 'POST /api/billing/runs', lines: [aLine({ entity: 'feeYear', op: 'event' })] },
      'SEPA-Datei erzeugt',
    ],
    [
      'a discarded SEPA file',
      { lines: [aLine({ entity: 'run', changes: { voidedAt: [null, '2027-01-16'] } })] },
      'SEPA-Datei verworfen',
    ],
    [
      'a credited SEPA file',
      { lines: [aLine({ entity: 'run', changes: { creditedOn: [null, '2027-01-16'] } })] },
      'SEPA-Datei gutgeschrieben',
    ],
    [
      'a submitted SEPA file',
      { lines: [aLine({ entity: 'run', changes: { submittedOn: [null, '2027-01-16'] } })] },
      'SEPA-Datei eingereicht',
    ],
    [
      'a submission that was taken back',
      { lines: [aLine({ entity: 'run', changes: { submittedOn: ['2027-01-16', null] } })] },
      'Einreichung zurückgenommen',
    ],
    [
      'an action without a text of its own',
      { act: '__proto__', lines: [aLine({ entity: 'export', op: 'event', changes: {} })] },
      'Liste heruntergeladen',
    ],
  ])('A history entry names %s', async (_, change, sentence) => {
    await open({ entries: [anEntry(change)] })
    expect(words()).toContain(`14:07${sentence}`)
  })

  test.each<[string, Partial<HistoryLine>, string]>([
    [
      'days',
      { changes: { birthday: ['1968-03-14', null] } },
      'Geburtstag: vorher 14.03.1968 entfernt',
    ],
    [
      'money',
      { changes: { individualFeeInCent: [null, 1850] } },
      'Persönlicher Beitrag: jetzt 18,50\u00a0€',
    ],
    [
      'codes',
      { changes: { membershipState: ['Active', 'Passive'] } },
      'Mitgliedsstatus: vorher Aktiv jetzt Passiv',
    ],
    [
      'ticks',
      { changes: { bankingSepaAllowed: [false, true] } },
      'SEPA-Lastschrift erlaubt: vorher Nein jetzt Ja',
    ],
    [
      'the end of an account',
      { changes: { bankingIban: ['…2051', '…3000'] } },
      'IBAN: vorher …2051 jetzt …3000',
    ],
    ['what is masked', { changes: { bankingBank: ['geändert', 'geändert'] } }, 'Bank: geändert'],
    [
      'honors',
      { entity: 'honor', changes: { type: ['Parades_25', 'Parades_50'] } },
      'Ehrung: vorher Sprungorden 25 Sprünge jetzt Sprungorden 50 Sprünge',
    ],
    [
      'a code that is new',
      { changes: { membershipState: ['Active', 'toString'] } },
      'jetzt toString',
    ],
    [
      'a member who is gone',
      { entity: 'ownership', changes: { memberId: [8, 9] } },
      'Mitglied: vorher inzwischen gelöscht jetzt Lena Abele',
    ],
    [
      'a place’s costume',
      { entity: 'participation', changes: { costumeTypeId: [1, 2] } },
      'Kleidertyp: vorher Hansel jetzt Hexe',
    ],
  ])('A history entry formats %s as the pages do', async (_, change, value) => {
    const names = { member: { 9: 'Lena Abele' }, costumeType: { 1: 'Hansel', 2: 'Hexe' } }
    await open({ entries: [anEntry({ lines: [aLine(change)] })], names })
    await waitFor(() => expect(words()).toContain(value.replace(': jetzt', ': ')))
  })

  test.each<[HistoryEntry['via'], string]>([
    ['public', 'Öffentliche Anmeldung'],
    ['provider', 'Zahlungsdienst'],
    ['cron', 'Automatisch'],
    ['cli', 'Wartung'],
    ['outside', 'Direkt in der Datenbank'],
  ])('A history entry without a user (%s) names its origin', async (via, who) => {
    await open({ entries: [anEntry({ via, by: null })] })
    expect(words()).toContain(who)
  })

  test('A history entry about several members shows before each value whose it is', async () => {
    const lines = [7, 8].map((entityId) =>
      aLine({ entityId, changes: { comment: ['Alt', 'Neu'] } }),
    )
    await open({
      entries: [anEntry({ lines })],
      names: { member: { 7: 'Annegret Gruber', 8: 'Karl Wäschle' } },
      about: { member: [7, 8] },
    })
    expect(words()).toContain('Annegret Gruber, Kommentar: vorher Alt jetzt Neu')
    expect(words()).toContain('Karl Wäschle, Kommentar: vorher Alt jetzt Neu')
  })

  test('A history entry whose values were deleted shows a note and offers no undo', async () => {
    await open({ entries: [anEntry({ lines: [aLine({ changes: null })], undo: 'never' })] })
    expect(words()).toContain('Die Werte sind gelöscht.')
    expect(screen.queryByRole('button', { name: /^Rückgängig/ })).not.toBeInTheDocument()
  })

  test('A history entry does not show a field without a label', async () => {
    await open({
      entries: [
        anEntry({ lines: [aLine({ changes: { constructor: [1, 2] as [unknown, unknown] } })] }),
      ],
    })
    expect(words()).not.toContain('constructor')
  })

  test('The history entry of a deleted member shows the name without a link', async () => {
    const changes = {
      firstName: ['Lena', null],
      lastName: ['Abele', null],
    } satisfies HistoryLine['changes']
    await open({ entries: [anEntry({ lines: [aLine({ op: 'delete', changes })] })] })
    expect(words()).toContain('Mitglied gelöscht: Lena Abele')
    expect(screen.queryByRole('link', { name: 'Lena Abele' })).not.toBeInTheDocument()
  })
})

describe('undoing an entry', () => {
  test('A history entry is undone with one click and the list is loaded again', async () => {
    const { person, wire } = await open({ entries: [anEntry()] }, { [undo]: json({ entries: [] }) })
    await person.click(screen.getByRole('button', { name: 'Rückgängig: Anschrift geändert' }))
    expect(await screen.findByText('Rückgängig gemacht.')).toBeVisible()
    expect(wire.sent('POST /api/history/r1/undo')).toHaveLength(1)
    await waitFor(() => expect(wire.sent(list)).toHaveLength(2))
  })

  test('Undoing a history entry of many changes asks for confirmation', async () => {
    const lines = Array.from({ length: 6 }, (_, id) => aLine({ entityId: id + 1 }))
    const { person, wire } = await open(
      { entries: [anEntry({ lines })] },
      { [undo]: json({ entries: [] }) },
    )
    const button = screen.getByRole('button', { name: /^Rückgängig/ })
    await person.click(button)
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      '„Anschrift geändert“ hat 6 Einträge geändert. Alle werden wieder so, wie sie davor waren.',
    )
    await person.click(screen.getByRole('button', { name: 'Abbrechen' }))
    expect(wire.sent('POST /api/history/r1/undo')).toEqual([])
    await person.click(button)
    await person.click(screen.getByRole('button', { name: 'OK' }))
    expect(await screen.findByText('Rückgängig gemacht.')).toBeVisible()
  })

  test('A rejected undo (409) shows the reason beside the history entry', async () => {
    const reason = 'Daran wurde inzwischen etwas geändert.'
    const { person } = await open(
      { entries: [anEntry()] },
      { [undo]: refusal(409, 'ChangedSince', reason) },
    )
    await person.click(screen.getByRole('button', { name: /^Rückgängig/ }))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('Das konnte nicht rückgängig gemacht werden.')
    expect(alert).toHaveTextContent(reason)
    expect(screen.getByRole('button', { name: /^Rückgängig/ })).toBeVisible()
  })

  test.each<[string, Partial<HistoryEntry>, string, string | null]>([
    ['changed since', { undo: 'changedSince' }, 'Inzwischen weiter geändert', null],
    ['undone', { undo: 'undone' }, 'Rückgängig gemacht', null],
    [
      'an owner',
      { undo: 'never', lines: [aLine({ entity: 'ownership' })] },
      'Beim Kleid berichtigen',
      '/costumes/details/3',
    ],
    [
      'a parade called off',
      {
        undo: 'never',
        lines: [aLine({ entity: 'parade', entityId: 4, changes: { cancelledAt: [null, 'x'] } })],
      },
      'Beim Umzug zurücknehmen',
      '/parades/details/4',
    ],
    [
      'an exit',
      {
        undo: 'never',
        lines: [aLine({ entity: 'exit', changes: { date: [null, '2027-02-01'] } })],
      },
      'Beim Mitglied zurücknehmen',
      '/members/details/7',
    ],
    [
      'honors entered at an assembly',
      {
        undo: 'never',
        act: 'POST /api/assembly/:date/enter',
        lines: [
          aLine({ entity: 'assemblyHonor', changes: { handedOverOn: [null, '2027-01-16'] } }),
          aLine({
            entity: 'honor',
            op: 'insert',
            changes: { type: [null, 'Parades_25'], date: [null, '2027-01-16'] },
          }),
        ],
      },
      'Bei der Generalversammlung zurücknehmen',
      '/assembly?date=2027-01-16',
    ],
    [
      'a booking on a fee',
      {
        undo: 'never',
        lines: [
          aBooking({ kind: [null, 'paid'], amountInCent: [null, -2000], year: [null, 2025] }),
        ],
      },
      'Im Beitragskonto zurücknehmen',
      '/billing/membershipfees?year=2025&account=7',
    ],
    [
      'letters that were printed',
      {
        undo: 'never',
        lines: [
          aLine({ entity: 'feeLetter', op: 'event', changes: { channel: [null, 'letter'] } }),
        ],
      },
      'Bei den Schreiben zurücknehmen',
      '/billing/letters',
    ],
    [
      'several bookings',
      {
        undo: 'never',
        lines: [1, 2].map(() => aBooking({ kind: [null, 'paid'], year: [null, 2025] })),
      },
      'Im Beitragskonto zurücknehmen',
      '/billing/membershipfees?year=2025',
    ],
    [
      'a file for the bank',
      { undo: 'never', lines: [aLine({ entity: 'run', op: 'insert', changes: {} })] },
      'Bei den Beiträgen verwerfen',
      '/billing/membershipfees',
    ],
    ['a month ago', { undo: 'never', at: '2026-12-17T11:59:59.000Z' }, 'Älter als 30 Tage', null],
    [
      'a bank',
      { undo: 'never', lines: [aLine({ changes: { bankingIban: ['…1', '…2'] } })] },
      'Mit Bankdaten nicht möglich',
      null,
    ],
  ])('The history offers no undo for %s and shows the reason', async (_, change, why, href) => {
    await open({ entries: [anEntry(change)], about: { costume: [3] } })
    expect(screen.queryByRole('button', { name: /^Rückgängig/ })).not.toBeInTheDocument()
    if (href === null) expect(words()).toContain(why)
    else expect(screen.getByRole('link', { name: why })).toHaveAttribute('href', href)
  })

  test('An exit that was taken back has no hint to take it back', async () => {
    const undoneAt: [null, string] = [null, '2027-02-02T10:00:00Z']
    const act = 'DELETE /api/member/:id/leave'
    await open({
      entries: [
        anEntry({
          act,
          undo: 'never',
          lines: [aLine({ entity: 'exit', changes: { undoneAt } }), aLine({ entity: 'ownership' })],
        }),
      ],
      about: { costume: [3] },
    })
    expect(words()).toContain('Austritt zurückgenommen')
    expect(words()).not.toContain('Beim')
  })

  test.each([
    ['Left', 'Austrittsdatum'],
    ['Died', 'Todestag'],
  ])(
    'The history entry of the exit %s shows its day once, as %s, and says what else ended',
    async (state, label) => {
      const day: [null, string] = [null, '2027-01-16']
      await open({
        entries: [
          anEntry({
            act: 'POST /api/member/:id/leave',
            lines: [
              aLine({ entity: 'exit', op: 'insert', changes: { state: [null, state], date: day } }),
              aLine({ entity: 'timespan', changes: { to: day } }),
              aLine({ entity: 'duty', changes: { to: day } }),
              aLine({ changes: { dateLeft: day } }),
            ],
          }),
        ],
      })
      const details = screen
        .getAllByRole('listitem')
        .map((item) => item.textContent?.replace(/\s+/g, ' ').trim())
      expect(details.slice(-3)).toEqual([
        'Mitgliedszeit bis: 16.01.2027',
        'Dienst bis: 16.01.2027',
        `${label}: 16.01.2027`,
      ])
      expect(words()).not.toContain('Letzter Tag')
    },
  )

  test('The history entry of a death names the person, and the costumes as a detail', async () => {
    const act = 'POST /api/member/:id/leave'
    const lines = [
      aLine({ entity: 'exit', op: 'insert', changes: { state: [null, 'Died'] } }),
      aLine({ entity: 'ownership', entityId: 4, changes: { ownedTo: [null, '2027-01-16'] } }),
    ]
    const names = { member: { 7: 'Annegret Gruber' }, costume: { 3: 'Schellenhansel 131' } }
    await open({ entries: [anEntry({ act, lines })], names, about: { costume: [3] } })
    expect(words()).toContain('Todesfall eingetragen: Annegret GruberKleid: Schellenhansel 131')
    expect(screen.getByRole('link', { name: 'Schellenhansel 131' })).toHaveAttribute(
      'href',
      '/costumes/details/3',
    )
  })

  test('The history entry of an undone fee booking has no link to a fee account', async () => {
    const act = 'POST /api/billing/bookings/:id/undo'
    const lines = [aBooking({ kind: [null, 'undone'], amountInCent: [null, 2000] })]
    await open({ entries: [anEntry({ act, lines, undo: 'never' })] })
    expect(screen.queryByRole('link', { name: /Beitragskonto/ })).not.toBeInTheDocument()
  })

  test('The entry of a sign-in shows neither an undo nor a reason for its absence', async () => {
    const lines = [aLine({ entity: 'session', op: 'event', changes: {} })]
    await open({ entries: [anEntry({ act: 'POST /api/v1/auth/login', lines, undo: 'never' })] })
    expect(words()).toBe('14:07AngemeldetSabine Kächele')
  })
})

describe('the list of history entries', () => {
  test('Older history entries are loaded page by page until the last one', async () => {
    const pages = (call: WireCall) =>
      call.query.get('before') === '40'
        ? answer({ entries: [anEntry({ requestId: 'r2', at: '2027-01-14T13:07:00.000Z' })] })(call)
        : answer({ entries: [anEntry()], next: 40 })(call)
    const { person, wire } = await open({ entries: [] }, { [list]: pages })
    await person.click(screen.getByRole('button', { name: 'Weitere' }))
    expect(await screen.findByRole('heading', { name: 'Do 14.01.2027' })).toBeVisible()
    expect(items()).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Weitere' })).not.toBeInTheDocument()
    expect(wire.sent(list)[0]?.query.get('before')).toBeNull()
  })

  test('A history without entries shows a note; a history that fails to load can be loaded again', async () => {
    const { person, wire } = renderApp({
      path,
      user: withRoles('management'),
      wire: { [list]: offline },
    })
    expect(await screen.findByText('Der Verlauf konnte nicht geladen werden')).toBeVisible()
    wire.answer({ [list]: answer({ entries: [] }) })
    await person.click(screen.getByRole('button', { name: 'Erneut laden' }))
    expect(await screen.findByText(/^Noch nichts\./)).toBeVisible()
  })

  test('The complete history is open to management only', async () => {
    const { wire } = renderApp({ path, user: withRoles('readonly') })
    expect(await screen.findByText('Diese Seite ist nicht für Dich freigegeben')).toBeVisible()
    expect(wire.sent(list)).toEqual([])
  })
})
