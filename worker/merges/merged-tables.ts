import { type Column, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { guard } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import {
  assemblyHonors,
  costumeOwnerships,
  dutyEntries,
  feeClaims,
  feeLetters,
  honors,
  memberExits,
  memberMerges,
  memberNoDuplicates,
  members,
  memberTimespans,
  participations,
} from '#worker/db/schema.ts'
import { insertSelected, jsonObject } from '#worker/db/statements.ts'

// The rows that a merge writes.

/** Every table that refers to members, and members itself (checked by tests/api/merges.test.ts). */
export const mergedTables = {
  members,
  memberTimespans,
  honors,
  dutyEntries,
  memberExits,
  costumeOwnerships,
  participations,
  memberMerges,
  memberNoDuplicates,
  feeClaims,
  feeLetters,
  assemblyHonors,
} as const
export type MergedTable = keyof typeof mergedTables

/** A row as stored: booleans are 0 or 1. */
type Raw<Row> = {
  [K in keyof Row]: Row[K] extends boolean ? number : Row[K] extends object ? string : Row[K]
}
export type RowOf<Table extends MergedTable> = Raw<(typeof mergedTables)[Table]['$inferSelect']>

type Values = Readonly<Record<string, string | number | null>>

/** `before` null = inserted, `after` null = deleted. Rows without an id are identified by all their columns. */
export type RowChange = {
  table: MergedTable
  id: number
  before: Values | null
  after: Values | null
}

/** A row as JSON with all its columns, by their names in schema.ts. */
export function rowAsJson(table: SQLiteTable): SQL<string> {
  return jsonObject(columnsOf(table))
}

function columnsOf(table: SQLiteTable): [string, Column][] {
  return Object.entries(getTableColumns(table))
}

/** Aborts the commit unless the members' rows in the table are exactly `rows`, unchanged. */
export function guardRows(table: MergedTable, isTheirs: SQL, rows: readonly string[]) {
  const stored = mergedTables[table]
  const isAsRead = sql`${rowAsJson(stored)} IN (SELECT value FROM json_each(${JSON.stringify(rows)}))`
  const count = (condition: SQL) => sql`(SELECT count(*) FROM ${stored} WHERE ${condition})`
  return guard(
    'rowsAsRead',
    sql`${count(isTheirs)} = ${rows.length} AND ${count(sql`${isTheirs} AND ${isAsRead}`)} = ${rows.length}`,
  )
}

/** The statements that turn `before` into `after`, in the order of the changes. */
export function changeStatements(changes: readonly RowChange[]): BatchItem<'sqlite'>[] {
  return inGroups(changes).map((group) => groupStatement(group))
}

type Group = [RowChange, ...RowChange[]]

/** Groups adjacent changes of the same shape, one statement each. */
function inGroups(changes: readonly RowChange[]): Group[] {
  const groups: Group[] = []
  for (const change of changes) {
    const last = groups.at(-1)
    // Rows without an id get a statement each.
    if (last && change.id > 0 && changeShapeKey(last[0]) === changeShapeKey(change))
      last.push(change)
    else groups.push([change])
  }
  return groups
}

/** The key of a change's shape: adjacent changes with equal keys share a statement. */
export function changeShapeKey(change: RowChange): string {
  const { table, id, before, after } = change
  const how = before === null ? 'insert' : after === null ? 'delete' : changedNames(change).join()
  return `${table} ${id > 0} ${how}`
}

function changedNames({ before, after }: RowChange): string[] {
  if (before === null || after === null) return []
  return Object.keys(after).filter((name) => after[name] !== before[name])
}

function groupStatement(changes: Group): BatchItem<'sqlite'> {
  const [first] = changes
  const table: SQLiteTable = mergedTables[first.table]
  const columns = columnsOf(table)
  const { id } = getTableColumns(table)
  const given = (which: 'before' | 'after') =>
    sql`json_each(${JSON.stringify(changes.map((change) => change[which]))}) given`
  const givenOf = (name: string) => sql`given.value ->> ${sql.raw(`'$.${name}'`)}`
  if (first.before === null) {
    const named = columns.filter(([name]) => first.after !== null && name in first.after)
    return insertSelected(
      table,
      Object.fromEntries(named.map(([name]) => [name, givenOf(name)])),
      sql`${given('after')} WHERE 1`,
    )
  }
  if (first.after === null) {
    const { before } = first
    const equal = columns.flatMap(([name, column]) =>
      name in before ? sql`${column} IS ${before[name]}` : [],
    )
    const isIt =
      first.id > 0
        ? sql`${id} IN (SELECT ${givenOf('id')} FROM ${given('before')})`
        : sql.join(equal, sql` AND `)
    return write.delete(table).where(isIt)
  }
  const names = changedNames(first)
  const set = Object.fromEntries(names.map((name) => [name, givenOf(name)]))
  return write
    .update(table)
    .set(set)
    .from(given('after'))
    .where(sql`${id} = ${givenOf('id')}`)
}

export const tableName = (table: MergedTable) => getTableName(mergedTables[table])
