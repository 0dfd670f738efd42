import { readdirSync, readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { beyondLimits } from '#tests/support/platform-limits.ts'

// What the worker sends is counted after each file of the API tests (tests/support/api-setup.ts).

const list = (count: number, one = 'a') => Array.from({ length: count }, () => one).join(', ')

test.each([
  ['32 arguments of a function', `SELECT json_object(${list(32)})`, []],
  [
    '33 arguments of a function',
    `SELECT json_object(${list(33)})`,
    ['argumentsOfFunction 33 > 32'],
  ],
  [
    '33 arguments of an inner function',
    `SELECT max(1, f(${list(33)}))`,
    ['argumentsOfFunction 33 > 32'],
  ],
  ['33 columns and values', `INSERT INTO t (${list(33)}) VALUES (${list(33)})`, []],
  ['commas within a text', `SELECT f('${list(40)}')`, []],
  ['101 parameters', `SELECT 1 WHERE a IN (${list(101, '?')})`, ['parameters 101 > 100']],
  ['five SELECTs', list(5, 'SELECT 1').replaceAll(',', ' UNION ALL'), []],
  ['six SELECTs', list(6, 'SELECT 1').replaceAll(',', ' UNION ALL'), ['compounds 6 > 5']],
])(
  'For an SQL statement with %s, these limits of D1 are reported as exceeded: $2',
  (_, query, found) => {
    expect(beyondLimits({ query }).map((one) => one.split(':')[0])).toEqual(found)
  },
)

test('A LIKE pattern of 51 bytes is reported as too long for D1, and one of 50 bytes is not', () => {
  const query = 'SELECT 1 WHERE a LIKE ?'
  expect(beyondLimits({ query, values: [`%${'ä'.repeat(25)}`] })).toHaveLength(1)
  expect(beyondLimits({ query, values: [`%${'ä'.repeat(24)}%`] })).toEqual([])
})

test('No trigger, view or index of the migrations exceeds a limit of D1', () => {
  const database = new DatabaseSync(':memory:')
  for (const file of readdirSync('migrations').sort()) {
    if (file.endsWith('.sql')) database.exec(readFileSync(`migrations/${file}`, 'utf8'))
  }
  const made = database
    .prepare(`SELECT sql FROM sqlite_schema WHERE type <> 'table' AND sql IS NOT NULL`)
    .all() as { sql: string }[]
  expect(made.length).toBeGreaterThan(200)
  expect(made.flatMap(({ sql }) => beyondLimits({ query: sql }))).toEqual([])
})
