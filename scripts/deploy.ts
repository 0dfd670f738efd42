// npm run deploy -- --origin https://…: deploys the guild, for the first time or as an update, up to the link
// of the first access. Each step checks the present state first, so the command may be repeated after a
// failure. With --dry-run it only prints what it would do.

import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { fail, rememberBookmark } from '#scripts/deploy/failing.ts'
import {
  isDatabaseId,
  type Production,
  readProduction,
  writeProduction,
} from '#scripts/deploy/production-config.ts'
import { answersUnencrypted, takesOldTls } from '#scripts/deploy/unencrypted.ts'
import { ask, jsonIn, wrangler } from '#scripts/deploy/wrangler.ts'
import { buildDir, configPath, projectDir } from '#scripts/local/project.ts'
import { stop } from '#scripts/local/stop.ts'
import {
  checksumProblem,
  keepChecksums,
  readChecksums,
  readSchemaObjects,
  type StoredChecksum,
  schemaProblem,
} from '#scripts/migrations/check.ts'
import { literalSql } from '#scripts/users/literal-sql.ts'
import { countUsers, newSetupLink, setupAddress } from '#scripts/users/setup-link.ts'
import type { Statement } from '#scripts/users/statements.ts'
import { envProblems } from '#worker/env.ts'
import type { SchemaObject } from '#worker/operations/schema-fingerprint.ts'

const usage = `So geht es: npm run deploy -- --origin https://umzug.deine-zunft.de [--dry-run]
--origin ist die öffentliche Adresse der Zunft; ihre Domain liegt bei Cloudflare.`

const production = ['--env', 'production', '--config', configPath]
const database = ['DB', ...production]
const cannotRead = [
  'Der Stand der Datenbank konnte nicht gelesen werden',
  'Veröffentlicht ist noch, was vorher da war.',
] as const

const { origin, isLocal, isDryRun } = readArguments()

await signIn()
const stored = readConfig()
const databaseId = await findOrMakeDatabase(stored)
writeConfig(databaseId)
const needsSecret = await lacksSecret()
if (isDryRun) {
  tell(needsSecret ? 'würde JWT_SECRET erzeugen und mitschicken' : 'JWT_SECRET ist da')
  tell(
    'würde bauen, die Bibliotheken auflisten, ein Lesezeichen der Datenbank nehmen, migrieren, veröffentlichen und nachsehen',
  )
} else {
  await build()
  await writeLibraryList()
  await checkBeforeMigrating()
  await storeBookmark()
  await migrate()
  await checkMigrated()
  await publish(needsSecret)
  await checkHealth()
  await warnOfUnencrypted()
  await showSetupLink()
}

async function signIn(): Promise<void> {
  const said = await ask('wrangler', ['whoami', '--json'])
  const isOut = /not (authenticated|logged in)|"loggedIn":\s*false/i.test(said.all)
  if (said.code !== 0 || isOut) {
    const toDo =
      said.code === 127
        ? 'Hole zuerst die Werkzeuge: npm ci'
        : 'Melde Dich an: npx wrangler login (oder setze CLOUDFLARE_API_TOKEN).'
    fail('Du bist bei Cloudflare nicht angemeldet', toDo, said.all)
  }
  tell('Angemeldet bei Cloudflare.')
}

function readConfig(): Production {
  try {
    return readProduction(readFileSync(configPath, 'utf8'))
  } catch (error) {
    return fail(
      `In wrangler.toml fehlt eine Zeile: ${error instanceof Error ? error.message : error}`,
      'Stelle sie wieder her, wie sie im Repository steht.',
    )
  }
}

type Listed = { uuid: string; name: string }

