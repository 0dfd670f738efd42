import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { guard } from './commit.ts'

type Versioned = SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn }

/**
 * Stands before a write that was decided on the version `seen`: a row that has moved on since refuses the
 * commit as `versionUnchanged` (docs/decisions.md, 2 and 75). Without `seen` the last write counts; a row
 * that is not there is left to the write.
 */
export function guardVersion(table: Versioned, id: number | SQL, seen: number | null | undefined) {
  if (seen === null || seen === undefined) return []
  const hasMovedOn = sql`SELECT 1 FROM ${table} WHERE ${table.id} = ${id} AND ${table.version} <> ${seen}`
  return [guard('versionUnchanged', sql`NOT EXISTS (${hasMovedOn})`)]
}

/**
 * The next version of a row. Where `seen` was decided on, a row that has moved on since refuses the
 * whole batch by a NULL (docs/decisions.md, 2 and 75); without it whoever writes last is right.
 */
export function nextVersion(version: SQLiteColumn, seen: number | null = null): SQL {
  return seen === null
    ? sql`${version} + 1`
    : sql`CASE WHEN ${version} = ${seen} THEN ${version} + 1 END`
}
