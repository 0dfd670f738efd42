// npm run backup: writes the deployed database, with --local this machine's, as an encrypted archive that has
// been test-restored. Unencrypted files exist only in a temporary folder that is deleted.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { differences } from '#scripts/archive/compare.ts'
import { erasuresFile, signedErasures } from '#scripts/archive/erasures.ts'
import { mendTexts } from '#scripts/archive/mend.ts'
import { seal } from '#scripts/archive/seal.ts'
import { remoteSource, type Source, withLocalSource } from '#scripts/archive/source.ts'
import { dumpSql, loadSql, tablesOf } from '#scripts/archive/sql-file.ts'
import { projectDir } from '#scripts/local/project.ts'
import { stop } from '#scripts/local/stop.ts'

const usage = 'npm run backup -- [--to backups] [--recipient age1…] [--local]'

const { to, recipient, local } = readArguments()
const now = new Date().toISOString()
const { exported, mended } = await (local ? withLocalSource(load) : load(remoteSource))
const sql = dumpSql(exported)
const different = differences(exported, loadSql(sql))
if (different.length > 0) stop(`Das Archiv käme anders zurück: ${different.join(', ')}.`)

const sealed = await seal(sql, { recipient })
const folder = makeFolder()
const erasures = signedErasures(exported, now)
if (erasures) writeFileSync(join(folder, erasuresFile), erasures, { mode: 0o600 })
else console.log(`Ohne ${erasuresFile}: Die Datenbank ist von einer anderen Fassung des Programms.`)
writeFileSync(join(folder, 'zunft.sql.gz.age'), sealed, { mode: 0o600 })
const rows = tablesOf(exported).map(
  ({ name }) => exported.prepare(`SELECT count(*) AS count FROM "${name}"`).get()?.count,
)
const count = rows.reduce((sum: number, one) => sum + Number(one), 0)
console.log(
  `${relative(process.cwd(), folder)}: ${count} Zeilen in ${rows.length} Tabellen, geprüft.`,
)
if (mended > 0) console.log(`Richtiggestellt, was der Export verändert hat: ${mended} Zeilen.`)

async function load(source: Source) {
  const exported = loadSql(await source.exportSql())
  return { exported, mended: await mendTexts(exported, source) }
}

/** Makes a new folder and never uses an existing one, which contains another archive. */
function makeFolder(): string {
  const at = now.slice(0, 19).replaceAll(':', '')
  const folder = join(resolve(projectDir, to), `zunft-${at}`)
  mkdirSync(join(folder, '..'), { recursive: true, mode: 0o700 })
  if (existsSync(folder)) stop(`${folder} gibt es schon.`)
  mkdirSync(folder, { mode: 0o700 })
  return folder
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        to: { type: 'string' },
        recipient: { type: 'string' },
        local: { type: 'boolean', default: false },
      },
    })
    // In a folder of their own: a restore reads the lists beside its archive, which must be of the same
    // guild.
    return { ...values, to: values.to ?? (values.local ? 'backups/local' : 'backups') }
  } catch {
    return stop(`So geht es: ${usage}`)
  }
}
