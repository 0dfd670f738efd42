import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { write } from '#worker/db/db.ts'
import { orderHistory, orders } from '#worker/db/schema.ts'
import { insertSelected, singleRow } from '#worker/db/statements.ts'
import type { OrderEvent } from '#worker/domain/codes.ts'

/** Refunds of the order's own payment, in cents; those of a second payment do not count. */
export const sumOfRefunds = (condition: SQL) => sql<number>`coalesce((SELECT sum(r.amount_in_cent)
  FROM order_refunds r WHERE r.order_id = orders.id
  AND r.payment_ref = orders.provider_ref AND ${condition}), 0)`

/** The sum of refunds that are made or pending, in cents. */
const givenBack = sumOfRefunds(sql`r.state <> 'failed'`)

/** The part of the payment that can still be refunded. A failed refund is still owed, so its amount is not left. */
export const leftInCent = sql<number>`(coalesce(orders.received_in_cent, 0) - ${sumOfRefunds(sql`1`)})`

/** The whole payment is refunded, and no refund is pending. */
export const isFullyRefunded = sql`(orders.received_in_cent > 0
  AND ${givenBack} >= orders.received_in_cent
  AND NOT EXISTS (SELECT 1 FROM order_refunds r WHERE r.order_id = orders.id
    AND r.payment_ref = orders.provider_ref AND r.state IN ('pending', 'failed')))`

/** When staff last ticked off the order; only later events ask for attention again. */
const lastSettled = sql`coalesce((SELECT max(at) FROM order_history
  WHERE order_id = orders.id AND kind = 'settled'), '')`

const hasRefund = (condition: SQL) => sql`EXISTS (SELECT 1 FROM order_refunds r
  WHERE r.order_id = orders.id AND ${condition})`

const hasFailedRefund = hasRefund(sql`r.state = 'failed'`)

// Paid too late for the place, and the refund is not yet made.
const isLateRefund = hasRefund(sql`r.state = 'pending' AND r.reason = 'late'`)

const hasPaidPlaceWithoutPlace = sql`(orders.state = 'paid' AND EXISTS (SELECT 1 FROM participations
  WHERE order_id = orders.id AND state = 'cancelled' AND participation_fee_payed = 1
  AND fee_payed_by IS NULL AND price_in_cent > 0 AND cancelled_at > ${lastSettled}))`

const isDisputed = sql`coalesce(orders.disputed_at, '') > ${lastSettled}`

const isRefundedOutside = hasRefund(sql`r.reason = 'outside' AND r.requested_at > ${lastSettled}`)

const hasKeptExtras = sql`(orders.state = 'paid' AND ${leftInCent} > 0 AND EXISTS (SELECT 1
  FROM order_history WHERE order_id = orders.id AND kind = 'extrasChangedByPayer' AND amount_in_cent > 0
  AND at > ${lastSettled}))`

/**
 * Recomputes why staff have to look at the order, from its state and what staff have ticked off; the
 * most urgent reason is stored. Has to run at the end of every batch that changes the state or a tick.
 */
export function refreshAttention(orderId: number | SQL) {
  return refreshAttentions(eq(orders.id, orderId))
}

/** `refreshAttention` for several orders. */
export function refreshAttentions(which: SQL) {
  return write
    .update(orders)
    .set({
      attention: sql`CASE
        WHEN orders.state = 'review' THEN 'review'
        WHEN ${hasFailedRefund} THEN 'refundFailed'
        WHEN ${isLateRefund} THEN 'noPlace'
        WHEN ${hasPaidPlaceWithoutPlace} THEN 'noPlace'
        WHEN ${hasKeptExtras} THEN 'extrasGivenUp'
        WHEN ${isDisputed} THEN 'disputed'
        WHEN ${isRefundedOutside} THEN 'refundedOutside'
      END`,
    })
    .where(which)
}

/** Marks an order whose provider has been unreachable for long, so that management decides. */
export function markUndecided(orderId: number) {
  return write
    .update(orders)
    .set({ attention: 'undecided' })
    .where(sql`${orders.id} = ${orderId} AND ${orders.state} = 'pending'`)
}

type OrderEventRow = {
  orderId: number | SQL
  at: string
  kind: OrderEvent | SQL
  amountInCent?: number | SQL
  detail?: string | SQL | null
  userId?: number | null
  onlyIf?: SQL
}

/**
 * A place as the history names it: "Ringtreffen Moosried", with the person first when the order has several:
 * "Emma Straßer, Ringtreffen Moosried". NULL when it is deleted.
 */
export function placeTitleInHistory(participationId: number | SQLWrapper): SQL<string | null> {
  return sql`(SELECT CASE WHEN EXISTS (SELECT 1 FROM participations o
        WHERE o.order_id = p.order_id AND o.given_key <> p.given_key)
      THEN p.first_name || ' ' || p.last_name || ', ' ELSE '' END || d.title
    FROM participations p JOIN parades d ON d.id = p.parade_id WHERE p.id = ${participationId})`
}

/**
 * A line of an order's history, stored only if the statement before it in the batch changed a row, so that a
 * step taken by two requests is recorded once.
 */
export function insertOrderEventIfChanged(line: OrderEventRow) {
  const { onlyIf = sql`1`, ...row } = line
  return insertSelected(orderHistory, row, sql`${singleRow} WHERE changes() > 0 AND ${onlyIf}`)
}
