import { expect, test } from 'vitest'
import { triggersOf } from '#scripts/history/triggers.ts'
import { rows } from '#tests/support/api.ts'
import { recorded } from '#worker/history/recorded.ts'

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').replace(/;$/, '').trim()

test('the triggers in the database are those that worker/history/recorded.ts asks for', async () => {
  const stored = await rows<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%\\_audited' ESCAPE '\\'`,
  )
  const asked = Object.keys(recorded).flatMap((entity) =>
    triggersOf(entity as keyof typeof recorded),
  )
  const byName = (list: readonly { name: string; sql: string }[]) =>
    Object.fromEntries(list.map(({ name, sql }) => [name, oneLine(sql)]))
  expect(byName(stored)).toEqual(byName(asked))
})
