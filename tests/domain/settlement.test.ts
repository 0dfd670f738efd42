import { expect, test } from 'vitest'
import { type OrderState, orderStates } from '#worker/domain/codes.ts'
import { nextStep, type PaymentReport } from '#worker/domain/settlement.ts'

const order = (state: OrderState) => ({ state, amountInCent: 1400, currency: 'EUR' })
const payment = (state: PaymentReport['state'], change: Partial<PaymentReport> = {}) => ({
  state,
  amountInCent: 1400,
  currency: 'EUR',
  refundedInCent: 0,
  isDisputed: false,
  token: 't1',
  ...change,
})

// Every state of an order against every word of the provider.
const table: Record<OrderState, Record<PaymentReport['state'], string>> = {
  pending: {
    open: 'wait',
    processing: 'wait',
    paid: 'book',
    cancelled: 'release cancelled',
    expired: 'release expired',
    failed: 'release failed',
  },
  waiting: late(),
  expired: late(),
  cancelled: late(),
  failed: late(),
  paid: done(),
  review: done(),
  refunded: done(),
  refund_pending: done(),
}

function late() {
  return { ...done(), paid: 'restore' }
}

function done() {
  const nothing = 'nothing'
  return {
    open: nothing,
    processing: nothing,
    paid: nothing,
    cancelled: nothing,
    expired: nothing,
    failed: nothing,
  }
}

const cases = orderStates.flatMap((state) =>
  Object.entries(table[state]).map(([word, step]) => [state, word, step] as const),
)

test.each(cases)(
  'For an order in the state "%s" whose payment is reported as "%s", the next step is "%s"',
  (state, word, step) => {
    const next = nextStep(order(state), payment(word as PaymentReport['state']))
    expect('as' in next ? `${next.do} ${next.as}` : next.do).toBe(step)
  },
)

test.each(['pending', 'expired', 'cancelled', 'failed'] as const)(
  'An order in the state "%s" goes to review when another sum or currency was paid',
  (state) => {
    expect(nextStep(order(state), payment('paid', { amountInCent: 1399 }))).toEqual({
      do: 'review',
    })
    expect(nextStep(order(state), payment('paid', { amountInCent: 1401 }))).toEqual({
      do: 'review',
    })
    expect(nextStep(order(state), payment('paid', { currency: 'CHF' }))).toEqual({ do: 'review' })
  },
)

test.each(['expired', 'cancelled', 'failed'] as const)(
  'An order in the state "%s" does not change when a late payment is reported that was refunded already',
  (state) => {
    const back = payment('paid', { refundedInCent: 1400 })
    expect(nextStep(order(state), back)).toEqual({ do: 'nothing' })
  },
)

test('A pending order whose payment is reported as paid and fully refunded is released as cancelled', () => {
  const back = payment('paid', { refundedInCent: 1400 })
  expect(nextStep(order('pending'), back)).toEqual({ do: 'release', as: 'cancelled' })
})

test('A pending or expired order whose payment is reported as paid and partly refunded goes to review', () => {
  const some = payment('paid', { refundedInCent: 1 })
  expect(nextStep(order('pending'), some)).toEqual({ do: 'review' })
  expect(nextStep(order('expired'), some)).toEqual({ do: 'review' })
})
