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
import { bookingsOf, type ProposalChange, rowsOf } from '#web/billing/statement/statement-rows.ts'
import type { FeeClaim, FeeRunSummary } from '#worker/billing/billing.contract.ts'

/** Amounts contain a no-break space. */
const euro = (text: string) => `${text}\u00a0€`

type Known = { claims?: FeeClaim[]; runs?: FeeRunSummary[] }

const match = (entries: StatementEntry[], { claims = [], runs = [aRun()] }: Known) =>
  matchEntries(entries, { claims, runs, today: '2028-12-31' })

const rowsFor = (
  entries: StatementEntry[],
  claims: FeeClaim[],
  choices: Record<string, ProposalChange> = {},
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

describe('a returned debit', () => {
  const claims = [collected({ member: gruber }), collected({ member: zoller })]

  test.each<[string, Partial<StatementEntry>, string?]>([
    ['its EndToEndId', { endToEndId: 'MB2026-41' }],
    ['its EndToEndId in lower case', { endToEndId: 'mb2026-41' }],
    ['an EndToEndId in the purpose', { purpose: 'EREF+MB2026-41 MREF+M41' }],
    [
      'the EndToEndId of a member without a number',
      { purpose: 'EREF+MB2026-ID7 MREF+X' },
      'MB2026-ID7',
    ],
    ['mandate and amount', { mandateId: 'm41', amountInCent: 2300, originalInCent: 2000 }],
    [
      'mandate and amount less the charges',
      { mandateId: 'M41', amountInCent: 2300, chargeInCent: 300 },
    ],
  ])(
    'A returned debit on a bank statement is matched to the collected one by %s',
    (_by, changes, endToEndId = 'MB2026-41') => {
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
    },
  )

  test.each([
    [{ amountInCent: 2300, originalInCent: 2000, chargeInCent: 300 }, 300],
    [{ amountInCent: 2300, originalInCent: 2000 }, 300],
    [{ amountInCent: 2300 }, 300],
    [{ amountInCent: 2000, chargeInCent: 300 }, 300],
    [{ amountInCent: 2000 }, 0],
  ])(
    'The bank charge of a returned debit is read from the amounts of the statement: %j gives %i cents',
    (sums, chargeInCent) => {
      const found = one(aReturn({ endToEndId: 'MB2026-41', ...sums }), { claims })
      expect(found).toMatchObject({ isSure: true, chargeInCent })
    },
  )

  test('A bank charge that the statement gives for several returned debits together is mentioned in the note, but not booked', () => {
    const found = one(aReturn({ endToEndId: 'MB2026-41', sharedChargeInCent: 600 }), { claims })
    expect(found).toMatchObject({ isSure: true, chargeInCent: 0 })
    expect(found.note).toMatch(/Die Bank nennt 6,00\s€ Gebühr für mehrere zusammen\.$/)
  })

  test.each([
    [{ amountInCent: 1500 }],
    [{ amountInCent: 9000 }],
    [{ amountInCent: 2300, originalInCent: 1500 }],
  ])(
    'A returned debit whose sum differs from the collected one is proposed, but not preselected: %j',
    (sums) => {
      const found = one(aReturn({ endToEndId: 'MB2026-41', ...sums }), { claims })
      expect(found).toMatchObject({ group: 'returns', isSure: false })
      expect(found.note).toContain(`aber ${euro('20,00')}`)
    },
  )

  test.each<Partial<StatementEntry>>([
    { purpose: 'Erstattung MB2026-41' },
    { purpose: 'Rückzahlung zu MB2026-41', amountInCent: 1500 },
  ])(
    'An outgoing payment that quotes a debit but is not marked as a return is proposed as a possible refund, not preselected: %j',
    (changes) => {
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
    },
  )

  test("The return of a family's common debit is matched to all fees of the family", () => {
    const family = [
      collected({ member: gruber }),
      collected({ member: abele, payer: gruber, amountInCent: 1000 }),
    ]
    const found = one(aReturn({ endToEndId: 'MB2026-41', amountInCent: 3000 }), { claims: family })
    expect(found).toMatchObject({ isSure: true, debit: { sumInCent: 3000 } })
  })

  test.each([
    ['after more than 13 months', '2028-01-08', false],
    ['on the last day of 13 months', '2028-01-07', true],
    ['some days before the due date', '2026-11-25', true],
    ['several weeks before the due date', '2026-11-01', false],
  ])(
    'A returned debit that contains only its mandate reference and comes %s (%s) is matched: %s',
    (_when, day, isFound) => {
      const found = one(aReturn({ mandateId: 'M41', day }), { claims })
      expect(found.group).toBe(isFound ? 'returns' : 'unmatched')
    },
  )

  test('A returned debit that fits two debits of its mandate is listed as unmatched, with this reason', () => {
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

  test('A returned debit that fits no collected one is listed as unmatched, with this reason', () => {
    expect(one(aReturn({ endToEndId: 'MB2026-99' }), { claims })).toMatchObject({
      group: 'unmatched',
      note: 'Rücklastschrift, die zu keinem Einzug passt',
    })
  })

  test('For a returned debit without details, the note recommends the kind of file that has the details (camt.054)', () => {
    expect(one(aReturn({ detailsElsewhere: true }), { claims }).note).toContain('camt.054')
  })

  test('A returned debit of a discarded SEPA file is unmatched, and the note warns of a double collection', () => {
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

  test('A returned debit that was booked by hand already is listed as done', () => {
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

  test('A returned debit whose booking was undone is proposed again', () => {
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

  test('If a statement contains two returns of the same debit, only the first is matched', () => {
    const found = match(
      [aReturn({ endToEndId: 'MB2026-41' }), aReturn({ endToEndId: 'MB2026-41' })],
      { claims },
    )
    expect(found.map(({ group }) => group)).toEqual(['returns', 'unmatched'])
    expect(found[1]?.note).toMatch(/weiter oben/)
  })

  test('If a fee was collected twice, a returned debit is matched to neither collection, and the note asks the user to check both', () => {
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

  test('A returned debit with a foreign EndToEndId is unmatched, even if its mandate reference is known', () => {
    const found = one(aReturn({ endToEndId: 'X1', mandateId: 'M41' }), { claims })
    expect(found.group).toBe('unmatched')
  })

  test('An outgoing payment that quotes nothing of the fees (rent) is listed as unrelated', () => {
    expect(one(anEntry({ side: 'out', purpose: 'Miete' }), { claims }).group).toBe('foreign')
  })
})

describe('the credit of a SEPA file', () => {
  const whole = { amountInCent: 6000, isCollection: true }

  test.each([
    ['its message id', { references: ['MB2026-20261120134205'] }],
    ['its payment block id', { references: ['MB2026-20261120134205.0'] }],
    ['the id in the purpose', { purpose: 'Sammler MB2026-20261120134205.0', isCollection: false }],
    ['its sum', {}],
  ])(
    'The credit of a SEPA file on a bank statement is matched to the file by %s',
    (_by, changes) => {
      expect(one(anEntry({ ...whole, ...changes }), {})).toMatchObject({
        group: 'credits',
        isSure: true,
        run: { id: 7 },
      })
    },
  )

  test('A credit that mentions a SEPA file but differs from its sum is proposed, but not preselected', () => {
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
  ])('A credit that mentions no SEPA file and whose sum fits %s is unmatched', (_which, runs) => {
    expect(one(anEntry(whole), { runs }).group).toBe('unmatched')
  })

  test('The credit of a SEPA file that is booked already is listed as done', () => {
    const known = { runs: [aRun({ creditedOn: '2026-12-08' })] }
    expect(one(anEntry({ ...whole, references: ['MB2026-20261120134205'] }), known)).toMatchObject({
      group: 'done',
      note: 'Gutschrift schon eingetragen am 08.12.2026',
    })
  })

  test('The credit of a discarded SEPA file is unmatched, and the note says that the file was discarded', () => {
    const known = { runs: [aRun({ voidedAt: '2026-11-30T10:00:00.000Z' })] }
    const found = one(anEntry({ ...whole, references: ['MB2026-20261120134205'] }), known)
    expect(found).toMatchObject({ group: 'unmatched', note: expect.stringMatching(/^Diese Datei/) })
  })

  test('If the bank credits the debits of a SEPA file singly, the credits become one line, preselected only if no credit is missing', () => {
    const claims = [gruber, zoller, abele].map((member) => collected({ member }))
    const entries = claims.map(({ payer }) =>
      anEntry({ isCollection: true, endToEndId: `MB2026-${payer.memberNumber}` }),
    )
    const found = match(entries, { claims })
    expect(found).toMatchObject([{ group: 'credits', isSure: true, entry: { amountInCent: 6000 } }])
    expect(match(entries.slice(1), { claims })).toMatchObject([{ group: 'credits', isSure: false }])
  })
})

describe('a transfer with a reference', () => {
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
  ])('A transfer with the reference "%s" is matched to the open fee of member 42', (purpose) => {
    const found = one(anEntry({ purpose }), { claims })
    expect(found).toMatchObject({ group: 'transfers', isSure: true, note: 'Kennung MB2026-42' })
    expect(parts(found)).toEqual([[2026, 'Zoller', 2000]])
  })

  test.each(['MB2025-42', 'MB2026-420', 'MB2026', 'GmbH 2026-42', 'Mitglied 42'])(
    'A transfer with the text "%s" is unmatched, since the text is not the reference of an open fee',
    (purpose) => {
      expect(one(anEntry({ purpose }), { claims }).group).toBe('unmatched')
    },
  )

  test.each(['MB2026-ID9', 'mb 2026 id 9 danke', 'MB2026ID9'])(
    'A transfer with the reference "%s" is matched to the fee of the record 9, which has no member number',
    (purpose) => {
      const unnumbered = [9, 10].map((id) =>
        aClaim({ id, member: { ...zoller, id, memberNumber: 0 } }),
      )
      const found = one(anEntry({ purpose }), { claims: [...claims, ...unnumbered] })
      expect(found).toMatchObject({ isSure: true, note: 'Kennung MB2026-ID9' })
      expect(found.group === 'transfers' && found.parts.map(({ claim }) => claim.id)).toEqual([9])
    },
  )

  test("A transfer whose reference contains the id of the member's record is matched even if the member has received a member number since", () => {
    const found = one(anEntry({ purpose: 'MB2026-ID42' }), { claims })
    expect(found).toMatchObject({ isSure: true, note: 'Kennung MB2026-42' })
  })

  test('A member number 0 in a transfer is not a reference, since members without a number are stored with 0', () => {
    const unnumbered = [aClaim({ member: { ...zoller, memberNumber: 0 } })]
    expect(one(anEntry({ purpose: 'MB2026-0' }), { claims: unnumbered }).group).toBe('unmatched')
  })

  const family = [
    aClaim({ member: gruber }),
    aClaim({ member: abele, payer: gruber, amountInCent: 1500 }),
    aClaim({ member: gruber, year: 2025 }),
  ]

  test("A transfer whose amount is the sum of the payer's fees of the quoted year is matched to all of them", () => {
    const found = one(anEntry({ purpose: 'MB2026-41', amountInCent: 3500 }), { claims: family })
    expect(found).toMatchObject({ isSure: true })
    expect(parts(found)).toEqual([
      [2026, 'Gruber', 2000],
      [2026, 'Abele', 1500],
    ])
  })

  test("A transfer whose amount is that of one of the payer's fees of the quoted year is matched to this fee only", () => {
    const found = one(anEntry({ purpose: 'MB2026-41', amountInCent: 1500 }), { claims: family })
    expect(found).toMatchObject({ isSure: true })
    expect(parts(found)).toEqual([[2026, 'Abele', 1500]])
  })

  test("A transfer whose amount is the sum of the quoted year's fees and the open fees of earlier years is matched to all of them", () => {
    const found = one(anEntry({ purpose: 'MB2026-41', amountInCent: 5500 }), { claims: family })
    expect(found).toMatchObject({ isSure: true, note: 'Kennung MB2026-41' })
    expect(parts(found)).toEqual([
      [2025, 'Gruber', 2000],
      [2026, 'Gruber', 2000],
      [2026, 'Abele', 1500],
    ])
  })

  test('A transfer that quotes a year is never matched to a fee of a later year', () => {
    const later = aClaim({ member: gruber, year: 2027 })
    const found = one(anEntry({ purpose: 'MB2026-41', amountInCent: 5500 }), {
      claims: [later, ...family],
    })
    expect(found).toMatchObject({ isSure: true })
    expect(parts(found)).toHaveLength(3)
    expect(parts(found)).not.toContainEqual([2027, 'Gruber', expect.anything()])
  })

  test('A transfer whose amount equals only the fee of another year than the quoted one is proposed for that fee, but not preselected', () => {
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

  test('A transfer that quotes a paid year is proposed for another open year, not preselected, with a warning of a double payment', () => {
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
  ])(
    'A transfer of %i cents that fits no sum of the open fees is proposed, but not preselected, with the note "%s"',
    (amountInCent, told, paid) => {
      const found = one(anEntry({ purpose: 'MB2026-41', amountInCent }), { claims: family })
      expect(found).toMatchObject({ isSure: false, note: expect.stringContaining(told) })
      expect(parts(found)).toEqual(paid)
    },
  )

  test('A transfer that quotes a paid fee is unmatched, and the note says that nothing is open', () => {
    const paid = [aClaim({ member: zoller, bookings: [aBooking()] })]
    const found = one(anEntry({ purpose: 'MB2026-42' }), { claims: paid })
    expect(found).toMatchObject({
      group: 'unmatched',
      note: expect.stringMatching(/nichts mehr offen/),
    })
  })

  test('Of two transfers with the same reference in a statement, only the first is matched to the fee', () => {
    const found = match([anEntry({ purpose: 'MB2026-42' }), anEntry({ purpose: 'MB2026-42' })], {
      claims,
    })
    expect(found.map(({ group }) => group)).toEqual(['transfers', 'unmatched'])
  })

  test('If a debit is returned earlier in the same statement, a transfer is matched to its fee', () => {
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

  test('A transfer without a reference is matched by a known account and the exact sum', () => {
    const found = one(anEntry({ iban, purpose: 'Beitrag' }), {
      claims: [aClaim({ member: zoller })],
    })
    expect(found).toMatchObject({ group: 'transfers', isSure: true, note: 'Konto bekannt' })
  })

  test("A transfer from a known account whose amount is the sum of two years' fees is matched to both", () => {
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
    [
      'that fits two fees',
      [aClaim({ member: zoller }), aClaim({ member: zoller, year: 2025 })],
      2000,
    ],
  ])(
    'A transfer from a known account %s is proposed, but not preselected',
    (_why, claims, amountInCent) => {
      expect(one(anEntry({ iban, amountInCent }), { claims })).toMatchObject({
        group: 'transfers',
        isSure: false,
      })
    },
  )

  test.each(['Xaver Zoller', 'ZOLLER, XAVER', 'Dr. Xaver Zoller und Maria Zoller'])(
    'If a transfer can be matched only by the name %s, it is proposed, but not preselected',
    (name) => {
      const found = one(anEntry({ name }), { claims: [aClaim({ member: zoller })] })
      expect(found).toMatchObject({ group: 'transfers', isSure: false })
    },
  )

  test.each([
    ['from an unknown name', anEntry({ name: 'Maria Zoller' })],
    ['without text, name or account', anEntry()],
    ['marked as a return', anEntry({ isReturn: true, purpose: 'MB2026-42', iban })],
  ])('A transfer %s is unmatched', (_what, entry) => {
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
  ])(
    'A transfer matched by %s is not preselected if it may have been entered by hand already, and the note says so',
    (_by, changes) => {
      const found = one(anEntry(changes), { claims: [paidFor2025(), open] })
      expect(found).toMatchObject({ group: 'transfers', isSure: false, note })
    },
  )

  test('The note that a transfer may have been entered by hand already is shown also when no fee is open', () => {
    const found = one(anEntry({ purpose: 'MB2025-42' }), { claims: [paidFor2025()] })
    expect(found).toMatchObject({ group: 'unmatched', note })
    const byAccount = one(anEntry({ iban: ibans[42] ?? '' }), { claims: [paidFor2025()] })
    expect(byAccount).toMatchObject({ group: 'unmatched', note })
  })

  test('The note that a transfer may have been entered by hand already covers fees of a family that were entered together', () => {
    const claims = [gruber, abele].map((member, index) =>
      aClaim({ member, payer: gruber, year: 2025, bookings: [byHand({ id: 3 + index })] }),
    )
    const whole = anEntry({ iban: ibans[41] ?? '', amountInCent: 4000 })
    const all = [...claims, aClaim({ member: gruber, amountInCent: 4000 })]
    expect(one(whole, { claims: all })).toMatchObject({ isSure: false, note })
  })

  test('If two lines of a statement are equal and one such payment was entered by hand, only the first line has the note about it', () => {
    const line = { purpose: 'MB2026-42' }
    expect(match([anEntry(line), anEntry(line)], { claims: [paidFor2025(), open] })).toMatchObject([
      { isSure: false, note },
      { isSure: true },
    ])
  })

  test.each([
    ['of another sum', { amountInCent: -1900 }],
    ['in cash', { method: 'cash' }],
    ['several days earlier', { day: '2026-12-04' }],
    ['several days later', { day: '2026-12-16' }],
    ['read from a statement', { bankKey: 'f'.repeat(64) }],
  ])(
    'A booking %s causes no note that the transfer may have been entered by hand already',
    (_how, changes) => {
      const claims = [paidFor2025(changes), open]
      expect(one(anEntry({ purpose: 'MB2026-42' }), { claims })).toMatchObject({ isSure: true })
    },
  )

  test('An undone booking or one of another member causes no note that the transfer may have been entered by hand already', () => {
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

describe('a booked line of a statement', () => {
  const entry = anEntry({ purpose: 'MB2026-42' })
  const booked = (changes: object = {}) =>
    aBooking({ id: 3, bankKey: entry.key, day: '2026-12-10', ...changes })

  test('A statement line that is booked already is listed as done, with the day of its booking', () => {
    const claims = [aClaim({ member: zoller, bookings: [booked()] })]
    expect(one(entry, { claims })).toMatchObject({
      group: 'done',
      note: 'Schon gebucht am 10.12.2026',
    })
  })

  test('A statement line whose booking was undone is proposed again', () => {
    const undone = aBooking({ id: 4, kind: 'undone', amountInCent: 2000, reversesId: 3 })
    const claims = [aClaim({ member: zoller, bookings: [booked(), undone] })]
    expect(one(entry, { claims })).toMatchObject({ group: 'transfers', isSure: true })
  })
})

describe('ticked lines of a statement', () => {
  const back = aReturn({ endToEndId: 'MB2026-42', day: '2026-12-09' })
  const paid = anEntry({ purpose: 'MB2026-42' })
  const debited = [collected({ member: zoller })]

  test('If the line of a returned debit is unticked, a later transfer for the same fee has the warning that it becomes a credit', () => {
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

  test('A bank charge that is passed on to the member counts as open for a later transfer of the same statement', () => {
    const costly = { ...back, amountInCent: 2300, chargeInCent: 300 }
    const entries = [costly, { ...paid, amountInCent: 2300, purpose: '' }]
    const byHand = { [paid.key]: { claims: debited, isTicked: true } }
    const told = (passOnCharge: boolean) =>
      rowsFor(entries, debited, byHand, passOnCharge)[1]?.proposal.note
    expect(told(true)).toBe('Von Hand zugeordnet')
    expect(told(false)).toContain(`${euro('3,00')} werden Guthaben`)
  })

  test('If two lines are assigned by hand to the same fee, the second line and a later one have the warning that the money becomes a credit', () => {
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

  test('A statement line assigned by hand pays only fees that are still open after the lines before it', () => {
    const claims = [aClaim({ member: zoller, year: 2025 }), aClaim({ member: zoller })]
    const exact = anEntry({ purpose: 'MB2025-42', amountInCent: 2000 })
    const rest = anEntry({ name: 'Oma', amountInCent: 2000 })
    const [, row] = rowsFor([exact, rest], claims, { [rest.key]: { claims, isTicked: true } })
    expect(row && parts(row.proposal)).toEqual([[2026, 'Zoller', 2000]])
  })

  test('If an earlier line is ticked as the return of a debit, a later return of the same debit is not preselected and has a warning', () => {
    const refund = { ...back, key: 'e'.repeat(64), isReturn: false, purpose: 'MB2026-42' }
    const [, row] = rowsFor([refund, back], debited, { [refund.key]: { isTicked: true } })
    expect(row).toMatchObject({
      isTicked: false,
      warning: 'Diese Lastschrift ist weiter oben schon angehakt.',
    })
  })
})

describe('the request sent for booking', () => {
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

  test('The booking request has one return for each debit, one payment for each fee and one credit for each SEPA file', () => {
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

  test('Unticked lines of a statement are left out of the booking request', () => {
    const no = { isTicked: false }
    const none = rowsFor([back, paid, credit], claims, {
      [back.key]: no,
      [paid.key]: no,
      [credit.key]: no,
    })
    expect(bookingsOf(none, true)).toEqual({ bookings: [], credits: [] })
  })

  test('The bank charge of a returned debit is booked as typed, left out when empty, and reported when it is not an amount', () => {
    const typed = (charge: string) => rowsFor([back], claims, { [back.key]: { charge } })
    const chargeOf = (charge: string) => bookingsOf(typed(charge), false).bookings[0]?.booking
    expect(chargeOf('4,50')).toMatchObject({ bankChargeInCent: 450, passOnCharge: false })
    expect(chargeOf('')).not.toHaveProperty('bankChargeInCent')
    expect(typed('viel')[0]?.problem).toMatch(/kein Betrag/)
  })
})
