import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { orders } from '#worker/db/schema.ts'
import type { OrderAttention } from '#worker/domain/codes.ts'

/** What somebody ticked off as settled is only raised again by what happens after that. */
const lastSettled = sql`coalesce((SELECT max(at) FROM order_history
  WHERE order_id = orders.id AND kind = 'settled'), '')`

const hasFailedRefund = sql`EXISTS (SELECT 1 FROM order_refunds
  WHERE order_id = orders.id AND state = 'failed')`

// Paid too late for the place: on its way back, but not yet there.
const isLateRefund = sql`EXISTS (SELECT 1 FROM order_refunds
  WHERE order_id = orders.id AND state = 'pending' AND reason = 'late')`

const hasPaidPlaceWithoutPlace = sql`EXISTS (SELECT 1 FROM participations
  WHERE order_id = orders.id AND state = 'cancelled' AND participation_fee_payed = 1
  AND fee_payed_by IS NULL AND price_in_cent > 0 AND cancelled_at > ${lastSettled})`

/**
 * Why people have to look at the order, from how it stands now; for the end of a batch. What was
 * seen from outside stays until somebody ticks it off.
 */
export function refreshAttention(db: Db, orderId: number | SQL) {
  return db
    .update(orders)
    .set({
      attention: sql`CASE
        WHEN state = 'review' THEN 'review'
        WHEN ${hasFailedRefund} THEN 'refundFailed'
        WHEN ${isLateRefund} THEN 'noPlace'
        WHEN ${hasPaidPlaceWithoutPlace} THEN 'noPlace'
        WHEN attention IN ('refundedOutside', 'disputed') THEN attention
      END`,
    })
    .where(eq(orders.id, orderId))
}

/**
 * Seen from outside, and told in the statement before: people look at it, unless something more
 * pressing is there already.
 */
export function raise(db: Db, orderId: number, attention: OrderAttention) {
  return db
    .update(orders)
    .set({ attention: sql`coalesce(attention, ${attention})` })
    .where(sql`${orders.id} = ${orderId} AND changes() > 0`)
}
