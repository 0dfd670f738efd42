import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { insertSelected } from '#worker/db/insert-selected.ts'
import { always } from '#worker/db/rows-of.ts'
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
  const { onlyIf = sql`1`, ...row } = line
  return insertSelected(db, orderHistory, row, sql`${always} WHERE changes() > 0 AND ${onlyIf}`)
}
