import { and, eq, exists, inArray, type SQL, sql } from 'drizzle-orm'
import { guard } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { orders, participations } from '#worker/db/schema.ts'
import type { OrderState } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { enrolledMail } from '#worker/mail/outbox.queries.ts'
import { countLoadPaid } from './network-load.queries.ts'
import { insertOrderEventIfChanged, leftInCent, refreshAttention } from './order-sql.ts'
import type { Order } from './orders.queries.ts'

// Every state change is one batch whose statements check the state, places first: when it runs twice or
// concurrently, the second run changes nothing.

/** States of an order that ended unpaid; a payment that still arrives is late. */
export const closedStates = ['expired', 'cancelled', 'failed'] as const satisfies OrderState[]

type Payment = { receivedInCent: number; at: string }

/**
 * Books the reserved places and marks the order as paid. Places in a parade that was cancelled at the last
 * moment are booked too, since they are paid, and refunded with all others of that parade.
 */
export function bookOrder(orderId: number, { receivedInCent, at }: Payment) {
  return [
    write
      .update(participations)
      .set(paidPlace(at))
      .where(and(placesOf(orderId, ['reserved']), orderHasState(orderId, ['pending']))),
    write
      .update(orders)
      .set({ state: 'paid', paidAt: at, receivedInCent, attention: null })
      .where(and(eq(orders.id, orderId), eq(orders.state, 'pending'))),
    insertOrderEventIfChanged({ orderId, at, kind: 'paid', amountInCent: receivedInCent }),
    countLoadPaid(orderId),
    enrolledMail(orderId, at),
  ] as const
}

/**
 * Books the released places of a late payment again, all or none. Changes nothing when a parade is over,
 * cancelled, deleted or full; a place that is taken violates a unique index.
 */
export function restoreOrder(db: Db, order: Order, { receivedInCent, at }: Payment, today: Day) {
  const places = rebookPlaces(order, { at, today, from: closedStates })
  return [
    places,
    markPaidOnceBooked(db, order.id, closedStates, { paidAt: at, receivedInCent }),
    insertOrderEventIfChanged({
      orderId: order.id,
      at,
      kind: 'paidLate',
      amountInCent: receivedInCent,
    }),
    countLoadPaid(order.id),
    enrolledMail(order.id, at),
  ] as const
}

/** A user accepts a different amount as paid: all places are booked or none. */
export function acceptOrder(db: Db, order: Order, by: { userId: number; at: string }, today: Day) {
  const { userId, at } = by
  const isMoneyThere = sql`EXISTS (SELECT 1 FROM orders WHERE orders.id = ${order.id}
    AND ${leftInCent} > 0)`
  return [
    rebookPlaces(order, { at, today, from: ['review'], onlyIf: isMoneyThere }),
    markPaidOnceBooked(db, order.id, ['review'], {}),
    insertOrderEventIfChanged({ orderId: order.id, at, kind: 'accepted', userId }),
    countLoadPaid(order.id),
    refreshAttention(order.id),
    enrolledMail(order.id, at),
  ] as const
}

type Again = { at: string; today: Day; from: readonly OrderState[]; onlyIf?: SQL }

function rebookPlaces(order: Order, { at, today, from, onlyIf }: Again) {
  const unbooked = sql`p.order_id = ${order.id} AND p.state IN ('reserved', 'released')`
  const isWhole = sql`(SELECT count(*) FROM participations p WHERE ${unbooked}) = ${order.placeCount}`
  const isComing = sql`NOT EXISTS (SELECT 1 FROM participations p JOIN parades d ON d.id = p.parade_id
    WHERE p.order_id = ${order.id} AND (d.date < ${today} OR d.cancelled_at IS NOT NULL))`
  // The person has not enrolled again. The given key is compared, because a match with a member changes the person
  // key.
  const isAlone = sql`NOT EXISTS (SELECT 1 FROM participations p JOIN participations q
      ON q.parade_id = p.parade_id AND q.state IN ('reserved', 'booked')
      AND q.given_key = p.given_key AND q.id <> p.id
    WHERE ${unbooked})`
  // Released places count again, so they have to fit into what is free now.
  const isWithinCapacity = sql`NOT EXISTS (SELECT 1 FROM participations p JOIN parades d ON d.id = p.parade_id
    WHERE p.order_id = ${order.id} AND p.state = 'released' AND d.capacity IS NOT NULL
    GROUP BY d.id HAVING d.taken_count + count(*) > d.capacity)`
  const isWithinExtras = sql`NOT EXISTS (SELECT 1 FROM participations p
    CROSS JOIN json_each(p.extras) e CROSS JOIN parades d ON d.id = p.parade_id
    CROSS JOIN json_each(d.extras) x ON x.value ->> 'id' = e.value ->> 'id'
    CROSS JOIN extra_counts c ON c.parade_id = d.id AND c.extra_id = e.value ->> 'id'
    WHERE p.order_id = ${order.id} AND p.state = 'released'
    GROUP BY d.id, c.extra_id
    HAVING c.taken_count + sum(e.value ->> 'quantity') > min(x.value ->> 'capacity'))`
  return write
    .update(participations)
    .set(paidPlace(at))
    .where(
      and(
        placesOf(order.id, ['reserved', 'released']),
        orderHasState(order.id, from),
        isWhole,
        isComing,
        isAlone,
        isWithinCapacity,
        isWithinExtras,
        onlyIf,
      ),
    )
}

