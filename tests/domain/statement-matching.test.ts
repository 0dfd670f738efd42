import { describe, expect, test } from 'vitest'
import {
  aBooking,
  abele,
  aClaim,
  anEntry,
  aReturn,
  aRun,
  collected,
  dorn,
  gruber,
  ibans,
  zoller,
} from '#tests/support/statements/known.ts'
import { matchEntries } from '#web/billing/statement/match-entries.ts'
import type { Proposal } from '#web/billing/statement/proposal.ts'
import type { StatementEntry } from '#web/billing/statement/statement-entry.ts'
import { bookingsOf, type Choice, rowsOf } from '#web/billing/statement/statement-rows.ts'
import type { FeeClaim, FeeRunSummary } from '#worker/billing/billing.contract.ts'

/** In an amount no line is broken. */
const euro = (text: string) => `${text}\u00a0€`

type Known = { claims?: FeeClaim[]; runs?: FeeRunSummary[] }

const match = (entries: StatementEntry[], { claims = [], runs = [aRun()] }: Known) =>
  matchEntries(entries, { claims, runs, today: '2028-12-31' })

const rowsFor = (
  entries: StatementEntry[],
  claims: FeeClaim[],
  choices: Record<string, Choice> = {},
  passOnCharge = false,
) => rowsOf(match(entries, { claims }), { choices, claims, passOnCharge }).rows

function one(entry: StatementEntry, known: Known): Proposal {
  const [found, ...others] = match([entry], known)
  if (!found || others.length > 0) throw new Error('Not one line')
  return found
}

const parts = (found: Proposal) =>
  found.group === 'transfers' &&
  found.parts.map(({ claim, amountInCent }) => [claim.year, claim.member.lastName, amountInCent])

