import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { planColumns } from '#worker/db/open-parades.ts'
import {
  costumeTypes,
  guildSettings,
  mails,
  orderRefunds,
  orders,
  parades,
  participations,
} from '#worker/db/schema.ts'
import { rowsOf } from '#worker/db/statements.ts'
import type { MailKind, OrderState, RefundReason } from '#worker/domain/codes.ts'
import { type Extra, extrasOf, type PlacedExtra } from '#worker/domain/extras.ts'
import type { ParadePlan } from '#worker/domain/times.ts'

/** One person's place in a parade. */
export type CalendarPlace = ParadePlan & {
  paradeId: number
  /** Id of the order's first participation in this parade, cancelled or not; the calendar entry's id. */
  entryId: number
  title: string
  date: string
  /** The host's town with its postcode; the host if the town is unknown. */
  location: string
  firstName: string
  costumeType: string
  costumeNumber: string
  /** Whether its parade is cancelled. */
  isCancelled: boolean
  /** Whether the place was booked and is cancelled. */
  isGivenUp?: boolean
  extras: PlacedExtra[]
}

export type MailPlace = CalendarPlace & {
  participationId: number
  lastName: string
  /** Id of the person's first participation in the order: identifies the person and sorts the people. */
  enteredAs: number
  priceInCent: number
  isPaid: boolean
  /** The host's town; the host if the town is unknown. */
  town: string
  /** "" = none. */
  checkInCode: string
}

/** The parade that a mail is about; null if it was deleted since. */
export type ParadeFacts = { title: string; date: string; town: string; reason: string } | null

/** A person booked in that parade under the same address. */
export type ParadePerson = {
  firstName: string
  priceInCent: number
  /** How the fee was paid when the mail was written; null = not paid. */
  paid: 'online' | 'cash' | null
}

export type RefundFacts = {
  amountInCent: number
  reason: RefundReason
  /** The place whose fee is refunded; null for the whole order. */
  participationId: number | null
  paradeTitle: string | null
  /** The place's person; null for the whole order. */
  person: string | null
}

/** A place of an order whose link the payer asked for. */
export type LinkedPlace = {
  orderId: number
  token: string
  state: OrderState
  createdAt: string
  paradeId: number
  title: string
  date: string
  firstName: string
}

export type MailFacts = {
  kind: MailKind
  createdAt: string
  emailAddress: string
  firstName: string
  /** The token that opens the order; null when the mail is about no order. */
  token: string | null
  /** Whether the order has or had several people. */
  isFamily: boolean
  paidInCent: number
  /** The state of the order now; null when the mail is about no order. */
  orderState: OrderState | null
  /** The instant until which the places are offered; null when they are not. */
  offeredUntil: string | null
  refund: RefundFacts | null
  /** The order's places, soonest first. */
  places: MailPlace[]
  /** For a mail with links: all orders of its address, oldest first, each place soonest first. */
  linked: LinkedPlace[]
  parade: ParadeFacts
  people: ParadePerson[]
  guildName: string
}

/** `MailFacts` with the addresses of the mail's links. */
export type MailTerms = MailFacts & {
  /** The site's public address; "" = none. */
  origin: string
  /** The order's page; null without an order or a public address. */
  myOrderUrl: string | null
}

/** All data of a mail; one read. */
export async function readMailFacts(db: Db, mailId: number): Promise<MailFacts | null> {
  const [[mail], rows, linked, [parade = null], people, [guild]] = await db.batch([
    selectMail(db, mailId),
    selectPlaces(db, mailId),
    selectLinked(db, mailId),
    selectParade(db, mailId),
    selectPeople(db, mailId),
    db.select({ name: guildSettings.name }).from(guildSettings),
  ])
  const places = rows.map(({ offeredExtras, ...place }) => ({
    ...place,
    extras: extrasOf(place.extras, offeredExtras),
  }))
  return mail ? { ...mail, places, linked, parade, people, guildName: guild?.name ?? '' } : null
}

const address = sql<string>`coalesce(${mails.emailAddress}, ${orders.emailAddress})`

