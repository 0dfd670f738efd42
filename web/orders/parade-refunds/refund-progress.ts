import type { ParadeRefundRow, ParadeRefunds } from '#worker/orders/orders.contract.ts'

/** The places of a parade by how far their fee has come on its way back. */
export type Sorted = {
  online: ParadeRefundRow[]
  cash: ParadeRefundRow[]
  /** Online, not asked for yet. */
  unasked: ParadeRefundRow[]
  pending: ParadeRefundRow[]
  failed: ParadeRefundRow[]
  done: ParadeRefundRow[]
}

export function sorted({ places }: Pick<ParadeRefunds, 'places'>): Sorted {
  const online = places.filter((place) => place.orderId !== null)
  const inState = (...states: ParadeRefundRow['refund'][]) =>
    online.filter(({ refund }) => states.includes(refund))
  return {
    online,
    cash: places.filter((place) => place.orderId === null),
    unasked: inState(null),
    pending: inState('pending'),
    failed: inState('failed'),
    done: inState('done', 'byHand'),
  }
}

export function sumOf(places: readonly ParadeRefundRow[]): number {
  return places.reduce((sum, { priceInCent }) => sum + priceInCent, 0)
}

/** Everything is asked for, and some of it has not been worked off: somebody left too early. */
export function isLeftOver({ unasked, pending }: Sorted): boolean {
  return unasked.length === 0 && pending.length > 0
}
