import { expect, test, vi } from 'vitest'
import { aUser } from '#tests/support/render-app.tsx'
import { later, refusal, stubWire } from '#tests/support/wire.ts'
import { call, client } from '#web/lib/api.ts'
import { endSession, startSession } from '#web/lib/session.ts'

const list = () => call(client.api.member.$get())
const ofServer = (tag: string | null, rows: unknown[]) => () =>
  Response.json(rows, { headers: tag === null ? {} : { ETag: tag } })
const unchanged = () => new Response(null, { status: 304 })

/** Signs in as a different user each time. */
let count = 0
function signIn() {
  count += 1
  startSession({ ...aUser(), accessToken: `token ${count}` })
}

const named = (wire: ReturnType<typeof stubWire>) =>
  wire.sent('GET /api/member').map(({ headers }) => headers.get('If-None-Match'))

test('A cached answer is requested with its ETag; if the server says that it is unchanged, it is read from the cache', async () => {
  signIn()
  const wire = stubWire({ 'GET /api/member': [ofServer('"m1"', [{ id: 1 }]), unchanged] })
  const first = await list()
  const second = await list()
  expect(first).toMatchObject({ ok: true, data: [{ id: 1 }] })
  expect(second).toEqual({ ...first, status: 200 })
  expect(second.ok && first.ok && second.data === first.data).toBe(true)
  wire.answer({ 'GET /api/member': [ofServer('"m2"', [{ id: 2 }]), unchanged] })
  expect(await list()).toMatchObject({ data: [{ id: 2 }] })
  expect(await list()).toMatchObject({ data: [{ id: 2 }] })
  expect(named(wire)).toEqual([null, '"m1"', '"m1"', '"m2"'])
})

test('An answer without an ETag is not cached, and neither is an error', async () => {
  signIn()
  const wire = stubWire({ 'GET /api/member': ofServer(null, [{ id: 1 }]) })
  await list()
  await list()
  wire.answer({ 'GET /api/member': refusal(503, 'Busy') })
  expect((await list()).ok).toBe(false)
  await list()
  expect(named(wire)).toEqual([null, null, null, null])
})

test('After an error (503) the earlier answer is still cached, and the next read revalidates it', async () => {
  signIn()
  const answers = [ofServer('"m1"', [{ id: 1 }]), refusal(503, 'Busy'), unchanged]
  const wire = stubWire({ 'GET /api/member': answers })
  await list()
  expect((await list()).ok).toBe(false)
  expect(await list()).toMatchObject({ ok: true, data: [{ id: 1 }] })
  expect(named(wire)).toEqual([null, '"m1"', '"m1"'])
})

test('The cached answer of one user is not used for another', async () => {
  signIn()
  const wire = stubWire({ 'GET /api/member': ofServer('"m1"', [{ id: 1 }]) })
  await list()
  endSession()
  signIn()
  await list()
  expect(named(wire)).toEqual([null, null])
})

test('An answer that arrives after another user has signed in is not cached', async () => {
  signIn()
  const late = later(ofServer('"m1"', [{ id: 1 }]))
  const wire = stubWire({ 'GET /api/member': late.answer })
  const waiting = list()
  await vi.waitFor(() => expect(wire.calls).toHaveLength(1))
  signIn()
  wire.answer({ 'GET /api/member': [ofServer('"m2"', [{ id: 2 }]), unchanged] })
  await list()
  late.come()
  expect(await waiting).toMatchObject({ data: [{ id: 1 }] })
  expect(await list()).toMatchObject({ data: [{ id: 2 }] })
  expect(named(wire)).toEqual([null, null, '"m2"'])
})
