import { closeOrder } from './close-order.ts'
import type { Deps } from './deps.ts'
import type { Order } from './orders.queries.ts'
import { settleOrder } from './settle-order.ts'

/** Somebody comes back from a payment, or waits for it: a hold that is over ends here as well. */
export async function settleReturned(deps: Deps, order: Order): Promise<Order> {
  const settled = await settleOrder(deps, order)
  const isOver = settled.holdUntil <= deps.now.toISOString()
  return settled.state === 'pending' && isOver ? closeOrder(deps, settled, 'expired') : settled
}
