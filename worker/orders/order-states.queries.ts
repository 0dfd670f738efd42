import { and, eq, exists, gt, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import { guard } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { isExtraLost } from '#worker/db/place-extras.ts'
import { orders, participations } from '#worker/db/schema.ts'
import type { OrderState, ParticipationState } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { noHold } from '#worker/domain/waiting.ts'
import { enrolledMail, offeredMail, waitingEndedMail } from '#worker/mail/outbox.queries.ts'
import { countLoadPaid } from './network-load.queries.ts'
import { insertOrderEventIfChanged, leftInCent, refreshAttention } from './order-sql.ts'
import type { Order } from './orders.queries.ts'
import {
  exceedsCapacity,
  exceedsExtras,
  hasEnrolledAgain,
  isUnbooked,
  selectFitting,
} from './waiting-list.queries.ts'

// Every state change is one batch whose statements check the state, places first: when it runs twice or
// concurrently, the second run changes nothing.

/** States in which an order has ended unpaid. */
const endStates = ['expired', 'cancelled', 'failed'] as const satisfies OrderState[]

/** States of an order whose payment has ended; a payment that still arrives is late. */
export const closedStates = [...endStates, 'waiting'] as const satisfies OrderState[]

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
 * cancelled, deleted or full, an extra of the order is removed, or an entry of the waiting list comes first; a place
 * that is taken violates a unique index.
 */
export function restoreOrder(db: Db, order: Order, { receivedInCent, at }: Payment, today: Day) {
  const parades = sql`SELECT parade_id FROM participations WHERE order_id = ${order.id}`
  const onlyIf = sql`NOT EXISTS (${selectFitting(parades, new Date(at), sql`o.id <> ${order.id}`)})`
  const places = rebookPlaces(order, { at, today, from: closedStates, onlyIf })
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
  const orderId = sql`${order.id}`
  const isWhole = sql`(SELECT count(*) FROM participations p WHERE ${isUnbooked(orderId)}) = ${order.placeCount}`
  const isComing = sql`NOT EXISTS (SELECT 1 FROM participations p JOIN parades d ON d.id = p.parade_id
    WHERE p.order_id = ${order.id} AND (d.date < ${today} OR d.cancelled_at IS NOT NULL))`
  const areExtrasKept = sql`NOT EXISTS (SELECT 1 FROM participations p JOIN parades d ON d.id = p.parade_id
    WHERE ${isUnbooked(orderId)} AND ${isExtraLost(sql`p.extras`, sql`d.extras`)})`
  return write
    .update(participations)
    .set(paidPlace(at))
    .where(
      and(
        placesOf(order.id, ['reserved', 'released', 'waiting']),
        orderHasState(order.id, from),
        isWhole,
        isComing,
        areExtrasKept,
        sql`NOT ${hasEnrolledAgain(orderId)}`,
        sql`NOT ${exceedsCapacity(orderId)}`,
        sql`NOT ${exceedsExtras(orderId)}`,
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

export type Release = {
  /** Id of the user who ended it; null = no user. */
  endedBy?: number | null
  /** Another order of the payer takes its place. */
  isReplaced?: boolean
  /** The state that the order has to be in. */
  from?: 'pending' | 'waiting'
  /** Only the payment ends: as long as the order's offer stands, the order returns to the waiting list (`keepOffer`). */
  keepsOffer?: boolean
}

/** The state from which an order that was not paid is released: it waits, or its payment was opened. */
export const unpaidStateOf = ({ state }: Pick<Order, 'state'>) =>
  state === 'waiting' ? 'waiting' : 'pending'

/** Releases the places of an order that ended unpaid. */
export function releaseOrder(
  orderId: number,
  as: (typeof endStates)[number],
  at: string,
  { endedBy = null, isReplaced = false, from = 'pending', keepsOffer = false }: Release = {},
) {
  return [
    ...(keepsOffer ? keepOffer(orderId, at) : []),
    releasePlaces(orderId, orderHasState(orderId, [from])),
    write
      .update(orders)
      .set({ state: as, closedAt: at, attention: null })
      .where(and(eq(orders.id, orderId), eq(orders.state, from))),
    insertOrderEventIfChanged({
      orderId,
      at,
      kind: isReplaced ? 'replaced' : endedBy === null ? as : 'ended',
      userId: endedBy,
    }),
    waitingEndedMail(orderId, at, endedBy),
  ] as const
}

/**
 * Precedes the statements that release the places of a payment that has ended: as long as the order's offer stands,
 * the order returns to the waiting list with its places, and the payer may try again. An order whose offer was taken
 * back returns without its places.
 */
function keepOffer(orderId: number, at: string, condition: SQL = sql`1`) {
  const isTakenBack = sql`EXISTS (SELECT 1 FROM orders WHERE orders.id = ${orderId}
    AND orders.state = 'pending' AND ${isOfferTakenBack} AND ${condition})`
  return [
    write
      .update(participations)
      .set({ state: 'waiting' })
      .where(and(placesOf(orderId, ['reserved']), isTakenBack)),
    write
      .update(orders)
      .set({
        state: 'waiting',
        // The provider stays: a late payment of the checkout is found by the return token.
        providerRef: null,
        redirectUrl: null,
        endedPayments: sql`ended_payments + 1`,
        holdUntil: sql`coalesce(offered_until, ${noHold})`,
        attention: null,
      })
      .where(
        and(
          eq(orders.id, orderId),
          eq(orders.state, 'pending'),
          or(gt(orders.offeredUntil, at), isOfferTakenBack),
          condition,
        ),
      ),
    insertOrderEventIfChanged({
      orderId,
      at,
      kind: sql`(SELECT iif(offered_until IS NULL, 'offerTakenBack', 'offerKept') FROM orders
        WHERE orders.id = ${orderId})`,
    }),
  ] as const
}

/** An accepted offer of a parade that was cancelled meanwhile (`endParadeHolds`). */
const isOfferTakenBack = and(isNotNull(orders.waitingRank), isNull(orders.offeredUntil))

/** Holds the places of a waiting order for its payer until `until`. A place that is taken violates a unique index. */
export function offerOrder(
  orderId: number,
  { at, until, userId = null }: { at: string; until: string; userId?: number | null },
) {
  const isWaiting = sql`EXISTS (SELECT 1 FROM orders WHERE id = ${orderId} AND state = 'waiting'
    AND offered_until IS NULL)`
  return [
    write
      .update(participations)
      .set({ state: 'reserved' })
      .where(and(placesOf(orderId, ['waiting']), isWaiting)),
    write
      .update(orders)
      .set({ offeredUntil: until, holdUntil: until })
      .where(and(eq(orders.id, orderId), isWaiting)),
    insertOrderEventIfChanged({ orderId, at, kind: 'offered', userId }),
    offeredMail(orderId, at),
  ] as const
}

/**
 * Takes offers back that are not accepted: their orders wait again and keep their rank.
 * @param which a condition about the order `o`
 */
export function withdrawOffers(which: SQL) {
  const isOffered = sql`(o.state = 'waiting' AND o.offered_until IS NOT NULL AND ${which})`
  return [
    write
      .update(participations)
      .set({ state: 'waiting' })
      .where(
        sql`participations.state = 'reserved' AND participations.order_id IN (SELECT o.id FROM orders o
          WHERE ${isOffered})`,
      ),
    write
      .update(orders)
      .set({ offeredUntil: null, holdUntil: noHold })
      .where(sql`orders.id IN (SELECT o.id FROM orders o WHERE ${isOffered})`),
  ] as const
}

/** Offers for the parade end at `end` at the latest. An accepted one stays reserved until its payment ends. */
export function shortenOffersIn(paradeId: number, end: string) {
  return write
    .update(orders)
    .set({ offeredUntil: end, holdUntil: sql`iif(state = 'waiting', ${end}, hold_until)` })
    .where(
      sql`orders.state IN ('pending', 'waiting') AND orders.offered_until > ${end}
        AND EXISTS (SELECT 1 FROM participations p WHERE p.order_id = orders.id
          AND p.parade_id = ${paradeId} AND p.state = 'reserved')`,
    )
}

type Accepted = Pick<Order, 'provider' | 'holdUntil'>

/** The payer accepts the offered places and pays for them next; changes nothing when the offer has ended. */
export function acceptOffer(orderId: number, at: string, accepted: Accepted) {
  return [
    write
      .update(orders)
      .set({ ...accepted, state: 'pending', providerRef: null, redirectUrl: null })
      .where(and(eq(orders.id, orderId), eq(orders.state, 'waiting'), gt(orders.offeredUntil, at))),
    insertOrderEventIfChanged({ orderId, at, kind: 'offerAccepted' }),
  ] as const
}

/**
 * Releases the places for another order of the same payer in this batch; rejected if the first order was paid meanwhile.
 */
export function replaceOrder(order: Order, at: string) {
  const { id } = order
  return [
    guard('earlierUnpaid', sql`NOT ${orderHasState(id, ['paid', 'review'])}`),
    ...releaseOrder(id, 'cancelled', at, { from: unpaidStateOf(order), isReplaced: true }),
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
    ...keepOffer(orderId, at, isUnopened),
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
    .where(and(placesOf(orderId, ['reserved', 'waiting']), condition))
}

function paidPlace(at: string) {
  return { state: 'booked', participationFeePayed: true, feePayedAt: at } as const
}

function placesOf(orderId: number, states: ParticipationState[]) {
  return and(eq(participations.orderId, orderId), inArray(participations.state, states))
}

export function orderHasState(orderId: number, states: readonly OrderState[]): SQL {
  return sql`EXISTS (SELECT 1 FROM orders WHERE id = ${orderId}
    AND state IN ${[...states]})`
}
