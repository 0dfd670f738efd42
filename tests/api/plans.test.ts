import { env } from 'cloudflare:workers'
import { inArray } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { findScans } from '#tests/support/query-plans.ts'
import { forgetStatements, recordedDatabase, sentStatements } from '#tests/support/recording-d1.ts'
import { reasonsForNothing, scanReasons, withoutReason } from '#tests/support/scan-reasons.ts'
import { openDb } from '#worker/db/db.ts'
import { members } from '#worker/db/schema.ts'

// What every file of these tests ends with (api-setup.ts): the plans of all that the worker sent.

const scannedBy = async (query: string, ...values: unknown[]) =>
  (await findScans([{ query, values }])).map(({ table }) => table)

describe('a table that grows and is read whole is found', () => {
  test.each([
    ['as it is', 'SELECT * FROM members'],
    ['in the order of an index', 'SELECT last_name_key FROM members ORDER BY last_name_key'],
    ['as drizzle names it', 'select "id" from "members" where "members"."phone" = ?', '0'],
    ['behind an alias', 'SELECT m.id FROM members AS m WHERE m.phone = ?', '0'],
    ['behind a subquery', 'SELECT 1 WHERE EXISTS (SELECT 1 FROM members m WHERE m.phone = ?)', '0'],
    ['for a condition on no index', 'UPDATE members SET phone = ? WHERE e_mail = ?', '', ''],
    ['by what a foreign key asks for', 'DELETE FROM unindexed_parents WHERE id = ?', 1],
  ])('%s', async (_, query, ...values) => {
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

describe('nothing is found where', () => {
  test.each([
    ['a key leads to the row', 'SELECT * FROM members WHERE id = ?', 1],
    ['an index leads to the rows', 'SELECT * FROM members WHERE birthday = ?', ''],
    ['the table stays small', 'SELECT * FROM honor_rules'],
    [
      'the index holds only what is open',
      `SELECT * FROM order_refunds WHERE state = 'pending' ORDER BY random()`,
    ],
    ['nobody was asked for', 'select "id" from "members" where 0'],
    ['rows are looked for that waited for a new user', insertUser, 'a@b.de', '', ''],
    ['a subquery is walked, and no table', 'SELECT * FROM (SELECT 1 AS members)'],
  ])('%s', async (_, query, ...values) => {
    expect(await scannedBy(query, ...values)).toEqual([])
  })
})

test('the values that a statement is bound to decide as well', async () => {
  const query = 'SELECT * FROM order_refunds WHERE state = ?'
  expect(await scannedBy(query, 'failed')).toEqual(['order_refunds'])
  expect(await scannedBy(query, 'pending')).toEqual([])
})

test('a reason covers its own statement and table, and no other', () => {
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

test('what the builders send is written down once, with its values, lists of any length as one', async () => {
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
