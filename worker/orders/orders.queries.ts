import { and, desc, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { orders, parades, participations, paymentEvents } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import type { OrderState, PaymentProviderId } from '#worker/domain/codes.ts'

export type Order = typeof orders.$inferSelect

/** @param waitingRank the rank of an order that is put on the waiting list */
export function insertOrder(order: typeof orders.$inferInsert, waitingRank: SQL | null = null) {
  return write.insert(orders).values({ ...order, waitingRank })
}

export async function findOrder(db: Db, id: number): Promise<Order | null> {
  const [row] = await selectOrder(db, id)
  return row ?? null
}

export function selectOrder(db: Db, id: number) {
  return db.select().from(orders).where(eq(orders.id, id))
}

/**
 * Runs one state change as a batch.
 * @returns the order afterwards
 */
export async function stepOrder(
  db: Db,
  order: Order,
  statements: readonly BatchItem<'sqlite'>[],
): Promise<Order> {
  const results = await commit(db, [...statements, selectOrder(db, order.id)])
  const [stepped] = results.at(-1) as Order[]
  return stepped ?? order
}

/** The order of a token, which only its payer has. */
export async function findOrderByToken(db: Db, token: string): Promise<Order | null> {
  const [row] = await selectOrderByToken(db, token)
  return row ?? null
}

export function selectOrderByToken(db: Db, token: string) {
  return db.select().from(orders).where(eq(orders.token, token))
}

/** The order of a return token, which providers know and send payers back with. */
export async function findOrderByReturnToken(db: Db, token: string): Promise<Order | null> {
  const [row] = await db.select().from(orders).where(eq(orders.returnToken, token))
  return row ?? null
}

/** The open order of this request: one that is not yet paid, or on the waiting list. */
export function selectOpenOrder(db: Db, requestKey: string) {
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.requestKey, requestKey), inArray(orders.state, ['pending', 'waiting'])))
}

export async function findOrderByRef(
  db: Db,
  provider: PaymentProviderId,
  ref: string,
): Promise<Order | null> {
  const [row] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.providerRef, ref), eq(orders.provider, provider)))
  return row ?? null
}

/**
 * Most orders that one request closes, at one or two calls to the provider each; the sweep closes the rest.
 */
const mostOverdue = 20

/** The orders among `orderIds` that still hold places after the end of their reservation. */
export function listOverdue(db: Db, orderIds: readonly number[], now: Date): Promise<Order[]> {
  if (orderIds.length === 0) return Promise.resolve([])
  const ids = JSON.stringify([...new Set(orderIds)])
  return db
    .select()
    .from(orders)
    .where(and(sql`${orders.id} IN (SELECT value FROM json_each(${ids}))`, isOverdue(now)))
    .limit(mostOverdue)
}

/**
 * Orders whose reservation or offer is overdue, for the sweep. In random order, so that orders that cannot be
 * settled now never block all others.
 */
export function listOrdersToSweep(db: Db, now: Date, limit: number): Promise<Order[]> {
  return db.select().from(orders).where(isOverdue(now)).orderBy(sql`random()`).limit(limit)
}

function isOverdue(now: Date) {
  return and(
    inArray(orders.state, ['pending', 'waiting']),
    lte(orders.holdUntil, now.toISOString()),
  )
}

/**
 * Stores the checkout that the provider has opened, and reserves the places as long as the checkout can be paid.
 * @param checkout `reservedUntil`: the end of the reservation before the provider was asked
 * @returns the order afterwards, which may no longer be pending; null = there is none, or it was paid with an earlier
 *   checkout
 */
export async function saveCheckout(
  db: Db,
  orderId: number,
  checkout: { ref: string; redirectUrl: string; holdUntil: string; reservedUntil: string },
): Promise<{ state: OrderState; holdUntil: string; isCancelled: boolean } | null> {
  const { ref, redirectUrl, holdUntil, reservedUntil } = checkout
  const [[row]] = await commit(db, [
    write
      .update(orders)
      .set({
        providerRef: ref,
        redirectUrl,
        // A reservation that was shortened meanwhile, by a cancelled parade for example, stays shortened.
        holdUntil: sql`CASE WHEN ${orders.holdUntil} < ${reservedUntil}
        THEN ${orders.holdUntil} ELSE max(${orders.holdUntil}, ${holdUntil}) END`,
      })
      .where(
        and(eq(orders.id, orderId), or(isNull(orders.providerRef), eq(orders.providerRef, ref))),
      )
      .returning({
        state: orders.state,
        holdUntil: orders.holdUntil,
        isCancelled: sql<number>`CASE WHEN ${orders.holdUntil} < ${reservedUntil}
        THEN EXISTS (${cancelledParadeOf}) ELSE 0 END`,
      }),
  ])
  return row ? { ...row, isCancelled: row.isCancelled === 1 } : null
}

/** The cancelled parades of an order that can no longer be paid. */
export async function listCancelledParades(
  db: Db,
  orderId: number,
): Promise<{ id: number; title: string }[]> {
  return db
    .selectDistinct({ id: parades.id, title: parades.title })
    .from(participations)
    .innerJoin(parades, eq(parades.id, participations.paradeId))
    .where(and(eq(participations.orderId, orderId), isNotNull(parades.cancelledAt)))
    .orderBy(parades.id)
}

const cancelledParadeOf = sql`SELECT 1 FROM participations p JOIN parades d ON d.id = p.parade_id
  WHERE p.order_id = orders.id AND d.cancelled_at IS NOT NULL`

/** Stores the reference of a payment found for an order whose worker died before storing it. */
export async function saveProviderRef(db: Db, orderId: number, ref: string): Promise<void> {
  await commit(db, [
    write
      .update(orders)
      .set({ providerRef: ref })
      .where(and(eq(orders.id, orderId), isNull(orders.providerRef))),
  ])
}

export type PaymentEvent = typeof paymentEvents.$inferInsert

/** Records a payment event if the order is in one of these states after the statements before it. */
export function insertPaymentEventOnceOrderIs(
  event: PaymentEvent,
  orderId: number,
  states: readonly OrderState[],
) {
  const isReached = and(eq(orders.id, orderId), inArray(orders.state, [...states]))
  return insertSelected(
    paymentEvents,
    { ...event, orderId },
    sql`${orders} WHERE ${isReached}`,
  ).onConflictDoNothing()
}

/** Records an event that changed nothing. */
export function insertPaymentEvent(event: PaymentEvent) {
  return write.insert(paymentEvents).values(event).onConflictDoNothing()
}

export async function isKnownEvent(
  db: Db,
  provider: PaymentProviderId,
  eventId: string,
): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.provider, provider), eq(paymentEvents.eventId, eventId)))
  return rows.length > 0
}

/** The last notifications of payments, the newest first. */
export function listLastEvents(db: Db, limit: number) {
  const { type, orderId, receivedAt } = paymentEvents
  return db
    .select({ type, orderId, receivedAt })
    .from(paymentEvents)
    .orderBy(desc(receivedAt))
    .limit(limit)
}
