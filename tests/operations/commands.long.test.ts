import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectDir, wranglerCli } from '#scripts/local/project.ts'
import { type CloudflareApi, startCloudflareApi } from '#tests/support/cloudflare-api.ts'
import { deployedCheckout, deployedId, type Ran } from '#tests/support/deployed-checkout.ts'
import { envProblems } from '#worker/env.ts'

// Every command of docs/operations.md, in its order, in a checkout of its own against a stand-in of
// Cloudflare: which database and which worker it reaches.

const text = readFileSync(join(projectDir, 'docs/operations.md'), 'utf8')
const commands = [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].flatMap(([, body = '']) =>
  body
    .trim()
    .split('\n')
    .map((line) => line.trim()),
)

/** What is typed in place of what stands in angle brackets. */
const typed = (line: string) =>
  line
    .replace('<e-mail>', 'sabine@narrenzunft-schellental.de')
    .replace('<first>', 'Sabine')
    .replace('<last>', 'Kächele')
    .replace('https://<address>', address)
    // Wrangler takes none that is still to come.
    .replace(/--timestamp=\S+/, `--timestamp=${new Date(Date.now() - 3_600_000).toISOString()}`)

const secret = 'q7Hk2-vTz9_LmXw4RbYc8NfPgJs3DdAe'
const words = { BACKUP_PASSPHRASE: 'die Schellen klingen im Tal' }

let api: CloudflareApi
let checkout: ReturnType<typeof deployedCheckout>
/** What answers at the guild's address. */
let site: Server
let address = ''
/** The commands of the text as they went, with what they asked of Cloudflare. */
const story: { line: string; ran: Ran; asked: string[] }[] = []

beforeAll(async () => {
  api = await startCloudflareApi({ zunft: deployedId })
  checkout = deployedCheckout(api.url)
  await startSite()
  // As `CLOUDFLARE_ENV=production npm run build` makes it.
  const buildDir = '.build/operations'
  spawnSync(process.execPath, ['scripts/build.ts'], {
    cwd: projectDir,
    env: { ...process.env, CLOUDFLARE_ENV: 'production', BUILD_DIR: buildDir },
  })
  cpSync(join(projectDir, buildDir), checkout.inside('dist'), { recursive: true })
  rmSync(join(projectDir, buildDir), { recursive: true })
  standInForDeploy()
  for (const line of commands) story.push(await follow(line))
}, 900_000)

afterAll(async () => {
  await api?.stop()
  site?.close()
  checkout?.remove()
})

