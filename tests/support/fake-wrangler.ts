import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createDoor } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createServer as createTlsServer } from 'node:tls'
import { projectDir } from '#scripts/local/project.ts'

/** The state of the fake Cloudflare account. */
export type Cloud = {
  databases: { uuid: string; name: string }[]
  /** null = the worker is not deployed yet. */
  secrets: Record<string, string> | null
  migrated: number
  deployed: number
  /** The mode and path of each secret file that wrangler was given. */
  secretFiles: { mode: number; path: string }[]
}

/**
 * `before`: the step fails without effect; `after`: it takes effect but reports an error; `hangs`: it never
 * ends until the command is terminated; `wrongOutput`: it succeeds without the expected output or effect.
 */
export type Failure = { step: string; when: 'before' | 'after' | 'hangs' | 'wrongOutput' }

/** The purpose of a `d1 execute`, derived from its SQL. */
export const executed = (sql: string) =>
  sql.includes('migration_checksums (')
    ? 'CHECKSUMS'
    : sql.includes('sqlite_schema')
      ? 'SCHEMA'
      : sql.includes('INSERT')
        ? 'INSERT'
        : 'SELECT'

// Installed as `wrangler` on the PATH; answers like the installed version of wrangler.
const tool = `#!/usr/bin/env node
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
const folder = process.env.FAKE_CLOUD
const args = process.argv.slice(2)
const words = args.filter((one, index) => !one.startsWith('-') && !args[index - 1]?.startsWith('--'))
const step = words.join(' ').replace(/ DB$| zunft$/, '')
const flag = (name) => args[args.indexOf('--' + name) + 1]
appendFileSync(folder + '/log', JSON.stringify(args) + '\\n')
const cloud = JSON.parse(readFileSync(folder + '/cloud.json', 'utf8'))
const keep = () => writeFileSync(folder + '/cloud.json', JSON.stringify(cloud))
const failure = JSON.parse(process.env.FAKE_FAILURE || '{}')
const isMeant = failure.step === step || (step === 'd1 execute' && failure.step === 'd1 execute ' +
  (${executed})(flag('command')))
const broken = () => { console.error('X [ERROR] the cloud is in the clouds'); process.exit(1) }
if (isMeant && failure.when === 'before') broken()
if (isMeant && failure.when === 'wrongOutput') { console.log('A new version is out.'); process.exit(0) }
if (isMeant && failure.when === 'hangs') await new Promise(() => setInterval(() => {}, 1000))
const answers = {
  whoami: () => console.log('{ "loggedIn": true, "email": "sabine@example.test" }'),
  'd1 list': () => console.log(JSON.stringify(cloud.databases, null, 2)),
  'd1 create': () => {
    if (cloud.databases.some(({ name }) => name === words[2])) broken()
    const uuid = '22222222-2222-4222-8222-22222222222' + cloud.databases.length
    cloud.databases.push({ uuid, name: words[2] })
    console.log('Successfully created DB\\n\\n[[d1_databases]]\\ndatabase_id = "' + uuid + '"')
  },
  'secret list': () => {
    if (cloud.secrets === null) {
      console.error('X [ERROR] Worker "zunft" (env: production) not found.')
      process.exit(1)
    }
    console.log(JSON.stringify(Object.keys(cloud.secrets).map((name) => ({ name, type: 'secret_text' }))))
  },
  'd1 time-travel info': () => console.log(JSON.stringify({ bookmark: '00000085-0000024c-00004c6d' }, null, 2)),
  'd1 migrations apply': () => {
    cloud.migrated += 1
    const database = new DatabaseSync(folder + '/database.sqlite')
    database.exec('CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE)')
    const isApplied = database.prepare('SELECT 1 FROM d1_migrations WHERE name = ?')
    for (const name of readdirSync('migrations').sort()) {
      if (isApplied.get(name)) continue
      database.exec(readFileSync('migrations/' + name, 'utf8'))
      database.prepare('INSERT INTO d1_migrations (name) VALUES (?)').run(name)
    }
  },
  deploy: () => {
    const file = flag('secrets-file')
    if (args.includes('--secrets-file')) {
      cloud.secretFiles.push({ mode: statSync(file).mode & 0o777, path: file })
      cloud.secrets = { ...cloud.secrets, ...JSON.parse(readFileSync(file, 'utf8')) }
    }
    if (!cloud.secrets?.JWT_SECRET) broken()
    cloud.deployed += 1
  },
  'd1 execute': () => {
    const database = new DatabaseSync(folder + '/database.sqlite')
    const results = flag('command').split(';\\n').map((sql) => ({ results: database.prepare(sql).all() }))
    console.log(JSON.stringify(results, null, 2))
  },
}
if (!answers[step]) { console.error('Unknown command: ' + args.join(' ')); process.exit(1) }
answers[step]()
keep()
if (isMeant) broken()
`

const builder = `import { appendFileSync } from 'node:fs'
appendFileSync(process.env.FAKE_CLOUD + '/log', JSON.stringify(['build', process.env.CLOUDFLARE_ENV]) + '\\n')
if (process.env.FAKE_FAILURE?.includes('"build"')) { console.error('no such module'); process.exit(1) }
`

