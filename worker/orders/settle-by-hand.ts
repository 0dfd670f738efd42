import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { orders } from '#worker/db/schema.ts'
import { DomainError } from '#worker/domain/errors.ts'
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
  const canBeTicked = inArray(orders.attention, ['noPlace', 'refundedOutside', 'disputed'])
  const [ticked] = await db.batch([
    db
      .update(orders)
      .set({ attention: null })
      .where(and(eq(orders.id, orderId), eq(orders.state, 'paid'), canBeTicked)),
    tellChange(db, { orderId, at, kind: 'settled', userId }),
  ])
  if (ticked.meta.changes > 0) return
  throw new DomainError('Conflict', 'Das lässt sich nicht einfach abhaken.')
}