async function startSite(): Promise<void> {
  const schema = readdirSync(join(projectDir, 'migrations')).sort().at(-1)
  site = createServer((_, response) => {
    response.setHeader('Content-Security-Policy', "default-src 'none'")
    response.end(JSON.stringify({ status: 'ok', schema }))
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
}

/** `npm run deploy` finds what is built, and a wrangler that checks and tells everything of a release. */
function standInForDeploy(): void {
  writeFileSync(checkout.inside('scripts/build.ts'), '')
  const file = checkout.inside('bin/wrangler')
  const run = `exec "${process.execPath}" "${wranglerCli}" "$@"`
  writeFileSync(file, `#!/bin/sh\nif [ "$1" = deploy ]; then set -- "$@" --dry-run; fi\n${run}\n`)
  chmodSync(file, 0o755)
}

async function follow(line: string) {
  api.asked.length = 0
  // Built once, above; and nothing is deployed, but everything is checked and told.
  const isBuild = line.endsWith('npm run build')
  const asRun = line.includes('wrangler deploy') ? `${line} --dry-run` : typed(line)
  const ran = isBuild
    ? { code: existsSync(checkout.inside('dist/zunft/wrangler.json')) ? 0 : 1, output: '' }
    : await checkout.run(asRun, `${line.includes('user') ? 'Narri-Narro-2027!' : secret}\n`, words)
  if (line.startsWith('npm run backup')) nameBackup()
  // Step 4: from here on `DB` is the new one.
  if (line.startsWith('npx wrangler d1 execute zunft-2')) moveToNew()
  return { line, ran, asked: api.asked.map(({ method, path }) => `${method} ${path}`) }
}

/** The text names one of its own. */
function nameBackup(): void {
  const [, named = ''] = /npm run restore -- (\S+)/.exec(text) ?? []
  for (const name of readdirSync(checkout.inside('backups'))) {
    if (name !== named.split('/')[1] && !existsSync(checkout.inside(named))) {
      renameSync(checkout.inside('backups', name), checkout.inside(named))
    }
  }
}

const newId = () => {
  const id = [...api.databases.keys()].find((one) => one !== deployedId)
  if (!id) throw new Error('zunft-2 was never addressed')
  return id
}

function moveToNew(): void {
  checkout.edit('database_name = "zunft"', 'database_name = "zunft-2"')
  checkout.edit(deployedId, newId())
}

const databaseIds = (asked: readonly string[]) => [
  ...new Set(asked.flatMap((one) => /\/d1\/database\/([\w-]+)/.exec(one)?.[1] ?? [])),
]

test('Every command of docs/operations.md ends without an error, apart from `wrangler tail`, which runs until it is stopped', () => {
  expect(commands.length).toBeGreaterThan(20)
  const failed = story.filter(({ line, ran }) => ran.code !== 0 && !line.includes(' tail '))
  expect(failed.map(({ line, ran }) => `${line}\n${ran.output}`)).toEqual([])
})

test('Each command of docs/operations.md about the database reaches the deployed database and no other', () => {
  const moved = story.findIndex(({ line }) => line.includes('d1 execute zunft-2'))
  for (const [index, { line, asked }] of story.entries()) {
    const isDatabaseError = /wrangler d1 (?!create)|npm run (deploy|user|backup)/.test(line)
    const which = index < moved ? deployedId : newId()
    expect(databaseIds(asked), line).toEqual(isDatabaseError ? [which] : [])
  }
})

test('In docs/operations.md the database is created in the EU', () => {
  const made = story.filter(({ line }) => line.includes('d1 create'))
  expect(made).toHaveLength(1)
  for (const { line } of made) expect(line).toContain('--jurisdiction=eu')
})

test('Each command of docs/operations.md about secrets and the log reaches the deployed worker', () => {
  const ofWorker = story.filter(({ line }) => /wrangler (secret|tail)/.test(line))
  expect(ofWorker.length).toBeGreaterThan(5)
  for (const { line, asked } of ofWorker) {
    expect(asked.length, line).toBeGreaterThan(0)
    for (const one of asked)
      expect(one, line).toMatch(/\/workers\/scripts\/zunft\/(secrets|tails)$/)
  }
})

test('After all commands of docs/operations.md were run, the first user exists in the deployed and in the restored database', () => {
  const find = 'SELECT u.email_address, r.role FROM users u JOIN user_roles r ON r.user_id = u.id'
  for (const id of [deployedId, newId()]) {
    const rows = api.databases.get(id)?.prepare(find).all() ?? []
    expect(rows.map((row) => ({ ...row }))).toEqual([
      { email_address: 'sabine@narrenzunft-schellental.de', role: 'management' },
    ])
  }
})

test('The backup command in docs/operations.md writes a folder with an encrypted archive and a list of anonymised members', () => {
  const folder = checkout.inside('backups', readdirSync(checkout.inside('backups'))[0] ?? '')
  expect(readdirSync(folder).sort()).toEqual(['erasures.json', 'zunft.sql.gz.age'])
  expect(readFileSync(join(folder, 'zunft.sql.gz.age'), 'latin1')).toMatch(
    /^age-encryption\.org\/v1/,
  )
})

test('The configuration of the build has one address, rate limits and a required secret; with the address of the repository it is rejected', () => {
  const deploys = story.filter(({ line }) => line.includes('wrangler deploy'))
  for (const { ran } of deploys) {
    for (const word of [
      'env.DB (zunft)',
      'env.LOGIN_LIMIT',
      'env.ENROL_LIMIT',
      'env.REFUSAL_LIMIT',
      'env.ASSETS',
    ]) {
      expect(ran.output).toContain(word)
    }
  }
  const built = JSON.parse(readFileSync(checkout.inside('dist/zunft/wrangler.json'), 'utf8'))
  expect(built).toMatchObject({
    name: 'zunft',
    routes: [{ pattern: expect.stringMatching(/^[\w.-]+$/), custom_domain: true }],
    workers_dev: false,
    preview_urls: false,
    limits: { cpu_ms: 30_000 },
    secrets: { required: ['JWT_SECRET'] },
    triggers: { crons: ['*/5 * * * *'] },
    cache: { enabled: true },
    observability: { enabled: true },
    vars: { ENVIRONMENT: 'production' },
  })
  expect(built.assets).toMatchObject({ not_found_handling: 'none', binding: 'ASSETS' })
  expect(built.vars.APP_ORIGIN).toBe(`https://${built.routes[0].pattern}`)
  // As it stands in the repository it is not set up, and would say so.
  expect(envProblems({ ...built.vars, JWT_SECRET: secret })).toEqual(['APP_ORIGIN'])
})

test('In wrangler.toml the name of the local database differs from that of the deployed one, and its id does not exist', () => {
  const toml = readFileSync(join(projectDir, 'wrangler.toml'), 'utf8')
  const [own = '', production = ''] = toml.split('\n[env.production]\n')
  expect(own).toContain('database_name = "zunft-local"')
  expect(own).toContain('database_id = "00000000-0000-0000-0000-000000000000"')
  expect(production).toContain('database_name = "zunft"')
})
