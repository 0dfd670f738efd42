import { env } from 'cloudflare:workers'

/** Every row of every table, as the database itself has them. */
export type Contents = Record<string, Record<string, unknown>[]>

export async function contents(): Promise<Contents> {
  const { results } = await env.DB.prepare(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'
     AND name NOT IN ('d1_migrations', 'write_guards') ORDER BY name`,
  ).all<{ name: string }>()
  const tables = results.map(({ name }) => name)
  const answers = await env.DB.batch<Record<string, unknown>>(
    tables.map((name) =>
      env.DB.prepare(`SELECT ${selected[name] ?? '*'} FROM ${name} ORDER BY 1, 2`),
    ),
  )
  return Object.fromEntries(tables.map((name, index) => [name, answers[index]?.results ?? []]))
}

/** No JSON holds bytes. */
const selected: Record<string, string> = { sepa_run_parts: 'run_id, part, hex(bytes) AS bytes' }
const hexed = ['bytes']

/** How many rows of each table are no longer there as they were, and how many are new; none = {}. */
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

/** What triggers write to stands last, the counters of ids behind it. */
const writtenByTriggers = ['audit_entries', 'data_version', 'sqlite_sequence']

/** Makes the database what it was, ids to come included. */
export async function putBack(before: Contents): Promise<void> {
  const changed = Object.keys(extentOf(before, await contents()))
  const tables = [
    ...changed.filter((one) => !writtenByTriggers.includes(one)),
    ...writtenByTriggers,
  ]
  const known = tables.filter((table) => before[table])
  // The ledger lets nobody delete, and looks at each line as it comes.
  const { results: guards } = await env.DB.prepare(
    `SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%ledger: %'`,
  ).all<{ name: string; sql: string }>()
  await env.DB.batch([
    ...guards.map(({ name }) => env.DB.prepare(`DROP TRIGGER ${name}`)),
    env.DB.prepare('PRAGMA defer_foreign_keys = on'),
    ...known.map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
    ...known.flatMap((table) => {
      const rows = before[table] ?? []
      const columns = Object.keys(rows[0] ?? {})
      if (columns.length === 0) return []
      const values = columns.map((column) =>
        hexed.includes(column) ? `unhex(value ->> '$.${column}')` : `value ->> '$.${column}'`,
      )
      // What the triggers wrote meanwhile is none of it.
      const again = writtenByTriggers.includes(table) ? [`DELETE FROM ${table}`] : []
      return [...again, `INSERT INTO ${table} (${columns}) SELECT ${values} FROM json_each(?)`].map(
        (sql) => {
          const statement = env.DB.prepare(sql)
          return sql.endsWith('(?)') ? statement.bind(JSON.stringify(rows)) : statement
        },
      )
    }),
    ...guards.map(({ sql }) => env.DB.prepare(sql)),
  ])
}
