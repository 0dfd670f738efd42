import { expect, test } from 'vitest'
import { type OrderState, orderStates } from '#worker/domain/codes.ts'
import { nextStep, type PaymentReport } from '#worker/domain/settlement.ts'

const order = (state: OrderState) => ({ state, amountInCent: 1400, currency: 'EUR' })
const payment = (state: PaymentReport['state'], change: Partial<PaymentReport> = {}) => ({
  state,
  amountInCent: 1400,
  currency: 'EUR',
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
    refunded: 'release cancelled',
  },
  expired: late(),
  cancelled: late(),
  failed: late(),
  paid: done(),
  review: done(),
  refunded: done(),
  refund_pending: {
    open: 'refund',
    processing: 'refund',
    paid: 'refund',
    cancelled: 'refund',
    expired: 'refund',
    failed: 'refund',
    refunded: 'close',
  },
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
    refunded: nothing,
  }
}

const cases = orderStates.flatMap((state) =>
  Object.entries(table[state]).map(([word, step]) => [state, word, step] as const),
)

test.each(cases)('an order that is %s, whose payment is %s: %s', (state, word, step) => {
  const next = nextStep(order(state), payment(word as PaymentReport['state']))
  expect('as' in next ? `${next.do} ${next.as}` : next.do).toBe(step)
})

test.each(['pending', 'expired', 'cancelled', 'failed'] as const)(
  'another sum or currency on an order that is %s goes to people',
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
