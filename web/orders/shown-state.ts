import type { OrderState } from '#worker/domain/codes.ts'
import type { OrderRow } from '#worker/orders/orders.contract.ts'

/** How an order stands, with what went back since. */
export type ShownState = OrderState | 'partlyRefunded'

export const shownStates = [
  'paid',
  'pending',
  'review',
  'refund_pending',
  'partlyRefunded',
  'refunded',
  'expired',
  'cancelled',
  'failed',
] as const satisfies readonly ShownState[]

export const shownStateLabels: Record<ShownState, string> = {
  paid: 'Bezahlt',
  pending: 'Offen',
  review: 'Zu prüfen',
  refund_pending: 'Erstattung offen',
  partlyRefunded: 'Teilweise erstattet',
  refunded: 'Erstattet',
  expired: 'Abgelaufen',
  cancelled: 'Abgebrochen',
  failed: 'Fehlgeschlagen',
}

type Money = Pick<OrderRow, 'state' | 'refundedInCent' | 'openRefundInCent'>

/**
 * A paid order of which a part went back, or is about to, is not simply paid any more. Once nothing
 * is left of it, its own state says so.
 */
export function shownState({ state, ...money }: Money): ShownState {
  if (state !== 'paid') return state
  if (money.openRefundInCent > 0) return 'refund_pending'
  return money.refundedInCent > 0 ? 'partlyRefunded' : 'paid'
}
