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
