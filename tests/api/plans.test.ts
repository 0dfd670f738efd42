import { env } from 'cloudflare:workers'
import { inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { findScans } from '#tests/support/query-plans.ts'
import { forgetStatements, recordedDatabase, sentStatements } from '#tests/support/recording-d1.ts'
import { reasonsForNothing, scanReasons, withoutReason } from '#tests/support/scan-reasons.ts'
import { openDb } from '#worker/db/db.ts'
import { members } from '#worker/db/schema.ts'

// The check of all query plans that runs after every API test file (api-setup.ts).

const scannedBy = async (query: string, ...values: unknown[]) =>
  (await findScans([{ query, values }])).map(({ table }) => table)

describe('A full scan of a growing table', () => {
  test.each([
    ['without a condition', 'SELECT * FROM members'],
    [
      'when it reads an index from end to end',
      'SELECT last_name_key FROM members ORDER BY last_name_key',
    ],
    ['with quoted names', 'select "id" from "members" where "members"."phone" = ?', '0'],
    ['behind an alias', 'SELECT m.id FROM members AS m WHERE m.phone = ?', '0'],
    ['behind a subquery', 'SELECT 1 WHERE EXISTS (SELECT 1 FROM members m WHERE m.phone = ?)', '0'],
    ['for a condition without an index', 'UPDATE members SET phone = ? WHERE e_mail = ?', '', ''],
    ['in the check of a foreign key', 'DELETE FROM unindexed_parents WHERE id = ?', 1],
  ])('A full scan of a table is found %s', async (_, query, ...values) => {
    await env.DB.exec('CREATE TABLE unindexed_parents (id INTEGER PRIMARY KEY)')
    await env.DB.exec(
      'CREATE TABLE children (id INTEGER PRIMARY KEY, parent_id INTEGER REFERENCES unindexed_parents (id))',
    )
    expect(await scannedBy(query, ...values)).toEqual([
      query.includes('unindexed') ? 'children' : 'members',
    ])
  })
})

const insertUser = `INSERT INTO users (email_address, password_hash, created_at) VALUES (?, ?, ?)`

describe('A statement without a full scan', () => {
  test.each([
    ['a key leads to the row', 'SELECT * FROM members WHERE id = ?', 1],
    ['an index leads to the rows', 'SELECT * FROM members WHERE birthday = ?', ''],
    ['the table stays small', 'SELECT * FROM honor_rules'],
    [
      'a partial index holds only the open rows',
      `SELECT * FROM order_refunds WHERE state = 'pending' ORDER BY random()`,
    ],
    ['the condition is always false', 'select "id" from "members" where 0'],
    ['an insert checks foreign keys', insertUser, 'a@b.de', '', ''],
    ['only a subquery is scanned', 'SELECT * FROM (SELECT 1 AS members)'],
  ])('No full scan is reported where %s', async (_, query, ...values) => {
    expect(await scannedBy(query, ...values)).toEqual([])
  })
})

test('A full scan is found if the bound value prevents the use of a partial index, and not found if it allows it', async () => {
  const query = 'SELECT * FROM order_refunds WHERE state = ?'
  expect(await scannedBy(query, 'failed')).toEqual(['order_refunds'])
  expect(await scannedBy(query, 'pending')).toEqual([])
})

test('A documented reason for a full scan covers only the statement and the table that it names', () => {
  const [reason] = scanReasons
  if (!reason) throw new Error('no reason')
  const known = { table: reason.table, query: `x ${reason.of} y` }
  const others = [
    { table: 'orders', query: known.query },
    { table: known.table, query: 'SELECT 1' },
  ]
  expect(withoutReason([known, ...others])).toEqual(others)
  expect(reasonsForNothing([known])).toEqual(scanReasons.slice(1))
})

test('Equal statements are recorded once with a count; statements with lists of two and more values count as equal', async () => {
  forgetStatements()
  const db = openDb(recordedDatabase())
  for (const ids of [[1], [1, 2], [1, 2, 3]]) {
    await db.select({ id: members.id }).from(members).where(inArray(members.id, ids))
    await db.batch([db.select({ id: members.id }).from(members).where(inArray(members.id, ids))])
  }
  const sent = sentStatements()
  expect(sent.map(({ values, times }) => ({ values, times }))).toEqual([
    { values: [1], times: 2 },
    { values: [1, 2], times: 4 },
  ])
})