function selectMail(db: Db, mailId: number) {
  return db
    .select({
      kind: mails.kind,
      createdAt: mails.createdAt,
      emailAddress: address,
      firstName: sql<string>`coalesce(${orders.firstName}, ${participations.firstName}, '')`,
      token: orders.token,
      isFamily: sql<boolean>`((SELECT count(DISTINCT p.given_key) FROM participations p
        WHERE p.order_id = ${orders.id}) > 1)`
        .mapWith(Boolean)
        .as('is_family'),
      paidInCent: sql<number>`coalesce(${orders.receivedInCent}, ${orders.amountInCent})`,
      orderState: sql<OrderState | null>`${orders.state}`.as('order_state'),
      offeredUntil: orders.offeredUntil,
      refund: {
        amountInCent: orderRefunds.amountInCent,
        reason: orderRefunds.reason,
        participationId: orderRefunds.participationId,
        paradeTitle: orderRefunds.title,
        person: sql<string | null>`(SELECT trim(p.first_name || ' ' || p.last_name)
          FROM participations p WHERE p.id = ${orderRefunds.participationId})`,
      },
    })
    .from(mails)
    .leftJoin(orders, eq(orders.id, mails.orderId))
    .leftJoin(participations, eq(participations.id, mails.participationId))
    .leftJoin(orderRefunds, eq(orderRefunds.key, mails.refundKey))
    .where(and(eq(mails.id, mailId), sql`${address} IS NOT NULL`))
}

// A place that was cancelled after the mail was sent is still shown in it, so that the text is the one that
// was sent.
const stoodWhenSent = sql`(${participations.state} = 'booked' OR (${participations.state} = 'cancelled'
  AND ${participations.cancelledAt} > ${mails.sentAt})
  OR ${mails.kind} IN ('waiting', 'offered', 'waitingCostume', 'waitingEnded'))`

// A fee that was refunded after the mail was sent still counts as paid in its text.
const wasPaidWhenSent = sql<boolean>`(${participations.participationFeePayed} = 1 OR EXISTS (
  SELECT 1 FROM order_refunds r WHERE r.requested_at > ${mails.sentAt}
  AND r.key IN ('place-' || ${participations.id}, 'order-' || ${participations.orderId})))`.mapWith(
  Boolean,
)

// A parade that was cancelled after the mail was sent is shown as it was.
const wasCancelledWhenSent = sql<boolean>`(${parades.cancelledAt} IS NOT NULL
  AND coalesce(${parades.cancelledAt} <= ${mails.sentAt}, 1))`.mapWith(Boolean)

/** The extras of a place, and those of its parade; `extrasOf` joins them. */
export const extraColumns = {
  extras: participations.extras,
  offeredExtras: sql<Extra[]>`${parades.extras}`.mapWith(parades.extras).as('offered_extras'),
}

/** Id of the calendar entry; stays the same when one person of the order cancels. */
export const firstInParade = sql<number>`(SELECT min(p.id) FROM participations p
  WHERE p.order_id = ${participations.orderId} AND p.parade_id = ${participations.paradeId})`

/** The host's town; the host if the town is unknown. */
export const townOf = sql<string>`coalesce(nullif(${parades.hostTown}, ''), ${parades.host})`

/** The place that a calendar's map searches for. */
export const locationOf = sql<string>`CASE WHEN ${parades.hostTown} = '' THEN ${parades.host}
  ELSE trim(${parades.hostPlz} || ' ' || ${parades.hostTown}) END`

function selectParade(db: Db, mailId: number) {
  return db
    .select({
      title: parades.title,
      date: parades.date,
      town: townOf,
      reason: mails.paradeReason,
    })
    .from(mails)
    .innerJoin(parades, eq(parades.id, mails.paradeId))
    .where(eq(mails.id, mailId))
}

// How the fee was paid when the mail was written: later refunds and payments do not change the mail's text.
const wasOnlineThen = sql`((p.participation_fee_payed = 1 AND p.fee_payed_by IS NULL) OR EXISTS (
  SELECT 1 FROM order_refunds r WHERE r.requested_at > mails.created_at
  AND r.key IN ('place-' || p.id, 'order-' || p.order_id)))`
