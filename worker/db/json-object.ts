import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

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
