import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/**
 * The next version of a row. Where `seen` was decided on, a row that has moved on since refuses the
 * whole batch by a NULL (docs/decisions.md, 2 and 75); without it whoever writes last is right.
 */
export function nextVersion(version: SQLiteColumn, seen: number | null = null): SQL {
  return seen === null
    ? sql`${version} + 1`
    : sql`CASE WHEN ${version} = ${seen} THEN ${version} + 1 END`
}
