import { and, asc, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { offeredExtraCounts, planColumns } from '#worker/db/open-parades.ts'
import {
  costumeTypes,
  guildSettings,
  mails,
  orders,
  parades,
  participations,
} from '#worker/db/schema.ts'
import { checkInLink } from '#worker/domain/check-in.ts'
import type { OrderState } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import { extrasOf, type OfferedExtra, takenOfExtra } from '#worker/domain/extras.ts'
import { maskedAddress, mayCancelUntil, mayChangeCostume } from '#worker/domain/own-order.ts'
import { priceFor, publicFreePlaces } from '#worker/domain/parade.ts'
import { berlinMinute, planOf } from '#worker/domain/times.ts'
import { decidedState, waitingStateOf } from '#worker/domain/waiting.ts'
import { eachId } from '#worker/http/many.ts'
import { codeSvg } from '#worker/orders/code-pictures.ts'
import { extraColumns, firstInParade, locationOf } from '#worker/orders/mails/mail-facts.queries.ts'
import { leftInCent, sumOfRefunds } from '#worker/orders/order-sql.ts'
import { isPaidOnline, refundOfPlace } from '#worker/orders/refunds.queries.ts'
import { isPaidTooLate, positionOf, waitingReasonOf } from '#worker/orders/waiting-list.queries.ts'
import type { MyOrder, MyPerson, MyPlace, WaitingEntry } from './enrolment.contract.ts'

/** Id of the order with this token. */
export const ofToken = (token: string): SQL => sql`(SELECT id FROM orders WHERE token = ${token})`

/**
 * Whether the payer may correct the e-mail address of the row of `orders`: while it has a place in a parade
 * to come.
 */
export const mayChangeAddress = (today: Day): SQL => sql`(orders.email_address <> ''
  AND orders.state IN ('pending', 'waiting', 'paid', 'review') AND EXISTS (SELECT 1 FROM participations p
    JOIN parades d ON d.id = p.parade_id WHERE p.order_id = orders.id
    AND p.state IN ('reserved', 'booked', 'waiting') AND d.date >= ${today}))`

/** The guild's settings about cancelling by payers; the table has one row. */
export function selectSelfCancelRule(db: Db) {
  return db
    .select({
      selfCancel: guildSettings.selfCancel,
      selfCancelDays: guildSettings.selfCancelDays,
    })
    .from(guildSettings)
}

// The refund of the place, or of its whole order.
const refundedInCent = sql<number | null>`coalesce(
  (SELECT amount_in_cent FROM order_refunds WHERE key = 'place-' || participations.id),
  (SELECT min(amount_in_cent, participations.price_in_cent) FROM order_refunds
    WHERE key = 'order-' || participations.order_id AND participations.price_in_cent > 0))`

/** The places of an order with their parade; aliases keep equal column names apart. */
function selectPlaces(db: Db, token: string) {
  return db
    .select({
      id: participations.id,
      givenKey: participations.givenKey,
      firstName: participations.firstName,
      lastName: participations.lastName,
      ageClass: participations.ageClass,
      paradeId: participations.paradeId,
      title: parades.title,
      date: parades.date,
      paradeNumber: parades.paradeNumber,
      host: parades.host,
      hostTown: parades.hostTown,
      dateEnrolmentStart: parades.dateEnrolmentStart,
      timeEnrolmentStart: parades.timeEnrolmentStart,
      dateEnrolmentEnd: parades.dateEnrolmentEnd,
      timeEnrolmentEnd: parades.timeEnrolmentEnd,
      ...planColumns,
      paradeCancelledAt: sql<string | null>`${parades.cancelledAt}`.as('parade_cancelled_at'),
      costumeTypeId: participations.costumeTypeId,
      costumeType: costumeTypes.name,
      costumeNumber: participations.costumeNumber,
      priceInCent: participations.priceInCent,
      ...extraColumns,
      extraCounts: offeredExtraCounts,
      guardianName: participations.guardianName,
      state: participations.state,
      participationConfirmed: participations.participationConfirmed,
      checkInCode: participations.checkInCode,
      refundState: refundOfPlace.as('refund_state'),
      refundedInCent: refundedInCent.as('refunded_in_cent'),
      isPaidOnline: sql<number>`${isPaidOnline}`.as('is_paid_online'),
      isPaidInCash: sql<number>`(${participations.participationFeePayed} = 1
        AND ${participations.feePayedBy} IS NOT NULL)`.as('is_paid_in_cash'),
    })
    .from(participations)
    .innerJoin(parades, eq(parades.id, participations.paradeId))
    .innerJoin(costumeTypes, eq(costumeTypes.id, participations.costumeTypeId))
    .where(eq(participations.orderId, ofToken(token)))
    .orderBy(asc(participations.id))
}

type Reading = {
  db: Db
  now: Date
  today: Day
  /** The site's address, for the links of the check-in codes. */
  origin: string
}

type PlaceRow = Awaited<ReturnType<typeof selectPlaces>>[number]

/** What the payer sees of the order with this token; null when there is none. One read. */
export async function findMyOrder(
  { db, now, today, origin }: Reading,
  token: string,
): Promise<MyOrder | null> {
  const [[order], rows, [mail], [rule]] = await db.batch([
    db
      .select({
        state: orders.state,
        amountInCent: orders.amountInCent,
        paidAt: orders.paidAt,
        holdUntil: orders.holdUntil,
        redirectUrl: orders.redirectUrl,
        emailAddress: orders.emailAddress,
        left: leftInCent.as('left_in_cent'),
        refundedInCent: sumOfRefunds(sql`r.state IN ('done', 'byHand')`).as('refunded_in_cent'),
        mayChangeAddress: sql<number>`${mayChangeAddress(today)}`.as('may_change_address'),
        waitingRank: orders.waitingRank,
        offeredUntil: orders.offeredUntil,
        position: positionOf.as('position'),
        reason: waitingReasonOf(now).as('reason'),
        isPaidTooLate: isPaidTooLate.as('is_paid_too_late'),
      })
      .from(orders)
      .where(eq(orders.token, token)),
    selectPlaces(db, token),
    db
      .select({ state: mails.state })
      .from(mails)
      .where(and(eq(mails.orderId, ofToken(token)), eq(mails.kind, 'enrolled')))
      // A changed address gets a second mail; the last one counts.
      .orderBy(desc(mails.id))
      .limit(1),
    selectSelfCancelRule(db),
  ])
  if (!order) return null
  const state = decidedState(order, now)
  const hasLapsed = state !== order.state
  const { amountInCent, paidAt, holdUntil, redirectUrl, emailAddress, left } = order
  const isPending = state === 'pending'
  const isHeld = isPending && holdUntil > now.toISOString()

  const givesBack = rule?.selfCancel === 'refund' && state === 'paid'
  const placeOf = (row: PlaceRow): MyPlace => {
    const parade = { ...row, id: row.paradeId, cancelledAt: row.paradeCancelledAt }
    const own = { ...row, parade }
    const until = rule ? mayCancelUntil(own, rule, today) : null
    const mayChange = mayChangeCostume(own, berlinMinute(now))
    const isGivenBack = givesBack && row.isPaidOnline === 1
    return {
      id: row.id,
      parade: {
        id: row.paradeId,
        title: row.title,
        date: row.date,
        host: row.host,
        hostTown: row.hostTown,
        ...planOf(row),
        cancelledAt: row.paradeCancelledAt,
      },
      costumeTypeId: row.costumeTypeId,
      costumeType: row.costumeType,
      costumeNumber: row.costumeNumber,
      priceInCent: row.priceInCent,
      extras: extrasOf(row.extras, row.offeredExtras),
      guardianName: row.guardianName,
      state: hasLapsed ? 'released' : row.state,
      participationConfirmed: row.participationConfirmed,
      refund:
        row.refundState === null
          ? null
          : { amountInCent: row.refundedInCent ?? 0, state: row.refundState },
      owed: owedFor(row, left),
      mayChange,
      // The extras of a place on the waiting list cannot be changed.
      offeredExtras:
        row.state !== 'waiting' && (mayChange || until !== null)
          ? offeredExtrasOf(row, mayChange)
          : [],
      mayCancelUntil: until,
      cancelRefundInCent:
        until === null ? null : isGivenBack ? Math.max(0, Math.min(row.priceInCent, left)) : 0,
    }
  }

  return {
    state,
    waiting: order.waitingRank === null ? null : waitingOf({ ...order, state }),
    amountInCent,
    paidAt,
    refundedInCent: order.refundedInCent,
    holdUntil: isPending ? holdUntil : null,
    // Left out once the reservation is over: an overdue payment must not be started.
    payUrl: isHeld ? redirectUrl : null,
    refundableInCent: givesBack ? Math.max(0, left) : 0,
    emailAddress: maskedAddress(emailAddress),
    mayChangeAddress: order.mayChangeAddress === 1 && !hasLapsed,
    // A mail that is being sent counts as waiting.
    mail: mail?.state === 'sending' ? 'waiting' : (mail?.state ?? null),
    people: peopleOf(rows, (ofPerson) => ({
      ...codeOf(ofPerson, { today, origin }),
      places: ofPerson.map(placeOf),
    })),
  }
}

/** The booked extras, which can be given up, and while `mayAdd` those that cost nothing more. */
function offeredExtrasOf(row: PlaceRow, mayAdd: boolean): OfferedExtra[] {
  const { ageClass, extras: booked, offeredExtras, extraCounts } = row
  const isSwap = booked.length > 0
  return offeredExtras.flatMap(({ capacity, ...extra }) => {
    const isBooked = booked.some(({ id }) => id === extra.id)
    const isOffered = mayAdd && (isSwap || priceFor(ageClass, extra) === 0)
    const takenCount = takenOfExtra(extra.id, extraCounts)
    return isBooked || isOffered
      ? { ...extra, freePlaces: publicFreePlaces({ capacity, takenCount }) }
      : []
  })
}

type Entry = Pick<WaitingEntry, 'position' | 'offeredUntil' | 'reason'> & {
  state: OrderState
  isPaidTooLate: number
}

function waitingOf({ position, offeredUntil, reason, ...order }: Entry): WaitingEntry {
  const state = waitingStateOf({ ...order, offeredUntil })
  return { position, state, offeredUntil: state === 'offered' ? offeredUntil : null, reason }
}

/** What the guild owes for a booked place in a cancelled parade. */
function owedFor(row: PlaceRow, left: number): MyPlace['owed'] {
  const { paradeCancelledAt, state, priceInCent, isPaidOnline: online, isPaidInCash: cash } = row
  if (paradeCancelledAt === null || state !== 'booked' || priceInCent === 0) return null
  if (cash === 1) return { amountInCent: priceInCent, paid: 'cash' }
  const amountInCent = Math.min(priceInCent, left)
  return online === 1 && row.refundState === null && amountInCent > 0
    ? { amountInCent, paid: 'online' }
    : null
}

/** People in the order they were entered, each with their places, soonest first. */
function peopleOf(
  rows: readonly PlaceRow[],
  restOf: (places: readonly PlaceRow[]) => Omit<MyPerson, 'firstName' | 'lastName' | 'ageClass'>,
): MyPerson[] {
  return [...Map.groupBy(rows, ({ givenKey }) => givenKey).values()].flatMap((ofPerson) => {
    const [first] = ofPerson
    if (!first) return []
    const { firstName, lastName, ageClass } = first
    return [{ firstName, lastName, ageClass, ...restOf(ofPerson.toSorted(soonestFirst)) }]
  })
}

/**
 * One code for all places of a person, taken from a booked place in a parade to come that is not cancelled.
 */
function codeOf(places: readonly PlaceRow[], { today, origin }: Pick<Reading, 'today' | 'origin'>) {
  const place = places.find(
    ({ state, date, paradeCancelledAt, checkInCode }) =>
      state === 'booked' && paradeCancelledAt === null && date >= today && checkInCode !== '',
  )
  return {
    checkInCode: place?.checkInCode ?? null,
    checkInSvg: place ? codeSvg(checkInLink(origin, place.checkInCode)) : null,
  }
}

function soonestFirst(a: PlaceRow, b: PlaceRow): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1
  return a.paradeNumber - b.paradeNumber || a.id - b.id
}

