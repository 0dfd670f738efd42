import { type Column, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { guard, guardChanges } from '#worker/db/commit.ts'
import { columnName, type Db, write } from '#worker/db/db.ts'
import {
  costumeOwnerships,
  costumes,
  costumeTypes,
  dutyEntries,
  honorRules,
  honors,
  memberExits,
  members,
  memberTimespans,
  offices,
  parades,
  participations,
} from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import { savedAt } from '#worker/history/revert.ts'
import type { ImportPlan, Insertion, PlannedTable, ReadingBase, Ref, Update } from './plan.ts'

type Statement = BatchItem<'sqlite'>

/** The tables that a plan may write; a table comes after the tables it refers to. */
export const plannedTables: Record<PlannedTable, SQLiteTable> = {
  offices,
  honorRules,
  costumeTypes,
  costumes,
  members,
  memberTimespans,
  memberExits,
  honors,
  dutyEntries,
  costumeOwnerships,
  parades,
  participations,
}
export const inOrder = Object.keys(plannedTables) as PlannedTable[]

/** How many bytes one parameter holds; D1 accepts 2 MB. */
const bytesOfParameter = 1_000_000

/** Columns that every save changes; they are ignored when rows are compared. */
const uncompared = new Set(['id', 'version', 'updatedAt'])

/** The columns compared before and after, by their names in `schema.ts`. */
function keptColumns(table: SQLiteTable): [string, Column][] {
  return Object.entries(getTableColumns(table)).filter(([name]) => !uncompared.has(name))
}

type Context = { db: Db; importId: number; userId: number; now: Date }

/** The statements that write a plan; `planGuards` come before them in the same commit. */
export function planStatements(context: Context, plan: ImportPlan): Statement[] {
  const updates = Map.groupBy(plan.updates, ({ table }) => table)
  const insertions = Map.groupBy(plan.insertions, ({ table }) => table)
  const places = placesOf(insertions)
  return [
    ...inOrder.flatMap((table) =>
      inTurns(updates.get(table) ?? []).flatMap((rows) => updateStatements(context, table, rows)),
    ),
    ...inOrder.flatMap((table) => {
      const rows = insertions.get(table) ?? []
      return rows.length === 0 ? [] : insertStatements(context, table, rows, places)
    }),
  ]
}

/** Guards for the data that a plan was made from, beyond the rows it changes. */
export function planGuards(plan: ImportPlan, reading: ReadingBase, kind: string) {
  // Enrolments raise the version often and do not affect an import of members.
  if (kind === 'members') return namesakeGuards(plan, reading)
  return [guard('dataVersion', sql`(SELECT version FROM data_version) = ${reading.dataVersion}`)]
}

function namesakeGuards(plan: ImportPlan, { members: known }: ReadingBase) {
  const keyOf = (names: { firstNameKey: unknown; lastNameKey: unknown }) =>
    JSON.stringify([names.firstNameKey, names.lastNameKey])
  const counts = new Map<string, number>()
  for (const member of known) counts.set(keyOf(member), (counts.get(keyOf(member)) ?? 0) + 1)
  const added = plan.insertions.flatMap((one) => (one.table === 'members' ? [one.row] : []))
  const names = [...new Set(added.map(keyOf))]
  return inMegabytes(names).map(({ json, items }) => {
    const expected = items.reduce((sum, name) => sum + (counts.get(name) ?? 0), 0)
    const found = sql`SELECT count(*) FROM json_each(${json}) j CROSS JOIN members m
      ON m.last_name_key = j.value ->> 1 AND m.first_name_key = j.value ->> 0`
    return guard('namesakesAsRead', sql`(${found}) = ${expected}`)
  })
}

/** A ref's table and its position among the plan's insertions there, from 1. */
type Place = { table: PlannedTable; place: number; of: number }

function placesOf(insertions: ReadonlyMap<PlannedTable, readonly Insertion[]>) {
  const places = new Map<string, Place>()
  for (const [table, rows] of insertions) {
    rows.forEach(({ ref }, index) => {
      if (ref === undefined) return
      if (places.has(ref)) throw new Error('Two insertions of a plan have the same ref')
      places.set(ref, { table, place: index + 1, of: rows.length })
    })
  }
  return places
}

/** The highest id ever given; after an insertion, that of its last row. */
function highestId(table: PlannedTable): SQL {
  const name = getTableName(plannedTables[table])
  return sql`coalesce((SELECT seq FROM sqlite_sequence WHERE name = ${name}), 0)`
}

const hasCodes = (table: PlannedTable) => table === 'offices' || table === 'honorRules'

type Value = string | number | null
/** A value of a row to insert; a list is stored as JSON. */
type GivenValue = Value | boolean | Ref | readonly object[] | undefined

const isRef = (value: GivenValue): value is Ref =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function insertStatements(
  { importId, userId, now }: Context,
  table: PlannedTable,
  rows: readonly Insertion[],
  places: ReadonlyMap<string, Place>,
): Statement[] {
  const columns = keptColumns(plannedTables[table])
  const stamps: Record<string, GivenValue> = {
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
    createdBy: userId,
    importId,
  }
  const updatedAt = getTableColumns(plannedTables[table]).updatedAt
  const all = updatedAt ? [...columns, ['updatedAt', updatedAt] as [string, Column]] : columns
  const referred = new Map<number, Place>()
  const values = rows.map(({ row }) => {
    const given: Readonly<Record<string, GivenValue>> = row
    return all.map(([name, column], index): Value => {
      const value = given[name] ?? (name in given ? null : (stamps[name] ?? defaultOf(column)))
      if (!isRef(value)) return toStored(value)
      const place = places.get(value.ref)
      if (!place) throw new Error('A plan refers to a row that it does not insert')
      const other = referred.get(index)
      if (other && other.table !== place.table) {
        throw new Error('A column of a plan refers to two tables')
      }
      referred.set(index, place)
      // A row that the plan inserts is given by its position, negative because no stored id is.
      return -place.place
    })
  })
  const isOne = all.map((_, index) => values.every((row) => row[index] === values[0]?.[index]))
  return inMegabytes(
    values.map((row) => JSON.stringify(row.filter((_, index) => !isOne[index]))),
  ).map(({ json }) => {
    let position = -1
    const selected = all.map(([name], index) => {
      const constant = values[0]?.[index] ?? null
      if (!isOne[index]) position += 1
      const value = isOne[index] ? sql`${constant}` : sql`j.value ->> ${sql.raw(String(position))}`
      const place = referred.get(index)
      if (!place) return [name, value] as const
      const id =
        place.table === table
          ? sql`(${highestId(table)} + j.key + 1)`
          : sql`(${highestId(place.table)} - ${place.of} - (${value}))`
      // Offices and honors are referred to by their code, which is made of the id.
      const key = hasCodes(place.table) ? sql`'own_' || CAST(${id} AS INTEGER)` : id
      return [name, sql`iif(${value} < 0, ${key}, ${value})`] as const
    })
    return insertSelected(
      plannedTables[table],
      { ...Object.fromEntries(selected), id: sql`${highestId(table)} + j.key + 1` },
      sql`json_each(${json}) j WHERE 1`,
    )
  })
}

function defaultOf(column: Column): GivenValue {
  const value: unknown = column.default
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value
  }
  if (Array.isArray(value)) return value
  throw new Error(`The default of ${columnName(column)} is none that a plan can know`)
}

