import { getTableColumns, isSQLWrapper, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Db, write } from './db.ts'

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

/**
 * A subquery as a column. Drizzle strips the table from columns that stand directly in a selected
 * expression of a single-table query; one level deeper they keep it, and the outer row is meant.
 */
export function correlated<T>(subquery: SQL): SQL<T> {
  return sql<T>`${sql`(${subquery})`}`
}

/** D1 allows a function 32 arguments: 16 pairs of `json_object`, 15 of `json_set` beside what they are set in. */
const pairsOfObject = 16
const pairsOfSet = 15

/**
 * `json_object` of any number of pairs, in their order. A value is written as SQLite has it: NULL as null,
 * what a JSON function made as JSON.
 * @param pairs names of letters, digits and underscores
 */
export function jsonObject(pairs: readonly (readonly [name: string, value: SQLWrapper])[]) {
  const listed = (part: typeof pairs, prefix: string) =>
    sql.join(
      part.map(([name, value]) => sql`${sql.raw(`'${prefix}${name}'`)}, ${value}`),
      sql`, `,
    )
  if (pairs.length <= pairsOfObject) return sql<string>`json_object(${listed(pairs, '')})`
  let object: SQL = sql`jsonb_object(${listed(pairs.slice(0, pairsOfObject), '')})`
  for (let at = pairsOfObject; at < pairs.length; at += pairsOfSet) {
    object = sql`jsonb_set(${object}, ${listed(pairs.slice(at, at + pairsOfSet), '$.')})`
  }
  return sql<string>`json(${object})`
}

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
