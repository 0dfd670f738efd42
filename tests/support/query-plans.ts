import { env } from 'cloudflare:workers'
import type { Sent } from './recording-d1.ts'

/** A statement that reads a growing table from its first row to its last. */
export type Scan = { table: string; query: string }

/** Tables whose size does not grow over the years; all others do. */
const smallTables = [
  'circular_templates',
  'costume_types',
  'letter_texts',
  'd1_migrations',
  'data_version',
  'fee_rules',
  'guild_settings',
  'honor_rule_duties',
  'honor_rules',
  'job_runs',
  'offices',
  'prepared_statistics',
  'setup_links',
  'sqlite_sequence',
  'user_roles',
  'users',
]

/** The query plans of the statements, as lists of steps. */
export async function plansOf(
  sent: readonly Pick<Sent, 'query' | 'values'>[],
): Promise<string[][]> {
  const explained = sent.map(({ query, values }) =>
    env.DB.prepare(`EXPLAIN QUERY PLAN ${query}`).bind(...values),
  )
  if (explained.length === 0) return []
  const plans = await env.DB.batch<{ detail: string }>(explained)
  return plans.map(({ results }) => results.map(({ detail }) => detail))
}

/** Statements that write outside of a commit, known by the write transaction that SQLite begins. */
export async function findUncommittedWrites(sent: readonly Sent[]): Promise<string[]> {
  const reads = sent.filter(({ times, committed }) => times > committed)
  const explained = reads.map(({ query, values }) =>
    env.DB.prepare(`EXPLAIN ${query}`).bind(...values),
  )
  if (explained.length === 0) return []
  const programs = await env.DB.batch<{ opcode: string; p2: number }>(explained)
  return reads.flatMap(({ query }, index) => {
    const program = programs[index]?.results ?? []
    return program.some(({ opcode, p2 }) => opcode === 'Transaction' && p2 > 0) ? [query] : []
  })
}

/** All full scans of growing tables by these statements. */
export async function findScans(sent: readonly Pick<Sent, 'query' | 'values'>[]): Promise<Scan[]> {
  const asking = sent.filter(({ query }) => !asksForNothing(query))
  const { growing, partial, created } = await readSchema()
  const plans = await plansOf(asking)
  return asking.flatMap(({ query }, index) => {
    const scanned = (plans[index] ?? []).flatMap((step) => {
      // "SCAN p", "SCAN members USING COVERING INDEX members_by_name"
      const [, name, by] = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(step) ?? []
      // A partial index contains only the rows of its condition.
      return name === undefined || (by && partial.has(by)) ? [] : tablesBehind(name, query)
    })
    // The plan of an INSERT includes a scan for waiting child rows, which only runs while deferred foreign
    // keys are violated; here they never are.
    const [, parent = '-'] = /^insert into "?(\w+)"?/i.exec(query) ?? []
    const isNewParent = (table: string) =>
      new RegExp(`REFERENCES "?${parent}"?\\b`, 'i').test(created.get(table) ?? '') &&
      !query.includes(table)
    const tables = new Set(scanned.filter((table) => growing.has(table) && !isNewParent(table)))
    return [...tables].map((table) => ({ table, query }))
  })
}

async function readSchema() {
  const [tables, indexes] = await env.DB.batch<{ name: string; sql: string }>([
    env.DB.prepare(`SELECT name, sql FROM sqlite_master WHERE type = 'table'`),
    env.DB.prepare(`SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'`),
  ])
  const names = (result: typeof tables) => (result?.results ?? []).map(({ name }) => name)
  return {
    growing: new Set(names(tables).filter((name) => !smallTables.includes(name))),
    partial: new Set(names(indexes)),
    /** The CREATE statement by table, with its foreign keys. */
    created: new Map((tables?.results ?? []).map(({ name, sql }) => [name, sql])),
  }
}

/** Resolves an alias of the plan to its table. */
function tablesBehind(name: string, query: string): string[] {
  const named = new RegExp(
    `\\b(?:from|join|update|into)\\s+"?(\\w+)"?\\s+(?:as\\s+)?"?${name}"?\\b`,
    'gi',
  )
  return [name, ...[...query.matchAll(named)].map(([, table = '']) => table)]
}

/** An empty list: Drizzle sends the statement with a condition that is always false. */
const asksForNothing = (query: string) => /\b(?:where|and) 0\)*$/.test(query)