describe('a return', () => {
  const claims = [collected({ member: gruber }), collected({ member: zoller })]

  test.each<[string, Partial<StatementEntry>, string?]>([
    ['its EndToEndId', { endToEndId: 'MB2026-41' }],
    ['its EndToEndId in other letters', { endToEndId: 'mb2026-41' }],
    ['what the bank wrote into the purpose', { purpose: 'EREF+MB2026-41 MREF+M41' }],
    ['that of somebody without a number', { purpose: 'EREF+MB2026-ID7 MREF+X' }, 'MB2026-ID7'],
    ['mandate and amount', { mandateId: 'm41', amountInCent: 2300, originalInCent: 2000 }],
    [
      'mandate and amount less the charges',
      { mandateId: 'M41', amountInCent: 2300, chargeInCent: 300 },
    ],
  ])('is found by %s', (_by, changes, endToEndId = 'MB2026-41') => {
    const named = claims.map((claim) => ({
      ...claim,
      bookings: claim.bookings.map((booking) =>
        claim.member === gruber ? { ...booking, endToEndId } : booking,
      ),
    }))
    expect(one(aReturn(changes), { claims: named })).toMatchObject({
      group: 'returns',
      isSure: true,
      debit: { endToEndId, sumInCent: 2000, claims: [{ member: gruber }] },
    })
  })

  test.each([
    [{ amountInCent: 2300, originalInCent: 2000, chargeInCent: 300 }, 300],
    [{ amountInCent: 2300, originalInCent: 2000 }, 300],
    [{ amountInCent: 2300 }, 300],
    [{ amountInCent: 2000, chargeInCent: 300 }, 300],
    [{ amountInCent: 2000 }, 0],
  ])('costs what the bank took: %j', (sums, chargeInCent) => {
    const found = one(aReturn({ endToEndId: 'MB2026-41', ...sums }), { claims })
    expect(found).toMatchObject({ isSure: true, chargeInCent })
  })

  test('of several that cost one sum together says so beside it', () => {
    const found = one(aReturn({ endToEndId: 'MB2026-41', sharedChargeInCent: 600 }), { claims })
    expect(found).toMatchObject({ isSure: true, chargeInCent: 0 })
    expect(found.note).toMatch(/Die Bank nennt 6,00\s€ Gebühr für mehrere zusammen\.$/)
  })

  test.each([
    [{ amountInCent: 1500 }],
    [{ amountInCent: 9000 }],
    [{ amountInCent: 2300, originalInCent: 1500 }],
  ])('of another sum is told and left to somebody: %j', (sums) => {
    const found = one(aReturn({ endToEndId: 'MB2026-41', ...sums }), { claims })
    expect(found).toMatchObject({ group: 'returns', isSure: false })
    expect(found.note).toContain(`aber ${euro('20,00')}`)
  })

  test.each<Partial<StatementEntry>>([
    { purpose: 'Erstattung MB2026-41' },
    { purpose: 'Rückzahlung zu MB2026-41', amountInCent: 1500 },
  ])('that the bank does not call one may be a refund: %j', (changes) => {
    const refund = aReturn({ isReturn: false, reasonCode: null, ...changes })
    const back = aReturn({ endToEndId: 'MB2026-41', day: '2026-12-11' })
    const found = match([refund, back], { claims })
    expect(found).toMatchObject([
      {
        group: 'returns',
        isSure: false,
        note: expect.stringMatching(/^Keine Rückgabe laut Bank: vielleicht eine Erstattung/),
      },
      { group: 'returns', isSure: true },
    ])
  })

  test('of a family is one debit', () => {
    const family = [
      collected({ member: gruber }),
      collected({ member: abele, payer: gruber, amountInCent: 1000 }),
    ]
    const found = one(aReturn({ endToEndId: 'MB2026-41', amountInCent: 3000 }), { claims: family })
    expect(found).toMatchObject({ isSure: true, debit: { sumInCent: 3000 } })
  })

  test.each([
    ['after 13 months', '2028-01-08', false],
    ['on the last day', '2028-01-07', true],
    ['before it is due', '2026-11-25', true],
    ['long before', '2026-11-01', false],
  ])('is found by its mandate %s: %s, %s', (_when, day, isFound) => {
    const found = one(aReturn({ mandateId: 'M41', day }), { claims })
    expect(found.group).toBe(isFound ? 'returns' : 'unmatched')
  })

  test('that fits two debits of a mandate is told', () => {
    const again = aBooking({
      id: 9,
      kind: 'collected',
      runId: 8,
      endToEndId: 'MB2027-41',
      mandateId: 'M41',
      day: '2027-02-01',
    })
    const two = [...claims, aClaim({ member: gruber, year: 2027, bookings: [again] })]
    const found = one(aReturn({ mandateId: 'M41', day: '2027-02-03' }), { claims: two })
    expect(found).toMatchObject({ group: 'unmatched', note: expect.stringMatching(/mehreren/) })
  })

  test('that nobody knows is told and cannot be booked', () => {
    expect(one(aReturn({ endToEndId: 'MB2026-99' }), { claims })).toMatchObject({
      group: 'unmatched',
      note: 'Rücklastschrift, die zu keinem Einzug passt',
    })
  })

  test('without details says where they stand', () => {
    expect(one(aReturn({ detailsElsewhere: true }), { claims }).note).toContain('camt.054')
  })

  test('of a void file is never proposed', () => {
    const undone = aBooking({
      id: 2,
      kind: 'undone',
      amountInCent: 2000,
      reversesId: 410,
      runId: 7,
      endToEndId: 'MB2026-41',
    })
    const found = one(aReturn({ endToEndId: 'MB2026-41' }), {
      claims: [collected({ member: gruber, bookings: [undone] })],
      runs: [aRun({ voidedAt: '2026-11-30T10:00:00.000Z' })],
    })
    expect(found).toMatchObject({
      group: 'unmatched',
      note: 'Diese Datei wurde am 30.11.2026 verworfen, aber die Bank hat eingezogen. Prüfe, ob zweimal eingezogen wurde.',
    })
  })

  test('that was entered by hand is done', () => {
    const byHand = aBooking({
      id: 2,
      kind: 'returned',
      amountInCent: 2000,
      reversesId: 410,
      runId: 7,
      endToEndId: 'MB2026-41',
      day: '2026-12-09',
    })
    const known = { claims: [collected({ member: gruber, bookings: [byHand] })] }
    expect(one(aReturn({ endToEndId: 'MB2026-41' }), known)).toMatchObject({
      group: 'done',
      note: 'Schon als Rücklastschrift gebucht am 09.12.2026',
    })
  })

  test('that was taken back is a debit again, and may come back once more', () => {
    const bookings = [
      aBooking({
        id: 500,
        kind: 'returned',
        amountInCent: 2000,
        reversesId: 410,
        runId: 7,
        endToEndId: 'MB2026-41',
      }),
      aBooking({
        id: 501,
        kind: 'undone',
        amountInCent: -2000,
        reversesId: 500,
        runId: 7,
        endToEndId: 'MB2026-41',
      }),
    ]
    const known = { claims: [collected({ member: gruber, bookings })] }
    expect(one(aReturn({ endToEndId: 'MB2026-41' }), known)).toMatchObject({
      group: 'returns',
      isSure: true,
      debit: { sumInCent: 2000 },
    })
  })

  test('comes back once', () => {
    const found = match(
      [aReturn({ endToEndId: 'MB2026-41' }), aReturn({ endToEndId: 'MB2026-41' })],
      { claims },
    )
    expect(found.map(({ group }) => group)).toEqual(['returns', 'unmatched'])
    expect(found[1]?.note).toMatch(/weiter oben/)
  })

  test('of a debit that another one followed is not taken for that', () => {
    const second = aBooking({
      id: 900,
      kind: 'collected',
      runId: 8,
      endToEndId: 'MB2026-41-2',
      mandateId: 'M41',
    })
    const twice = [collected({ member: gruber, bookings: [second] })]
    const found = one(aReturn({ endToEndId: 'MB2026-41', mandateId: 'M41' }), { claims: twice })
    expect(found).toMatchObject({ group: 'unmatched', note: expect.stringMatching(/Prüfe beide/) })
  })

  test('that names a debit of somebody else is not taken for one of its mandate', () => {
    const found = one(aReturn({ endToEndId: 'X1', mandateId: 'M41' }), { claims })
    expect(found.group).toBe('unmatched')
  })

  test('is none of ours where money simply went out', () => {
    expect(one(anEntry({ side: 'out', purpose: 'Miete' }), { claims }).group).toBe('foreign')
  })
})

