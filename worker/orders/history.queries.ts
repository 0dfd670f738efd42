import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
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
 * A place as the history calls it: "Ringtreffen Moosried", with its person before it when the order
 * has several: "Emma Straßer, Ringtreffen Moosried". NULL when it is gone.
 */
export function placeInHistory(participationId: number | SQLWrapper): SQL<string | null> {
  return sql`(SELECT CASE WHEN EXISTS (SELECT 1 FROM participations o
        WHERE o.order_id = p.order_id AND o.given_key <> p.given_key)
      THEN p.first_name || ' ' || p.last_name || ', ' ELSE '' END || d.title
    FROM participations p JOIN parades d ON d.id = p.parade_id WHERE p.id = ${participationId})`
}

/**
 * A line of an order's history, kept only when the statement before it in the batch changed
 * something: a step that somebody else took is not told twice.
 */
export function tellChange(line: HistoryLine) {
  const { onlyIf = sql`1`, ...row } = line
  return insertSelected(orderHistory, row, sql`${always} WHERE changes() > 0 AND ${onlyIf}`)
}
