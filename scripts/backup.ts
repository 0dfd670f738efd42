// npm run backup: the deployed database as an archive that is known to come back, encrypted. With
// --local this machine's. The readable file never lies anywhere but in a folder that is deleted.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { differences } from '#scripts/archive/compare.ts'
import { erasuresFile, erasuresOf } from '#scripts/archive/erasures.ts'
import { mendTexts } from '#scripts/archive/mend.ts'
import { seal } from '#scripts/archive/seal.ts'
import { localSource, remoteSource } from '#scripts/archive/source.ts'
import { dumpSql, loadSql, tablesOf } from '#scripts/archive/sql-file.ts'
import { projectDir } from '#scripts/local/project.ts'
import { stop } from '#scripts/local/stop.ts'

const usage = 'npm run backup -- [--to backups] [--recipient age1…] [--local]'

const { to, recipient, local } = readArguments()
const source = local ? localSource : remoteSource
const exported = loadSql(await source.exportSql())
const mended = await mendTexts(exported, source)
const sql = dumpSql(exported)
const different = differences(exported, loadSql(sql))
if (different.length > 0) stop(`Das Archiv käme anders zurück: ${different.join(', ')}.`)

const at = new Date().toISOString().slice(0, 16).replaceAll(':', '')
const folder = join(resolve(projectDir, to), `zunft-${at}`)
const sealed = await seal(sql, { recipient })
mkdirSync(folder, { recursive: true, mode: 0o700 })
const erasures = JSON.stringify(erasuresOf(exported), null, 2)
writeFileSync(join(folder, erasuresFile), `${erasures}\n`, { mode: 0o600 })
writeFileSync(join(folder, 'zunft.sql.gz.age'), sealed, { mode: 0o600 })
const rows = tablesOf(exported).map(
  ({ name }) => exported.prepare(`SELECT count(*) AS count FROM "${name}"`).get()?.count,
)
const count = rows.reduce((sum: number, one) => sum + Number(one), 0)
console.log(
  `${relative(process.cwd(), folder)}: ${count} Zeilen in ${rows.length} Tabellen, geprüft.`,
)
if (mended > 0) console.log(`Richtiggestellt, was der Export verändert hat: ${mended} Zeilen.`)

function readArguments() {
  try {
    return parseArgs({
      options: {
        to: { type: 'string', default: 'backups' },
        recipient: { type: 'string' },
        local: { type: 'boolean', default: false },
      },
    }).values
  } catch {
    return stop(`So geht es: ${usage}`)
  }
}
