import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './db.ts'

/**
 * A SELECT in our own SQL that can stand in a batch: drizzle batches its raw queries only without
 * bound values.
 * @param columns the name of each column in the answer and what it is
 * @param from everything behind FROM
 */
export function rowsOf<Row extends object>(
  db: Db,
  columns: Readonly<Record<keyof Row & string, SQL>>,
  from: SQL,
) {
  const selected = Object.entries<SQL>(columns).map(([name, column]) => [name, column.as(name)])
  return db
    .select(Object.fromEntries(selected) as { [K in keyof Row]: SQL.Aliased<Row[K]> })
    .from(from)
}

/** Stands first in a FROM that something may keep from finding rows: here nothing does. */
export const always = sql`(SELECT 1) AS gate`