/** @returns the database's id; in a dry run without a database the id in wrangler.toml */
async function findOrMakeDatabase({ databaseName, databaseId }: Production): Promise<string> {
  const databases = await listDatabases()
  if (isDatabaseId(databaseId)) {
    if (databases.some(({ uuid }) => uuid === databaseId)) {
      tell(`Die Datenbank ${databaseName} ist da.`)
      return databaseId
    }
    return fail(
      `Die Datenbank ${databaseId}, die in wrangler.toml steht, gibt es in diesem Konto nicht`,
      'Melde Dich mit dem Konto der Zunft an: npx wrangler login. Oder trage die richtige database_id ein.',
    )
  }
  const found = databases.find(({ name }) => name === databaseName)
  if (found) {
    tell(`Die Datenbank ${databaseName} ist da.`)
    return found.uuid
  }
  if (isDryRun) {
    tell(`würde die Datenbank ${databaseName} in der EU anlegen`)
    return databaseId
  }
  const made = await wrangler(
    ['d1', 'create', databaseName, '--jurisdiction', 'eu', '--config', configPath],
    [
      `Die Datenbank ${databaseName} konnte nicht angelegt werden`,
      'Sieh nach, ob das Konto den Tarif „Workers Paid“ hat und seine E-Mail Adresse bestätigt ist.',
    ],
  )
  const [id = ''] = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i.exec(made.output) ?? []
  const listed = id || (await listDatabases()).find(({ name }) => name === databaseName)?.uuid
  if (!listed) {
    return fail(
      `Die Datenbank ${databaseName} ist angelegt, aber ihre Nummer wurde nicht genannt`,
      'Trage sie als database_id in [[env.production.d1_databases]] von wrangler.toml ein.',
      made.all,
    )
  }
  tell(`Die Datenbank ${databaseName} ist angelegt, in der EU.`)
  return listed
}

async function listDatabases(): Promise<Listed[]> {
  const what = 'Die Datenbanken konnten nicht aufgezählt werden'
  const toDo = 'Sieh nach, ob das Netz da ist und ob Dein Zugang D1 lesen darf.'
  const said = await wrangler(['d1', 'list', '--json'], [what, toDo])
  const list = jsonIn(said)
  if (!Array.isArray(list)) return fail(what, toDo, said.all)
  return list
}

/** Writes database and address into wrangler.toml, unless they are there already. */
function writeConfig(databaseId: string): void {
  const before = readFileSync(configPath, 'utf8')
  const after = writeProduction(before, { databaseId, origin })
  if (after === before) return
  if (isDryRun) tell('würde Datenbank und Adresse in wrangler.toml eintragen')
  else {
    writeFileSync(configPath, after)
    tell('Datenbank und Adresse stehen in wrangler.toml. Hebe die Datei auf (git commit).')
  }
}

/** Whether JWT_SECRET is missing, as for a worker that is not deployed yet. */
async function lacksSecret(): Promise<boolean> {
  const what = 'Die Geheimnisse konnten nicht aufgezählt werden'
  const toDo = 'Sieh nach, ob das Netz da ist und ob Dein Zugang Workers lesen darf.'
  const said = await ask('wrangler', ['secret', 'list', '--format', 'json', ...production])
  if (said.code !== 0) {
    if (/worker .*not found|does not exist|\b10007\b/i.test(said.all)) return true
    fail(what, toDo, said.all)
  }
  const list = jsonIn(said)
  // An unreadable list must not count as empty: the secret would be replaced.
  if (!Array.isArray(list)) return fail(what, toDo, said.all)
  const isThere = list.some((one) => one?.name === 'JWT_SECRET')
  if (isThere && !isDryRun) tell('JWT_SECRET ist da.')
  return !isThere
}

async function build(): Promise<void> {
  tell('Die Anwendung wird gebaut …')
  const script = join(projectDir, 'scripts/build.ts')
  const said = await ask(process.execPath, [script], { CLOUDFLARE_ENV: 'production' })
  if (said.code !== 0) {
    fail(
      'Das Bauen ist fehlgeschlagen',
      'An der Datenbank und an dem, was veröffentlicht ist, hat sich nichts geändert. Sieh nach, ob npm ci gelaufen ist.',
      said.all,
    )
  }
}

/** Writes the list of libraries (SBOM, CycloneDX) beside the served files; it is not served. */
async function writeLibraryList(): Promise<void> {
  const said = await ask('npm', ['sbom', '--sbom-format', 'cyclonedx'])
  if (said.code !== 0) {
    fail(
      'Die Liste der Bibliotheken konnte nicht geschrieben werden',
      'Es hat sich nichts geändert. Hole die Bibliotheken neu: npm ci',
      said.all,
    )
  }
  const file = join(buildDir, 'sbom.cdx.json')
  mkdirSync(buildDir, { recursive: true })
  writeFileSync(file, said.output)
  tell(`Die Liste der Bibliotheken steht in ${relative(projectDir, file)}.`)
}

