import { getTableColumns, isSQLWrapper, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Db, write } from './db.ts'

/**
 * A SELECT in raw SQL that can be part of a batch; Drizzle can only batch raw queries without bound values.
 * @param columns the result's column names and their expressions
 * @param from the SQL after FROM
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

/** A table of exactly one row: for the FROM of a SELECT that reads no table, and as the left side of a CROSS JOIN. */
export const singleRow = sql`(SELECT 1) AS gate`

/**
 * A subquery as a column. Drizzle omits the table name of columns directly within a selected expression of a
 * single-table query; nested one level deeper they keep it and refer to the outer row.
 */
export function correlated<T>(subquery: SQL): SQL<T> {
  return sql<T>`${sql`(${subquery})`}`
}

/**
 * D1 allows 32 arguments per function: 16 pairs of `json_object`, 15 of `json_set` after its first argument.
 */
const pairsOfObject = 16
const pairsOfSet = 15

/**
 * `json_object` with any number of pairs, in order. SQL NULL becomes null, and the result of a JSON function is
 * kept as JSON.
 * @param pairs names may contain letters, digits and underscores
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
 * INSERT … SELECT by column names, with a value or an expression for each; omitted columns get their default.
 * Drizzle's own `insert().select()` maps columns by position.
 * @param from the SQL after FROM, with a WHERE: otherwise SQLite reads ON CONFLICT as the ON of a join
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
