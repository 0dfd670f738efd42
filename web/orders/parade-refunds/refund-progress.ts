import type { ParadeRefundRow, ParadeRefunds } from '#worker/orders/orders.contract.ts'

/** The places of a parade by how far their fee has come on its way back. */
export type Sorted = {
  online: ParadeRefundRow[]
  cash: ParadeRefundRow[]
  unpaid: ParadeRefundRow[]
  /** Cash that was not given back yet. */
  owed: ParadeRefundRow[]
  /** Online, not asked for yet. */
  unasked: ParadeRefundRow[]
  pending: ParadeRefundRow[]
  failed: ParadeRefundRow[]
  done: ParadeRefundRow[]
}

export function sorted({ places }: Pick<ParadeRefunds, 'places'>): Sorted {
  const paid = (how: ParadeRefundRow['paid']) => places.filter((place) => place.paid === how)
  const [online, cash] = [paid('online'), paid('cash')]
  const inState = (...states: ParadeRefundRow['refund'][]) =>
    online.filter(({ refund }) => states.includes(refund))
  return {
    online,
    cash,
    unpaid: paid('unpaid'),
    owed: cash.filter(({ cashReturnedAt }) => cashReturnedAt === null),
    unasked: inState(null),
    pending: inState('pending'),
    failed: inState('failed'),
    done: inState('done', 'byHand'),
  }
}

/** Nothing is left to be given back; false as well when there was nothing at all. */
export function isAllBack({ online, cash, owed, done }: Sorted): boolean {
  return online.length + cash.length > 0 && done.length === online.length && owed.length === 0
}

/** Everything is asked for, and some of it has not been worked off: somebody left too early. */
export function isLeftOver({ unasked, pending }: Sorted): boolean {
  return unasked.length === 0 && pending.length > 0
}
