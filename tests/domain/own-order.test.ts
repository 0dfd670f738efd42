import { describe, expect, test } from 'vitest'
import { DomainError } from '#worker/domain/errors.ts'
import {
  assertMayCancelOwnPlace,
  maskedAddress,
  mayCancelUntil,
  mayChangeCostume,
  type OwnPlace,
} from '#worker/domain/own-order.ts'

const place: OwnPlace = {
  state: 'booked',
  participationConfirmed: false,
  parade: {
    id: 1,
    title: 'Ringtreffen',
    date: '2027-03-03',
    dateEnrolmentStart: '2027-01-01',
    dateEnrolmentEnd: '2027-02-20',
    timeEnrolmentStart: null,
    timeEnrolmentEnd: null,
    cancelledAt: null,
  },
}
const calledOff = { ...place.parade, cancelledAt: '2027-01-16T12:00:00Z' }

const outcome = (decide: () => void) => {
  try {
    decide()
    return 'may'
  } catch (error) {
    if (error instanceof DomainError) return error.code
    throw error
  }
}

describe('cancelling an own place', () => {
  test.each([
    // February has 28 days in 2027.
    [7, '2027-02-24', 'may', '2027-02-24'],
    [7, '2027-02-25', 'SelfCancelOver', null],
    [0, '2027-03-03', 'may', '2027-03-03'],
    [0, '2027-03-04', 'SelfCancelOver', null],
    [60, '2027-01-02', 'may', '2027-01-02'],
    [60, '2027-01-03', 'SelfCancelOver', null],
  ])(
    `With a limit of %i days before a parade on 3 March 2027, a payer's cancellation on %s has the result "%s"`,
    (selfCancelDays, today, code, until) => {
      for (const selfCancel of ['withoutRefund', 'refund'] as const) {
        const rule = { selfCancel, selfCancelDays }
        expect(outcome(() => assertMayCancelOwnPlace(place, rule, today))).toBe(code)
        expect(mayCancelUntil(place, rule, today)).toBe(until)
      }
    },
  )

  test.each<[string, Partial<OwnPlace>, 'off' | 'refund', string]>([
    ['the guild does not allow payers to cancel', {}, 'off', 'SelfCancelOff'],
    ['the place is reserved', { state: 'reserved' }, 'refund', 'Conflict'],
    ['the place is released', { state: 'released' }, 'refund', 'Conflict'],
    ['the place is cancelled already', { state: 'cancelled' }, 'refund', 'Conflict'],
    ['the person is confirmed as present', { participationConfirmed: true }, 'refund', 'Conflict'],
    ['the parade is cancelled', { parade: calledOff }, 'refund', 'ParadeCancelled'],
  ])('A payer cannot cancel a place when %s ($3)', (_, change, selfCancel, code) => {
    const rule = { selfCancel, selfCancelDays: 7 }
    const own = { ...place, ...change }
    expect(outcome(() => assertMayCancelOwnPlace(own, rule, '2027-01-16'))).toBe(code)
    expect(mayCancelUntil(own, rule, '2027-01-16')).toBeNull()
  })
})

test.each<[string, Partial<OwnPlace>, boolean]>([
  ['2026-12-31', {}, false],
  ['2027-01-01', {}, true],
  ['2027-02-20', {}, true],
  ['2027-02-21', {}, false],
  ['2027-01-16', { participationConfirmed: true }, false],
  ['2027-01-16', { state: 'reserved' }, false],
  ['2027-01-16', { state: 'cancelled' }, false],
  ['2027-01-16', { parade: calledOff }, false],
])(
  'A payer may change the costume on %s, with %j (enrolment: 1 January to 20 February 2027): %s',
  (today, change, may) => {
    expect(mayChangeCostume({ ...place, ...change }, `${today} 12:00`)).toBe(may)
  },
)

test.each([
  ['anna@example.de', 'a…@example.de'],
  ['a@example.de', 'a…@example.de'],
  ['Österle@zunft.example', 'Ö…@zunft.example'],
])('The e-mail address %s of an order is shown as %s', (address, shown) => {
  expect(maskedAddress(address)).toBe(shown)
})
