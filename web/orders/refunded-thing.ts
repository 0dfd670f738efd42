import type { OrderDetails, OrderRefund } from '#worker/orders/orders.contract.ts'

/** What money goes back for: the parade of a place, or the whole order. */
export function refundedThing({ participationId }: OrderRefund, { places }: OrderDetails): string {
  if (participationId === null) return 'Ganze Zahlung'
  const place = places.find((one) => one.participationId === participationId)
  return place?.paradeTitle ?? 'Ein Platz'
}

/** Not gone through: it can be tried again, or given back in another way. */
export function isUnfinished({ state }: OrderRefund): boolean {
  return state === 'failed' || state === 'pending'
}