async function storeBookmark(): Promise<void> {
  const what = 'Das Lesezeichen der Datenbank wurde nicht genannt'
  const toDo = 'Ohne den Weg zurück wird nicht migriert. Es hat sich nichts geändert.'
  const said = await wrangler(['d1', 'time-travel', 'info', ...database, '--json'], [what, toDo])
  const found = jsonIn(said)
  const bookmark = found instanceof Object && 'bookmark' in found ? found.bookmark : undefined
  if (typeof bookmark !== 'string' || !/^[\w-]+$/.test(bookmark)) return fail(what, toDo, said.all)
  rememberBookmark(bookmark)
  tell(`Lesezeichen der Datenbank vor diesem Lauf: ${bookmark}`)
}

/** Stops before migrating a database that was made by other migrations or changed by hand. */
async function checkBeforeMigrating(): Promise<void> {
  const [objects] = await execute([readSchemaObjects], cannotRead)
  const problem = schemaProblem(objects as SchemaObject[], { isComplete: false })
  if (problem) {
    fail(
      `Die Datenbank ist von einer anderen Fassung des Programms (${problem})`,
      'Nimm die Fassung, mit der sie angelegt wurde, oder eine neue Datenbank. Es hat sich nichts geändert.',
    )
  }
}

/**
 * Checks that the applied migrations are the present files, and stores their checksums for the next deploy.
 */
async function checkMigrated(): Promise<void> {
  const statements = [...keepChecksums(), readChecksums, readSchemaObjects]
  const [checksums, objects] = (await execute(statements, cannotRead)).slice(-2)
  const problem =
    checksumProblem(checksums as StoredChecksum[]) ??
    schemaProblem(objects as SchemaObject[], { isComplete: true })
  if (problem) {
    fail(
      `Nach dem Migrieren passt die Datenbank nicht zu dieser Fassung (${problem})`,
      'Veröffentlicht ist noch, was vorher da war.',
    )
  }
}

/** @returns the rows of each statement */
async function execute(
  statements: readonly string[],
  failing: readonly [what: string, toDo: string],
): Promise<unknown[][]> {
  const said = await wrangler(
    [
      'd1',
      'execute',
      ...database,
      '--remote',
      '--yes',
      '--json',
      '--command',
      statements.join(';\n'),
    ],
    failing,
  )
  const answers = jsonIn(said)
  if (!Array.isArray(answers)) return fail(...failing, said.all)
  return answers.map((one) => (Array.isArray(one?.results) ? one.results : []))
}

async function migrate(): Promise<void> {
  await wrangler(
    ['d1', 'migrations', 'apply', ...database, '--remote'],
    [
      'Das Migrieren ist fehlgeschlagen',
      'Veröffentlicht ist noch, was vorher da war. Eine Migration, die scheitert, lässt die Daten, wie sie sind.',
    ],
  )
  tell('Die Datenbank ist auf dem neuen Stand.')
}

async function publish(needsSecret: boolean): Promise<void> {
  const config = relative(projectDir, join(buildDir, 'zunft/wrangler.json'))
  const deploy = (...more: string[]) =>
    wrangler(
      ['deploy', '--config', config, ...more],
      [
        'Das Veröffentlichen ist fehlgeschlagen',
        'Die Datenbank ist schon auf dem neuen Stand. Sieh nach, ob die Domain in diesem Konto liegt.',
      ],
    )
  if (needsSecret) await withSecretFile((file) => deploy('--secrets-file', file))
  else await deploy()
  tell('Veröffentlicht.')
}

/** Deletes the file with the secret in any case; a signal ends wrangler first, then this command. */
async function withSecretFile(use: (file: string) => Promise<unknown>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'zunft-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  const file = join(folder, 'secrets.json')
  const secret = { JWT_SECRET: randomBytes(32).toString('base64url') }
  writeFileSync(file, JSON.stringify(secret), { mode: 0o600 })
  try {
    await use(file)
  } finally {
    remove()
    process.off('exit', remove)
  }
}

/** Waits for the deployed version: a new address needs some minutes until it is known, a version some seconds. */
async function checkHealth(): Promise<void> {
  const newest = readdirSync(join(projectDir, 'migrations')).sort().at(-1)
  const [patience, pause] = isLocal ? [2_000, 200] : [300_000, 5_000]
  const until = Date.now() + patience
  tell(`Nachsehen unter ${origin} …`)
  let trouble = await troubleOf(newest)
  while (trouble !== null && Date.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    trouble = await troubleOf(newest)
  }
  if (trouble !== null) {
    fail(
      `${origin} ist veröffentlicht, aber nicht wohlauf: ${trouble}`,
      'Sieh im Log nach: npx wrangler tail --env production. Ein neuer Name braucht manchmal eine Viertelstunde.',
    )
  }
  tell('Die Anwendung antwortet, mit der neuesten Migration und ihren Schutzangaben.')
}