describe('the credit of a file', () => {
  const whole = { amountInCent: 6000, isCollection: true }

  test.each([
    ['its message', { references: ['MB2026-20261120134205'] }],
    ['its block', { references: ['MB2026-20261120134205.0'] }],
    [
      'what stands in the purpose',
      { purpose: 'Sammler MB2026-20261120134205.0', isCollection: false },
    ],
    ['its sum', {}],
  ])('is found by %s', (_by, changes) => {
    expect(one(anEntry({ ...whole, ...changes }), {})).toMatchObject({
      group: 'credits',
      isSure: true,
      run: { id: 7 },
    })
  })

  test('of another sum is told and left to somebody', () => {
    const entry = anEntry({ ...whole, amountInCent: 5000, references: ['MB2026-20261120134205'] })
    const found = one(entry, {})
    expect(found).toMatchObject({ group: 'credits', isSure: false })
    expect(found.note).toContain(`erwartet sind ${euro('60,00')}`)
  })

  test.each([
    ['no file', []],
    ['two files', [aRun(), aRun({ id: 8, messageId: 'MB2026-20261121134205' })]],
    ['a file of another day', [aRun({ dueDate: '2026-10-07' })]],
    ['a file that is credited', [aRun({ creditedOn: '2026-12-08' })]],
    ['a void file', [aRun({ voidedAt: '2026-11-30T10:00:00.000Z' })]],
  ])('that fits %s by its sum alone is told', (_which, runs) => {
    expect(one(anEntry(whole), { runs }).group).toBe('unmatched')
  })

  test('that is noted is done', () => {
    const known = { runs: [aRun({ creditedOn: '2026-12-08' })] }
    expect(one(anEntry({ ...whole, references: ['MB2026-20261120134205'] }), known)).toMatchObject({
      group: 'done',
      note: 'Gutschrift schon eingetragen am 08.12.2026',
    })
  })

  test('of a void file is never proposed', () => {
    const known = { runs: [aRun({ voidedAt: '2026-11-30T10:00:00.000Z' })] }
    const found = one(anEntry({ ...whole, references: ['MB2026-20261120134205'] }), known)
    expect(found).toMatchObject({ group: 'unmatched', note: expect.stringMatching(/^Diese Datei/) })
  })

  test('in single debits is one line', () => {
    const claims = [gruber, zoller, abele].map((member) => collected({ member }))
    const entries = claims.map(({ payer }) =>
      anEntry({ isCollection: true, endToEndId: `MB2026-${payer.memberNumber}` }),
    )
    const found = match(entries, { claims })
    expect(found).toMatchObject([{ group: 'credits', isSure: true, entry: { amountInCent: 6000 } }])
    expect(match(entries.slice(1), { claims })).toMatchObject([{ group: 'credits', isSure: false }])
  })
})

