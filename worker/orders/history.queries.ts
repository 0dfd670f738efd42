import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { orderHistory } from '#worker/db/schema.ts'
import type { OrderEvent } from '#worker/domain/codes.ts'

export type HistoryLine = {
  orderId: number | SQL
  at: string
  kind: OrderEvent
  amountInCent?: number | SQL
  detail?: string | SQL | null
  userId?: number | null
  onlyIf?: SQL
}

/**
 * A line of an order's history, kept only when the statement before it in the batch changed
 * something: a step that somebody else took is not told twice.
 */
export function tellChange(db: Db, line: HistoryLine) {
  const { orderId, at, kind, amountInCent = null, detail = null, userId = null } = line
  return db.insert(orderHistory).select(
    sql`SELECT NULL, ${orderId}, ${at}, ${kind}, ${amountInCent}, ${detail}, ${userId}
      WHERE changes() > 0 AND ${line.onlyIf ?? sql`1`}`,
  )
}
