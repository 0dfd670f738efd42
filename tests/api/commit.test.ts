import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { countingDatabase } from '#scripts/bench/counting-database.ts'
import { call, rows, setClock, signedIn } from '#tests/support/api.ts'
import { commit } from '#worker/db/commit.ts'
import { type Audit, Connection } from '#worker/db/connection.ts'
import { type Db, openDb, write } from '#worker/db/db.ts'
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

test('A commit fills the audit context for its statements and empties it afterwards; a read finds it empty', async () => {
  const db = openDb(new Connection(env.DB, anAudit('request')))
  const [written] = await commit(db, [
    db.select({ via: sql`via`, by: sql`user_id` }).from(sql`audit_context`),
    write.insert(costumeTypes).values({ name: 'Bär', nameKey: 'bär' }),
  ])
  expect(written).toEqual([{ via: 'staff', by: 7 }])
  expect(await context()).toEqual(empty)
  expect(await db.all(sql`SELECT via FROM audit_context`)).toEqual([{ via: null }])
})

test('After a rejected commit the database contains neither a history line nor an audit context of it', async () => {
  const db = openDb(new Connection(env.DB, anAudit('request')))
  await commit(db, [write.insert(costumeTypes).values({ name: 'Bär', nameKey: 'bär' })])
  const rejected = commit(db, [
    recordEvent({ entity: 'export', entityId: 1 }),
    write.insert(costumeTypes).values({ name: 'Baer', nameKey: 'bär' }),
  ])
  await expect(rejected).rejects.toThrow()
  expect(await events()).toEqual([])
  expect(await context()).toEqual(empty)
})

test('Forty commits at the same moment each record their own author', async () => {
  const all = Array.from({ length: 40 }, (_, index) => index + 1)
  await Promise.all(
    all.map((id) => {
      const db = openDb(new Connection(env.DB, anAudit(`request ${id}`, id)))
      return commit(db, [recordEvent({ entity: 'export', entityId: id, changes: { year: id } })])
    }),
  )
  const written = await events()
  expect(written).toHaveLength(40)
  for (const line of written) {
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

test('Every response of the API has a new request id, even if the caller sends one', async () => {
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

test('A statement of `write` cannot be sent without commit', async () => {
  const insert = write.insert(costumeTypes).values({ name: 'Bär', nameKey: 'bär' })
  await expect(async () => await insert).rejects.toMatchObject({
    cause: new Error('A statement of `write` can only be sent by commit()'),
  })
  expect(await rows('SELECT * FROM costume_types')).toEqual([])
})

test('A commit without statements makes no call to the database', async () => {
  const { db, cost } = countingDatabase(env.DB)
  expect(await commit(openDb(db), [])).toEqual([])
  expect(cost.trips).toBe(0)
})

/** Never called: tsc fails if one of these lines compiles. */
function mustNotCompile(reading: Db) {
  // @ts-expect-error A reading database has no builder that writes
  reading.insert(costumeTypes)
  // @ts-expect-error
  reading.update(costumeTypes)
  // @ts-expect-error
  reading.delete(costumeTypes)
  // @ts-expect-error
  reading.run(sql`DELETE FROM costume_types`)
  // @ts-expect-error A reading batch takes no statement that writes
  reading.batch([write.delete(costumeTypes)])
  // @ts-expect-error
  reading.batch([reading.select().from(costumeTypes), write.update(costumeTypes).set({ id: 1 })])
  // @ts-expect-error Its WITH has no builder that writes
  reading.with().update(costumeTypes)
}
void mustNotCompile