describe('a transfer by its reference', () => {
  const claims = [aClaim({ member: gruber }), aClaim({ member: zoller })]

  test.each([
    'MB2026-42',
    'mb2026-42',
    'MB202642',
    'MB 2026 42',
    'M B2026 - 4 2',
    'Beitrag MB2026–42 Xaver',
    'MB2026-42-2',
    'MB2026-42 20,00 Euro',
  ])('"%s" pays what is open', (purpose) => {
    const found = one(anEntry({ purpose }), { claims })
    expect(found).toMatchObject({ group: 'transfers', isSure: true, note: 'Kennung MB2026-42' })
    expect(parts(found)).toEqual([[2026, 'Zoller', 2000]])
  })

  test.each(['MB2025-42', 'MB2026-420', 'MB2026', 'GmbH 2026-42', 'Mitglied 42'])(
    '"%s" is none',
    (purpose) => {
      expect(one(anEntry({ purpose }), { claims }).group).toBe('unmatched')
    },
  )

  test.each(['MB2026-ID9', 'mb 2026 id 9 danke', 'MB2026ID9'])(
    '"%s" names somebody without a number',
    (purpose) => {
      const unnumbered = [9, 10].map((id) =>
        aClaim({ id, member: { ...zoller, id, memberNumber: 0 } }),
      )
      const found = one(anEntry({ purpose }), { claims: [...claims, ...unnumbered] })
      expect(found).toMatchObject({ isSure: true, note: 'Kennung MB2026-ID9' })
      expect(found.group === 'transfers' && found.parts.map(({ claim }) => claim.id)).toEqual([9])
    },
  )

  test('as it was written before somebody had a number is theirs still', () => {
    const found = one(anEntry({ purpose: 'MB2026-ID42' }), { claims })
    expect(found).toMatchObject({ isSure: true, note: 'Kennung MB2026-42' })
  })

  test('of nobody is none, also where some have no number', () => {
    const unnumbered = [aClaim({ member: { ...zoller, memberNumber: 0 } })]
    expect(one(anEntry({ purpose: 'MB2026-0' }), { claims: unnumbered }).group).toBe('unmatched')
  })

  const family = [
    aClaim({ member: gruber }),
    aClaim({ member: abele, payer: gruber, amountInCent: 1500 }),
    aClaim({ member: gruber, year: 2025 }),
  ]

  test('pays for everybody whom its payer pays for, of that year', () => {
    const found = one(anEntry({ purpose: 'MB2026-41', amountInCent: 3500 }), { claims: family })
    expect(found).toMatchObject({ isSure: true })
    expect(parts(found)).toEqual([
      [2026, 'Gruber', 2000],
      [2026, 'Abele', 1500],
    ])
  })

  test('pays one of them exactly', () => {
    const found = one(anEntry({ purpose: 'MB2026-41', amountInCent: 1500 }), { claims: family })
    expect(found).toMatchObject({ isSure: true })
    expect(parts(found)).toEqual([[2026, 'Abele', 1500]])
  })

  test('of a letter about several years pays them all', () => {
    const found = one(anEntry({ purpose: 'MB2026-41', amountInCent: 5500 }), { claims: family })
    expect(found).toMatchObject({ isSure: true, note: 'Kennung MB2026-41' })
    expect(parts(found)).toEqual([
      [2025, 'Gruber', 2000],
      [2026, 'Gruber', 2000],
      [2026, 'Abele', 1500],
    ])
  })

  test('of a letter about several years leaves those after it alone', () => {
    const later = aClaim({ member: gruber, year: 2027 })
    const found = one(anEntry({ purpose: 'MB2026-41', amountInCent: 5500 }), {
      claims: [later, ...family],
    })
    expect(found).toMatchObject({ isSure: true })
    expect(parts(found)).toHaveLength(3)
    expect(parts(found)).not.toContainEqual([2027, 'Gruber', expect.anything()])
  })

  test('is never sure of a single claim of another year', () => {
    const known = [
      aClaim({ member: zoller }),
      aClaim({ member: zoller, year: 2025, amountInCent: 3000 }),
    ]
    const found = one(anEntry({ purpose: 'MB2026-42', amountInCent: 3000 }), { claims: known })
    expect(found).toMatchObject({
      isSure: false,
      note: expect.stringContaining(`${euro('20,00')} bleiben offen`),
    })
    expect(parts(found)).toEqual([[2025, 'Zoller', 3000]])
  })

  test('whose own year is paid may have been paid twice, whatever else is open', () => {
    const known = [
      aClaim({ member: zoller, bookings: [aBooking({ day: '2026-05-01' })] }),
      aClaim({ member: zoller, year: 2025 }),
    ]
    const found = one(anEntry({ purpose: 'MB2026-42' }), { claims: known })
    expect(found).toMatchObject({ isSure: false, note: expect.stringMatching(/zweimal bezahlt/) })
    expect(parts(found)).toEqual([[2025, 'Zoller', 2000]])
  })

  test.each([
    [
      3000,
      `${euro('5,00')} bleiben offen`,
      [
        [2026, 'Gruber', 2000],
        [2026, 'Abele', 1000],
      ],
    ],
    [
      4000,
      `${euro('15,00')} bleiben offen`,
      [
        [2025, 'Gruber', 2000],
        [2026, 'Gruber', 2000],
      ],
    ],
    [
      6000,
      `${euro('5,00')} werden Guthaben`,
      [
        [2025, 'Gruber', 2000],
        [2026, 'Gruber', 2000],
        [2026, 'Abele', 2000],
      ],
    ],
  ])('of %i cents is told and left to somebody', (amountInCent, told, paid) => {
    const found = one(anEntry({ purpose: 'MB2026-41', amountInCent }), { claims: family })
    expect(found).toMatchObject({ isSure: false, note: expect.stringContaining(told) })
    expect(parts(found)).toEqual(paid)
  })

  test('that is paid already is told', () => {
    const paid = [aClaim({ member: zoller, bookings: [aBooking()] })]
    const found = one(anEntry({ purpose: 'MB2026-42' }), { claims: paid })
    expect(found).toMatchObject({
      group: 'unmatched',
      note: expect.stringMatching(/nichts mehr offen/),
    })
  })

  test('twice in a statement pays once', () => {
    const found = match([anEntry({ purpose: 'MB2026-42' }), anEntry({ purpose: 'MB2026-42' })], {
      claims,
    })
    expect(found.map(({ group }) => group)).toEqual(['transfers', 'unmatched'])
  })

  test('pays what came back earlier in the same statement', () => {
    const found = match(
      [aReturn({ endToEndId: 'MB2026-42', day: '2026-12-09' }), anEntry({ purpose: 'MB2026-42' })],
      { claims: [collected({ member: zoller })] },
    )
    expect(found).toMatchObject([
      { group: 'returns', isSure: true },
      { group: 'transfers', isSure: true },
    ])
  })
})

