import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { orderHistory, orderRefunds, orders, participations } from '#worker/db/schema.ts'
import type { OrderState, RefundReason, RefundState } from '#worker/domain/codes.ts'
import { refundedMail } from '#worker/mail/outbox.queries.ts'
import { refreshAttention } from './attention.queries.ts'
import { tellChange } from './history.queries.ts'
import { isAllBack, leftInCent } from './money-left.ts'
import { closedStates, orderIs, releasePlaces } from './order-states.queries.ts'

export type Refund = typeof orderRefunds.$inferSelect

/** A place whose fee came with the order's payment and is still with us. */
export const isPaidOnline = sql`(participations.participation_fee_payed = 1
  AND participations.fee_payed_by IS NULL AND participations.price_in_cent > 0
  AND participations.state IN ('booked', 'cancelled'))`

type Request = { reason: RefundReason; at: string; userId: number | null }

/** All that is left of an order that is in one of these states. */
export function insertOrderRefund(
  db: Db,
  orderId: number,
  states: readonly OrderState[],
  { reason, at, userId }: Request,
) {
  return db
    .insert(orderRefunds)
    .select(
      sql`SELECT 'order-' || orders.id, orders.id, NULL, NULL, orders.provider_ref, ${leftInCent}, ${reason},
        'pending', 1, NULL, NULL, ${at}, ${userId}, NULL
      FROM orders WHERE orders.id = ${orderId} AND orders.provider_ref IS NOT NULL
        AND orders.state IN ${[...states]} AND ${leftInCent} > 0`,
    )
    .onConflictDoNothing()
}

/** The fees of these places, each for itself, at most what is left of their orders' money. */
export function insertPlaceRefunds(db: Db, which: SQL, { reason, at, userId }: Request) {
  return db
    .insert(orderRefunds)
    .select(
      sql`SELECT 'place-' || participations.id, orders.id, participations.id, parades.title,
        orders.provider_ref, min(participations.price_in_cent, ${leftInCent}), ${reason}, 'pending', 1,
        NULL, NULL, ${at}, ${userId}, NULL
      FROM participations JOIN orders ON orders.id = participations.order_id
      JOIN parades ON parades.id = participations.parade_id
      WHERE ${which} AND ${isPaidOnline} AND orders.state = 'paid' AND orders.provider_ref IS NOT NULL
        AND ${leftInCent} > 0`,
    )
    .onConflictDoNothing()
}

