import { expect, test } from 'vitest'
import { allTriggers } from '#scripts/history/triggers.ts'
import { rows } from '#tests/support/api.ts'

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').replace(/;$/, '').trim()

test('The triggers in the database are those generated from worker/history/recorded.ts', async () => {
  const stored = await rows<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%\\_audited' ESCAPE '\\'
      OR name = 'row_changes_written'`,
  )
  const byName = (list: readonly { name: string; sql: string }[]) =>
    Object.fromEntries(list.map(({ name, sql }) => [name, oneLine(sql)]))
  expect(byName(stored)).toEqual(byName(allTriggers()))
})
