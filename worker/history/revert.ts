import { type Column, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { guardChanges } from '#worker/db/commit.ts'
import { columnName, type Db, write } from '#worker/db/db.ts'
import { insertSelected, rowsOf } from '#worker/db/statements.ts'
import type { JournalOp } from '#worker/domain/codes.ts'
import { besideRows, journalColumns, journalledTables, ofOwnActs } from './recorded.ts'

// The one way to take back what a request did: from the rows that the triggers wrote into `journal`.

/** A changed row, without the row itself: the statements read it where it lies. */
export type JournalLine = {
  id: number
  /** The table's name. */
  entity: string
  rowId: number
  op: JournalOp
  /** The columns that an update changed. */
  changed: string[]
  /** The member's number that an undo gives up, and the one that it restores. */
  gives: number | null
  takes: number | null
  /** Who paid for the member before. */
  payer: number | null
}

type JournalRow = Omit<JournalLine, 'changed'> & { changed: string }

/** Every row that a request changed, newest first: the order in which an undo takes them back. */
export function selectJournal(db: Db, requestId: string | SQL) {
  return rowsOf<JournalRow>(
    db,
    {
      id: sql`l.id`,
      entity: sql`l.entity`,
      rowId: sql`l.row_id`,
      op: sql`l.op`,
      changed: sql`iif(l.op = 'update', (SELECT json_group_array(a.key) FROM json_each(l.after) a
        WHERE a.key <> 'version' AND a.value IS NOT (l.before ->> a.key)), '[]')`,
      gives: sql`l.after ->> 'member_number'`,
      takes: sql`l.before ->> 'member_number'`,
      payer: sql`l.before ->> 'payer_id'`,
    },
    sql`journal l WHERE l.request_id = ${requestId} ORDER BY l.id DESC`,
  )
}

export const toJournalLine = (row: JournalRow): JournalLine => ({
  ...row,
  changed: JSON.parse(row.changed),
})

/**
 * The statements of a commit that take these lines back: an inserted row is deleted, a deleted one inserted as
 * it was, and of a changed one the changed columns get their old values. A row that is no longer as the
 * request left it refuses the commit as `rowsAsLeft`; so do unique indexes and foreign keys.
 * @param lines of one request, newest first
 */
export function revertStatements(lines: readonly JournalLine[], now: Date): BatchItem<'sqlite'>[] {
  return inStatements(lines).flatMap((group) => statementsOf(group, now))
}

/** Lines side by side that are written alike: one statement each, as they were written. */
function inStatements(lines: readonly JournalLine[]): JournalLine[][] {
  const groups: JournalLine[][] = []
  let way = ''
  let rows = new Set<number>()
  let given = new Set<number>()
  for (const line of lines) {
    if (line.op === 'update' && line.changed.length === 0) continue
    const isLike = way === wayOf(line) && line.rowId !== 0 && !rows.has(line.rowId)
    // A number is free only after the statement that gives it up.
    const isHeld = line.op === 'update' && line.takes !== null && given.has(line.takes)
    // No member pays for a payer (a trigger of members): the order of the rows counts.
    const isPaid = line.changed.includes('payer_id') && line.payer !== null
    if (!isLike || isHeld || isPaid || groups.length === 0) {
      groups.push([])
      way = wayOf(line)
      rows = new Set()
      given = new Set()
    }
    groups.at(-1)?.push(line)
    rows.add(line.rowId)
    if (line.gives !== null && line.gives !== line.takes) given.add(line.gives)
  }
  return groups
}

const wayOf = ({ entity, op, changed }: JournalLine) => `${entity} ${op} ${changed.join()}`

function statementsOf(group: readonly JournalLine[], now: Date): BatchItem<'sqlite'>[] {
  const [first] = group
  const table = first && journalledTables.get(first.entity)
  if (!table) throw new Error(`The journal holds rows of ${first?.entity}, which is not known`)
  return [reverted(table, first, group, now), guardChanges('rowsAsLeft', group.length)]
}

function reverted(
  table: SQLiteTable,
  first: JournalLine,
  group: readonly JournalLine[],
  now: Date,
) {
  const isOne = sql`l.id IN (SELECT value FROM json_each(${JSON.stringify(group.map(({ id }) => id))}))`
  const before = (name: string) => sql`l.before ->> ${sql.raw(`'${name}'`)}`
  if (first.op === 'delete') {
    const row = journalColumns(table).map(([field, column]) => [field, before(columnName(column))])
    const { version: _, ...stamp } = savedAt(table, now)
    const all = { ...Object.fromEntries(row), ...stamp }
    return insertSelected(table, all, sql`journal l WHERE ${isOne} ORDER BY l.id DESC`)
  }
  if (first.op === 'insert') {
    const keys = (of: string) =>
      sql.raw(
        keysOf(table)
          .map((key) => `${of}."${key}"`)
          .join(),
      )
    const name = getTableName(table)
    const found = sql`SELECT ${keys(name)} FROM journal l CROSS JOIN ${table} ON ${isRow(table)}
      WHERE ${isOne} AND ${isAsLeft(table, rowNames(table, ofOwnActs))}`
    return write.delete(table).where(sql`(${keys(name)}) IN (${found})`)
  }
  const set = Object.fromEntries(
    Object.entries(getTableColumns(table))
      .filter(([, column]) => first.changed.includes(columnName(column)))
      .map(([field, column]) => [field, before(columnName(column))]),
  )
  return write
    .update(table)
    .set({ ...set, ...savedAt(table, now) })
    .from(sql`journal l`)
    .where(sql`${isOne} AND ${isRow(table)} AND ${isAsLeft(table, first.changed)}`)
}

/** What every save of a row moves on, where the table has it. */
export function savedAt(table: SQLiteTable, now: Date): { version?: SQL; updatedAt?: SQL } {
  const { version, updatedAt } = getTableColumns(table)
  return {
    ...(version && { version: sql`${version} + 1` }),
    ...(updatedAt && { updatedAt: sql`${now.toISOString()}` }),
  }
}

/** The row that line `l` is about. */
function isRow(table: SQLiteTable) {
  const name = getTableName(table)
  if (getTableColumns(table).id) return sql.raw(`${name}.id = l.row_id`)
  return sql.raw(
    keysOf(table)
      .map((key) => `${name}."${key}" = (coalesce(l.after, l.before) ->> '${key}')`)
      .join(' AND '),
  )
}

function keysOf(table: SQLiteTable): string[] {
  const { columns, primaryKeys } = getTableConfig(table)
  const keys: Column[] = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary)
  return keys.map(columnName)
}

