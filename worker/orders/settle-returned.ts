import { closeOrder } from './close-order.ts'
import type { Deps } from './deps.ts'
import { logTrouble } from './log-trouble.ts'
import { findOrder, type Order } from './orders.queries.ts'
import { settleOrder } from './settle-order.ts'

/**
 * Somebody comes back from a payment, or waits for it: a reservation that is over ends here as well. While
 * the provider cannot be asked, the order is what we know of it.
 */
export async function settleReturned(deps: Deps, order: Order): Promise<Order> {
  try {
    const settled = await settleOrder(deps, order)
    const isOver = settled.holdUntil <= deps.now.toISOString()
    return settled.state === 'pending' && isOver
      ? await closeOrder(deps, settled, 'expired')
      : settled
  } catch (error) {
    logTrouble('return', order.id, error)
    return (await findOrder(deps.db, order.id)) ?? order
  }
}