describe('a transfer without a reference', () => {
  const iban = ibans[42] ?? ''

  test('is known by the account and the exact sum', () => {
    const found = one(anEntry({ iban, purpose: 'Beitrag' }), {
      claims: [aClaim({ member: zoller })],
    })
    expect(found).toMatchObject({ group: 'transfers', isSure: true, note: 'Konto bekannt' })
  })

  test('may pay several years', () => {
    const claims = [aClaim({ member: zoller }), aClaim({ member: zoller, year: 2025 })]
    const found = one(anEntry({ iban, amountInCent: 4000 }), { claims })
    expect(found).toMatchObject({ isSure: true })
    expect(parts(found)).toEqual([
      [2025, 'Zoller', 2000],
      [2026, 'Zoller', 2000],
    ])
  })

  test.each([
    ['of another sum', [aClaim({ member: zoller })], 1500],
    ['that fits two', [aClaim({ member: zoller }), aClaim({ member: zoller, year: 2025 })], 2000],
  ])('%s is left to somebody', (_why, claims, amountInCent) => {
    expect(one(anEntry({ iban, amountInCent }), { claims })).toMatchObject({
      group: 'transfers',
      isSure: false,
    })
  })

  test.each(['Xaver Zoller', 'ZOLLER, XAVER', 'Dr. Xaver Zoller und Maria Zoller'])(
    'by the name %s alone is never ticked',
    (name) => {
      const found = one(anEntry({ name }), { claims: [aClaim({ member: zoller })] })
      expect(found).toMatchObject({ group: 'transfers', isSure: false })
    },
  )

  test.each([
    ['of nobody', anEntry({ name: 'Maria Zoller' })],
    ['without anything', anEntry()],
    ['that came back', anEntry({ isReturn: true, purpose: 'MB2026-42', iban })],
  ])('%s is not taken for one', (_what, entry) => {
    expect(one(entry, { claims: [aClaim({ member: zoller })] }).group).toBe('unmatched')
  })
})

