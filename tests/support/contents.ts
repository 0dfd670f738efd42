import { env } from 'cloudflare:workers'

/** All rows of all tables, straight from the database. */
export type Contents = Record<string, Record<string, unknown>[]>

export async function contents(): Promise<Contents> {
  const { results } = await env.DB.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'
     AND name <> 'd1_migrations' ORDER BY name`,
  ).all<{ name: string }>()
  const tables = results.map(({ name }) => name)
  const answers = await env.DB.batch<Record<string, unknown>>(
    tables.map((name) =>
      env.DB.prepare(`SELECT ${selected[name] ?? '*'} FROM ${name} ORDER BY 1, 2`),
    ),
  )
  return Object.fromEntries(tables.map((name, index) => [name, answers[index]?.results ?? []]))
}

/** Bytes as hex, because JSON cannot hold them. */
const selected: Record<string, string> = { sepa_run_parts: 'run_id, part, hex(bytes) AS bytes' }
const hexed = ['bytes']

/** The numbers of removed and added rows by table, `-1 +1` for a changed one; no change = {}. */
export function extentOf(before: Contents, after: Contents): Record<string, string> {
  const extents: Record<string, string> = {}
  for (const table of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const was = linesOf(before[table])
    const is = linesOf(after[table])
    const gone = [...was].filter((line) => !is.has(line)).length
    const come = [...is].filter((line) => !was.has(line)).length
    if (gone + come > 0) extents[table] = `-${gone} +${come}`
  }
  return extents
}

const linesOf = (rows: Contents[string] = []) => new Set(rows.map((row) => JSON.stringify(row)))

/** Restores the database to this content, including the autoincrement counters. */
export async function putBack(before: Contents): Promise<void> {
  const extent = extentOf(before, await contents())
  // Deleting the parades deletes the counts of their extras.
  if (extent.parades) extent.extra_counts = ''
  const changed = Object.keys(extent).filter((one) => before[one])
  // Inserting rows changes the counters, so these are always restored last.
  const tables = [...changed.filter((one) => one !== counters), counters]
  // Triggers are dropped meanwhile: they would count, log or reject the restored rows.
  const { results: triggers } = await env.DB.prepare(
    `SELECT name, sql FROM sqlite_master
     WHERE type = 'trigger' AND tbl_name IN (SELECT value FROM json_each(?))`,
  )
    .bind(JSON.stringify(tables))
    .all<{ name: string; sql: string }>()
  await env.DB.batch([
    ...triggers.map(({ name }) => env.DB.prepare(`DROP TRIGGER ${name}`)),
    env.DB.prepare('PRAGMA defer_foreign_keys = on'),
    ...tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
    ...tables.flatMap((table) => {
      const rows = before[table] ?? []
      const columns = Object.keys(rows[0] ?? {})
      if (columns.length === 0) return []
      const values = columns.map((column) =>
        hexed.includes(column) ? `unhex(value ->> '$.${column}')` : `value ->> '$.${column}'`,
      )
      const sql = `INSERT INTO ${table} (${columns}) SELECT ${values} FROM json_each(?)`
      // Counter rows that the inserts above have created.
      const again = table === counters ? [env.DB.prepare(`DELETE FROM ${table}`)] : []
      return [...again, env.DB.prepare(sql).bind(JSON.stringify(rows))]
    }),
    ...triggers.map(({ sql }) => env.DB.prepare(sql)),
  ])
}

const counters = 'sqlite_sequence'
