import { commit } from '#worker/db/commit.ts'
import type { OrderState } from '#worker/domain/codes.ts'
import { raiseUndecided } from './attention.queries.ts'
import { closeOrder } from './close-order.ts'
import type { Deps } from './deps.ts'
import { logTrouble } from './log-trouble.ts'
import { sweepRefunds } from './make-refund.ts'
import { listOrdersToSweep, listOverdue, type Order } from './orders.queries.ts'

/**
 * Bounded chunks: what is left waits for the next five minutes. One run may make 1,000 queries, and
 * each of these needs five or six.
 */
const ordersPerSweep = 50
const refundsPerSweep = 30

/**
 * The cron's round: orders whose reservation is over are settled with the provider first, and released
 * only when their checkout is closed there; refunds that did not go through are tried again.
 */
export async function sweepOrders(deps: Deps): Promise<void> {
  await closeAll(deps, await listOrdersToSweep(deps.db, deps.now, ordersPerSweep))
  await sweepRefunds(deps, refundsPerSweep)
}

/** An order in one of these has its places still. */
const holdingStates: readonly OrderState[] = ['pending', 'paid', 'review']

/**
 * On demand, when somebody else wants the place: those of these orders whose reservation is over.
 * @returns whether any of them was in the way for nothing
 */
export async function closeOverdue(deps: Deps, orderIds: readonly number[]): Promise<boolean> {
  const overdue = await listOverdue(deps.db, orderIds, deps.now)
  const closed = await closeAll(deps, overdue)
  return closed.some(({ state }) => !holdingStates.includes(state))
}

/** A provider that is only slow has answered by then. */
const patienceInMinutes = 60

function isLongOver({ now }: Deps, order: Order): boolean {
  return now.getTime() - Date.parse(order.holdUntil) > patienceInMinutes * 60_000
}

/** One order's trouble does not stop the others. */
async function closeAll(deps: Deps, orders: readonly Order[]): Promise<Order[]> {
  const closed: Order[] = []
  for (const order of orders) {
    try {
      closed.push(await closeOrder(deps, order, 'expired'))
    } catch (error) {
      logTrouble('sweep', order.id, error)
      if (isLongOver(deps, order)) await commit(deps.db, [raiseUndecided(order.id)])
    }
  }
  return closed
}
