// npm run triggers: writes migrations/0003_history.sql, the triggers of the history. `npm run triggers -- honor`
// prints those of one thing, for a migration. A test compares the file and the database with worker/history/recorded.ts.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { historySql, triggersOf } from '#scripts/history/triggers.ts'
import { projectDir } from '#scripts/local/project.ts'
import { stop } from '#scripts/local/stop.ts'
import { recorded } from '#worker/history/recorded.ts'

const given = process.argv.slice(2)
const isThing = (name: string): name is keyof typeof recorded => name in recorded
for (const thing of given) {
  if (!isThing(thing)) stop(`„${thing}“ steht nicht in worker/history/recorded.ts.`)
  for (const { sql } of triggersOf(thing)) console.log(sql)
}
if (given.length === 0) {
  writeFileSync(join(projectDir, 'migrations/0003_history.sql'), historySql())
  console.log('migrations/0003_history.sql ist geschrieben.')
}
