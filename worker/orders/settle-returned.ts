import { expireSandboxHolds } from '#worker/db/expire-holds.ts'
import type { Deps } from './deps.ts'
import { findOrderByToken, type Order } from './orders.queries.ts'
import { settleOrder } from './settle-order.ts'

/** Somebody comes back from a payment, or waits for it: a hold that is over ends here as well. */
export async function settleReturned(deps: Deps, order: Order): Promise<Order> {
  const settled = await settleOrder(deps, order)
  const at = deps.now.toISOString()
  if (settled.state !== 'pending' || settled.holdUntil > at) return settled
  await deps.db.batch([...expireSandboxHolds(deps.db, at)])
  return (await findOrderByToken(deps.db, order.token)) ?? settled
}
