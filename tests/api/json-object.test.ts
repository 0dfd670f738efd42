import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { db } from '#tests/support/api.ts'
import { jsonObject } from '#worker/db/statements.ts'

const values = [sql`NULL`, sql`1`, sql`'a"b'`, sql`json('[1,{"a":null}]')`, sql`2.5`]
const plain = [null, 1, 'a"b', [1, { a: null }], 2.5]

test.each([1, 16, 17, 31, 32, 46, 47, 80])(
  'jsonObject makes one JSON object from %i pairs, in the order of the names',
  async (count) => {
    const names = Array.from({ length: count }, (_, index) => `field_${index}`)
    const pairs = names.map((name, index) => [name, values[index % 5] ?? sql`NULL`] as const)
    const [row] = await db().all<{ json: string }>(sql`SELECT ${jsonObject(pairs)} AS json`)
    const expected = Object.fromEntries(names.map((name, index) => [name, plain[index % 5]]))
    expect(row?.json).toBe(JSON.stringify(expected))
  },
)
