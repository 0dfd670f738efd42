import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { db } from '#tests/support/api.ts'
import { mailbox } from '#worker/db/index-keys.ts'
import { mailboxOf } from '#worker/domain/text.ts'

// docs/rules.md, "Fairness": mails are counted per mailbox.

const inDatabase = async (addresses: string[]) =>
  (
    await db().all<{ box: string }>(
      sql`SELECT ${mailbox(sql`value`)} AS box FROM json_each(${JSON.stringify(addresses)}) ORDER BY key`,
    )
  ).map(({ box }) => box)

test.each([
  ['anna@example.de', 'anna@example.de'],
  ['Anna+Fasnet@Example.DE', 'anna@example.de'],
  ['anna+a+b@example.de', 'anna@example.de'],
  ['an.na@example.de', 'an.na@example.de'],
  ['An.Na+x@GoogleMail.com', 'anna@gmail.com'],
  ['a.n.n.a@gmail.com', 'anna@gmail.com'],
  ['an.na@gmail.com.example.de', 'an.na@gmail.com.example.de'],
  ['', ''],
])('The address "%s" is counted as the mailbox "%s"', async (address, box) => {
  expect(mailboxOf(address)).toBe(box)
  expect(await inDatabase([address])).toEqual([box])
})

test('For 500 random addresses the database and the worker derive the same mailbox (the address without tags and spelling variants)', async () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'B', '.', '+', 'ä', '1'), maxLength: 6 })
  const host = fc.constantFrom('gmail.com', 'GoogleMail.com', 'example.de', 'a+b.de', 'x@gmail.com')
  const address = fc.tuple(part, host).map(([local, at]) => `${local}@${at}`)
  const addresses = fc.sample(address, { numRuns: 500, seed: 20_270_116 })
  expect(await inDatabase(addresses)).toEqual(addresses.map(mailboxOf))
})

test('The query that counts the orders of a mailbox uses the index orders_by_mailbox', async () => {
  const plan = await env.DB.prepare(
    `EXPLAIN QUERY PLAN SELECT id FROM orders WHERE ${sqlText()} = 'anna@example.de' AND created_at > ''`,
  ).all<{ detail: string }>()
  expect(plan.results.map(({ detail }) => detail).join()).toContain('orders_by_mailbox')
})

const sqlText = () =>
  db()
    .select({ box: mailbox(sql`email_address`) })
    .from(sql`orders`)
    .toSQL()
    .sql.replace(/^select ([\s\S]*) from orders$/, '$1')