function toStored(value: Exclude<GivenValue, Ref>): Value {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null)
}

function updateStatements(
  { now }: Context,
  table: PlannedTable,
  rows: readonly Update[],
): Statement[] {
  if (rows.length === 0) return []
  const stored = plannedTables[table]
  const all = getTableColumns(stored)
  const columns = keptColumns(stored).filter(([name]) => rows.some(({ after }) => name in after))
  const asJson = (values: Readonly<Record<string, GivenValue>>) =>
    Object.fromEntries(
      columns.flatMap(([name, column]) => {
        const value = values[name]
        if (!(name in values) || isRef(value)) return []
        return [[columnName(column), toStored(value)]]
      }),
    )
  const planned = rows.map(({ id, before, after, updatedAt = null }) =>
    JSON.stringify({ id, before: asJson(before), after: asJson(after), updatedAt }),
  )
  return inMegabytes(planned).flatMap(({ json, items }) => {
    const from = sql`(SELECT value ->> 'id' AS planned_id, value -> 'before' AS was,
      value -> 'after' AS becomes, value ->> 'updatedAt' AS seen_at FROM json_each(${json})) planned`
    const set = columns.map(([name, column]) => [
      name,
      sql`iif(${isIn(sql`becomes`, column)}, ${valueIn(sql`becomes`, column)}, ${column})`,
    ])
    const isAsRead = columns.map(
      ([, column]) =>
        sql`(NOT ${isIn(sql`becomes`, column)} OR ${column} IS ${valueIn(sql`was`, column)})`,
    )
    const isNotSaved = all.updatedAt
      ? sql` AND (seen_at IS NULL OR ${all.updatedAt} = seen_at)`
      : sql``
    return [
      write
        .update(stored)
        .set({ ...Object.fromEntries(set), ...savedAt(stored, now) })
        .from(from)
        .where(
          sql`${idColumnOf(stored)} = planned_id${isNotSaved} AND ${sql.join(isAsRead, sql` AND `)}`,
        ),
      guardChanges('rowsAsRead', items.length),
    ]
  })
}

