import { describe, expect, test } from 'vitest'
import {
  dueInCent,
  type FeeBooking,
  feeInCent,
  feeState,
  liveDebit,
  needsNewMandate,
  openInCent,
  receivedInCent,
  returnReasonInWords,
  wasCollected,
} from '#worker/domain/fee-ledger.ts'

const none = {
  runId: null,
  endToEndId: null,
  mandateId: null,
  reversesId: null,
  reasonCode: null,
  bankChargeInCent: null,
  method: null,
  bankKey: null,
  note: '',
  day: '2027-01-16',
} as const

type Line = Partial<FeeBooking> & Pick<FeeBooking, 'kind' | 'amountInCent'>

/** Numbered from 1 in their order. */
const lines = (...given: Line[]): FeeBooking[] =>
  given.map((line, index) => ({ ...none, ...line, id: index + 1 }))

const collected: Line = { kind: 'collected', amountInCent: -2000, runId: 7 }
const returned: Line = { kind: 'returned', amountInCent: 2000, runId: 7, reversesId: 1 }
const paid: Line = { kind: 'paid', amountInCent: -2000 }
const waived: Line = { kind: 'waived', amountInCent: -2000 }
/** Takes back the line of this number. */
const undone = (reversesId: number, amountInCent: number, runId: number | null = null): Line => ({
  kind: 'undone',
  amountInCent,
  reversesId,
  runId,
})

describe('the state of a claim over 20,00 €', () => {
  test.each<[string, Line[], ReturnType<typeof feeState>, number]>([
    ['open, when nothing is booked', [], 'open', 2000],
    ['open, when half is paid', [{ ...paid, amountInCent: -1000 }], 'open', 1000],
    ['paid', [paid], 'paid', 0],
    ['open, when the payment is taken back', [paid, undone(1, 2000)], 'open', 2000],
    ['collected', [collected], 'collected', 0],
    ['returned', [collected, returned], 'returned', 2000],
    [
      'collected, when the return is taken back',
      [collected, returned, undone(2, -2000, 7)],
      'collected',
      0,
    ],
    [
      'returned, when the debit comes back again after its first return was taken back',
      [collected, returned, undone(2, -2000, 7), { ...returned, reversesId: 3 }],
      'returned',
      2000,
    ],
    ['open, when its SEPA file is voided', [collected, undone(1, 2000, 7)], 'open', 2000],
    ['paid, when it is paid after the return', [collected, returned, paid], 'paid', 0],
    [
      'returned, when a payment after the return is taken back',
      [collected, returned, paid, undone(3, 2000)],
      'returned',
      2000,
    ],
    ['waived', [waived], 'waived', 0],
    [
      'waived, when the unpaid rest is waived',
      [
        { ...paid, amountInCent: -1500 },
        { ...waived, amountInCent: -500 },
      ],
      'waived',
      0,
    ],
    [
      'free, when it is corrected to nothing',
      [{ kind: 'corrected', amountInCent: -2000 }],
      'free',
      0,
    ],
    [
      'free, when it is corrected to nothing after a return',
      [collected, returned, { kind: 'corrected', amountInCent: -2000 }],
      'free',
      0,
    ],
    ['credit, when more is paid than is due', [{ ...paid, amountInCent: -2500 }], 'credit', -500],
    [
      'paid, when the credit is given back',
      [
        { ...paid, amountInCent: -2500 },
        { kind: 'refunded', amountInCent: 500 },
      ],
      'paid',
      0,
    ],
    [
      'returned, with the passed-on bank charge added to the open sum',
      [collected, returned, { kind: 'charged', amountInCent: 300 }],
      'returned',
      2300,
    ],
    [
      'open, when it was collected and then refunded',
      [collected, { kind: 'refunded', amountInCent: 2000 }],
      'open',
      2000,
    ],
  ])('The state of a fee claim over 20,00 € is %s', (_, given, state, open) => {
    const account = { amountInCent: 2000, bookings: lines(...given) }
    expect([feeState(account), openInCent(account)]).toEqual([state, open])
  })

  test('A fee claim over 0,00 € has the state "free" before anything is booked', () => {
    expect(feeState({ amountInCent: 0, bookings: [] })).toBe('free')
  })
})

test('The amount due of a fee claim includes corrections and passed-on charges; the fee itself includes only the corrections', () => {
  const bookings = lines(
    { kind: 'corrected', amountInCent: 500 },
    { kind: 'charged', amountInCent: 300 },
    { kind: 'corrected', amountInCent: 900 },
    undone(3, -900),
    paid,
  )
  expect(dueInCent({ amountInCent: 2000, bookings })).toBe(2800)
  expect(feeInCent({ amountInCent: 2000, bookings })).toBe(2500)
})

test('The money received for a fee claim is what was collected and paid, less what was returned, undone or refunded', () => {
  expect(receivedInCent({ bookings: lines(collected) })).toBe(2000)
  expect(receivedInCent({ bookings: lines(collected, returned) })).toBe(0)
  expect(receivedInCent({ bookings: lines(collected, returned, undone(2, -2000, 7)) })).toBe(2000)
  expect(receivedInCent({ bookings: lines(collected, undone(1, 2000, 7)) })).toBe(0)
  expect(receivedInCent({ bookings: lines(paid, { kind: 'refunded', amountInCent: 700 }) })).toBe(
    1300,
  )
  expect(
    receivedInCent({ bookings: lines(waived, { kind: 'corrected', amountInCent: -100 }) }),
  ).toBe(0)
})

test('The valid direct debit of a fee claim is the newest that was neither returned nor voided', () => {
  const idOf = (...given: Line[]) => liveDebit(lines(...given))?.id
  expect(idOf(paid)).toBeUndefined()
  expect(idOf(collected)).toBe(1)
  expect(idOf(collected, returned)).toBeUndefined()
  expect(idOf(collected, returned, undone(2, -2000, 7))).toBe(3)
  expect(idOf(collected, undone(1, 2000, 7))).toBeUndefined()
  expect(idOf(collected, returned, { ...collected, runId: 8 })).toBe(3)
})

test('A fee claim whose debit was returned counts as collected before, unless the SEPA file was voided', () => {
  const back = lines(collected, returned)
  expect(wasCollected(back, new Set())).toBe(true)
  expect(wasCollected(back, new Set([7]))).toBe(false)
  expect(wasCollected(lines(paid), new Set())).toBe(false)
})

test.each([
  ['AM04', 'Konto nicht gedeckt', false],
  ['AC04', 'Konto aufgelöst', true],
  ['AC13', 'Lastschrift bei diesem Konto nicht möglich', true],
  ['AG01', 'Lastschrift bei diesem Konto nicht möglich', true],
  ['AG02', 'AG02', false],
  ['MD06', 'Widersprochen', true],
  ['MS03', 'Ohne Angabe', false],
  ['', 'Ohne Angabe', false],
  [null, 'Ohne Angabe', false],
  ['ZZ99', 'ZZ99', false],
])(
  `The bank's return code %s is shown as "%s" and requires a new mandate: %s`,
  (code, words, isHard) => {
    expect(returnReasonInWords(code)).toBe(words)
    expect(needsNewMandate(code)).toBe(isHard)
  },
)