/**
 * The order's places in parades to come, for the payer's calendar. Cancelled parades are included, because
 * their entries may be in the calendar already. null when no order has the token.
 */
export async function readCalendar(db: Db, token: string, today: Day) {
  const [[order], rows] = await db.batch([
    db
      .select({
        isFamily: sql<number>`(SELECT count(DISTINCT p.given_key) > 1 FROM participations p
          WHERE p.order_id = orders.id)`.as('is_family'),
      })
      .from(orders)
      .where(eq(orders.token, token)),
    db
      .select({
        paradeId: participations.paradeId,
        entryId: firstInParade.as('entry_id'),
        title: parades.title,
        date: parades.date,
        location: locationOf.as('location'),
        ...planColumns,
        firstName: participations.firstName,
        costumeType: costumeTypes.name,
        costumeNumber: participations.costumeNumber,
        ...extraColumns,
        isCancelled: sql<boolean>`${parades.cancelledAt} IS NOT NULL`
          .mapWith(Boolean)
          .as('is_cancelled'),
        isGivenUp: sql<boolean>`${participations.state} = 'cancelled'`
          .mapWith(Boolean)
          .as('is_given_up'),
      })
      .from(participations)
      .innerJoin(parades, eq(parades.id, participations.paradeId))
      .innerJoin(costumeTypes, eq(costumeTypes.id, participations.costumeTypeId))
      .where(
        and(
          eq(participations.orderId, ofToken(token)),
          inArray(participations.state, ['booked', 'cancelled']),
          gte(parades.date, today),
        ),
      )
      .orderBy(asc(parades.date), asc(parades.paradeNumber), asc(participations.id)),
  ])
  if (!order) return null
  const places = rows.map(({ offeredExtras, ...place }) => ({
    ...place,
    extras: extrasOf(place.extras, offeredExtras),
  }))
  return { isFamily: order.isFamily === 1, places }
}

