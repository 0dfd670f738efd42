import { and, eq, exists, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { orders, participations, paymentEvents } from '#worker/db/schema.ts'
import type { OrderState, PaymentProviderId } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'

export type Order = typeof orders.$inferSelect

// Every state change is one batch whose statements ask for the state themselves, places first:
// run twice or by two at once, the second finds nothing left to do.

export function insertOrder(db: Db, order: typeof orders.$inferInsert) {
  return db.insert(orders).values(order)
}

export async function findOrderByToken(db: Db, token: string): Promise<Order | null> {
  const [row] = await db.select().from(orders).where(eq(orders.token, token))
  return row ?? null
}

export function selectPendingOrder(db: Db, requestKey: string) {
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.requestKey, requestKey), eq(orders.state, 'pending')))
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
 * The payment's page of one of these orders, when it is still open and of the same e-mail address:
 * somebody went back and changed something, and must find their way to pay or to break off.
 */
export async function findOpenPayment(
  db: Db,
  orderIds: readonly number[],
  emailAddress: string,
): Promise<string | null> {
  if (orderIds.length === 0) return null
  const [row] = await db
    .select({ redirectUrl: orders.redirectUrl })
    .from(orders)
    .where(
      and(
        inArray(orders.id, [...new Set(orderIds)]),
        eq(orders.state, 'pending'),
        sql`lower(${orders.emailAddress}) = ${emailAddress.toLowerCase()}`,
      ),
    )
    .limit(1)
  return row?.redirectUrl ?? null
}

/**
 * Pending orders whose hold is over, and refunds still to be made: the sweep's work. In no order,
 * so that some that cannot be settled now never stand in the way of all others.
 */
export function listOrdersToSweep(db: Db, now: Date, limit: number): Promise<Order[]> {
  const isDue = sql`(${orders.state} = 'pending' AND ${orders.holdUntil} <= ${now.toISOString()})
    OR ${orders.state} = 'refund_pending'`
  return db.select().from(orders).where(isDue).orderBy(sql`random()`).limit(limit)
}

export async function saveCheckout(
  db: Db,
  orderId: number,
  checkout: { ref: string; redirectUrl: string },
): Promise<void> {
  await db
    .update(orders)
    .set({ providerRef: checkout.ref, redirectUrl: checkout.redirectUrl })
    .where(eq(orders.id, orderId))
}

/** An order that came to nothing; money that still arrives for it is late. */
const closedStates = ['expired', 'cancelled', 'failed'] as const satisfies OrderState[]

/** The reserved places become booked, the order paid. */
export function bookOrder(db: Db, orderId: number, at: string) {
  return [
    db
      .update(participations)
      .set(paidPlace(at))
      .where(and(placesOf(orderId, 'reserved'), orderIs(orderId, ['pending']))),
    db
      .update(orders)
      .set({ state: 'paid', paidAt: at })
      .where(and(eq(orders.id, orderId), eq(orders.state, 'pending'))),
  ] as const
}

/**
 * Money that came late: the released places are taken again, all or none. Nothing happens when a
 * parade is over or a place is gone with its parade; a place taken breaks a unique index.
 */
export function restoreOrder(db: Db, order: Order, at: string, today: Day) {
  const isWhole = sql`(SELECT count(*) FROM participations
    WHERE order_id = ${order.id} AND state = 'released') = ${order.placeCount}`
  const isComing = sql`NOT EXISTS (SELECT 1 FROM participations p JOIN parades d ON d.id = p.parade_id
    WHERE p.order_id = ${order.id} AND d.date < ${today})`
  // Enrolled again meanwhile, perhaps as the member they have become: another key, the same person.
  const isAlone = sql`NOT EXISTS (SELECT 1 FROM participations p JOIN participations q
      ON q.parade_id = p.parade_id AND q.state IN ('reserved', 'booked')
      AND q.given_key = p.given_key
    WHERE p.order_id = ${order.id} AND p.state = 'released')`
  return [
    db
      .update(participations)
      .set(paidPlace(at))
      .where(
        and(
          placesOf(order.id, 'released'),
          orderIs(order.id, closedStates),
          isWhole,
          isComing,
          isAlone,
        ),
      ),
    db
      .update(orders)
      .set({ state: 'paid', paidAt: at, closedAt: null })
      .where(
        and(
          eq(orders.id, order.id),
          inArray(orders.state, [...closedStates]),
          exists(
            db.select({ one: sql`1` }).from(participations).where(placesOf(order.id, 'booked')),
          ),
        ),
      ),
  ] as const
}

