import { rows } from '#tests/support/api.ts'

/** The id that most rows of a table refer to: the member with the longest history, the largest parade. */
export async function largest(table: string, column: string): Promise<number> {
  const [row] = await rows<{ id: number }>(
    `SELECT ${column} AS id FROM ${table} WHERE ${column} IS NOT NULL
     GROUP BY ${column} ORDER BY count(*) DESC, ${column} LIMIT 1`,
  )
  if (!row) throw new Error(`${table} names no ${column}`)
  return row.id
}
