import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectDir, wranglerCli } from '#scripts/local/project.ts'
import { quiet } from '#scripts/local/quiet.ts'
import { freePort } from '#tests/support/free-port.ts'
import { readRows } from '#tests/support/local-database.ts'

// A developer's machine as it was before the migrations were written anew, made by wrangler itself.

const oldNames = [
  '0001_schema.sql',
  '0002_guild_defaults.sql',
  '0003_data_version.sql',
  '0004_sepa_runs.sql',
  '0005_given_key.sql',
  '0006_refunds_and_mail.sql',
]

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

test.each([
  ['npm run user', ['scripts/user.ts', 'list']],
  ['npm run dev', ['scripts/dev.ts']],
])('%s stops before data of an older version, and leaves them alone', async (_, args) => {
  const PORT = String(await freePort())
  const { code, said } = await ended(start(args, { STATE_DIR: stateDir, PORT }))
  const place = relative(projectDir, stateDir)
  expect(said.trim()).toBe(
    `Diese Daten sind von einer älteren Fassung. Lösche ${place} und starte neu.`,
  )
  expect(code).toBe(1)
  const kept = readRows<{ name: string }>(stateDir, 'SELECT name FROM d1_migrations ORDER BY id')
  expect(kept.map(({ name }) => name)).toEqual(oldNames)
})

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
