import { eq, type SQL, sql } from 'drizzle-orm'
import { write } from '#worker/db/db.ts'
import { orders } from '#worker/db/schema.ts'

/** What somebody ticked off as settled is only raised again by what happens after that. */
const lastSettled = sql`coalesce((SELECT max(at) FROM order_history
  WHERE order_id = orders.id AND kind = 'settled'), '')`

const hasRefund = (condition: SQL) => sql`EXISTS (SELECT 1 FROM order_refunds r
  WHERE r.order_id = orders.id AND ${condition})`

const hasFailedRefund = hasRefund(sql`r.state = 'failed'`)

// Paid too late for the place: on its way back, but not yet there.
const isLateRefund = hasRefund(sql`r.state = 'pending' AND r.reason = 'late'`)

const hasPaidPlaceWithoutPlace = sql`(orders.state = 'paid' AND EXISTS (SELECT 1 FROM participations
  WHERE order_id = orders.id AND state = 'cancelled' AND participation_fee_payed = 1
  AND fee_payed_by IS NULL AND price_in_cent > 0 AND cancelled_at > ${lastSettled}))`

const isDisputed = sql`coalesce(orders.disputed_at, '') > ${lastSettled}`

const isRefundedOutside = hasRefund(sql`r.reason = 'outside' AND r.requested_at > ${lastSettled}`)

/**
 * Why people have to look at the order, from how it stands now and what they have ticked off; for
 * the end of every batch that changes either. The most pressing one stands.
 */
export function refreshAttention(orderId: number | SQL) {
  return refreshAttentions(eq(orders.id, orderId))
}

/** The same of several orders. */
export function refreshAttentions(which: SQL) {
  return write
    .update(orders)
    .set({
      attention: sql`CASE
        WHEN orders.state = 'review' THEN 'review'
        WHEN ${hasFailedRefund} THEN 'refundFailed'
        WHEN ${isLateRefund} THEN 'noPlace'
        WHEN ${hasPaidPlaceWithoutPlace} THEN 'noPlace'
        WHEN ${isDisputed} THEN 'disputed'
        WHEN ${isRefundedOutside} THEN 'refundedOutside'
      END`,
    })
    .where(which)
}

/** The provider cannot be asked, and has not been for long: somebody has to decide. */
export function raiseUndecided(orderId: number) {
  return write
    .update(orders)
    .set({ attention: 'undecided' })
    .where(sql`${orders.id} = ${orderId} AND ${orders.state} = 'pending'`)
}
