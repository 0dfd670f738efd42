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
  'An order that is %s with a payment that is %s is handled by: %s',
  (state, word, step) => {
    const next = nextStep(order(state), payment(word as PaymentReport['state']))
    expect('as' in next ? `${next.do} ${next.as}` : next.do).toBe(step)
  },
)

test.each(['pending', 'expired', 'cancelled', 'failed'] as const)(
  'A payment of another sum or currency for an order that is %s goes to review',
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
  'An order that is %s stays so when its late payment was refunded already',
  (state) => {
    const back = payment('paid', { refundedInCent: 1400 })
    expect(nextStep(order(state), back)).toEqual({ do: 'nothing' })
  },
)

test('An order whose payment was refunded before it was recorded ends unpaid', () => {
  const back = payment('paid', { refundedInCent: 1400 })
  expect(nextStep(order('pending'), back)).toEqual({ do: 'release', as: 'cancelled' })
})

test('An order whose payment was partly refunded before it was recorded goes to review', () => {
  const some = payment('paid', { refundedInCent: 1 })
  expect(nextStep(order('pending'), some)).toEqual({ do: 'review' })
  expect(nextStep(order('expired'), some)).toEqual({ do: 'review' })
})
