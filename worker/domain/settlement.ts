import type { OrderState } from './codes.ts'

/** What the provider says of a payment when asked. Its word is the only truth. */
export type PaymentReport = {
  state: 'open' | 'processing' | 'paid' | 'cancelled' | 'expired' | 'failed' | 'refunded'
  amountInCent: number
  currency: string
}

export type SettledOrder = { state: OrderState; amountInCent: number; currency: string }

/**
 * What an order needs next:
 * `book` the reserved places; `restore` released places, since the money came late (refund when
 * they are gone); `release` them; `review` by people; `refund`; `close` a finished refund; `wait`.
 */
export type SettlementStep =
  | { do: 'book' }
  | { do: 'restore' }
  | { do: 'review' }
  | { do: 'refund' }
  | { do: 'close' }
  | { do: 'wait' }
  | { do: 'nothing' }
  | { do: 'release'; as: 'cancelled' | 'expired' | 'failed' }

/** The same event twice, late, or before the browser leads to `nothing` more (docs/rules.md). */
export function nextStep(order: SettledOrder, payment: PaymentReport): SettlementStep {
  switch (order.state) {
    case 'pending':
      return stepOfPending(order, payment)
    case 'expired':
    case 'cancelled':
    case 'failed':
      return payment.state === 'paid' ? stepOfMoney(order, payment, 'restore') : { do: 'nothing' }
    case 'refund_pending':
      return payment.state === 'refunded' ? { do: 'close' } : { do: 'refund' }
    case 'paid':
    case 'review':
    case 'refunded':
      return { do: 'nothing' }
  }
}

function stepOfPending(order: SettledOrder, payment: PaymentReport): SettlementStep {
  switch (payment.state) {
    case 'paid':
      return stepOfMoney(order, payment, 'book')
    case 'cancelled':
    case 'expired':
    case 'failed':
      return { do: 'release', as: payment.state }
    case 'refunded':
      return { do: 'release', as: 'cancelled' }
    case 'open':
    case 'processing':
      return { do: 'wait' }
  }
}

function stepOfMoney(
  order: SettledOrder,
  payment: PaymentReport,
  step: 'book' | 'restore',
): SettlementStep {
  const isExact = payment.amountInCent === order.amountInCent && payment.currency === order.currency
  return { do: isExact ? step : 'review' }
}