// Installed as `npm` on the PATH.
const npm = `#!/usr/bin/env node
import { appendFileSync } from 'node:fs'
appendFileSync(process.env.FAKE_CLOUD + '/log', JSON.stringify(['npm', ...process.argv.slice(2)]) + '\\n')
if (process.env.FAKE_FAILURE?.includes('"npm sbom"')) { console.error('missing: left-pad'); process.exit(1) }
console.log(JSON.stringify({ bomFormat: 'CycloneDX', components: [{ name: 'hono' }] }))
`

/** A copy of the checkout as an operator has it, with fakes of Cloudflare, npm and the guild's site. */
export async function fakeCloud() {
  const folder = mkdtempSync(join(tmpdir(), 'zunft-deploy-'))
  const inside = (...path: string[]) => join(folder, ...path)
  for (const name of ['worker', 'node_modules', 'migrations']) {
    symlinkSync(join(projectDir, name), inside(name))
  }
  for (const name of ['scripts', 'package.json', 'wrangler.toml']) {
    cpSync(join(projectDir, name), inside(name), { recursive: true })
  }
  writeFileSync(inside('scripts/build.ts'), builder)
  for (const name of ['bin', 'cloud', 'tmp']) mkdirSync(inside(name))
  writeFileSync(inside('bin/wrangler'), tool)
  writeFileSync(inside('bin/npm'), npm)
  for (const name of ['wrangler', 'npm']) chmodSync(inside('bin', name), 0o755)
  symlinkSync(process.execPath, inside('bin/node'))
  const empty: Cloud = { databases: [], secrets: null, migrated: 0, deployed: 0, secretFiles: [] }
  writeFileSync(inside('cloud/cloud.json'), JSON.stringify(empty))
  const database = new DatabaseSync(inside('cloud/database.sqlite'))

  // The guild's deployed site.
  const newest = readdirSync(join(projectDir, 'migrations')).sort().at(-1) ?? ''
  const site = {
    schema: newest,
    policy: "default-src 'none'",
    isUp: true,
    /** The redirect target of requests without TLS; '' = no redirect. */
    redirect: 'https://umzug.schellental.de/',
    takesOldTls: false,
  }
  const server = createServer((request, response) => {
    if (!site.isUp) return request.socket.destroy()
    if (request.method === 'HEAD') {
      return response.writeHead(site.redirect ? 301 : 200, { Location: site.redirect }).end()
    }
    if (request.url === '/api/v1/health') {
      return response.end(JSON.stringify({ status: 'ok', schema: site.schema }))
    }
    if (site.policy) response.setHeader('Content-Security-Policy', site.policy)
    response.end('<!doctype html>')
  })
  // Anonymous ciphers allow a handshake without a certificate.
  const oldTls = createTlsServer({
    minVersion: 'TLSv1.1',
    maxVersion: 'TLSv1.1',
    ciphers: 'AECDH-AES128-SHA:@SECLEVEL=0',
  }).on('tlsClientError', () => {})
  /** One port for HTTP and TLS, told apart by the first byte. */
  const door = createDoor((socket) => {
    socket.on('error', () => {})
    socket.once('data', (first) => {
      socket.pause()
      socket.unshift(first)
      const isTls = first[0] === 0x16
      if (isTls && !site.takesOldTls) return socket.destroy()
      ;(isTls ? oldTls : server).emit('connection', socket)
      if (!isTls) socket.resume()
    })
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(door.address() as AddressInfo).port}`

  async function deploy(failure?: Failure, args: readonly string[] = ['--origin', origin]) {
    rmSync(inside('cloud/log'), { force: true })
    const child = spawn(process.execPath, ['--no-warnings', 'scripts/deploy.ts', ...args], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: `${inside('bin')}:/usr/bin:/bin`,
        HOME: folder,
        TMPDIR: inside('tmp'),
        FAKE_CLOUD: inside('cloud'),
        FAKE_FAILURE: JSON.stringify(failure ?? {}),
      },
    })
    if (failure?.when === 'hangs') {
      const isReached = () => asked().some((call) => call.startsWith(failure.step))
      void endOnce(isReached, child)
    }
    const said: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => said.push(data))
    const code = await new Promise<number>((resolve) =>
      child.once('close', (status) => resolve(status ?? 1)),
    )
    return { code, output: Buffer.concat(said).toString(), asked: asked() }
  }

  /** Terminates the command once the step is reached. */
  async function endOnce(isThere: () => boolean, child: ChildProcess): Promise<void> {
    while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 50))
    left.before = left()
    child.kill('SIGTERM')
  }

  /** Temporary files; none may remain after a run. */
  const left = Object.assign(() => readdirSync(inside('tmp')), { before: [] as string[] })

  /** The calls of wrangler and npm, one line each: `d1 create zunft --jurisdiction eu …`. */
  function asked(): string[] {
    if (!existsSync(inside('cloud/log'))) return []
    const lines = readFileSync(inside('cloud/log'), 'utf8').trim().split('\n')
    return lines.map((line) => (JSON.parse(line) as string[]).join(' '))
  }

  return {
    origin,
    newest,
    site,
    database,
    inside,
    deploy,
    cloud: (): Cloud => JSON.parse(readFileSync(inside('cloud/cloud.json'), 'utf8')),
    toml: () => readFileSync(inside('wrangler.toml'), 'utf8'),
    left,
    async remove() {
      database.close()
      server.closeAllConnections()
      await new Promise((resolve) => door.close(resolve))
      rmSync(folder, { recursive: true })
    },
  }
}