/** A second payment of an order goes back whole. */
export function insertDoubleRefund(
  db: Db,
  { orderId, ref, amountInCent }: { orderId: number; ref: string; amountInCent: number },
  at: string,
) {
  return db
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
export function unpayRefunded(db: Db, which: SQL) {
  return unpay(
    db,
    sql`${which} AND ${isPaidOnline} AND EXISTS (SELECT 1 FROM order_refunds r
      WHERE r.participation_id = participations.id OR r.key = 'order-' || participations.order_id)`,
  )
}

export function unpay(db: Db, which: SQL) {
  return db
    .update(participations)
    .set({ participationFeePayed: false, feePayedAt: null })
    .where(which)
}

/** Free again, and told; whoever was ticked off has been there, and stays. */
export function cancelPlaces(db: Db, which: SQL, { userId, at }: { userId: number; at: string }) {
  const isHere = sql`${which} AND participations.state = 'booked'
    AND participations.participation_confirmed = 0`
  return [
    db.insert(orderHistory).select(
      sql`SELECT NULL, participations.order_id, ${at}, 'placeCancelled', NULL, parades.title, ${userId}
        FROM participations JOIN parades ON parades.id = participations.parade_id WHERE ${isHere}`,
    ),
    db
      .update(participations)
      .set({ state: 'cancelled', cancelledAt: at, cancelledBy: userId })
      .where(isHere),
  ] as const
}

/** The refund of all that is left was asked for just before: places that were held are free. */
export function moveToRefund(db: Db, orderId: number) {
  const isAskedFor = sql`EXISTS (SELECT 1 FROM order_refunds
    WHERE key = ${`order-${orderId}`} AND state = 'pending')`
  const from: OrderState[] = ['paid', 'review']
  return [
    releasePlaces(db, orderId, sql`${orderIs(orderId, from)} AND ${isAskedFor}`),
    db
      .update(orders)
      .set({ state: 'refund_pending' })
      .where(and(eq(orders.id, orderId), inArray(orders.state, from), isAskedFor)),
  ] as const
}

/** Late money without a place goes back: the intention, stored before anybody acts on it. */
export function refuseLateMoney(
  db: Db,
  orderId: number,
  { receivedInCent, at }: { receivedInCent: number; at: string },
) {
  return [
    db
      .update(orders)
      .set({ state: 'refund_pending', paidAt: at, receivedInCent, closedAt: null })
      .where(and(eq(orders.id, orderId), inArray(orders.state, [...closedStates]))),
    tellChange(db, { orderId, at, kind: 'paidLate', amountInCent: receivedInCent }),
    insertOrderRefund(db, orderId, ['refund_pending'], { reason: 'late', at, userId: null }),
    tellChange(db, {
      orderId,
      at,
      kind: 'refundRequested',
      amountInCent: receivedInCent,
      detail: 'late',
    }),
    refreshAttention(db, orderId),
  ] as const
}

export async function findRefund(db: Db, key: string): Promise<Refund | null> {
  const [row] = await db.select().from(orderRefunds).where(eq(orderRefunds.key, key))
  return row ?? null
}

export function listRefundsOf(db: Db, orderId: number) {
  return db
    .select()
    .from(orderRefunds)
    .where(eq(orderRefunds.orderId, orderId))
    .orderBy(asc(orderRefunds.requestedAt), asc(orderRefunds.key))
}

/** In no order, so that some that do not go through never stand in the way of all others. */
export function listPendingRefunds(db: Db, limit: number): Promise<Refund[]> {
  return db
    .select()
    .from(orderRefunds)
    .where(eq(orderRefunds.state, sql`'pending'`))
    .orderBy(sql`random()`)
    .limit(limit)
}

type End = { at: string; providerRef?: string; userId?: number }

/** The money is on its way back, by the provider or by somebody's hand. */
export function endRefund(
  db: Db,
  refund: Refund,
  as: { from: RefundState; to: 'done' | 'byHand' },
  { at, providerRef, userId }: End,
) {
  const { key, orderId, amountInCent } = refund
  return [
    db
      .update(orderRefunds)
      .set({ state: as.to, doneAt: at, error: null, providerRef: providerRef ?? null })
      .where(and(eq(orderRefunds.key, key), eq(orderRefunds.state, as.from))),
    tellChange(db, {
      orderId,
      at,
      kind: as.to === 'done' ? 'refunded' : 'refundedByHand',
      amountInCent,
      detail: refund.title,
      userId: userId ?? null,
    }),
    ...closeRefunded(db, orderId, at),
    refreshAttention(db, orderId),
    refundedMail(db, key, at),
  ] as const
}

/** Nothing of its money is left with us: the order is closed, and holds no place in question. */
export function closeRefunded(db: Db, orderId: number, at: string) {
  const isBack = sql`EXISTS (SELECT 1 FROM orders WHERE orders.id = ${orderId} AND ${isAllBack})`
  return [
    releasePlaces(db, orderId, sql`${orderIs(orderId, ['review'])} AND ${isBack}`),
    db
      .update(orders)
      .set({ state: 'refunded', closedAt: at })
      .where(
        and(
          eq(orders.id, orderId),
          inArray(orders.state, ['paid', 'review', 'refund_pending']),
          isAllBack,
        ),
      ),
  ] as const
}

/** The provider says no, and will say so again: people have to look at it. */
export function refuseRefund(
  db: Db,
  refund: Refund,
  from: 'pending' | 'done',
  { at, error }: { at: string; error: string },
) {
  const { key, orderId, amountInCent } = refund
  return [
    db
      .update(orderRefunds)
      .set({ state: 'failed', error, doneAt: null })
      .where(and(eq(orderRefunds.key, key), eq(orderRefunds.state, from))),
    tellChange(db, { orderId, at, kind: 'refundRefused', amountInCent, detail: error }),
    // What was closed is open again.
    db
      .update(orders)
      .set({ state: 'refund_pending', closedAt: null })
      .where(
        sql`orders.id = ${orderId} AND orders.state = 'refunded'
          AND EXISTS (SELECT 1 FROM order_refunds WHERE key = ${key} AND state = 'failed')`,
      ),
    refreshAttention(db, orderId),
  ] as const
}

export function retryRefund(db: Db, refund: Refund, by: { userId: number; at: string }) {
  const { key, orderId } = refund
  // Of a second payment all is there; of the order's own what nothing else gave back meanwhile.
  const stillThere =
    refund.reason === 'double'
      ? sql`${orderRefunds.amountInCent}`
      : sql`(SELECT ${leftInCent} + ${refund.amountInCent} FROM orders WHERE orders.id = ${orderId})`
  const amountInCent = sql`(SELECT amount_in_cent FROM order_refunds WHERE key = ${key})`
  return [
    db
      .update(orderRefunds)
      .set({
        state: 'pending',
        error: null,
        requestedAt: by.at,
        attempt: sql`${orderRefunds.attempt} + 1`,
        amountInCent: sql`min(${orderRefunds.amountInCent}, ${stillThere})`,
      })
      .where(
        and(eq(orderRefunds.key, key), eq(orderRefunds.state, 'failed'), sql`${stillThere} > 0`),
      ),
    tellChange(db, { orderId, at: by.at, kind: 'refundRetried', amountInCent, userId: by.userId }),
    refreshAttention(db, orderId),
  ] as const
}
