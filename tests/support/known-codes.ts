import { env } from 'cloudflare:workers'
import { type Column, getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { columnName } from '#worker/db/db.ts'
import * as schema from '#worker/db/schema.ts'
import { duties, honorTypes } from '#worker/domain/codes.ts'

// The database has no constraints on codes. One statement per column, because D1 allows at most five SELECTs
// in a UNION.
const questions = Object.values(schema)
  .filter((table) => is(table, SQLiteTable))
  .flatMap((table) => Object.values(getTableColumns(table)))
  .flatMap((column) => {
    const codes = column.enumValues ?? []
    return codes.length > 0 ? [question(column, codes)] : []
  })

/** The guild's own offices and honors have a code made of their id; everything else refers to these two. */
const guildCodes = [
  { column: schema.offices.code, codes: duties },
  { column: schema.honorRules.type, codes: honorTypes },
].map(({ column, codes }) => {
  const { sql, ...asked } = question(column, codes)
  return { ...asked, sql: `${sql} AND "${columnName(column)}" <> 'own_' || id` }
})
questions.push(...guildCodes)

function question(column: Column, codes: readonly string[]) {
  const table = getTableName(column.table)
  const name = columnName(column)
  const known = codes.map((code) => `'${code}'`).join(', ')
  return {
    column: `${table}.${name}`,
    sql: `SELECT DISTINCT "${name}" AS code FROM ${table} WHERE "${name}" NOT IN (${known})`,
  }
}

/** All columns that hold a code: `orders.state`. */
export const codeColumns = questions.map(({ column }) => column)

/** Codes in the database that codes.ts does not know: `orders.state: payed`. */
export async function unknownCodes(): Promise<string[]> {
  const results = await env.DB.batch<{ code: string }>(
    questions.map(({ sql }) => env.DB.prepare(sql)),
  )
  return results.flatMap((result, index) =>
    result.results.map(({ code }) => `${codeColumns[index]}: ${code}`),
  )
}
