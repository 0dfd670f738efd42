import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Db, write } from '#worker/db/db.ts'
import { orderHistory, orderRefunds, orders, participations } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import type { OrderState, RefundReason, RefundState } from '#worker/domain/codes.ts'
import { refundedMail } from '#worker/mail/outbox.queries.ts'
import {
  insertOrderEventIfChanged,
  isFullyRefunded,
  leftInCent,
  placeTitleInHistory,
  refreshAttention,
} from './order-sql.ts'
import { closedStates, orderHasState, releasePlaces } from './order-states.queries.ts'

// Refunds are stored as requests before they are made, so that none is lost.

/** State of a place's refund: its own, or that of the whole order. A place without a price has none. */
export const refundOfPlace = sql<RefundState | null>`coalesce(
  (SELECT state FROM order_refunds WHERE key = 'place-' || participations.id),
  CASE WHEN participations.price_in_cent > 0 THEN
    (SELECT state FROM order_refunds WHERE key = 'order-' || participations.order_id) END)`

/** A place whose fee was paid online and is not refunded. */
export const isPaidOnline = sql`(participations.participation_fee_payed = 1
  AND participations.fee_payed_by IS NULL AND participations.price_in_cent > 0
  AND participations.state IN ('booked', 'cancelled'))`

type Request = { reason: RefundReason; at: string; userId: number | null }

/** Requests the refund of all that is left of an order in one of these states. */
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
 * Requests a refund for each of these places. Several may belong to one order: together they are at most what
 * is left of its payment, in the order in which they were enrolled.
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

/** Requests the full refund of a second payment of an order. */
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

/** Marks places unpaid whose refund was requested just before in this batch. */
export function markRefundedUnpaid(which: SQL) {
  return markUnpaid(
    sql`${which} AND ${isPaidOnline} AND EXISTS (SELECT 1 FROM order_refunds r
      WHERE r.key IN ('place-' || participations.id, 'order-' || participations.order_id))`,
  )
}

export function markUnpaid(which: SQL) {
  return write
    .update(participations)
    .set({ participationFeePayed: false, feePayedAt: null })
    .where(which)
}

/** Cancels places and records it; places that were ticked off as present stay. */
export function cancelPlaces(which: SQL, { userId, at }: { userId: number; at: string }) {
  const isCancellable = sql`${which} AND participations.state = 'booked'
    AND participations.participation_confirmed = 0`
  return [
    insertSelected(
      orderHistory,
      {
        orderId: participations.orderId,
        at,
        kind: 'placeCancelled',
        detail: placeTitleInHistory(participations.id),
        userId,
      },
      sql`participations WHERE ${isCancellable}`,
    ),
    write
      .update(participations)
      .set({ state: 'cancelled', cancelledAt: at, cancelledBy: userId })
      .where(isCancellable),
  ] as const
}

/** Marks an order whose full refund the statement before has requested, and releases reserved places. */
export function markRefundPending(orderId: number) {
  const isAskedFor = sql`EXISTS (SELECT 1 FROM order_refunds
    WHERE key = ${`order-${orderId}`} AND state = 'pending')`
  const from: OrderState[] = ['paid', 'review']
  return [
    releasePlaces(orderId, sql`${orderHasState(orderId, from)} AND ${isAskedFor}`),
    write
      .update(orders)
      .set({ state: 'refund_pending' })
      .where(and(eq(orders.id, orderId), inArray(orders.state, from), isAskedFor)),
  ] as const
}

/** Requests the refund of a payment that came too late for its places, and releases those that it still waits for. */
export function refundLatePayment(
  orderId: number,
  { receivedInCent, at }: { receivedInCent: number; at: string },
) {
  return [
    releasePlaces(orderId, orderHasState(orderId, closedStates)),
    write
      .update(orders)
      .set({ state: 'refund_pending', paidAt: at, receivedInCent, closedAt: null })
      .where(and(eq(orders.id, orderId), inArray(orders.state, [...closedStates]))),
    insertOrderEventIfChanged({ orderId, at, kind: 'paidLate', amountInCent: receivedInCent }),
    insertOrderRefund(orderId, ['refund_pending'], { reason: 'late', at, userId: null }),
    insertOrderEventIfChanged({
      orderId,
      at,
      kind: 'refundRequested',
      amountInCent: receivedInCent,
    }),
    refreshAttention(orderId),
  ] as const
}

export type Refund = typeof orderRefunds.$inferSelect

export async function findRefund(db: Db, key: string): Promise<Refund | null> {
  const [row] = await selectRefund(db, key)
  return row ?? null
}

export function selectRefund(db: Db, key: string) {
  return db.select().from(orderRefunds).where(eq(orderRefunds.key, key))
}

