import { type SQL, sql } from 'drizzle-orm'

/** What was to go back of the order's own payment; of a second one nothing counts here. */
export const refundsThat = (condition: SQL) => sql<number>`coalesce((SELECT sum(r.amount_in_cent)
  FROM order_refunds r WHERE r.order_id = orders.id
  AND r.payment_ref = orders.provider_ref AND ${condition}), 0)`

/** What went back or is on its way. */
const givenBack = refundsThat(sql`r.state <> 'failed'`)

/** What is left of an order's money. A failed refund still owes what it tried to give back. */
export const leftInCent = sql<number>`(coalesce(orders.received_in_cent, 0) - ${refundsThat(sql`1`)})`

/** Nothing of its money is with us any more, and nothing is on its way. */
export const isAllBack = sql`(orders.received_in_cent > 0
  AND ${givenBack} >= orders.received_in_cent
  AND NOT EXISTS (SELECT 1 FROM order_refunds r WHERE r.order_id = orders.id
    AND r.payment_ref = orders.provider_ref AND r.state IN ('pending', 'failed')))`