describe('a transfer that may have been entered by hand', () => {
  const byHand = (changes: object = {}) =>
    aBooking({ id: 3, method: 'transfer', day: '2026-12-08', ...changes })
  const paidFor2025 = (changes?: object) =>
    aClaim({ member: zoller, year: 2025, bookings: [byHand(changes)] })
  const open = aClaim({ member: zoller })
  const note = 'Vielleicht schon von Hand eingetragen am 08.12.2026. Prüfe es.'

  test.each([
    ['its account', { iban: ibans[42] ?? '' }],
    ['its reference', { purpose: 'MB2026-42' }],
    ['its name', { name: 'Xaver Zoller' }],
  ])('is note, found by %s', (_by, changes) => {
    const found = one(anEntry(changes), { claims: [paidFor2025(), open] })
    expect(found).toMatchObject({ group: 'transfers', isSure: false, note })
  })

  test('is told where nothing is open any more', () => {
    const found = one(anEntry({ purpose: 'MB2025-42' }), { claims: [paidFor2025()] })
    expect(found).toMatchObject({ group: 'unmatched', note })
    const byAccount = one(anEntry({ iban: ibans[42] ?? '' }), { claims: [paidFor2025()] })
    expect(byAccount).toMatchObject({ group: 'unmatched', note })
  })

  test('is told for the fees of a family that were entered at once', () => {
    const claims = [gruber, abele].map((member, index) =>
      aClaim({ member, payer: gruber, year: 2025, bookings: [byHand({ id: 3 + index })] }),
    )
    const whole = anEntry({ iban: ibans[41] ?? '', amountInCent: 4000 })
    const all = [...claims, aClaim({ member: gruber, amountInCent: 4000 })]
    expect(one(whole, { claims: all })).toMatchObject({ isSure: false, note })
  })

  test('is one line of two that are alike', () => {
    const line = { purpose: 'MB2026-42' }
    expect(match([anEntry(line), anEntry(line)], { claims: [paidFor2025(), open] })).toMatchObject([
      { isSure: false, note },
      { isSure: true },
    ])
  })

  test.each([
    ['of another sum', { amountInCent: -1900 }],
    ['in cash', { method: 'cash' }],
    ['long before', { day: '2026-12-04' }],
    ['long after', { day: '2026-12-16' }],
    ['read from a statement', { bankKey: 'f'.repeat(64) }],
  ])('is none that was paid %s', (_how, changes) => {
    const claims = [paidFor2025(changes), open]
    expect(one(anEntry({ purpose: 'MB2026-42' }), { claims })).toMatchObject({ isSure: true })
  })

  test('is none that was taken back, and none of somebody else', () => {
    const undone = aBooking({ id: 4, kind: 'undone', amountInCent: 2000, reversesId: 3 })
    const back = aClaim({ member: zoller, bookings: [byHand(), undone] })
    expect(one(anEntry({ purpose: 'MB2026-42' }), { claims: [back] })).toMatchObject({
      isSure: true,
    })
    const other = aClaim({ member: gruber, bookings: [byHand()] })
    expect(one(anEntry({ purpose: 'MB2026-42' }), { claims: [other, open] })).toMatchObject({
      isSure: true,
    })
  })
})

