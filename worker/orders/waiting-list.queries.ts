import { and, asc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { guard } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { ageRuleColumns } from '#worker/db/open-parades.ts'
import { freeOfExtra, freeOfParade, joinExtra } from '#worker/db/place-extras.ts'
import { orderHistory, orders, parades, participations } from '#worker/db/schema.ts'
import { correlated, insertSelected, rowsOf, singleRow } from '#worker/db/statements.ts'
import type { OrderEvent, WaitingEnd, WaitingReason } from '#worker/domain/codes.ts'
import type { BookedExtra, Extra } from '#worker/domain/extras.ts'
import type { Time } from '#worker/domain/times.ts'
import { assumedStart, lastBeginningWithoutOffer } from '#worker/domain/waiting.ts'
import { eachId } from '#worker/http/many.ts'

// What keeps places that are not booked from being booked. Each condition is about the order `orderId`.

export const isUnbooked = (orderId: SQL) =>
  sql`p.order_id = ${orderId} AND p.state IN ('reserved', 'released', 'waiting')`

/** Places that do not count yet, so they have to fit into what is free. */
const isUncounted = sql`p.state IN ('released', 'waiting')`

/**
 * A person is enrolled in the same parade by another place. The given key is compared, because a match with a member
 * changes the person key.
 */
export const hasEnrolledAgain = (orderId: SQL) => sql`EXISTS (SELECT 1 FROM participations p
    JOIN participations q ON q.parade_id = p.parade_id AND q.state IN ('reserved', 'booked')
      AND q.given_key = p.given_key AND q.id <> p.id
    WHERE ${isUnbooked(orderId)})`

/** A person is enrolled in the same parade under the key that an index keeps unique. */
const isEnrolledAsMember = (orderId: SQL) => sql`EXISTS (SELECT 1 FROM participations p
    JOIN participations q ON q.parade_id = p.parade_id AND q.state IN ('reserved', 'booked')
      AND q.person_key = p.person_key AND q.id <> p.id
    WHERE ${isUnbooked(orderId)})`

/**
 * Two unbooked places of the order in one parade are the same in what an index keeps unique, after a merge of members or
 * a change of a costume: they can never be held both, and an order that only seems to fit would stop all behind it.
 */
const hasTwins = (orderId: SQL, same: SQL) => sql`EXISTS (SELECT 1 FROM participations p
    JOIN participations q ON q.order_id = p.order_id AND q.parade_id = p.parade_id AND q.id < p.id
      AND q.state = p.state AND ${same}
    WHERE ${isUnbooked(orderId)})`

const isSameCostume = sql`q.costume_type_id = p.costume_type_id
  AND q.costume_number_key = p.costume_number_key AND q.costume_number_key <> ''`

const hasLostCostume = (orderId: SQL) => sql`EXISTS (SELECT 1 FROM participations p
    JOIN participations q ON q.parade_id = p.parade_id AND q.state IN ('reserved', 'booked')
      AND ${isSameCostume} AND q.id <> p.id
    WHERE ${isUnbooked(orderId)})`

/** The places do not fit into what is free in one of their parades. */
export const exceedsCapacity = (orderId: SQL) =>
  sql`EXISTS (SELECT 1 FROM ${exceedingParades(orderId)})`

const exceedingParades = (orderId: SQL) => sql`participations p JOIN parades d ON d.id = p.parade_id
    WHERE p.order_id = ${orderId} AND ${isUncounted} GROUP BY d.id HAVING ${freeOfParade} < count(*)`

/** The extras do not fit into what is free of one of them. */
export const exceedsExtras = (orderId: SQL) =>
  sql`EXISTS (SELECT 1 FROM ${exceedingExtras(orderId)})`

const exceedingExtras = (orderId: SQL) => sql`participations p
    CROSS JOIN json_each(p.extras) e CROSS JOIN parades d ON d.id = p.parade_id
    ${joinExtra(sql`e.value ->> 'id'`)}
    WHERE p.order_id = ${orderId} AND ${isUncounted}
    GROUP BY d.id, e.value ->> 'id' HAVING min(${freeOfExtra}) < sum(e.value ->> 'quantity')`

const hasCancelledParade = (orderId: SQL) => sql`EXISTS (SELECT 1 FROM participations p
    JOIN parades d ON d.id = p.parade_id WHERE p.order_id = ${orderId} AND d.cancelled_at IS NOT NULL)`

const begin = sql`(d.date || ' ' || coalesce(d.time_start, ${sql.raw(`'${assumedStart}'`)}))`

/** A parade of the order begins too soon for an offer. */
const isTooLate = (orderId: SQL, now: Date) => sql`EXISTS (SELECT 1 FROM participations p
    JOIN parades d ON d.id = p.parade_id
    WHERE p.order_id = ${orderId} AND ${begin} <= ${lastBeginningWithoutOffer(now)})`

const isEnrolled = (orderId: SQL) =>
  sql`(${hasEnrolledAgain(orderId)} OR ${isEnrolledAsMember(orderId)}
    OR ${hasTwins(orderId, sql`q.person_key = p.person_key`)})`

const age = sql`((substr(parades.date, 1, 4) - substr(p.birthday, 1, 4))
    - (substr(parades.date, 6) < substr(p.birthday, 6)))`

/** A person does not meet the age rules that are in force for a parade now (domain/minors.ts). */
export const breaksAgeRule = (orderId: SQL) => sql`EXISTS (SELECT 1 FROM participations p
    JOIN parades ON parades.id = p.parade_id
    WHERE p.order_id = ${orderId} AND (${age} < ${ageRuleColumns.minAge.sql}
      OR (${age} < ${ageRuleColumns.guardianBelow.sql} AND p.guardian_name IS NULL)
      OR (p.birthday IS NULL
        AND coalesce(${ageRuleColumns.minAge.sql}, ${ageRuleColumns.guardianBelow.sql}) IS NOT NULL)))`

/**
 * Why the order cannot be offered its places now; NULL when it can. A taken costume comes before missing places, so that
 * the payer, who alone can name another, learns it before places are free. A person who is enrolled may wear it.
 */
const reasonOf = (orderId: SQL, now: Date) => sql<WaitingReason | null>`CASE
    WHEN ${hasCancelledParade(orderId)} THEN 'paradeCancelled'
    WHEN ${isTooLate(orderId, now)} THEN 'tooLate'
    WHEN ${hasLostCostume(orderId)} AND NOT ${isEnrolled(orderId)} THEN 'costumeTaken'
    WHEN ${exceedsCapacity(orderId)} THEN 'paradeFull'
    WHEN ${exceedsExtras(orderId)} THEN 'extraFull'
    WHEN ${breaksAgeRule(orderId)} THEN 'ageRule'
    WHEN ${isEnrolled(orderId)} THEN 'personEnrolled'
    WHEN ${hasTwins(orderId, isSameCostume)} THEN 'costumeTaken'
  END`

/**
 * An order that waits without an offer, and whose places in one of these parades are still wanted. The plus keeps SQLite
 * from reading all waiting orders by their state: those of these parades are few.
 */
const waitsFor = (paradeIds: SQL) => sql`+o.state = 'waiting' AND o.offered_until IS NULL
    AND o.id IN (SELECT w.order_id FROM participations w
      WHERE w.parade_id IN (${paradeIds}) AND w.state = 'waiting')`

/**
 * SELECT of the id of the first order on the waiting list of these parades whose whole wish fits; no row without one.
 * The capacity is compared first, because it costs least and is what most orders lack.
 * @param paradeIds a SELECT of one column
 */
export function selectFitting(paradeIds: SQL, now: Date, condition: SQL = sql`1`): SQL {
  return sql`SELECT o.id FROM orders o WHERE ${waitsFor(paradeIds)} AND ${condition}
    AND NOT ${exceedsCapacity(sql`o.id`)} AND ${reasonOf(sql`o.id`, now)} IS NULL ORDER BY o.waiting_rank LIMIT 1`
}

/** Orders that one run tells of a lost costume; the next run of the cron tells the rest. */
const toldPerRun = 50

/** The first waiting orders of these parades that lack a costume, and have not been told so. */
export function selectLackingCostume(paradeIds: SQL, now: Date): SQL {
  return sql`SELECT o.id FROM orders o WHERE ${waitsFor(paradeIds)}
    AND ${reasonOf(sql`o.id`, now)} = 'costumeTaken'
    AND NOT EXISTS (SELECT 1 FROM order_history h WHERE h.order_id = o.id AND h.kind = 'costumeTaken'
      AND h.id > coalesce((SELECT max(c.id) FROM order_history c
        WHERE c.order_id = o.id AND c.kind = 'costumeChangedByPayer'), 0))
    ORDER BY o.waiting_rank LIMIT ${toldPerRun}`
}

/** The orders that wait without an offer and cannot get one any more, because a parade begins too soon. */
export function listTooLate(db: Db, now: Date, limit: number) {
  return db
    .select()
    .from(orders)
    .where(
      sql`orders.state = 'waiting' AND orders.offered_until IS NULL
        AND ${isTooLate(sql`orders.id`, now)}`,
    )
    .limit(limit)
}

/**
 * The first order whose whole wish fits, with the number of its places and its first parade, and whether others have
 * to be told of a lost costume; one read.
 */
export async function readQueue(db: Db, paradeIds: SQL, now: Date) {
  const [[fitting], lackingCostume] = await db.batch([
    rowsOf<{ id: number; places: number; date: string; timeStart: Time | null }>(
      db,
      {
        id: sql`p.order_id`,
        places: sql`count(*) OVER ()`,
        date: sql`d.date`,
        timeStart: sql`d.time_start`,
      },
      sql`(${selectFitting(paradeIds, now)}) first
        JOIN participations p ON p.order_id = first.id JOIN parades d ON d.id = p.parade_id
        ORDER BY ${begin} LIMIT 1`,
    ),
    rowsOf<{ id: number }>(db, { id: sql`id` }, sql`(${selectLackingCostume(paradeIds, now)})`),
  ])
  return { fitting, isCostumeLacking: lackingCostume.length > 0 }
}

/** An order with a place in the parade, its first parade, and why it cannot be offered its places now; one read. */
export async function readEntry(db: Db, { paradeId, entryId }: EntryOfParade, now: Date) {
  const hasPlace = sql`EXISTS (SELECT 1 FROM participations p
    WHERE p.order_id = ${entryId} AND p.parade_id = ${paradeId})`
  const [[order], [first]] = await db.batch([
    db
      .select()
      .from(orders)
      .where(and(eq(orders.id, entryId), isNotNull(orders.waitingRank), hasPlace)),
    rowsOf<{ date: string; timeStart: Time | null; reason: WaitingReason | null }>(
      db,
      { date: sql`d.date`, timeStart: sql`d.time_start`, reason: reasonOf(sql`${entryId}`, now) },
      sql`participations p JOIN parades d ON d.id = p.parade_id WHERE p.order_id = ${entryId}
        ORDER BY ${begin} LIMIT 1`,
    ),
  ])
  return order && first ? { order, ...first } : null
}

/** A parade of the order, or an extra of it, whose free places do not suffice for the order; null when all do. */
export async function findScarce(db: Db, orderId: number): Promise<Scarce | null> {
  const order = sql`${orderId}`
  const [[parade], [extra]] = await db.batch([
    rowsOf<Scarce>(
      db,
      {
        paradeId: sql`d.id`,
        extraId: sql`NULL`,
        freePlaces: sql`max(0, ${freeOfParade})`,
      },
      sql`${exceedingParades(order)} LIMIT 1`,
    ),
    rowsOf<Scarce>(
      db,
      {
        paradeId: sql`d.id`,
        extraId: sql`x.value ->> 'id'`,
        freePlaces: sql`max(0, ${freeOfExtra})`,
      },
      sql`${exceedingExtras(order)} LIMIT 1`,
    ),
  ])
  return parade ?? extra ?? null
}

/** `extraId`: null when the parade itself has too few places. */
type Scarce = { paradeId: number; extraId: number | null; freePlaces: number }

/** An entry of the waiting list of a parade: the order's id. */
export type EntryOfParade = { paradeId: number; entryId: number }

/** The position among the orders that wait without an offer for one of its parades; NULL for an order with one. */
export const positionOf = sql<number | null>`CASE WHEN orders.state = 'waiting'
  AND orders.offered_until IS NULL THEN 1 + (SELECT count(DISTINCT o.id) FROM participations p
    JOIN participations w ON w.parade_id = p.parade_id AND w.state = 'waiting'
    JOIN orders o ON o.id = w.order_id
    WHERE p.order_id = orders.id AND o.state = 'waiting' AND o.offered_until IS NULL
      AND o.waiting_rank < orders.waiting_rank) END`

/** Why the row of `orders` is offered no places now; NULL when it could be, or does not wait. */
export const waitingReasonOf = (now: Date) => sql<WaitingReason | null>`CASE
  WHEN orders.state = 'waiting' AND orders.offered_until IS NULL THEN ${reasonOf(sql`orders.id`, now)} END`

/** The position among the orders that wait for this parade; NULL for an order that does not. */
const positionIn = (paradeId: number) => sql<number | null>`CASE WHEN orders.state = 'waiting'
  AND orders.offered_until IS NULL THEN 1 + (SELECT count(*) FROM orders o
    WHERE ${waitsFor(sql`SELECT ${paradeId}`)} AND o.waiting_rank < orders.waiting_rank) END`

const hasEvent = (kind: OrderEvent) => sql`EXISTS (SELECT 1 FROM order_history h
  WHERE h.order_id = orders.id AND h.kind = ${kind})`

const removedBy = sql<WaitingEnd | null>`CASE WHEN orders.state <> 'cancelled' THEN NULL
  WHEN ${hasEvent('ended')} THEN 'staff' WHEN ${hasEvent('replaced')} THEN 'newOrder' ELSE 'payer' END`

/** 1 if the order's money came after its places had gone, so that it was refunded. */
export const isPaidTooLate = sql<number>`EXISTS (SELECT 1 FROM order_refunds r
  WHERE r.order_id = orders.id AND r.reason = 'late')`

type WaitingPlace = { firstName: string; lastName: string; extras: BookedExtra[] }

/** All orders that were put on the waiting list of a parade, those that wait in the order of their ranks first. */
export async function listWaiting(db: Db, paradeId: number, now: Date) {
  const places = correlated<WaitingPlace[]>(
    sql`SELECT json_group_array(json_object('firstName', p.first_name, 'lastName', p.last_name,
      'extras', json(p.extras)) ORDER BY p.id) FROM participations p
      WHERE p.order_id = orders.id AND p.parade_id = ${paradeId}`,
  ).mapWith((text: string): WaitingPlace[] => JSON.parse(text))
  const isInParade = sql`orders.id IN (SELECT order_id FROM participations
    WHERE parade_id = ${paradeId} AND order_id IS NOT NULL)`
  const [[parade], rows] = await db.batch([
    db
      .select({ extras: sql<Extra[]>`extras`.mapWith(parades.extras) })
      .from(parades)
      .where(eq(parades.id, paradeId)),
    db
      .select({
        id: orders.id,
        state: orders.state,
        offeredUntil: orders.offeredUntil,
        createdAt: orders.createdAt,
        position: positionIn(paradeId).as('position'),
        reason: waitingReasonOf(now).as('reason'),
        removedBy: removedBy.as('removed_by'),
        isPaidTooLate: isPaidTooLate.as('is_paid_too_late'),
        places: places.as('places'),
      })
      .from(orders)
      .where(sql`orders.waiting_rank IS NOT NULL AND ${isInParade}`)
      .orderBy(sql`orders.state NOT IN ('waiting', 'pending')`, asc(orders.waitingRank)),
  ])
  return parade ? { offered: parade.extras, rows } : null
}

/** Aborts the commit unless the whole wish of the order fits now. */
export const guardFits = (orderId: number, now: Date) =>
  guard('fits', sql`${reasonOf(sql`${orderId}`, now)} IS NULL`)

/** A rank behind all others. */
export const lastRank = sql`(SELECT coalesce(max(o.waiting_rank), 0) + 1 FROM orders o
  WHERE o.waiting_rank IS NOT NULL)`

/** A rank before all others. */
export const firstRank = sql`(SELECT coalesce(min(o.waiting_rank), 0) - 1 FROM orders o
  WHERE o.waiting_rank IS NOT NULL)`

/** The parades of an order, as the SELECT that `selectFitting` expects. */
export const paradesOfOrder = (orderId: number | SQL) =>
  sql`SELECT parade_id FROM ${participations} WHERE order_id = ${orderId}`

export const paradesOfOrders = (orderIds: readonly number[]) => sql`SELECT parade_id
  FROM participations WHERE order_id IN (SELECT value FROM ${eachId(orderIds)})`

/** The parades that orders wait for. */
export const paradesOfWaiting = sql`SELECT p.parade_id FROM orders o
  JOIN participations p ON p.order_id = o.id WHERE o.state = 'waiting' AND p.state = 'waiting'`

/** Records that the order was put on the waiting list. */
export const insertWaitingEvent = (orderId: SQL, at: string) =>
  insertSelected(orderHistory, { orderId, at, kind: 'waiting' }, sql`${singleRow} WHERE 1`)