function markPaidOnceBooked(
  db: Db,
  orderId: number,
  from: readonly OrderState[],
  set: { paidAt?: string; receivedInCent?: number },
) {
  return write
    .update(orders)
    .set({ state: 'paid', closedAt: null, ...set })
    .where(
      and(
        eq(orders.id, orderId),
        inArray(orders.state, [...from]),
        exists(
          db
            .select({ one: sql`1` })
            .from(participations)
            .where(placesOf(orderId, ['booked'])),
        ),
      ),
    )
}

/**
 * Releases the places of an order that ended unpaid.
 * @param endedBy id of the user who ended it; null = no user
 */
export function releaseOrder(
  orderId: number,
  as: (typeof closedStates)[number],
  at: string,
  endedBy: number | null = null,
) {
  return [
    releasePlaces(orderId, orderHasState(orderId, ['pending'])),
    write
      .update(orders)
      .set({ state: as, closedAt: at, attention: null })
      .where(and(eq(orders.id, orderId), eq(orders.state, 'pending'))),
    insertOrderEventIfChanged({
      orderId,
      at,
      kind: endedBy === null ? as : 'ended',
      userId: endedBy,
    }),
  ] as const
}

/**
 * Releases the places for another order of the same payer in this batch; rejected if the first order was paid meanwhile.
 */
export function replaceOrder(orderId: number, at: string) {
  return [
    guard('earlierUnpaid', sql`NOT ${orderHasState(orderId, ['paid', 'review'])}`),
    ...releaseOrder(orderId, 'cancelled', at),
  ] as const
}

/** `releaseOrder` by a user, when the provider was unreachable for long. */
export function releaseUndecided(orderId: number, by: { userId: number; at: string }) {
  const isUndecided = sql`EXISTS (SELECT 1 FROM orders WHERE id = ${orderId}
    AND state = 'pending' AND attention = 'undecided')`
  return [
    releasePlaces(orderId, isUndecided),
    write
      .update(orders)
      .set({ state: 'expired', closedAt: by.at, attention: null })
      .where(and(eq(orders.id, orderId), isUndecided)),
    insertOrderEventIfChanged({ orderId, at: by.at, kind: 'releasedByHand', userId: by.userId }),
  ] as const
}

/**
 * Releases the places when the checkout could not be opened, unless a repetition of the request has
 * opened one, whose page a payer may be using.
 */
export function failOrder(orderId: number, at: string) {
  const isUnopened = sql`EXISTS (SELECT 1 FROM orders WHERE id = ${orderId}
    AND state = 'pending' AND provider_ref IS NULL)`
  return [
    releasePlaces(orderId, isUnopened),
    write
      .update(orders)
      .set({ state: 'failed', closedAt: at })
      .where(and(eq(orders.id, orderId), isUnopened)),
    insertOrderEventIfChanged({ orderId, at, kind: 'failed' }),
  ] as const
}

/** A different amount was paid: staff decide. Places that are still reserved stay reserved. */
export function sendToReview(orderId: number, { receivedInCent, at }: Payment) {
  return [
    write
      .update(orders)
      .set({ state: 'review', paidAt: at, receivedInCent })
      .where(and(eq(orders.id, orderId), inArray(orders.state, ['pending', ...closedStates]))),
    insertOrderEventIfChanged({ orderId, at, kind: 'review', amountInCent: receivedInCent }),
    refreshAttention(orderId),
  ] as const
}

export function releasePlaces(orderId: number, condition: SQL) {
  return write
    .update(participations)
    .set({ state: 'released' })
    .where(and(placesOf(orderId, ['reserved']), condition))
}

function paidPlace(at: string) {
  return { state: 'booked', participationFeePayed: true, feePayedAt: at } as const
}

function placesOf(orderId: number, states: ('reserved' | 'released' | 'booked')[]) {
  return and(eq(participations.orderId, orderId), inArray(participations.state, states))
}

export function orderHasState(orderId: number, states: readonly OrderState[]): SQL {
  return sql`EXISTS (SELECT 1 FROM orders WHERE id = ${orderId}
    AND state IN ${[...states]})`
}