export function listRefundsOf(db: Db, orderId: number) {
  return db
    .select()
    .from(orderRefunds)
    .where(eq(orderRefunds.orderId, orderId))
    .orderBy(asc(orderRefunds.requestedAt), asc(orderRefunds.key))
}

/** Pending refunds in random order, so that refunds that keep failing never block all others. */
export function listPendingRefunds(db: Db, limit: number): Promise<Refund[]> {
  return db
    .select()
    .from(orderRefunds)
    .where(eq(orderRefunds.state, sql`'pending'`))
    .orderBy(sql`random()`)
    .limit(limit)
}

type End = { at: string; providerRef?: string; userId?: number }

/** Marks a refund as made, by the provider or by hand. */
export function endRefund(
  refund: Refund,
  as: { from: RefundState; to: 'done' | 'byHand' },
  { at, providerRef, userId }: End,
) {
  const { key, orderId, amountInCent } = refund
  return [
    write
      .update(orderRefunds)
      .set({ state: as.to, doneAt: at, error: null, providerRef: providerRef ?? null })
      .where(and(eq(orderRefunds.key, key), eq(orderRefunds.state, as.from))),
    insertOrderEventIfChanged({
      orderId,
      at,
      kind: as.to === 'done' ? 'refunded' : 'refundedByHand',
      amountInCent,
      detail: detailOfRefund(refund),
      userId: userId ?? null,
    }),
    ...closeRefunded(orderId, at),
    refreshAttention(orderId),
    refundedMail(key, at),
  ] as const
}

function detailOfRefund({ participationId, title }: Refund) {
  return participationId === null
    ? title
    : sql`coalesce(${placeTitleInHistory(participationId)}, ${title})`
}

/** A booked place for which nothing is to be paid (any more), as after giving up its extras. */
const hasFreePlace = sql`EXISTS (SELECT 1 FROM participations p
  WHERE p.order_id = orders.id AND p.state = 'booked' AND p.price_in_cent = 0)`

/**
 * Closes an order whose whole payment is refunded, unless places of it stand that cost nothing; places under review
 * are released.
 */
export function closeRefunded(orderId: number, at: string) {
  const isBack = sql`EXISTS (SELECT 1 FROM orders WHERE orders.id = ${orderId} AND ${isFullyRefunded})`
  return [
    releasePlaces(orderId, sql`${orderHasState(orderId, ['review'])} AND ${isBack}`),
    write
      .update(orders)
      .set({ state: 'refunded', closedAt: at })
      .where(
        and(
          eq(orders.id, orderId),
          inArray(orders.state, ['paid', 'review', 'refund_pending']),
          isFullyRefunded,
          sql`NOT ${hasFreePlace}`,
        ),
      ),
  ] as const
}

/** Marks a refund that the provider rejects for good, so that staff look at it. */
export function markRefundFailed(
  refund: Refund,
  from: 'pending' | 'done',
  { at, error }: { at: string; error: string },
) {
  const { key, orderId, amountInCent } = refund
  return [
    write
      .update(orderRefunds)
      .set({ state: 'failed', error, doneAt: null })
      .where(and(eq(orderRefunds.key, key), eq(orderRefunds.state, from))),
    insertOrderEventIfChanged({ orderId, at, kind: 'refundRefused', amountInCent, detail: error }),
    // A refunded order is open again, since its refund failed.
    write
      .update(orders)
      .set({ state: 'refund_pending', closedAt: null })
      .where(
        sql`orders.id = ${orderId} AND orders.state = 'refunded'
          AND EXISTS (SELECT 1 FROM order_refunds WHERE key = ${key} AND state = 'failed')`,
      ),
    refreshAttention(orderId),
  ] as const
}

export function retryRefund(refund: Refund, by: { userId: number; at: string }) {
  const { key, orderId } = refund
  // A second payment can be refunded in full, the first only as far as it was not refunded otherwise.
  const refundable =
    refund.reason === 'double'
      ? sql`${orderRefunds.amountInCent}`
      : sql`(SELECT ${leftInCent} + ${refund.amountInCent} FROM orders WHERE orders.id = ${orderId})`
  const amountInCent = sql`(SELECT amount_in_cent FROM order_refunds WHERE key = ${key})`
  return [
    write
      .update(orderRefunds)
      .set({
        state: 'pending',
        error: null,
        requestedAt: by.at,
        attempt: sql`${orderRefunds.attempt} + 1`,
        amountInCent: sql`min(${orderRefunds.amountInCent}, ${refundable})`,
      })
      .where(
        and(eq(orderRefunds.key, key), eq(orderRefunds.state, 'failed'), sql`${refundable} > 0`),
      ),
    insertOrderEventIfChanged({
      orderId,
      at: by.at,
      kind: 'refundRetried',
      amountInCent,
      userId: by.userId,
    }),
    refreshAttention(orderId),
  ] as const
}