/** The places are free again; the order came to nothing. */
export function releaseOrder(
  db: Db,
  orderId: number,
  as: (typeof closedStates)[number],
  at: string,
) {
  return [
    db
      .update(participations)
      .set({ state: 'released' })
      .where(and(placesOf(orderId, 'reserved'), orderIs(orderId, ['pending']))),
    db
      .update(orders)
      .set({ state: as, closedAt: at })
      .where(and(eq(orders.id, orderId), eq(orders.state, 'pending'))),
  ] as const
}

/**
 * The checkout could not be opened: the places are free again, unless a twin of the request has
 * opened it and somebody is on the payment's page.
 */
export function failOrder(db: Db, orderId: number, at: string) {
  const isUnopened = sql`EXISTS (SELECT 1 FROM orders WHERE id = ${orderId}
    AND state = 'pending' AND provider_ref IS NULL)`
  return [
    db
      .update(participations)
      .set({ state: 'released' })
      .where(and(placesOf(orderId, 'reserved'), isUnopened)),
    db
      .update(orders)
      .set({ state: 'failed', closedAt: at })
      .where(and(eq(orders.id, orderId), isUnopened)),
  ] as const
}

/** Late money without a place goes back; so far only the intention is stored. */
export function intendRefund(db: Db, orderId: number, at: string) {
  return db
    .update(orders)
    .set({ state: 'refund_pending', paidAt: at })
    .where(and(eq(orders.id, orderId), inArray(orders.state, [...closedStates])))
}

export function closeRefund(db: Db, orderId: number, at: string) {
  return db
    .update(orders)
    .set({ state: 'refunded', closedAt: at })
    .where(and(eq(orders.id, orderId), eq(orders.state, 'refund_pending')))
}

/** Another sum than ours was paid: people look at it. Places still held stay held meanwhile. */
export function sendToReview(db: Db, orderId: number, at: string) {
  return db
    .update(orders)
    .set({ state: 'review', paidAt: at })
    .where(and(eq(orders.id, orderId), inArray(orders.state, ['pending', ...closedStates])))
}

/** The event of a batch, kept only when the batch brought the order into one of these states. */
export function insertEventOnceOrderIs(
  db: Db,
  event: PaymentEvent,
  orderId: number,
  states: readonly OrderState[],
) {
  const { provider, eventId, type, receivedAt } = event
  return db
    .insert(paymentEvents)
    .select(
      db
        .select({
          provider: sql<PaymentProviderId>`${provider}`.as('provider'),
          eventId: sql<string>`${eventId}`.as('event_id'),
          type: sql<string>`${type}`.as('type'),
          orderId: orders.id,
          receivedAt: sql<string>`${receivedAt}`.as('received_at'),
        })
        .from(orders)
        .where(and(eq(orders.id, orderId), inArray(orders.state, [...states]))),
    )
    .onConflictDoNothing()
}

/** An event that led to nothing, since everything was done. */
export function insertEvent(db: Db, event: PaymentEvent) {
  return db.insert(paymentEvents).values(event).onConflictDoNothing()
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

export type PaymentEvent = typeof paymentEvents.$inferInsert

function paidPlace(at: string) {
  return { state: 'booked', participationFeePayed: true, feePayedAt: at } as const
}

function placesOf(orderId: number, state: 'reserved' | 'released' | 'booked') {
  return and(eq(participations.orderId, orderId), eq(participations.state, state))
}

function orderIs(orderId: number, states: readonly OrderState[]): SQL {
  return sql`EXISTS (SELECT 1 FROM orders WHERE id = ${orderId}
    AND state IN ${[...states]})`
}