async function troubleOf(newest: string | undefined): Promise<string | null> {
  const health = await get('/api/v1/health', 'application/json')
  if (typeof health === 'string') return health
  const { schema } = await health.json().catch(() => ({}))
  if (!health.ok || schema !== newest) {
    return `/api/v1/health nennt ${schema || 'keine Migration'} statt ${newest} (${health.status})`
  }
  const page = await get('/', 'text/html')
  if (typeof page === 'string') return page
  await page.body?.cancel()
  if (!page.ok) return `die Seite antwortet mit ${page.status}`
  return page.headers.get('Content-Security-Policy')
    ? null
    : 'der Seite fehlt die Content-Security-Policy'
}

async function get(path: string, accept: string): Promise<Response | string> {
  try {
    return await fetch(origin + path, {
      headers: { Accept: accept, 'Cache-Control': 'no-cache' },
      signal: AbortSignal.timeout(20_000),
    })
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    return `${path} antwortet nicht (${cause instanceof Error ? cause.message : cause})`
  }
}

/**
 * Warns when the address is served without encryption or with an old TLS version: both are settings of the
 * domain at Cloudflare that a deploy cannot change.
 */
async function warnOfUnencrypted(): Promise<void> {
  const address = new URL(origin)
  const [isPlain, isOld] = await Promise.all([
    answersUnencrypted(address.host),
    takesOldTls(address),
  ])
  const where = 'Schalte bei Cloudflare ein: Deine Domain → SSL/TLS → Edge Certificates →'
  if (isPlain) {
    warn(`http://${address.host} antwortet unverschlüsselt.`, `${where} „Always Use HTTPS“.`)
  }
  if (isOld) {
    warn(
      `${address.host} nimmt Verbindungen mit TLS 1.0 oder TLS 1.1 an.`,
      `${where} „Minimum TLS Version“ 1.2.`,
    )
  }
  if (!isPlain && !isOld) tell('Ohne Verschlüsselung oder mit einer alten antwortet sie nicht.')
}

function warn(what: string, toDo: string): void {
  console.error(`\n  ACHTUNG: ${what}\n  ${toDo}\n`)
}

/** While there is no user: prints the link of the first access. Older links become invalid. */
async function showSetupLink(): Promise<void> {
  const what = 'Der Link für den ersten Zugang konnte nicht angelegt werden'
  const toDo =
    'Veröffentlicht ist alles. Den Link gibt der nächste Lauf, einen Zugang auch: npm run user -- create … --remote'
  const run = (asked: readonly Statement[]) => execute(asked.map(literalSql), [what, toDo])
  const [[row] = []] = await run([countUsers()])
  // The statement that creates the link checks again.
  if (row instanceof Object && Number(Object.values(row)[0]) > 0) return tell('Fertig.')
  const { token, statements } = newSetupLink(new Date())
  await run(statements)
  tell('Fertig. Noch hat niemand einen Zugang. Lege den ersten an (der Link gilt 7 Tage):')
  console.log(`    ${setupAddress(origin, token)}`)
}

function tell(sentence: string): void {
  console.log(`  ${sentence}`)
}

function readArguments() {
  const { origin, isDryRun } = parsed()
  const url = URL.canParse(origin) ? new URL(origin) : null
  // Tests of this command use a local server as the address.
  const isLocal = url?.protocol === 'http:' && url.hostname === '127.0.0.1'
  if (!url || (url.protocol !== 'https:' && !isLocal)) stop(usage)
  if (url.pathname !== '/' || url.search || url.hash || url.username) {
    stop(`Nur die Adresse selbst, ohne etwas dahinter: --origin ${url.origin}`)
  }
  const settings = { ENVIRONMENT: 'production', APP_ORIGIN: url.origin }
  if (!isLocal && !isDryRun && envProblems(settings).includes('APP_ORIGIN')) {
    stop(`${url.origin} ist ein Beispiel. Nimm die Adresse Deiner Zunft: --origin https://…`)
  }
  return { origin: url.origin, isLocal, isDryRun }
}

function parsed() {
  try {
    const { values } = parseArgs({
      options: {
        origin: { type: 'string', default: '' },
        'dry-run': { type: 'boolean', default: false },
      },
    })
    return { origin: values.origin, isDryRun: values['dry-run'] }
  } catch {
    return stop(usage)
  }
}
