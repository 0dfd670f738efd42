import type { OrderState } from './codes.ts'

/** What the provider says of a payment when asked. Its word is the only truth. */
export type PaymentReport = {
  state: 'open' | 'processing' | 'paid' | 'cancelled' | 'expired' | 'failed'
  /** What came in, or shall come in. */
  amountInCent: number
  currency: string
  /** What went back, by us or in the provider's own pages. */
  refundedInCent: number
  isDisputed: boolean
  /** The return token of the order it was opened for. */
  token: string
}

export type SettledOrder = { state: OrderState; amountInCent: number; currency: string }

/**
 * What an order needs next:
 * `book` the reserved places; `restore` released places, since the money came late (refund when
 * they are gone); `release` them; `review` by people; `wait` for the provider.
 */
export type SettlementStep =
  | { do: 'book' }
  | { do: 'restore' }
  | { do: 'review' }
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
      return isKept(payment) ? stepOfMoney(order, payment, 'restore') : { do: 'nothing' }
    case 'paid':
    case 'review':
    case 'refund_pending':
    case 'refunded':
      return { do: 'nothing' }
  }
}

function stepOfPending(order: SettledOrder, payment: PaymentReport): SettlementStep {
  switch (payment.state) {
    case 'paid':
      return isKept(payment)
        ? stepOfMoney(order, payment, 'book')
        : { do: 'release', as: 'cancelled' }
    case 'cancelled':
    case 'expired':
    case 'failed':
      return { do: 'release', as: payment.state }
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
  const isExact =
    payment.amountInCent === order.amountInCent &&
    payment.currency === order.currency &&
    payment.refundedInCent === 0
  return { do: isExact ? step : 'review' }
}

/** Paid, and not given back whole in the provider's own pages before we heard of it. */
function isKept(payment: PaymentReport): boolean {
  return payment.state === 'paid' && payment.refundedInCent < payment.amountInCent
}