const wasCashThen = sql`(p.fee_payed_by IS NOT NULL AND p.fee_payed_at <= mails.created_at
  AND (p.participation_fee_payed = 1 OR p.cash_returned_at > mails.created_at))`
const wasBookedThen = sql`(p.state = 'booked' OR (p.state = 'cancelled'
  AND p.cancelled_at > mails.created_at))`

/** The people of a mail about a parade: an address gets one mail for all people booked under it. */
function selectPeople(db: Db, mailId: number) {
  return rowsOf<ParadePerson>(
    db,
    {
      firstName: sql`p.first_name`,
      priceInCent: sql`p.price_in_cent`,
      paid: sql`CASE WHEN p.price_in_cent = 0 THEN NULL WHEN ${wasCashThen} THEN 'cash'
        WHEN ${wasOnlineThen} THEN 'online' END`,
    },
    sql`mails JOIN participations p ON p.parade_id = mails.parade_id AND ${wasBookedThen}
        LEFT JOIN orders o ON o.id = p.order_id LEFT JOIN members m ON m.id = p.member_id
      WHERE mails.id = ${mailId} AND (p.order_id = mails.order_id OR p.id = mails.participation_id
        OR lower(coalesce(o.email_address, trim(m.e_mail)))
          = lower(coalesce(mails.email_address, (SELECT email_address FROM orders
            WHERE id = mails.order_id))))
      ORDER BY p.id`,
  )
}

function selectPlaces(db: Db, mailId: number) {
  return db
    .select({
      participationId: participations.id,
      paradeId: participations.paradeId,
      firstName: participations.firstName,
      lastName: participations.lastName,
      enteredAs: sql<number>`(SELECT min(p.id) FROM participations p
        WHERE p.order_id = ${participations.orderId} AND p.given_key = ${participations.givenKey})`,
      entryId: firstInParade,
      title: parades.title,
      date: parades.date,
      town: townOf,
      location: locationOf,
      ...planColumns,
      costumeType: costumeTypes.name,
      costumeNumber: participations.costumeNumber,
      priceInCent: participations.priceInCent,
      ...extraColumns,
      isPaid: wasPaidWhenSent,
      isCancelled: wasCancelledWhenSent,
      checkInCode: participations.checkInCode,
    })
    .from(mails)
    .innerJoin(participations, eq(participations.orderId, mails.orderId))
    .innerJoin(parades, eq(parades.id, participations.paradeId))
    .innerJoin(costumeTypes, eq(costumeTypes.id, participations.costumeTypeId))
    .where(and(eq(mails.id, mailId), stoodWhenSent))
    .orderBy(asc(parades.date), asc(parades.paradeNumber), asc(participations.id))
}

// The mail's day in UTC is never later than in Germany; the rendering filters by the exact day.
function selectLinked(db: Db, mailId: number) {
  return db
    .select({
      orderId: sql<number>`${orders.id}`.as('order_id'),
      token: orders.token,
      state: orders.state,
      createdAt: orders.createdAt,
      paradeId: participations.paradeId,
      title: parades.title,
      date: parades.date,
      firstName: sql<string>`${participations.firstName}`.as('person'),
    })
    .from(mails)
    .innerJoin(orders, sql`lower(${orders.emailAddress}) = lower(${mails.emailAddress})`)
    .innerJoin(participations, eq(participations.orderId, orders.id))
    .innerJoin(parades, eq(parades.id, participations.paradeId))
    .where(
      and(
        eq(mails.id, mailId),
        eq(mails.kind, 'orderLinks'),
        inArray(orders.state, ['pending', 'paid', 'waiting']),
        inArray(participations.state, ['reserved', 'booked', 'waiting']),
        sql`${parades.date} >= substr(${mails.createdAt}, 1, 10)`,
      ),
    )
    .orderBy(
      asc(orders.id),
      asc(parades.date),
      asc(parades.paradeNumber),
      asc(parades.id),
      asc(participations.id),
    )
}
