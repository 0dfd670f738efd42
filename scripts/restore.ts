// npm run restore -- <archive>: opens an archive, after asking anonymises again the members it still
// contains, and writes the file that a new database is made from. With --local it replaces this machine's
// database.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { differences } from '#scripts/archive/compare.ts'
import { eraseMember } from '#scripts/archive/erase-member.ts'
import { identityOf, readErasures, repeatErasures, stillKnown } from '#scripts/archive/erasures.ts'
import { unseal } from '#scripts/archive/seal.ts'
import { dumpSql, loadSql, tablesOf } from '#scripts/archive/sql-file.ts'
import { temporaryFolder } from '#scripts/archive/temporary-folder.ts'
import { configPath, stateDir, wranglerCli } from '#scripts/local/project.ts'
import { stop } from '#scripts/local/stop.ts'
import { runTool } from '#scripts/local/tool.ts'
import {
  checksumProblem,
  readChecksums,
  readSchemaObjects,
  type StoredChecksum,
  schemaProblem,
} from '#scripts/migrations/check.ts'
import { readLine } from '#scripts/users/ask-password.ts'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'
import type { SchemaObject } from '#worker/operations/schema-fingerprint.ts'

const usage =
  'npm run restore -- backups/zunft-… [--identity AGE-SECRET-KEY-1…] [--erasures <Datei>] [--to zunft-2.sql] [--local] [--yes]'

const { archive, identity, erasures, to, local, yes } = readArguments()
if (local && existsSync(join(stateDir, 'v3/d1'))) {
  stop(`In ${stateDir} liegt schon eine Datenbank. Nimm eine andere Stelle: STATE_DIR=….`)
}
if (!local && existsSync(to)) stop(`${to} gibt es schon. Nimm mit --to einen anderen Namen.`)
const sealed = readFileSync(join(archive, 'zunft.sql.gz.age'))
const database = loadSql(await unseal(sealed, { identity }))
stopOnOtherVersion()
const guild = identityOf(database)
if (!guild) stop('In diesem Archiv steht nicht, von welcher Zunft es ist.')
const lists = readErasures(archive, erasures, guild)
const known = stillKnown(database, lists.wanted)
tellOfLists()
if (known.length > 0) await askBefore()
repeatErasures(database, known, eraseMember)
const sql = dumpSql(database)
const different = differences(database, loadSql(sql))
if (different.length > 0) stop(`Das Archiv käme anders zurück: ${different.join(', ')}.`)
if (known.length > 0) console.log(`Noch einmal anonymisiert: ${known.length} Mitglieder.`)
if (local) await importHere()
else leaveFile()

/** An archive with fewer migrations is accepted: the missing ones are applied after the restore. */
function stopOnOtherVersion(): void {
  const objects = database.prepare(readSchemaObjects).all() as SchemaObject[]
  const keepsChecksums = tablesOf(database).some(({ name }) => name === 'migration_checksums')
  const checksums = keepsChecksums ? database.prepare(readChecksums).all() : []
  const problem =
    schemaProblem(objects, { isComplete: false }) ?? checksumProblem(checksums as StoredChecksum[])
  if (problem) {
    stop(`Dieses Archiv ist von einer anderen Fassung des Programms (${problem}) und lässt sich nur mit ihr einspielen.
Es ist nichts geschrieben worden.`)
  }
}

function tellOfLists(): void {
  for (const one of lists.ignored) console.log(`Nicht beachtet: ${one}`)
  if (lists.newest) {
    const day = germanDate(berlinDay(new Date(lists.newest)))
    console.log(`Beachtet ist, wer bis zum ${day} anonymisiert wurde (jüngste Liste).`)
  } else {
    console.log(`Keine Liste gehört zu diesem Archiv. Wer danach anonymisiert wurde, ist darin noch bekannt:
Anonymisiere diese Mitglieder nach dem Einspielen noch einmal.`)
  }
}

/** Asks before anything is written. */
async function askBefore(): Promise<void> {
  console.log('\nSeit diesem Archiv anonymisiert, darin aber noch bekannt:')
  for (const { firstName, lastName, birthday, at } of known) {
    const born = birthday ? `, geboren am ${germanDate(birthday)}` : ''
    const since = germanDate(berlinDay(new Date(at)))
    console.log(`  ${firstName} ${lastName}${born} (anonymisiert am ${since})`)
  }
  if (yes) return
  process.stdout.write('Sie werden wieder anonymisiert. Stimmt das? [ja/nein] ')
  if (/^ja?$/i.test((await readLine()).trim())) return
  stop(`Es ist nichts geschrieben worden. Antworte mit „ja“, oder nimm --yes, wenn niemand antworten kann.
Stimmt ein Name nicht, dann lege die erasures.json, die nicht hierher gehört, an eine andere Stelle.`)
}

async function importHere(): Promise<void> {
  const file = join(temporaryFolder(), 'zunft.sql')
  writeFileSync(file, sql, { mode: 0o600 })
  await runTool('Das Einspielen', [
    wranglerCli,
    ...['d1', 'execute', 'DB', '--local', '--yes', '--file', file],
    ...['--persist-to', stateDir, '--config', configPath],
  ])
  console.log(`Eingespielt in ${stateDir}.`)
}

function leaveFile(): void {
  writeFileSync(to, sql, { mode: 0o600, flag: 'wx' })
  console.log(`${to} ist lesbar und enthält alles. Wie es weitergeht, steht in docs/operations.md;
lösche die Datei, sobald sie eingespielt ist.`)
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        identity: { type: 'string' },
        erasures: { type: 'string', multiple: true, default: [] },
        to: { type: 'string', default: 'zunft-2.sql' },
        local: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
      },
    })
    const [archive, ...others] = positionals
    if (!archive || others.length > 0) throw new Error()
    return { ...values, archive: resolve(archive) }
  } catch {
    return stop(`So geht es: ${usage}`)
  }
}
