import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectDir, wranglerCli } from '#scripts/local/project.ts'
import { quiet } from '#scripts/local/quiet.ts'
import { freePort } from '#tests/support/free-port.ts'
import { databaseFile, readRows } from '#tests/support/local-database.ts'

// A machine's data as the migrations before today's three left them, made by wrangler itself.

const oldNames = ['0001_schema.sql', '0002_defaults.sql', '0003_truth.sql', '0023_passkeys.sql']

let folder: string
let stateDir: string

beforeAll(async () => {
  await mkdir(join(projectDir, '.wrangler'), { recursive: true })
  folder = await mkdtemp(join(projectDir, '.wrangler/old-data-'))
  stateDir = join(folder, 'state')
  await mkdir(join(folder, 'migrations'))
  for (const [index, name] of oldNames.entries()) {
    await writeFile(join(folder, 'migrations', name), `CREATE TABLE old_${index} (id INTEGER);`)
  }
  const config = join(folder, 'wrangler.toml')
  await writeFile(
    config,
    `name = "zunft-local"
compatibility_date = "2026-10-01"

[[d1_databases]]
binding = "DB"
database_name = "zunft"
database_id = "00000000-0000-0000-0000-000000000000"
migrations_dir = "migrations"
`,
  )
  const apply = ['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', stateDir]
  const { code, said } = await ended(start([wranglerCli, ...apply, '--config', config], quiet))
  if (code !== 0) throw new Error(said)
})

afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

const refusal = (problem: string, from: string) => {
  const place = relative(projectDir, from)
  return `Diese Daten sind von einer anderen Fassung des Programms (${problem}): Lege sie mit „mv ${place} ${place}-alt“ beiseite und starte neu, sie bleiben dort erhalten.`
}

test.each([
  ['npm run user', ['scripts/user.ts', 'list']],
  ['npm run dev', ['scripts/dev.ts']],
])(
  'If the stored data are of an older version, %s stops and does not change them',
  async (_, args) => {
    const { code, said } = await ended(await run(args, stateDir))
    const kept = readRows<{ name: string }>(stateDir, 'SELECT name FROM d1_migrations ORDER BY id')
    expect(said.trim()).toBe(refusal('die Tabelle users ist anders als in migrations/', stateDir))
    expect(code).toBe(1)
    expect(kept.map(({ name }) => name)).toEqual(oldNames)
  },
)

test('If a migration was edited or the schema was changed by hand, npm run user stops with a message about the file or the object', async () => {
  const own = join(folder, 'own')
  const list = async () => ended(await run(['scripts/user.ts', 'list'], own))
  expect(await list()).toMatchObject({ code: 0 })
  const stored = readRows<{ name: string }>(own, 'SELECT name FROM migration_checksums')
  expect(stored.length).toBeGreaterThan(2)

  change(own, `UPDATE migration_checksums SET checksum = 'x' WHERE name = '0002_defaults.sql'`)
  const edited = await list()
  expect(edited.code).toBe(1)
  expect(edited.said.trim()).toBe(refusal('0002_defaults.sql hat sich seitdem geändert', own))

  change(own, 'DROP INDEX orders_by_state')
  const different = await list()
  expect(different.code).toBe(1)
  expect(different.said.trim()).toBe(
    refusal('der Index orders_by_state ist anders als in migrations/', own),
  )
}, 240_000)

async function run(args: string[], STATE_DIR: string): Promise<ChildProcess> {
  return start(args, { STATE_DIR, PORT: String(await freePort()) })
}

function change(state: string, sql: string): void {
  const database = new DatabaseSync(databaseFile(state))
  database.exec(sql)
  database.close()
}

function start(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['--no-warnings', ...args], {
    cwd: projectDir,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // One that goes on instead of stopping must not outlive the test.
    timeout: 45_000,
  })
}

async function ended(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => said.push(chunk))
  }
  const [code] = await once(child, 'close')
  return { code, said: Buffer.concat(said).toString() }
}
