import {
  and,
  eq,
  inArray,
  isNotNull,
  isNull,
  ne,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { write } from '#worker/db/db.ts'
import { mailbox } from '#worker/db/index-keys.ts'
import { mails, orderRefunds, orders } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import type { MailKind } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'

// These statements run at the end of the batch that changes what their mail is about. Each checks the state
// that the batch has left, so that a settlement that runs twice sends one mail.

/** Inserts the mail "Du bist angemeldet" of an order that is paid. */
export function enrolledMail(orderId: number | SQL, at: string) {
  const mail = {
    key: sql`'enrolled-' || ${orders.id}`,
    orderId: orders.id,
    kind: 'enrolled',
    refundKey: null,
    at,
  } as const
  return insertMail(mail, orders, and(eq(orders.id, orderId), eq(orders.state, 'paid')))
}

/** "Du stehst auf der Warteliste", of an order that the same batch has put there. */
export function waitingMail(orderId: SQL, at: string) {
  const isWaiting = and(eq(orders.id, orderId), eq(orders.state, 'waiting'))
  return insertMail(mailOfOrder('waiting', at), orders, isWaiting)
}

/** "Es ist Platz frei", if the statement before it in the batch changed a row. */
export function offeredMail(orderId: number, at: string) {
  const isNew = sql`changes() > 0 AND ${eq(orders.id, orderId)}`
  return insertMail(mailOfOrder('offered', at), orders, isNew)
}

/** "Dein Kleid ist vergeben", to the waiting orders among `which`, a SELECT of ids. */
export function costumeTakenMails(which: SQL, at: string) {
  return insertMail(mailOfOrder('waitingCostume', at), orders, sql`${orders.id} IN (${which})`)
}

/**
 * "Die Warteliste ist zu Ende", if the statement before it in the batch changed a row and the order was on the
 * waiting list. A payer who ended it gets no mail.
 */
export function waitingEndedMail(orderId: number, at: string, endedBy: number | null) {
  const isTold = endedBy === null ? sql`${orders.state} <> 'cancelled'` : sql`1`
  const isNew = sql`changes() > 0 AND ${eq(orders.id, orderId)}
    AND ${isNotNull(orders.waitingRank)} AND ${isTold}`
  return insertMail(mailOfOrder('waitingEnded', at), orders, isNew)
}

const mailOfOrder = (kind: MailKind, at: string): NewMail => ({
  key: nextKeyOf(kind),
  orderId: orders.id,
  kind,
  refundKey: null,
  at,
})

/**
 * Sends the confirmation again, to the order's new address. A confirmation that still waits is sent there
 * anyway, and for an order without a confirmation nothing is sent.
 */
export function enrolledMailAgain(orderId: number, at: string) {
  const mail = mailOfOrder('enrolled', at)
  const ofOrder = sql`SELECT 1 FROM mails m WHERE m.order_id = orders.id AND m.kind = 'enrolled'`
  const isOut = sql`EXISTS (${ofOrder}) AND NOT EXISTS (${ofOrder} AND m.state = 'waiting')`
  return insertMail(mail, orders, and(eq(orders.id, orderId), eq(orders.state, 'paid'), isOut))
}

/**
 * "Die E-Mail Adresse Deiner Anmeldung wurde geändert", to the present address: has to run before the
 * statement that changes it. Not sent when the statement before it in the batch changed no row.
 */
export function addressChangedMail(orderId: number, at: string) {
  return insertSelected(
    mails,
    {
      key: nextKeyOf('addressChanged'),
      orderId: sql`orders.id`,
      kind: 'addressChanged',
      emailAddress: sql`orders.email_address`,
      state: sql`CASE WHEN changes() > 0 THEN 'waiting' ELSE 'skipped' END`,
      notBefore: at,
      createdAt: at,
    },
    sql`orders WHERE orders.id = ${orderId}`,
  )
}

/** Stores the address in mails already sent; has to run before the order's address changes. */
export function storeAddressOfSentMails(orderId: number) {
  return write
    .update(mails)
    .set({ emailAddress: sql`(SELECT email_address FROM orders WHERE id = ${orderId})` })
    .where(
      and(
        eq(mails.orderId, orderId),
        inArray(mails.state, ['sent', 'failed']),
        isNull(mails.emailAddress),
      ),
    )
}

/** `enrolled-7-2`, for mails that an order may get several times. */
function nextKeyOf(kind: MailKind): SQL {
  return sql`${`${kind}-`} || orders.id || '-' || (SELECT count(*) + 1 FROM mails m
    WHERE m.order_id = orders.id AND m.kind = ${kind})`
}

/** "Du bekommst Geld zurück", once the provider has accepted the refund; not for refunds made elsewhere. */
export function refundedMail(refundKey: string, at: string) {
  const mail = {
    key: sql`'refunded-' || ${orderRefunds.key}`,
    orderId: orderRefunds.orderId,
    kind: 'refunded',
    refundKey: orderRefunds.key,
    at,
  } as const
  const isOurs = and(eq(orderRefunds.state, 'done'), ne(orderRefunds.reason, 'outside'))
  return insertMail(mail, orderRefunds, and(eq(orderRefunds.key, refundKey), isOurs))
}

/**
 * The recipients of mails about a parade, a row for each address: that of the order, else of the matched
 * member; people without one share the row with ''. Columns: `address`, number of `people`, `order_id`, or
 * `participation_id` where no order has that address.
 */
export function recipientsOfParade(paradeId: number): SQL {
  return sql`(SELECT min(address) AS address, count(*) AS people, min(order_id) AS order_id,
      CASE WHEN min(order_id) IS NULL THEN min(id) END AS participation_id
    FROM (SELECT p.id, p.order_id, coalesce(o.email_address, trim(m.e_mail), '') AS address
      FROM participations p LEFT JOIN orders o ON o.id = p.order_id
        LEFT JOIN members m ON m.id = p.member_id
      WHERE p.parade_id = ${paradeId} AND (p.state IN ('booked', 'waiting')
        OR p.state = 'reserved' AND o.waiting_rank IS NOT NULL))
    GROUP BY lower(address)) AS recipients`
}

/** "Der Umzug ist abgesagt", if it was cancelled at this instant; a second request sends nothing. */
export function cancelledMails(paradeId: number, at: string) {
  const isOfOrder = sql`recipients.order_id IS NOT NULL`
  return insertSelected(
    mails,
    {
      key: sql`${actOf('paradeCancelled')} || coalesce(recipients.order_id, 'p' || recipients.participation_id)`,
      kind: 'paradeCancelled',
      orderId: sql`recipients.order_id`,
      participationId: sql`recipients.participation_id`,
      emailAddress: sql`CASE WHEN ${isOfOrder} THEN NULL ELSE recipients.address END`,
      paradeId: sql`d.id`,
      paradeReason: sql`d.cancel_reason`,
      state: 'waiting',
      notBefore: at,
      createdAt: at,
    },
    sql`parades d CROSS JOIN ${recipientsOfParade(paradeId)}
      WHERE d.id = ${paradeId} AND d.cancelled_at = ${at} AND recipients.address <> ''`,
  ).onConflictDoNothing({ target: mails.key })
}

/**
 * "Der Umzug findet doch statt", to all who were mailed the cancellation. Their mails are found by the
 * parade's `cancelled_at`, so this has to run before the statement that reinstates the parade and empties
 * the column. Waiting cancellation mails are skipped instead: `skipWaitingMails`.
 */
export function reinstatedMails(paradeId: number, { now, today }: { now: Date; today: Day }) {
  const at = now.toISOString()
  return insertSelected(
    mails,
    {
      key: sql`${actOf('paradeReinstated')} || substr(m.key, length(${actOf('paradeCancelled')}) + 1)`,
      kind: 'paradeReinstated',
      orderId: sql`m.order_id`,
      participationId: sql`m.participation_id`,
      // A mail of an order goes to the order's present address.
      emailAddress: sql`CASE WHEN m.order_id IS NULL THEN m.email_address END`,
      paradeId: sql`d.id`,
      state: 'waiting',
      notBefore: at,
      createdAt: at,
    },
    sql`parades d CROSS JOIN mails m WHERE d.id = ${paradeId} AND d.date >= ${today}
      AND m.parade_id = d.id AND m.kind = 'paradeCancelled' AND m.state <> 'waiting'
      AND instr(m.key, ${actOf('paradeCancelled')}) = 1`,
  ).onConflictDoNothing({ target: mails.key })
}

/**
 * The links to an address's orders that have a parade to come, if the statement before it in the batch
 * changed a row. The address is written as in its newest order.
 * @param key unique to this request
 */
export function orderLinksMail({
  key,
  emailAddress,
  at,
  today,
}: {
  key: string
  emailAddress: string
  at: string
  today: Day
}) {
  return insertSelected(
    mails,
    {
      key,
      kind: 'orderLinks',
      emailAddress: orders.emailAddress,
      state: 'waiting',
      notBefore: at,
      createdAt: at,
    },
    sql`orders WHERE changes() > 0 AND lower(orders.email_address) = lower(${emailAddress})
      AND orders.state IN ('pending', 'paid', 'waiting') AND EXISTS (SELECT 1 FROM participations p
        JOIN parades d ON d.id = p.parade_id WHERE p.order_id = orders.id
        AND p.state IN ('reserved', 'booked', 'waiting') AND d.date >= ${today})
      ORDER BY orders.id DESC LIMIT 1`,
  ).onConflictDoNothing({ target: mails.key })
}

/** Skips waiting mails about a change that was reversed before they were sent. */
export function skipWaitingMails(paradeId: number, kind: ParadeMailKind) {
  return write
    .update(mails)
    .set({ state: 'skipped' })
    .where(and(eq(mails.paradeId, paradeId), eq(mails.kind, kind), eq(mails.state, 'waiting')))
}

type ParadeMailKind = 'paradeCancelled' | 'paradeReinstated'

/** Prefix of the mail keys of one cancellation; `d` is the parade, cancelled at this moment. */
function actOf(kind: ParadeMailKind): SQL {
  return sql`${`${kind}-`} || d.id || '-' || d.cancelled_at || '-'`
}

type NewMail = {
  key: SQL
  orderId: SQLWrapper
  kind: MailKind
  refundKey: SQLWrapper | null
  at: string
}

/**
 * Most mails that a mailbox gets for the orders of an hour, because any address can be typed in the form. Enough
 * for a clerk who enrols a whole guild, eight people an order.
 */
export const mostMailsAnHour = 20

/** Inserts a mail for the matching row of `source`, if there is none with this key. */
function insertMail(mail: NewMail, source: SQLiteTable, where: SQL | undefined) {
  const { at, ...row } = mail
  const state = sql`CASE WHEN ${isOverHourlyLimit(mail.orderId, at)} THEN 'skipped' ELSE 'waiting' END`
  return insertSelected(
    mails,
    { ...row, state, notBefore: at, createdAt: at },
    sql`${source} WHERE ${where}`,
  ).onConflictDoNothing({ target: mails.key })
}

/** Limits mails to the address of a new order; mails about older orders are always sent. */
function isOverHourlyLimit(orderId: SQLWrapper, at: string): SQL {
  const anHourAgo = new Date(Date.parse(at) - 3_600_000).toISOString()
  return sql`(SELECT count(*) FROM (SELECT 1 FROM orders own
      JOIN orders o ON ${mailbox(sql`o.email_address`)} = ${mailbox(sql`own.email_address`)}
        AND o.created_at > ${anHourAgo}
      JOIN mails m ON m.order_id = o.id AND m.state <> 'skipped'
    WHERE own.id = ${orderId} AND own.created_at > ${anHourAgo}
    LIMIT ${mostMailsAnHour})) = ${mostMailsAnHour}`
}
