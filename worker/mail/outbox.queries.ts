import { and, eq, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from '#worker/db/db.ts'
import { insertSelected } from '#worker/db/insert-selected.ts'
import { mails, orderRefunds, orders } from '#worker/db/schema.ts'
import type { MailKind } from '#worker/domain/codes.ts'

// For the end of the batch that changes what a mail tells of. Each looks at what the batch has made
// of it, so that a settlement that comes twice tells nobody twice.

/** "Du bist angemeldet", once the order is paid. */
export function enrolledMail(db: Db, orderId: number | SQL, at: string) {
  const mail = {
    key: sql`'enrolled-' || ${orders.id}`,
    orderId: orders.id,
    kind: 'enrolled',
    refundKey: null,
    at,
  } as const
  return insertMail(db, mail, orders, and(eq(orders.id, orderId), eq(orders.state, 'paid')))
}

/** "Du bekommst Geld zurück", once the provider has taken the refund; not for what others gave back. */
export function refundedMail(db: Db, refundKey: string, at: string) {
  const mail = {
    key: sql`'refunded-' || ${orderRefunds.key}`,
    orderId: orderRefunds.orderId,
    kind: 'refunded',
    refundKey: orderRefunds.key,
    at,
  } as const
  const isOurs = and(eq(orderRefunds.state, 'done'), ne(orderRefunds.reason, 'outside'))
  return insertMail(db, mail, orderRefunds, and(eq(orderRefunds.key, refundKey), isOurs))
}

/**
 * Who is told that a parade does not take place, a row for each address: all who are booked there, by
 * the address of their order, else of the member they are matched to. Gives `address`, and `order_id`,
 * or `participation_id` where no order has that address.
 */
export function toldOf(paradeId: number): SQL {
  return sql`(SELECT min(address) AS address, min(order_id) AS order_id,
      CASE WHEN min(order_id) IS NULL THEN min(id) END AS participation_id
    FROM (${peopleOf(paradeId)}) WHERE address <> '' GROUP BY lower(address))`
}

/** Everybody who is booked in a parade, with their `address`, '' when they have none. */
export function peopleOf(paradeId: number): SQL {
  return sql`SELECT p.id, p.order_id, coalesce(o.email_address, trim(m.e_mail), '') AS address
    FROM participations p LEFT JOIN orders o ON o.id = p.order_id
      LEFT JOIN members m ON m.id = p.member_id
    WHERE p.parade_id = ${paradeId} AND p.state = 'booked'`
}

type NewMail = {
  key: SQL
  orderId: SQLWrapper
  kind: MailKind
  refundKey: SQLWrapper | null
  at: string
}

/** Written for the row of `source` that is there when the statement's turn comes, once however often. */
function insertMail(db: Db, mail: NewMail, source: SQLiteTable, where: SQL | undefined) {
  const { at, ...row } = mail
  return insertSelected(
    db,
    mails,
    { ...row, state: 'waiting', notBefore: at, createdAt: at },
    sql`${source} WHERE ${where}`,
  ).onConflictDoNothing({ target: mails.key })
}
