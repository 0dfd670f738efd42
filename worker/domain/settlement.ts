import type { OrderState } from './codes.ts'

/** The state of a payment as queried from the provider; only this decides how an order is settled. */
export type PaymentReport = {
  state: 'open' | 'processing' | 'paid' | 'cancelled' | 'expired' | 'failed'
  /** The amount paid, or to be paid. */
  amountInCent: number
  currency: string
  /** The amount refunded, by this software or in the provider's dashboard. */
  refundedInCent: number
  isDisputed: boolean
  /** The return token of the order for which the payment was opened. */
  token: string
}

export type SettledOrder = { state: OrderState; amountInCent: number; currency: string }

/**
 * The next step of an order: `book` the reserved places; after a late payment `restore` the released places, or refund
 * the payment when they are taken; `release` the places; `review`: staff have to look at the order; `wait` for the
 * provider.
 */
export type SettlementStep =
  | { do: 'book' }
  | { do: 'restore' }
  | { do: 'review' }
  | { do: 'wait' }
  | { do: 'nothing' }
  | { do: 'release'; as: 'cancelled' | 'expired' | 'failed' }

/**
 * What to do with an order after its payment was queried. A repeated or late notification leads to `nothing`
 * (docs/rules.md).
 */
export function nextStep(order: SettledOrder, payment: PaymentReport): SettlementStep {
  switch (order.state) {
    case 'pending':
      return stepOfPending(order, payment)
    // A payment of an order on the waiting list has ended; should it arrive all the same, it is late.
    case 'waiting':
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

/** Whether the payment was made and has not been refunded completely in the provider's dashboard. */
function isKept(payment: PaymentReport): boolean {
  return payment.state === 'paid' && payment.refundedInCent < payment.amountInCent
}
