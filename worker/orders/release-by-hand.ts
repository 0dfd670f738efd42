import { commit } from '#worker/db/commit.ts'
import { DomainError } from '#worker/domain/errors.ts'
import type { Deps } from './deps.ts'
import { releaseUndecided } from './order-states.queries.ts'
import type { Order } from './orders.queries.ts'

/**
 * The provider of an order cannot be asked any more, and its reservation is long over: somebody of the staff
 * frees the places. Should money turn up all the same, it is late money.
 * @throws DomainError Conflict while the cron may still settle it
 */
export async function releaseByHand(deps: Deps, order: Order, userId: number): Promise<void> {
  const by = { userId, at: deps.now.toISOString() }
  const [, released] = await commit(deps.db, [...releaseUndecided(order.id, by)])
  if (released.meta.changes > 0) return
  throw new DomainError('Conflict', 'Diese Zahlung ist entschieden oder noch offen.')
}
