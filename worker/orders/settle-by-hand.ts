import { and, eq, sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { orders } from '#worker/db/schema.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { refreshAttention } from './attention.queries.ts'
import { tellChange } from './history.queries.ts'

/**
 * Somebody has dealt with what an order asked for. A sum in question and a refund that does not go
 * through have acts of their own, and stay until those are done.
 */
export async function settleByHand(
  db: Db,
  orderId: number,
  { userId, at }: { userId: number; at: string },
): Promise<void> {
  const canBeTicked = sql`(${orders.attention} IN ('refundedOutside', 'disputed')
    OR (${orders.attention} = 'noPlace' AND ${orders.state} = 'paid'))`
  const [ticked] = await commit(db, [
    write
      .update(orders)
      .set({ attention: null })
      .where(and(eq(orders.id, orderId), canBeTicked)),
    tellChange({ orderId, at, kind: 'settled', userId }),
    refreshAttention(orderId),
  ])
  if (ticked.meta.changes > 0) return
  throw new DomainError('Conflict', 'Das lässt sich nicht einfach abhaken.')
}
