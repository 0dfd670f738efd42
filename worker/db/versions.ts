import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { guard } from './commit.ts'

type Versioned = SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn }

/**
 * Stands before a write that was decided on the version `seen`: a row that has moved on since refuses the
 * commit as `versionUnchanged` (docs/decisions.md, 75). Without `seen` the last write counts; a row
 * that is not there is left to the write.
 */
export function guardVersion(table: Versioned, id: number | SQL, seen: number | null | undefined) {
  if (seen === null || seen === undefined) return []
  const hasMovedOn = sql`SELECT 1 FROM ${table} WHERE ${table.id} = ${id} AND ${table.version} <> ${seen}`
  return [guard('versionUnchanged', sql`NOT EXISTS (${hasMovedOn})`)]
}
