import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { countingDatabase } from '#scripts/bench/counting-database.ts'
import { call, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'

beforeEach(() => setClock())

type Caller = Awaited<ReturnType<typeof signedIn>>

const locks = (id: number) => rows(`UPDATE users SET locked = 1 WHERE id = ${id}`)
const types = () => rows('SELECT name FROM costume_types')
const bear = ['POST', '/api/costumeType', { name: 'Bär' }] as const

/** What may have happened to the user's session since the sign-in. */
const changeSinceSignIn: Record<string, (caller: Caller) => Promise<unknown>> = {
  locked: ({ id }) => locks(id),
  'signed out': () => rows(`UPDATE sessions SET ended_at = '2027-01-16T11:59:00.000Z'`),
  'signed in with an expired session': () =>
    rows(`UPDATE sessions SET expires_at = '2027-01-16T12:00:00.000Z'`),
  'signed in with an older password': () =>
    rows('UPDATE users SET token_version = token_version + 1'),
  'signed in with a deleted session': () => rows('DELETE FROM sessions'),
  deleted: async () => {
    await rows('DELETE FROM sessions')
    await rows('DELETE FROM user_roles')
    await rows('DELETE FROM users')
  },
}

describe.each(Object.entries(changeSinceSignIn))('A user who is %s', (_, happens) => {
  test('A user whose session is no longer valid is rejected by every route, whether it reads or writes (401)', async () => {
    const caller = await signedIn('management')
    const { id } = await aMember({ lastName: 'Geheim' })
    await happens(caller)
    const requests = [
      ['GET', `/api/member/${id}`],
      ['GET', '/api/member'],
      // Reads a list of joined tables only.
      ['GET', '/api/circular'],
      bear,
      // These requests are rejected before they would read or write.
      ['POST', '/api/costumeType', { name: '' }],
      ['GET', '/api/member/nobody'],
    ] as const
    for (const [method, path, body] of requests) {
      const response = await call(method, path, body, caller)
      const text = await response.text()
      expect(`${method} ${path} ${response.status}`).toBe(`${method} ${path} 401`)
      expect(text).not.toContain('Geheim')
    }
    expect(await types()).toEqual([])
    expect(await rows(`SELECT id FROM audit_entries WHERE via = 'staff'`)).toEqual([])
  })
})

test('A user without the role is rejected (403), even if the body is invalid as well', async () => {
  const helper = await signedIn('helper')
  expect((await call(...bear, helper)).status).toBe(403)
  expect((await call('POST', '/api/costumeType', { name: '' }, helper)).status).toBe(403)
  expect(await types()).toEqual([])
})

test('If a user is locked after the session of a request was read, this request still writes and the next is rejected (401)', async () => {
  const caller = await signedIn('management')
  const database = overtakenBefore('insert into "costume_types"', () => locks(caller.id))
  expect((await call(...bear, { ...caller, database })).status).toBe(201)
  const next = await call('POST', '/api/costumeType', { name: 'Hexe' }, caller)
  expect([next.status, (await json(next)).error.reason]).toEqual([401, 'ended'])
  expect(await types()).toEqual([{ name: 'Bär' }])
})

test('A disclosure or an export requested by a locked user is rejected and records no event (401)', async () => {
  const caller = await signedIn('management')
  await locks(caller.id)
  const { id } = await aMember()
  expect((await call('GET', `/api/member/${id}/disclosure`, undefined, caller)).status).toBe(401)
  expect((await call('GET', '/api/export', undefined, caller)).status).toBe(401)
  expect(await rows(`SELECT id FROM audit_entries WHERE op = 'event' AND via = 'staff'`)).toEqual(
    [],
  )
})

test('A write that violates a rule is rejected with the error code of this rule, such as CostumeTypeExists (409)', async () => {
  const caller = await signedIn('management')
  expect((await call(...bear, caller)).status).toBe(201)
  const again = await call(...bear, caller)
  expect([again.status, (await json(again)).error.code]).toEqual([409, 'CostumeTypeExists'])
})

test('A signed-in request costs two database calls: one reads the session, the other does the work', async () => {
  const caller = await signedIn('management')
  const { id } = await aMember()
  for (const request of [bear, ['GET', `/api/member/${id}`] as const]) {
    const { db, cost } = countingDatabase(env.DB)
    const [method, path, body] = request
    expect((await call(method, path, body, { ...caller, database: db })).ok).toBe(true)
    expect(`${path} ${cost.trips}`).toBe(`${path} 2`)
  }
})
