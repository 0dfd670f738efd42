import { type Column, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { guardChanges } from '#worker/db/commit.ts'
import { columnName, type Db, write } from '#worker/db/db.ts'
import { insertSelected, rowsOf } from '#worker/db/statements.ts'
import type { JournalOp } from '#worker/domain/codes.ts'
import {
  columnsOfOtherActs,
  journalColumns,
  journalledTables,
  uncomparedColumns,
} from './recorded.ts'

// The only way to revert a request: from the rows that the triggers wrote into `journal`.

/** A journal line without the row's values: the statements read those in the database. */
export type JournalLine = {
  id: number
  /** The table's name. */
  entity: string
  rowId: number
  op: JournalOp
  /** The columns that an update changed. */
  changed: string[]
  /** The member number that an undo frees, and the one that it restores. */
  gives: number | null
  takes: number | null
  /** The member's payer before the change. */
  payer: number | null
}

type JournalRow = Omit<JournalLine, 'changed'> & { changed: string }

/** The journal lines of a request, newest first, which is the order of reverting. */
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
 * The statements that revert these lines: inserted rows are deleted, deleted rows are inserted again, and
 * changed columns get their old values. The commit is rejected by `rowsAsLeft` when a row has changed since
 * the request, and by unique indexes and foreign keys.
 * @param lines of one request, newest first
 */
export function revertStatements(lines: readonly JournalLine[], now: Date): BatchItem<'sqlite'>[] {
  return inStatements(lines).flatMap((group) => statementsOf(group, now))
}

/** Groups adjacent lines of the same shape, one statement each, in journal order. */
function inStatements(lines: readonly JournalLine[]): JournalLine[][] {
  const groups: JournalLine[][] = []
  let way = ''
  let rows = new Set<number>()
  let given = new Set<number>()
  for (const line of lines) {
    if (line.op === 'update' && line.changed.length === 0) continue
    const isLike = way === shapeKeyOf(line) && line.rowId !== 0 && !rows.has(line.rowId)
    // A member number is available only after the statement that frees it.
    const isHeld = line.op === 'update' && line.takes !== null && given.has(line.takes)
    // A trigger of members rejects a payer who has a payer, so the order of the rows matters.
    const isPaid = line.changed.includes('payer_id') && line.payer !== null
    if (!isLike || isHeld || isPaid || groups.length === 0) {
      groups.push([])
      way = shapeKeyOf(line)
      rows = new Set()
      given = new Set()
    }
    groups.at(-1)?.push(line)
    rows.add(line.rowId)
    if (line.gives !== null && line.gives !== line.takes) given.add(line.gives)
  }
  return groups
}

const shapeKeyOf = ({ entity, op, changed }: JournalLine) => `${entity} ${op} ${changed.join()}`

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
    const found = sql`SELECT ${keys(name)} FROM journal l CROSS JOIN ${table} ON ${isRowOfLine(table)}
      WHERE ${isOne} AND ${isAsLeft(table, rowNames(table, columnsOfOtherActs))}`
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
    .where(sql`${isOne} AND ${isRowOfLine(table)} AND ${isAsLeft(table, first.changed)}`)
}

/** The columns that every save updates, where the table has them. */
export function savedAt(table: SQLiteTable, now: Date): { version?: SQL; updatedAt?: SQL } {
  const { version, updatedAt } = getTableColumns(table)
  return {
    ...(version && { version: sql`${version} + 1` }),
    ...(updatedAt && { updatedAt: sql`${now.toISOString()}` }),
  }
}

/** The condition that selects the row that line `l` is about. */
function isRowOfLine(table: SQLiteTable) {
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
    uncomparedColumns.has(field) || but.has(field) ? [] : [columnName(column)],
  )
}

function isAsLeft(table: SQLiteTable, names: readonly string[]) {
  const name = getTableName(table)
  return sql.raw(names.map((one) => `${name}."${one}" IS (l.after ->> '${one}')`).join(' AND '))
}

/** `journal l` left-joined with the current row of each line. */
export function journalWithRows(table: SQLiteTable) {
  return sql`journal l LEFT JOIN ${table} ON ${isRowOfLine(table)}`
}

/**
 * The row's state since its line was written, over `journalWithRows`: `gone`, `changed` or `same`.
 * @param counts which columns are compared after an update: the changed ones, or the whole row
 */
export function stateOfRow(table: SQLiteTable, counts: 'changed' | 'row') {
  const entity = getTableName(table)
  const [key = 'id'] = keysOf(table)
  const differs = rowNames(table).map((name) => {
    const isOther = `${entity}."${name}" IS NOT (l.after ->> '${name}')`
    const isUntouched = `l.op = 'update' AND l.before ->> '${name}' IS l.after ->> '${name}'`
    return counts === 'row' ? isOther : `(${isOther} AND NOT (${isUntouched}))`
  })
  // Joined in groups: SQLite rejects an OR with as many operands as the widest table has columns.
  const groups = Map.groupBy(differs.entries(), ([index]) => Math.floor(index / 8))
  const isChanged = [...groups.values()]
    .map((group) => `(${group.map(([, one]) => one).join(' OR ')})`)
    .join(' OR ')
  return sql<'gone' | 'changed' | 'same'>`${sql.raw(
    `iif(${entity}."${key}" IS NULL, 'gone', iif(${isChanged}, 'changed', 'same'))`,
  )}`
}
