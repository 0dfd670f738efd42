import { env } from 'cloudflare:workers'
import { getTableName } from 'drizzle-orm'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { call, db, json, rows, signedIn } from '#tests/support/api.ts'
import { aMember, aParade } from '#tests/support/builders.ts'
import { expectLogged, logged } from '#tests/support/log.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import * as schema from '#worker/db/schema.ts'
import { honorTypes } from '#worker/domain/codes.ts'

const tables = Object.values(schema) as SQLiteTable[]
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

test('schema.ts and the migrated database contain the same tables, columns, references and indexes', async () => {
  const inDatabase = await rows<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table'
     AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf%' ESCAPE '\\'
     AND name <> 'd1_migrations'`,
  )
  const configs = tables.map((table) => getTableConfig(table))
  expect(inDatabase.map((row) => row.name).sort()).toEqual(configs.map((one) => one.name).sort())

  for (const { name, columns, foreignKeys, indexes } of configs) {
    const stored = await rows<{ name: string; notnull: number; pk: number }>(
      `SELECT name, "notnull", pk FROM pragma_table_info('${name}') ORDER BY name`,
    )
    const known = columns
      .map((column) => ({ name: snake(column.name), required: column.notNull || column.primary }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    expect(stored.map((row) => ({ name: row.name, required: row.notnull + row.pk > 0 }))).toEqual(
      known,
    )

    const references = await rows<{ line: string }>(
      `SELECT "from" || ' ' || "table" || '.' || "to" || ' ' || lower(on_delete) AS line
       FROM pragma_foreign_key_list('${name}')`,
    )
    expect(references.map((row) => row.line).sort()).toEqual(
      foreignKeys
        .map((key) => {
          const { columns: from, foreignTable, foreignColumns: to } = key.reference()
          const target = `${getTableName(foreignTable)}.${snake(to[0]?.name ?? '')}`
          return `${snake(from[0]?.name ?? '')} ${target} ${key.onDelete ?? 'no action'}`
        })
        .sort(),
    )

    const listed = await rows<{ name: string; unique: number }>(
      `SELECT name, "unique" FROM pragma_index_list('${name}') WHERE origin = 'c' ORDER BY name`,
    )
    expect(listed.map((row) => [row.name, row.unique === 1])).toEqual(
      indexes.map((one) => [one.config.name, one.config.unique ?? false]).sort(),
    )
  }
})

test('The database has a rule for every honor, and rejects references of honors and offices to a missing rule', async () => {
  const types = await rows<{ type: string }>('SELECT type FROM honor_rules')
  expect(types.map((row) => row.type).sort()).toEqual([...honorTypes].sort())
  const { id: memberId } = await aMember()
  for (const type of honorTypes) {
    await commit(db(), [write.insert(schema.honors).values({ memberId, type, date: '2027-01-01' })])
  }
  for (const sql of [
    `INSERT INTO honors (member_id, type, date) VALUES (1, 'Parades_26', '2027-01-01')`,
    `UPDATE honors SET type = 'Parades_26' WHERE type = 'Parades_25'`,
    `INSERT INTO honor_rule_duties (type, duty) VALUES ('Parades_26', 'Kassier')`,
    `DELETE FROM honor_rules WHERE type = 'Parades_25'`,
    `UPDATE honor_rules SET type = 'Parades_26' WHERE type = 'Parades_25'`,
  ]) {
    await expect(env.DB.prepare(sql).run()).rejects.toThrow(/FOREIGN KEY constraint failed/)
  }
})

test.each([
  [`INSERT INTO guild_settings (id) VALUES (2)`],
  [`UPDATE guild_settings SET sepa_lead_days = -1`],
  [`UPDATE fee_rules SET amount_in_cent = -1`],
  [`UPDATE honor_rules SET threshold = 0`],
  [`UPDATE members SET member_number = -1`],
  [`UPDATE members SET banking_sepa_allowed = 2`],
  [`UPDATE members SET date_joined = '2027-01-02', date_left = '2027-01-01'`],
  [`UPDATE parades SET date_enrolment_end = '2099-01-01'`],
  [`UPDATE parades SET price_for_adults_in_cent = 100001`],
])('The schema rejects the statement %s', async (sql) => {
  await aMember()
  await aParade()
  await expect(env.DB.prepare(sql).run()).rejects.toThrow(/CHECK constraint failed/)
})

test('The health check answers with the last migration of the database', async () => {
  const answer = await json(call('GET', '/api/v1/health'))
  expect(answer).toEqual({ status: 'ok', schema: env.TEST_MIGRATIONS.at(-1)?.name })
})

test("The guild's name is cached for a minute, but not if the request has a token", async () => {
  await env.DB.exec(`UPDATE guild_settings SET name = 'Narrenzunft Schellental'`)
  const response = await call('GET', '/api/guild')
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=60')
  expect(await json(response)).toEqual({ name: 'Narrenzunft Schellental' })
  const withToken = await call('GET', '/api/guild', undefined, { token: 'any' })
  expect(withToken.headers.get('Cache-Control')).toBe('no-store')
})

test('The answer to an unexpected error contains only the id of the request (500)', async () => {
  await env.DB.exec('ALTER TABLE guild_settings RENAME TO gone')
  const response = await call('GET', '/api/guild')
  expect(response.status).toBe(500)
  expect(response.headers.get('Cache-Control')).toBe('no-store')
  const { error } = await json(response)
  expect(error).toEqual({
    code: 'InternalError',
    message: expect.any(String),
    requestId: expect.any(String),
  })
  expectLogged(error.requestId)
  await env.DB.exec('ALTER TABLE gone RENAME TO guild_settings')
})

test('The log of an unexpected error contains nothing that a user entered', async () => {
  const { token } = await signedIn('management')
  await env.DB.exec('ALTER TABLE parades RENAME TO gone')
  const days = {
    date: '2027-01-16',
    dateEnrolmentStart: '2027-01-01',
    dateEnrolmentEnd: '2027-01-10',
  }
  const body = { title: 'Geheim', host: 'Geheim', ...days, comment: 'Sabine\n   at geheim:1' }
  expect((await call('POST', '/api/parade', body, { token })).status).toBe(500)
  expect(logged()).toContain('/api/parade')
  expect(logged()).not.toMatch(/geheim/i)
  expectLogged('/api/parade')
  await env.DB.exec('ALTER TABLE gone RENAME TO parades')
})