function rowNames(table: SQLiteTable, but: ReadonlySet<string> = new Set()): string[] {
  return journalColumns(table).flatMap(([field, column]) =>
    besideRows.has(field) || but.has(field) ? [] : [columnName(column)],
  )
}

function isAsLeft(table: SQLiteTable, names: readonly string[]) {
  const name = getTableName(table)
  return sql.raw(names.map((one) => `${name}."${one}" IS (l.after ->> '${one}')`).join(' AND '))
}

/** `journal l` with the row of each line as it is today, if it is still there. */
export function withRows(table: SQLiteTable) {
  return sql`journal l LEFT JOIN ${table} ON ${isRow(table)}`
}

/**
 * What became of a row since its line was written, over `withRows`: `gone`, `changed`, or `same`.
 * @param counts of an update: only the columns that it changed, or all of the row
 */
export function stateOfRow(table: SQLiteTable, counts: 'changed' | 'row') {
  const entity = getTableName(table)
  const [key = 'id'] = keysOf(table)
  const differs = rowNames(table).map((name) => {
    const isOther = `${entity}."${name}" IS NOT (l.after ->> '${name}')`
    const isUntouched = `l.op = 'update' AND l.before ->> '${name}' IS l.after ->> '${name}'`
    return counts === 'row' ? isOther : `(${isOther} AND NOT (${isUntouched}))`
  })
  const isChanged = differs.join(' OR ')
  return sql<'gone' | 'changed' | 'same'>`${sql.raw(
    `iif(${entity}."${key}" IS NULL, 'gone', iif(${isChanged}, 'changed', 'same'))`,
  )}`
}
