import { and, eq, sql } from 'drizzle-orm'
import { isViolationOf } from '#worker/db/causes.ts'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { orders } from '#worker/db/schema.ts'
import { DomainError } from '#worker/domain/errors.ts'
import type { Deps } from './deps.ts'
import { offerFreePlacesAfter } from './offer-places.ts'
import { insertOrderEventIfChanged, refreshAttention } from './order-sql.ts'
import { acceptOrder, releaseUndecided } from './order-states.queries.ts'
import { findOrder, type Order, stepOrder } from './orders.queries.ts'
import { paradesOfOrder } from './waiting-list.queries.ts'

/**
 * A user accepts a payment of a different amount as paid.
 * @throws DomainError Conflict when there is nothing (more) to decide, or the places are gone
 */
export async function acceptReviewed(deps: Deps, order: Order, userId: number): Promise<void> {
  if (order.state !== 'review') {
    throw new DomainError('Conflict', 'Hier ist nichts mehr zu entscheiden.')
  }
  const by = { userId, at: deps.now.toISOString() }
  const accepting = stepOrder(deps.db, order, acceptOrder(deps.db, order, by, deps.today))
  const accepted = await accepting.catch((error: unknown) => {
    if (isViolationOf(error, 'unique')) return findOrder(deps.db, order.id)
    throw error
  })
  if (accepted?.state === 'review') {
    const message =
      'Ein Platz ist inzwischen vergeben, ein Zusatz entfernt oder der Umzug vorbei oder abgesagt. Erstatte stattdessen den Betrag.'
    throw new DomainError('Conflict', message)
  }
  deps.sendMailsOf(order.id)
}

/**
 * A user releases the places of an order that is long overdue and whose provider cannot be reached. A payment
 * that still arrives is handled as late.
 * @throws DomainError Conflict while the cron may still settle the order
 */
export async function releaseUndecidedOrder(
  deps: Deps,
  order: Order,
  userId: number,
): Promise<void> {
  const by = { userId, at: deps.now.toISOString() }
  const [, released] = await commit(deps.db, [...releaseUndecided(order.id, by)])
  if (released.meta.changes > 0) {
    await offerFreePlacesAfter(deps, paradesOfOrder(order.id))
    return
  }
  throw new DomainError('Conflict', 'Diese Zahlung ist entschieden oder noch offen.')
}

/**
 * A user ticks off an order that needed attention. Payments under review and failed refunds have actions of their
 * own and stay until those are done.
 */
export async function clearAttention(
  db: Db,
  orderId: number,
  { userId, at }: { userId: number; at: string },
): Promise<void> {
  const canBeTicked = sql`(${orders.attention} IN ('extrasGivenUp', 'refundedOutside', 'disputed')
    OR (${orders.attention} = 'noPlace' AND ${orders.state} = 'paid'))`
  const [ticked] = await commit(db, [
    write
      .update(orders)
      .set({ attention: null })
      .where(and(eq(orders.id, orderId), canBeTicked)),
    insertOrderEventIfChanged({ orderId, at, kind: 'settled', userId }),
    refreshAttention(orderId),
  ])
  if (ticked.meta.changes > 0) return
  throw new DomainError('Conflict', 'Das lässt sich nicht einfach abhaken.')
}
