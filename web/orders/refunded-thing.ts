import type { OrderDetails, OrderRefund } from '#worker/orders/orders.contract.ts'
import { whoseInWords } from './people.ts'

/** What money goes back for: the parade of a place, with whose it is, or the whole order. */
export function refundedThing({ participationId }: OrderRefund, order: OrderDetails): string {
  if (participationId === null) return 'Ganze Zahlung'
  const place = order.places.find((one) => one.participationId === participationId)
  return place ? `${place.paradeTitle}${whoseInWords(order, place)}` : 'Ein Platz'
}

/** Not gone through: it can be tried again, or given back in another way. */
export function isUnfinished({ state }: OrderRefund): boolean {
  return state === 'failed' || state === 'pending'
}
