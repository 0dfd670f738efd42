import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { type Db, write } from '#worker/db/db.ts'
import { orderRefunds, orders } from '#worker/db/schema.ts'
import type { RefundState } from '#worker/domain/codes.ts'
import { refundedMail } from '#worker/mail/outbox.queries.ts'
import { refreshAttention } from './attention.queries.ts'
import { placeInHistory, tellChange } from './history.queries.ts'
import { isAllBack, leftInCent } from './money-left.ts'
import { orderIs, releasePlaces } from './order-states.queries.ts'

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
    tellChange({
      orderId,
      at,
      kind: as.to === 'done' ? 'refunded' : 'refundedByHand',
      amountInCent,
      detail: whatFor(refund),
      userId: userId ?? null,
    }),
    ...closeRefunded(orderId, at),
    refreshAttention(orderId),
    refundedMail(key, at),
  ] as const
}

function whatFor({ participationId, title }: Refund) {
  return participationId === null
    ? title
    : sql`coalesce(${placeInHistory(participationId)}, ${title})`
}

/** Nothing of its money is left with us: the order is closed, and holds no place in question. */
export function closeRefunded(orderId: number, at: string) {
  const isBack = sql`EXISTS (SELECT 1 FROM orders WHERE orders.id = ${orderId} AND ${isAllBack})`
  return [
    releasePlaces(orderId, sql`${orderIs(orderId, ['review'])} AND ${isBack}`),
    write
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
    tellChange({ orderId, at, kind: 'refundRefused', amountInCent, detail: error }),
    // What was closed is open again.
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
  // Of a second payment all is there; of the order's own what nothing else gave back meanwhile.
  const stillThere =
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
        amountInCent: sql`min(${orderRefunds.amountInCent}, ${stillThere})`,
      })
      .where(
        and(eq(orderRefunds.key, key), eq(orderRefunds.state, 'failed'), sql`${stillThere} > 0`),
      ),
    tellChange({ orderId, at: by.at, kind: 'refundRetried', amountInCent, userId: by.userId }),
    refreshAttention(orderId),
  ] as const
}
