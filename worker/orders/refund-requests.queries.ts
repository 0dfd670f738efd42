import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { write } from '#worker/db/db.ts'
import { insertSelected } from '#worker/db/insert-selected.ts'
import { orderHistory, orderRefunds, orders, participations } from '#worker/db/schema.ts'
import type { OrderState, RefundReason, RefundState } from '#worker/domain/codes.ts'
import { refreshAttention } from './attention.queries.ts'
import { placeInHistory, tellChange } from './history.queries.ts'
import { leftInCent } from './money-left.ts'
import { closedStates, orderIs, releasePlaces } from './order-states.queries.ts'

// What shall go back, written down before anybody acts on it. refunds.queries.ts has what becomes of it.

/**
 * Whether a place's fee goes back or went back: by itself, or with all of its order. What cost nothing
 * is never given back.
 */
export const refundOfPlace = sql<RefundState | null>`coalesce(
  (SELECT state FROM order_refunds WHERE key = 'place-' || participations.id),
  CASE WHEN participations.price_in_cent > 0 THEN
    (SELECT state FROM order_refunds WHERE key = 'order-' || participations.order_id) END)`

/** A place whose fee came with the order's payment and is still with us. */
export const isPaidOnline = sql`(participations.participation_fee_payed = 1
  AND participations.fee_payed_by IS NULL AND participations.price_in_cent > 0
  AND participations.state IN ('booked', 'cancelled'))`

type Request = { reason: RefundReason; at: string; userId: number | null }

/** All that is left of an order that is in one of these states. */
export function insertOrderRefund(
  orderId: number,
  states: readonly OrderState[],
  { reason, at, userId }: Request,
) {
  return insertSelected(
    orderRefunds,
    {
      key: sql`'order-' || orders.id`,
      orderId: orders.id,
      paymentRef: orders.providerRef,
      amountInCent: leftInCent,
      reason,
      state: 'pending',
      requestedAt: at,
      requestedBy: userId,
    },
    sql`orders WHERE orders.id = ${orderId} AND orders.provider_ref IS NOT NULL
      AND orders.state IN ${[...states]} AND ${leftInCent} > 0`,
  ).onConflictDoNothing()
}

/**
 * The fees of these places, each for itself. Several may be of one order: together they are at most
 * what is left of its money, those that were taken first before the others.
 */
export function insertPlaceRefunds(which: SQL, { reason, at, userId }: Request) {
  return insertSelected(
    orderRefunds,
    {
      key: sql`'place-' || place.id`,
      orderId: orders.id,
      participationId: sql`place.id`,
      title: sql`place.title`,
      paymentRef: orders.providerRef,
      amountInCent: sql`min(place.price_in_cent, ${leftInCent} - place.before_in_cent)`,
      reason,
      state: 'pending',
      requestedAt: at,
      requestedBy: userId,
    },
    sql`(SELECT participations.id, participations.order_id, parades.title,
          participations.price_in_cent, coalesce(sum(participations.price_in_cent) OVER (
            PARTITION BY participations.order_id ORDER BY participations.id
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before_in_cent
        FROM participations JOIN parades ON parades.id = participations.parade_id
        WHERE ${which} AND ${isPaidOnline}) AS place
      JOIN orders ON orders.id = place.order_id
      WHERE orders.state = 'paid' AND orders.provider_ref IS NOT NULL
        AND ${leftInCent} > place.before_in_cent`,
  ).onConflictDoNothing()
}

/** A second payment of an order goes back whole. */
export function insertDoubleRefund(
  { orderId, ref, amountInCent }: { orderId: number; ref: string; amountInCent: number },
  at: string,
) {
  return write
    .insert(orderRefunds)
    .values({
      key: `double-${ref}`,
      orderId,
      paymentRef: ref,
      amountInCent,
      reason: 'double',
      state: 'pending',
      requestedAt: at,
    })
    .onConflictDoNothing()
}

/** The refund of a place that was written just before in this batch: its fee is no longer paid. */
export function unpayRefunded(which: SQL) {
  return unpay(
    sql`${which} AND ${isPaidOnline} AND EXISTS (SELECT 1 FROM order_refunds r
      WHERE r.participation_id = participations.id OR r.key = 'order-' || participations.order_id)`,
  )
}

export function unpay(which: SQL) {
  return write
    .update(participations)
    .set({ participationFeePayed: false, feePayedAt: null })
    .where(which)
}

/** Free again, and told; whoever was ticked off has been there, and stays. */
export function cancelPlaces(which: SQL, { userId, at }: { userId: number; at: string }) {
  const isHere = sql`${which} AND participations.state = 'booked'
    AND participations.participation_confirmed = 0`
  return [
    insertSelected(
      orderHistory,
      {
        orderId: participations.orderId,
        at,
        kind: 'placeCancelled',
        detail: placeInHistory(participations.id),
        userId,
      },
      sql`participations WHERE ${isHere}`,
    ),
    write
      .update(participations)
      .set({ state: 'cancelled', cancelledAt: at, cancelledBy: userId })
      .where(isHere),
  ] as const
}

/** The refund of all that is left was asked for just before: places that were held are free. */
export function moveToRefund(orderId: number) {
  const isAskedFor = sql`EXISTS (SELECT 1 FROM order_refunds
    WHERE key = ${`order-${orderId}`} AND state = 'pending')`
  const from: OrderState[] = ['paid', 'review']
  return [
    releasePlaces(orderId, sql`${orderIs(orderId, from)} AND ${isAskedFor}`),
    write
      .update(orders)
      .set({ state: 'refund_pending' })
      .where(and(eq(orders.id, orderId), inArray(orders.state, from), isAskedFor)),
  ] as const
}

/** Late money without a place goes back: the intention, stored before anybody acts on it. */
export function refuseLateMoney(
  orderId: number,
  { receivedInCent, at }: { receivedInCent: number; at: string },
) {
  return [
    write
      .update(orders)
      .set({ state: 'refund_pending', paidAt: at, receivedInCent, closedAt: null })
      .where(and(eq(orders.id, orderId), inArray(orders.state, [...closedStates]))),
    tellChange({ orderId, at, kind: 'paidLate', amountInCent: receivedInCent }),
    insertOrderRefund(orderId, ['refund_pending'], { reason: 'late', at, userId: null }),
    tellChange({
      orderId,
      at,
      kind: 'refundRequested',
      amountInCent: receivedInCent,
    }),
    refreshAttention(orderId),
  ] as const
}