/** What decides whether the payer may cancel these places, in one read; null when no order has the token. */
export async function readOwnPlaces(db: Db, token: string, placeIds: readonly number[]) {
  const [[order], places, [rule]] = await db.batch([
    db.select().from(orders).where(eq(orders.token, token)),
    db
      .select({
        state: participations.state,
        cancelledBy: participations.cancelledBy,
        participationConfirmed: participations.participationConfirmed,
        isPaidOnline: sql<number>`${isPaidOnline}`.as('is_paid_online'),
        parade: {
          id: parades.id,
          title: parades.title,
          date: parades.date,
          dateEnrolmentStart: parades.dateEnrolmentStart,
          timeEnrolmentStart: parades.timeEnrolmentStart,
          dateEnrolmentEnd: parades.dateEnrolmentEnd,
          timeEnrolmentEnd: parades.timeEnrolmentEnd,
          cancelledAt: sql<string | null>`${parades.cancelledAt}`.as('parade_cancelled_at'),
        },
      })
      .from(participations)
      .innerJoin(parades, eq(parades.id, participations.paradeId))
      .where(
        sql`participations.id IN (SELECT value FROM ${eachId(placeIds)})
          AND participations.order_id = ${ofToken(token)}`,
      ),
    selectSelfCancelRule(db),
  ])
  return order && rule ? { order, places, rule } : null
}
