// npm run triggers: writes migrations/0003_history.sql, the triggers of the history, and the checksums of all
// migrations into scripts/migrations/checksums.json. `npm run triggers -- honor` prints the triggers of one thing, for a
// later migration. A test compares both files and the database with worker/history/recorded.ts.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { historySql, triggersOf } from '#scripts/history/triggers.ts'
import { projectDir } from '#scripts/local/project.ts'
import { stop } from '#scripts/local/stop.ts'
import { checksumsJson } from '#scripts/migrations/files.ts'
import { recorded } from '#worker/history/recorded.ts'

const given = process.argv.slice(2)
const isThing = (name: string): name is keyof typeof recorded => name in recorded
for (const thing of given) {
  if (!isThing(thing)) stop(`„${thing}“ steht nicht in worker/history/recorded.ts.`)
  for (const { sql } of triggersOf(thing)) console.log(sql)
}
if (given.length === 0) {
  writeFileSync(join(projectDir, 'migrations/0003_history.sql'), historySql())
  writeFileSync(join(projectDir, 'scripts/migrations/checksums.json'), checksumsJson())
  console.log('Geschrieben: migrations/0003_history.sql und scripts/migrations/checksums.json.')
}
