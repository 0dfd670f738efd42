import { env } from 'cloudflare:workers'
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import { expect, test } from 'vitest'
import { call, db, json, rows, signedIn } from '#tests/support/api.ts'
import { expectLogged, logged } from '#tests/support/log.ts'
import * as schema from '#worker/db/schema.ts'
import { duties, honorTypes } from '#worker/domain/codes.ts'

const tables = Object.values(schema) as SQLiteTable[]
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

test('schema.ts and the migrated database name the same tables, columns and indexes', async () => {
  const inDatabase = await rows<{ name: string }>(
    `SELECT name FROM sqlite_master WHERE type = 'table'
     AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name NOT LIKE '\\_cf%' ESCAPE '\\'
     AND name <> 'd1_migrations'`,
  )
  const configs = tables.map((table) => getTableConfig(table))
  expect(inDatabase.map((row) => row.name).sort()).toEqual(configs.map((one) => one.name).sort())

  for (const { name, columns, indexes } of configs) {
    const stored = await rows<{ name: string; notnull: number; pk: number }>(
      `SELECT name, "notnull", pk FROM pragma_table_info('${name}') ORDER BY name`,
    )
    const known = columns
      .map((column) => ({ name: snake(column.name), required: column.notNull || column.primary }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    expect(stored.map((row) => ({ name: row.name, required: row.notnull + row.pk > 0 }))).toEqual(
      known,
    )

    const listed = await rows<{ name: string; unique: number }>(
      `SELECT name, "unique" FROM pragma_index_list('${name}') WHERE origin = 'c' ORDER BY name`,
    )
    expect(listed.map((row) => [row.name, row.unique === 1])).toEqual(
      indexes.map((one) => [one.config.name, one.config.unique ?? false]).sort(),
    )
  }
})

test('the database refuses every enumeration value that the code does not know', async () => {
  const types = await rows<{ type: string }>('SELECT type FROM honor_rules')
  expect(types.map((row) => row.type).sort()).toEqual([...honorTypes].sort())
  await env.DB.exec(
    `INSERT INTO members (first_name, last_name, first_name_key, last_name_key, created_at, updated_at) VALUES ('a','b','a','b','','')`,
  )
  for (const type of honorTypes) {
    await db().insert(schema.honors).values({ memberId: 1, type, date: '2027-01-01' })
  }
  for (const duty of duties) {
    await db().insert(schema.dutyEntries).values({ memberId: 1, duty, from: '2027-01-01' })
  }
  for (const sql of [
    `INSERT INTO honors (member_id, type, date) VALUES (1, 'Parades_26', '2027-01-01')`,
    `INSERT INTO duty_entries (member_id, duty, from_date) VALUES (1, 'Chef', '2027-01-01')`,
    `UPDATE members SET membership_state = 'Ghost'`,
    `INSERT INTO user_roles (user_id, role) VALUES (1, 'admin')`,
  ]) {
    await expect(env.DB.prepare(sql).run()).rejects.toThrow(/constraint failed/)
  }
})

test('health reads the database and names the last migration', async () => {
  const answer = await json(call('GET', '/api/v1/health'))
  expect(answer).toEqual({ status: 'ok', schema: env.TEST_MIGRATIONS.at(-1)?.name })
})

test('the guild shows its name, to be kept for a minute', async () => {
  await env.DB.exec(`UPDATE guild_settings SET name = 'Narrenzunft Schellental'`)
  const response = await call('GET', '/api/guild')
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=60')
  expect(await json(response)).toEqual({ name: 'Narrenzunft Schellental' })
  const withToken = await call('GET', '/api/guild', undefined, { token: 'any' })
  expect(withToken.headers.get('Cache-Control')).toBe('no-store')
})

test('an error nobody foresaw tells no detail but the id of the request', async () => {
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
})

test('the log of such an error holds nothing of what people typed', async () => {
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
})