/**
 * Member numbers are unique after every row of a statement: the update that takes a number must be in a
 * later statement than the one that frees it.
 */
function inTurns(updates: readonly Update[]): Update[][] {
  const numberOf = (update: Update, row: 'before' | 'after') =>
    update.table === 'members' ? update[row].memberNumber : undefined
  const givers = new Map<number, Update>()
  for (const update of updates) {
    const gives = numberOf(update, 'before')
    if (gives) givers.set(gives, update)
  }
  const known = new Map<Update, number>()
  for (const update of updates) {
    const way: Update[] = []
    let next: Update | undefined = update
    while (next && !known.has(next) && !way.includes(next)) {
      way.push(next)
      const takes = numberOf(next, 'after')
      next = takes ? givers.get(takes) : undefined
    }
    let turn = next ? (known.get(next) ?? 0) + 1 : 0
    for (const one of way.reverse()) known.set(one, turn++)
  }
  const turns: Update[][] = []
  for (const update of updates) {
    const turn = known.get(update) ?? 0
    turns[turn] ??= []
    turns[turn].push(update)
  }
  return turns
}

function idColumnOf(table: SQLiteTable): Column {
  const { id } = getTableColumns(table)
  if (!id) throw new Error(`${getTableName(table)} has no number`)
  return id
}

/** Whether the JSON object has this column as a key, even with the value null. */
function isIn(json: SQL, column: Column): SQL {
  return sql`(json_type(${json}, ${sql.raw(`'$.${columnName(column)}'`)}) IS NOT NULL)`
}

function valueIn(json: SQL, column: Column): SQL {
  return sql`(${json} ->> ${sql.raw(`'${columnName(column)}'`)})`
}

/** Splits items into JSON arrays that fit into one parameter each. */
export function inMegabytes(items: readonly string[]): { json: string; items: string[] }[] {
  const encoder = new TextEncoder()
  const chunks: { bytes: number; items: string[] }[] = []
  for (const item of items) {
    const bytes = encoder.encode(item).byteLength + 1
    const last = chunks.at(-1)
    if (last && last.bytes + bytes <= bytesOfParameter) {
      last.items.push(item)
      last.bytes += bytes
    } else {
      chunks.push({ bytes: bytes + 1, items: [item] })
    }
  }
  return chunks.map((chunk) => ({ json: `[${chunk.items.join(',')}]`, items: chunk.items }))
}