describe('a line that is booked', () => {
  const entry = anEntry({ purpose: 'MB2026-42' })
  const booked = (changes: object = {}) =>
    aBooking({ id: 3, bankKey: entry.key, day: '2026-12-10', ...changes })

  test('is done', () => {
    const claims = [aClaim({ member: zoller, bookings: [booked()] })]
    expect(one(entry, { claims })).toMatchObject({
      group: 'done',
      note: 'Schon gebucht am 10.12.2026',
    })
  })

  test('is open again once it was taken back', () => {
    const undone = aBooking({ id: 4, kind: 'undone', amountInCent: 2000, reversesId: 3 })
    const claims = [aClaim({ member: zoller, bookings: [booked(), undone] })]
    expect(one(entry, { claims })).toMatchObject({ group: 'transfers', isSure: true })
  })
})

describe('what is ticked', () => {
  const back = aReturn({ endToEndId: 'MB2026-42', day: '2026-12-09' })
  const paid = anEntry({ purpose: 'MB2026-42' })
  const debited = [collected({ member: zoller })]

  test('leaves of a claim what the lines before it leave', () => {
    expect(rowsFor([back, paid], debited)).toMatchObject([
      { isTicked: true, warning: null },
      { isTicked: true, warning: null },
    ])
    const [, alone] = rowsFor([back, paid], debited, { [back.key]: { isTicked: false } })
    const warning = `Hier ist nichts offen: ${euro('20,00')} werden Guthaben.`
    expect(alone).toMatchObject({ isTicked: false, warning })
    const all = { [back.key]: { isTicked: false }, [paid.key]: { isTicked: true } }
    expect(rowsFor([back, paid], debited, all)[1]).toMatchObject({ isTicked: true, warning })
  })

  test('counts a charge that is passed on', () => {
    const costly = { ...back, amountInCent: 2300, chargeInCent: 300 }
    const entries = [costly, { ...paid, amountInCent: 2300, purpose: '' }]
    const byHand = { [paid.key]: { claims: debited, isTicked: true } }
    const told = (passOnCharge: boolean) =>
      rowsFor(entries, debited, byHand, passOnCharge)[1]?.proposal.note
    expect(told(true)).toBe('Von Hand zugeordnet')
    expect(told(false)).toContain(`${euro('3,00')} werden Guthaben`)
  })

  test('by hand on the claim of another line is told', () => {
    const claims = [aClaim({ member: zoller })]
    const [first, other] = [anEntry({ name: 'Oma' }), anEntry({ name: 'Opa' })]
    const chosen = { claims, isTicked: true }
    const rows = rowsFor([first, other, paid], claims, {
      [first.key]: chosen,
      [other.key]: chosen,
    })
    expect(rows.map(({ proposal }) => proposal.note)).toEqual([
      'Von Hand zugeordnet',
      `Von Hand zugeordnet, aber offen sind ${euro('0,00')}: ${euro('20,00')} werden Guthaben.`,
      'Kennung MB2026-42',
    ])
    expect(rows[2]).toMatchObject({ isTicked: false, warning: expect.stringMatching(/Guthaben/) })
  })

  test('goes by hand to what the lines before it leave of several claims', () => {
    const claims = [aClaim({ member: zoller, year: 2025 }), aClaim({ member: zoller })]
    const exact = anEntry({ purpose: 'MB2025-42', amountInCent: 2000 })
    const rest = anEntry({ name: 'Oma', amountInCent: 2000 })
    const [, row] = rowsFor([exact, rest], claims, { [rest.key]: { claims, isTicked: true } })
    expect(row && parts(row.proposal)).toEqual([[2026, 'Zoller', 2000]])
  })

  test('is one return of two of a debit', () => {
    const refund = { ...back, key: 'e'.repeat(64), isReturn: false, purpose: 'MB2026-42' }
    const [, row] = rowsFor([refund, back], debited, { [refund.key]: { isTicked: true } })
    expect(row).toMatchObject({
      isTicked: false,
      warning: 'Diese Lastschrift ist weiter oben schon angehakt.',
    })
  })
})

