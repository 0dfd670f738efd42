import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { call, rows, setClock, signedIn } from '#tests/support/api.ts'
import { type Audit, auditedDatabase } from '#worker/db/audited.ts'
import { openDb } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { costumeTypes } from '#worker/db/schema.ts'

const anAudit = (requestId: string, userId: number | null = 7): Audit => ({
  via: 'staff',
  userId,
  requestId,
  act: 'POST /api/costumeType',
  now: new Date('2027-01-16T12:00:00Z'),
})

const empty = { id: 1, via: null, user_id: null, request_id: null, act: null, at: null }
const context = async () => (await rows('SELECT * FROM audit_context'))[0]
const events = () => rows(`SELECT * FROM audit_entries WHERE op = 'event' ORDER BY id`)

beforeEach(() => setClock())

test('answers every kind of call as the bare database does', async () => {
  const bare = env.DB
  const audited = auditedDatabase(env.DB, anAudit('request'))
  const insert = (name: string) =>
    `INSERT INTO costume_types (name, name_key) VALUES ('${name}', '${name}') RETURNING name, id`
  for (const [index, db] of [bare, audited].entries()) {
    const id = 5 * index
    const one = (suffix: string) => db.prepare(insert(`${index}${suffix}`))
    expect((await one('a').all()).results).toEqual([{ name: `${index}a`, id: id + 1 }])
    const run = await db
      .prepare('INSERT INTO costume_types (name, name_key) VALUES (?, ?)')
      .bind(`${index}b`, `${index}b`)
      .run()
    expect(run).toMatchObject({ success: true, results: [], meta: { last_row_id: id + 2 } })
    expect(run.meta.changes).toBeGreaterThan(0)
    expect(await one('c').first()).toEqual({ name: `${index}c`, id: id + 3 })
    expect(await one('d').first('id')).toBe(id + 4)
    expect(await one('e').raw()).toEqual([[`${index}e`, id + 5]])
    const [found, changed, counted] = await db.batch<Record<string, unknown>>([
      db.prepare('SELECT name FROM costume_types WHERE id = ?').bind(id + 1),
      db.prepare('UPDATE costume_types SET name = name WHERE id = ?').bind(id + 1),
      db.prepare('SELECT changes() AS n'),
    ])
    expect(found?.results).toEqual([{ name: `${index}a` }])
    expect(changed?.results).toEqual([])
    expect(counted?.results).toEqual([{ n: 1 }])
    const none = db.prepare('UPDATE costume_types SET name = name WHERE id = 0')
    expect((await none.run()).meta.changes).toBe(0)
    expect(
      await db.prepare('DELETE FROM costume_types WHERE id = 0 RETURNING id').first(),
    ).toBeNull()
  }
  expect(await context()).toEqual(empty)
})

test('the context is there within a write and gone behind it, and a read leaves it alone', async () => {
  const db = openDb(env.DB, anAudit('request'))
  const [told] = await db.batch([
    db.select({ via: sql`via`, by: sql`user_id` }).from(sql`audit_context`),
    db.insert(costumeTypes).values({ name: 'Bär', nameKey: 'bär' }),
  ])
  expect(told).toEqual([{ via: 'staff', by: 7 }])
  expect(await context()).toEqual(empty)
  expect(await db.all(sql`SELECT via FROM audit_context`)).toEqual([{ via: null }])
})

test('what is refused leaves neither a line nor a context', async () => {
  const db = openDb(env.DB, anAudit('request'))
  await db.insert(costumeTypes).values({ name: 'Bär', nameKey: 'bär' })
  const refused = db.batch([
    recordEvent(db, { entity: 'export', entityId: 1 }),
    db.insert(costumeTypes).values({ name: 'Baer', nameKey: 'bär' }),
  ])
  await expect(refused).rejects.toThrow()
  expect(await events()).toEqual([])
  expect(await context()).toEqual(empty)
})

test('forty writes at the same moment keep who did them', async () => {
  const all = Array.from({ length: 40 }, (_, index) => index + 1)
  await Promise.all(
    all.map((id) => {
      const db = openDb(env.DB, anAudit(`request ${id}`, id))
      return db.batch([recordEvent(db, { entity: 'export', entityId: id, changes: { year: id } })])
    }),
  )
  const told = await events()
  expect(told).toHaveLength(40)
  for (const line of told) {
    const id = line.entity_id as number
    expect(line).toMatchObject({
      user_id: id,
      request_id: `request ${id}`,
      via: 'staff',
      act: 'POST /api/costumeType',
      at: '2027-01-16T12:00:00.000Z',
      changes: `{"year":[null,${id}]}`,
    })
  }
})

test('every answer of the API names its request anew, whatever the caller says', async () => {
  const { token } = await signedIn('management')
  const headers = { 'X-Request-Id': 'mine', 'cf-ray': 'mine' }
  const answers = [
    await call('GET', '/api/guild', undefined, { headers }),
    await call('GET', '/api/member/1', undefined, { token, headers }),
    await call('GET', '/api/member/1', undefined, { headers }),
    await call('GET', '/api/nothing', undefined, { headers }),
    await call('POST', '/api/costumeType', { name: 'Bär' }, { token, headers }),
  ]
  const ids = answers.map((answer) => answer.headers.get('X-Request-Id'))
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/)
})
