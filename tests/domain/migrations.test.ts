import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { historySql } from '#scripts/history/triggers.ts'
import { projectDir } from '#scripts/local/project.ts'

test('migrations/0003_history.sql is what `npm run triggers` writes', () => {
  const written = readFileSync(join(projectDir, 'migrations/0003_history.sql'), 'utf8')
  expect(written).toBe(historySql())
})