describe('what is sent', () => {
  const claims = [
    collected({ member: gruber }),
    collected({ member: abele, payer: gruber, amountInCent: 1000 }),
    aClaim({ member: zoller }),
    aClaim({ member: dorn, payer: zoller }),
  ]
  const back = aReturn({ endToEndId: 'MB2026-41', amountInCent: 3300, chargeInCent: 300 })
  const paid = anEntry({ purpose: 'MB2026-42', amountInCent: 4000 })
  const credit = anEntry({ isCollection: true, amountInCent: 6000 })
  const rows = () => rowsFor([back, paid, credit], claims)

  test('is a return a debit, a payment a claim, and a day a file', () => {
    const { bookings, credits } = bookingsOf(rows(), true)
    expect(bookings.map(({ booking }) => booking)).toEqual([
      {
        kind: 'returned',
        claimId: claims[0]?.id,
        endToEndId: 'MB2026-41',
        amountInCent: 3000,
        day: '2026-12-10',
        reasonCode: 'AM04',
        bankChargeInCent: 300,
        passOnCharge: true,
        bankKey: back.key,
      },
      ...[claims[2], claims[3]].map((claim) => ({
        kind: 'paid',
        method: 'transfer',
        claimId: claim?.id,
        amountInCent: 2000,
        day: '2026-12-10',
        bankKey: paid.key,
      })),
    ])
    expect(credits).toEqual([{ id: 7, day: '2026-12-10' }])
  })

  test('is nothing that is not ticked', () => {
    const no = { isTicked: false }
    const none = rowsFor([back, paid, credit], claims, {
      [back.key]: no,
      [paid.key]: no,
      [credit.key]: no,
    })
    expect(bookingsOf(none, true)).toEqual({ bookings: [], credits: [] })
  })

  test('is the charge as it was typed, and none where there is none', () => {
    const typed = (charge: string) => rowsFor([back], claims, { [back.key]: { charge } })
    const chargeOf = (charge: string) => bookingsOf(typed(charge), false).bookings[0]?.booking
    expect(chargeOf('4,50')).toMatchObject({ bankChargeInCent: 450, passOnCharge: false })
    expect(chargeOf('')).not.toHaveProperty('bankChargeInCent')
    expect(typed('viel')[0]?.problem).toMatch(/kein Betrag/)
  })
})
