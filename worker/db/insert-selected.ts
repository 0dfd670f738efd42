import { getTableColumns, isSQLWrapper, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { write } from './db.ts'

type Selected<Row> = { [Column in keyof Row]: Row[Column] | SQLWrapper }

/**
 * INSERT … SELECT by the names of the columns, a value or an expression each; one that is left out
 * takes its default. Drizzle's own `insert().select()` goes by their position.
 * @param from everything behind FROM, with a WHERE: else SQLite takes ON CONFLICT for a join's ON
 */
export function insertSelected<Table extends SQLiteTable>(
  table: Table,
  row: Selected<Table['$inferInsert']>,
  from: SQL,
) {
  const given = new Map(Object.entries<unknown>(row))
  const selected = Object.entries(getTableColumns(table)).map(([name, column]) => {
    const value = given.get(name)
    const stored = value === undefined ? (column.default ?? null) : value
    return isSQLWrapper(stored) ? sql`${stored}` : sql`${sql.param(stored, column)}`
  })
  return write.insert(table).select(sql`SELECT ${sql.join(selected, sql`, `)} FROM ${from}`)
}
