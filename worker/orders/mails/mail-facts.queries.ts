import { and, asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import {
  costumeTypes,
  guildSettings,
  mails,
  orderRefunds,
  orders,
  parades,
  participations,
} from '#worker/db/schema.ts'
import type { MailKind, RefundReason } from '#worker/domain/codes.ts'

export type MailPlace = {
  participationId: number
  title: string
  date: string
  /** The host's town, or the host where none is known. */
  town: string
  costumeType: string
  costumeNumber: string
  priceInCent: number
  isPaid: boolean
}

export type RefundFacts = {
  amountInCent: number
  reason: RefundReason
  /** The place whose fee goes back; null for all of the order. */
  participationId: number | null
  paradeTitle: string | null
}

export type MailFacts = {
  kind: MailKind
  createdAt: string
  emailAddress: string
  firstName: string
  paidInCent: number
  refund: RefundFacts | null
  /** Soonest first. */
  places: MailPlace[]
  guildName: string
}

/** Everything that the mails of an order tell; one read. */
export async function readMailFacts(db: Db, mailId: number): Promise<MailFacts | null> {
  const [[mail], places, [guild]] = await db.batch([
    selectMail(db, mailId),
    selectPlaces(db, mailId),
    db.select({ name: guildSettings.name }).from(guildSettings),
  ])
  return mail ? { ...mail, places, guildName: guild?.name ?? '' } : null
}

function selectMail(db: Db, mailId: number) {
  return db
    .select({
      kind: mails.kind,
      createdAt: mails.createdAt,
      emailAddress: orders.emailAddress,
      firstName: orders.firstName,
      paidInCent: sql<number>`coalesce(${orders.receivedInCent}, ${orders.amountInCent})`,
      refund: {
        amountInCent: orderRefunds.amountInCent,
        reason: orderRefunds.reason,
        participationId: orderRefunds.participationId,
        paradeTitle: orderRefunds.title,
      },
    })
    .from(mails)
    .innerJoin(orders, eq(orders.id, mails.orderId))
    .leftJoin(orderRefunds, eq(orderRefunds.key, mails.refundKey))
    .where(eq(mails.id, mailId))
}

// A place that was given up after the mail went out stands in it still: it is shown as it was sent.
const stoodWhenSent = sql`(${participations.state} = 'booked' OR (${participations.state} = 'cancelled'
  AND ${participations.cancelledAt} > ${mails.sentAt}))`

// So does a fee that went back after it.
const wasPaidWhenSent = sql<boolean>`(${participations.participationFeePayed} = 1 OR EXISTS (
  SELECT 1 FROM order_refunds r WHERE r.requested_at > ${mails.sentAt}
  AND r.key IN ('place-' || ${participations.id}, 'order-' || ${participations.orderId})))`.mapWith(
  Boolean,
)

function selectPlaces(db: Db, mailId: number) {
  return db
    .select({
      participationId: participations.id,
      title: parades.title,
      date: parades.date,
      town: sql<string>`coalesce(nullif(${parades.hostTown}, ''), ${parades.host})`,
      costumeType: costumeTypes.name,
      costumeNumber: participations.costumeNumber,
      priceInCent: participations.priceInCent,
      isPaid: wasPaidWhenSent,
    })
    .from(mails)
    .innerJoin(participations, eq(participations.orderId, mails.orderId))
    .innerJoin(parades, eq(parades.id, participations.paradeId))
    .innerJoin(costumeTypes, eq(costumeTypes.id, participations.costumeTypeId))
    .where(and(eq(mails.id, mailId), stoodWhenSent))
    .orderBy(asc(parades.date), asc(parades.paradeNumber), asc(participations.id))
}
