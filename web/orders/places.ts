import type { OrderDetails, OrderPlace } from '#worker/orders/orders.contract.ts'

/** It holds its place: it can be given free. */
export function isLiving({ state }: Pick<OrderPlace, 'state'>): boolean {
  return state === 'reserved' || state === 'booked'
}

export function livingPlaces({ places }: OrderDetails): OrderPlace[] {
  return places.filter(isLiving)
}
