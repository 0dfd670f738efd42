import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { differences } from '#scripts/archive/compare.ts'
import { loadSql } from '#scripts/archive/sql-file.ts'
import { archiveRound } from '#tests/support/archive-round.ts'

const round = archiveRound()
afterAll(() => round.remove())

test('A guild of 5,000 members and 20 seasons is backed up and restored unchanged', () => {
  expect(round.seed(5_000, 20).status).toBe(0)
  const made = round.backup()
  expect(made.status, made.output).toBe(0)
  const [archive = ''] = round.archives()
  const file = join(archive, '..', 'restored.sql')
  const opened = round.restore(archive, ['--to', file])
  expect(opened.status, opened.output).toBe(0)
  const restored = loadSql(readFileSync(file, 'utf8'))
  expect(differences(round.open(round.states.before), restored)).toEqual([])
}, 1_800_000)
