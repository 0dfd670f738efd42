import type { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { rowsOf, tablesOf } from './sql-file.ts'

/** The tables that differ, and 'schema' if that differs; [] when both databases are equal. */
export function differences(one: DatabaseSync, other: DatabaseSync): string[] {
  const tables = tablesOf(one).map(({ name }) => name)
  return [
    ...(isDeepStrictEqual(schemaOf(one), schemaOf(other)) ? [] : ['schema']),
    ...[...tables, 'sqlite_sequence'].filter((table) => !hasSameRows(one, other, table)),
  ]
}

function schemaOf(database: DatabaseSync): unknown[] {
  return database
    .prepare(`SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL
      ORDER BY type, name`)
    .all()
}

function hasSameRows(one: DatabaseSync, other: DatabaseSync, table: string): boolean {
  const rows = rowsOf(other, table)
  for (const row of rowsOf(one, table)) {
    const { value } = rows.next()
    if (!isDeepStrictEqual({ ...row }, { ...value })) return false
  }
  return rows.next().done === true
}
