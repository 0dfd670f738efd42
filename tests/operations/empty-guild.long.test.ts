import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectDir } from '#scripts/local/project.ts'

// npm start -- --empty: a guild without the demo, and the link to its first access.

const state = mkdtempSync(join(tmpdir(), 'zunft-empty-'))
afterAll(() => rmSync(state, { recursive: true }))

/** What start does before it serves. */
const ready = join(state, 'ready.mjs')
writeFileSync(
  ready,
  `import { prepare } from '${projectDir}/scripts/local/prepare.ts'
console.log('READY ' + JSON.stringify(await prepare()))`,
)

function run(...args: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--no-warnings', ...args], {
    cwd: projectDir,
    encoding: 'utf8',
    env: { ...process.env, STATE_DIR: state },
  })
  return { output: stdout + stderr, status }
}

function prepared(): { isDemo: boolean; setupToken: string | null } {
  const { output } = run(ready, '--empty')
  const [, json] = /^READY (.*)$/m.exec(output) ?? []
  if (!json) throw new Error(output)
  return JSON.parse(json)
}

function all(query: string) {
  const folder = join(state, 'v3/d1/miniflare-D1DatabaseObject')
  const [file = ''] = readdirSync(folder).filter((name) => /^[\da-f]+\.sqlite$/.test(name))
  const database = new DatabaseSync(join(folder, file))
  const rows = database.prepare(query).all()
  database.close()
  return rows
}

const hashOf = (token: string | null) =>
  createHash('sha256')
    .update(token ?? '')
    .digest('hex')

let first: ReturnType<typeof prepared>

beforeAll(() => {
  first = prepared()
}, 600_000)

test('A guild without the demo begins with the default settings and without users', () => {
  expect(first.isDemo).toBe(false)
  for (const table of ['members', 'users', 'parades', 'costume_types', 'orders']) {
    expect(all(`SELECT count(*) AS count FROM ${table}`), table).toEqual([{ count: 0 }])
  }
  expect(all('SELECT count(*) > 0 AS filled FROM fee_rules')).toEqual([{ filled: 1 }])
  expect(all('SELECT count(*) > 0 AS filled FROM honor_rules')).toEqual([{ filled: 1 }])
})

test('Each start of a guild without users makes a new link of the first access, and only the newest is valid', () => {
  expect(first.setupToken).toMatch(/^[\w-]{43}$/)
  expect(all('SELECT hash FROM setup_links')).toEqual([{ hash: hashOf(first.setupToken) }])
  const second = prepared()
  expect(second.setupToken).not.toBe(first.setupToken)
  expect(all('SELECT hash FROM setup_links')).toEqual([{ hash: hashOf(second.setupToken) }])
})

test('Once an empty guild has a user, a start makes no link and does not load the demo', () => {
  const roles = ['--roles', 'management', '--password', 'Narri-Narro-2027!', '--empty']
  const names = ['--first', 'Sabine', '--last', 'Kächele']
  const made = run('scripts/user.ts', 'create', 'sabine@zunft.test', ...names, ...roles)
  expect(made.status, made.output).toBe(0)
  expect(prepared()).toEqual({ isDemo: false, setupToken: null })
  expect(all('SELECT count(*) AS count FROM members')).toEqual([{ count: 0 }])
})
