import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import type { D1PreparedStatement } from '@cloudflare/workers-types'

type Row = Record<string, unknown>

/** The database's content after the migrations. */
type Migrated = {
  /** A digest of the schema; it changes with every change of the schema. */
  schema: string
  /** Referring tables before the referred ones. */
  tables: string[]
  rows: Map<string, Row[]>
}

/** Tables written or read by triggers, restored last. */
const triggerTables = ['audit_entries', 'journal', 'data_version', 'sqlite_sequence']
const context = 'audit_context'

/** Test files of one workerd share the database but not their modules, so the state is kept globally. */
const symbol = Symbol.for('the database as it was migrated')
const globals: typeof globalThis & { [symbol]?: Migrated } = globalThis

/**
 * Restores the database to its state after the migrations. The first call runs the migrations; later ones
 * only delete the written rows, which takes a tenth of the time, unless a test has changed the schema.
 */
export async function freshDatabase(): Promise<void> {
  // This read wakes an evicted database: reset() skips those.
  const schema = await readSchema()
  const migrated = globals[symbol]
  if (schema === migrated?.schema) return putBack(migrated)
  await reset()
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  const tables = await readTables()
  globals[symbol] = { schema: await readSchema(), tables, rows: await readRows(tables) }
}

/** All rows by table. */
export async function allRows(): Promise<Map<string, Row[]>> {
  return readRows(await readTables())
}

async function putBack({ tables, rows }: Migrated): Promise<void> {
  const filled = await readFilled(tables)
  const hasRows = (table: string) => filled.includes(table) || rows.get(table)?.length
  const dataTables = tables.filter(
    (table) => hasRows(table) && table !== context && !triggerTables.includes(table),
  )
  const remove = (table: string) => env.DB.prepare(`DELETE FROM "${table}"`)
  const insert = (table: string) => (rows.get(table) ?? []).map((row) => insertOf(table, row))
  await env.DB.batch([
    env.DB.prepare('PRAGMA defer_foreign_keys = ON'),
    // The triggers of the ledger only allow the CLI to delete.
    env.DB.prepare(`UPDATE ${context} SET via = 'cli' WHERE id = 1`),
    ...dataTables.map(remove),
    remove(context),
    ...insert(context),
    ...dataTables.toReversed().flatMap(insert),
    ...triggerTables.flatMap((table) => [remove(table), ...insert(table)]),
  ])
}

function insertOf(table: string, row: Row): D1PreparedStatement {
  const columns = Object.keys(row)
  const marks = columns.map(() => '?').join(', ')
  return env.DB.prepare(`INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${marks})`).bind(
    ...Object.values(row),
  )
}

async function readSchema(): Promise<string> {
  const row = await env.DB.prepare(
    'SELECT count(*) AS parts, group_concat(hex(sql)) AS sql FROM sqlite_schema WHERE sql IS NOT NULL',
  ).first<{ parts: number; sql: string | null }>()
  return `${row?.parts} ${row?.sql}`
}

async function readTables(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'
      AND name <> 'sqlite_stat1' ORDER BY rowid DESC`,
  ).all<{ name: string }>()
  return results.map(({ name }) => name)
}

async function readRows(tables: readonly string[]): Promise<Map<string, Row[]>> {
  const read = tables.map((table) => env.DB.prepare(`SELECT * FROM "${table}"`))
  const answers = await env.DB.batch<Row>(read)
  return new Map(tables.map((table, at) => [table, answers[at]?.results ?? []]))
}

async function readFilled(tables: readonly string[]): Promise<string[]> {
  const look = tables.map((table) => env.DB.prepare(`SELECT 1 FROM "${table}" LIMIT 1`))
  const answers = await env.DB.batch(look)
  return tables.filter((_, at) => (answers[at]?.results.length ?? 0) > 0)
}
