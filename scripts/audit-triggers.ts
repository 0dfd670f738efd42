// npm run triggers: writes the triggers of the history to migrations/0003_history.sql, and the checksums of
// all migrations to scripts/migrations/checksums.json. A test compares both files and the database with
// worker/history/recorded.ts.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { historySql } from '#scripts/history/triggers.ts'
import { projectDir } from '#scripts/local/project.ts'
import { checksumsJson } from '#scripts/migrations/files.ts'

writeFileSync(join(projectDir, 'migrations/0003_history.sql'), historySql())
writeFileSync(join(projectDir, 'scripts/migrations/checksums.json'), checksumsJson())
console.log('Geschrieben: migrations/0003_history.sql und scripts/migrations/checksums.json.')
