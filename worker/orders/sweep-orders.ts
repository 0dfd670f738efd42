import type { Deps } from './deps.ts'
import { listOrdersToSweep, releaseOrder } from './orders.queries.ts'
import { settleOrder } from './settle-order.ts'

/** A bounded bite: what is left waits for the next five minutes. */
const ordersPerSweep = 100

/**
 * The cron's round: orders whose hold is over are settled with the provider first and released
 * only when it still says open; refunds that did not go through are tried again. One order's
 * trouble does not stop the others.
 */
export async function sweepOrders(deps: Deps): Promise<void> {
  for (const order of await listOrdersToSweep(deps.db, deps.now, ordersPerSweep)) {
    try {
      const settled = await settleOrder(deps, order)
      if (settled.state === 'pending') {
        const at = deps.now.toISOString()
        await deps.db.batch([...releaseOrder(deps.db, order.id, 'expired', at)])
      }
    } catch (error) {
      const name = error instanceof Error ? error.name : 'unknown'
      console.error(JSON.stringify({ level: 'error', event: 'sweep', orderId: order.id, name }))
    }
  }
}
