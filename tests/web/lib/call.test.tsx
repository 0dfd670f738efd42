import { describe, expect, test, vi } from 'vitest'
import { aUser } from '#tests/support/render-app.tsx'
import { noContent, offline, refusal, stubWire, type WireTable } from '#tests/support/wire.ts'
import { call, client, publicClient } from '#web/lib/api.ts'
import { endSession, startSession } from '#web/lib/session.ts'

const guild = () => call(publicClient.api.guild.$get())

function askGuild(answer: WireTable['GET /api/guild']) {
  stubWire(answer ? { 'GET /api/guild': answer } : {})
  return guild()
}

describe('call', () => {
  test('A successful call returns the parsed body and the status', async () => {
    const result = await askGuild(() => Response.json({ name: 'Zunft' }))
    expect(result).toEqual({ ok: true, data: { name: 'Zunft' }, status: 200, requestIds: [] })
  })

  test('A call answered with 204 returns no data', async () => {
    expect(await askGuild(noContent)).toEqual({
      ok: true,
      data: undefined,
      status: 204,
      requestIds: [],
    })
  })

  test('A 401 answer fails with an AuthenticationError', async () => {
    expect(await askGuild(refusal(401, 'AuthenticationError', 'Abgelaufen.'))).toEqual({
      ok: false,
      failure: {
        type: 'AuthenticationError',
        status: 401,
        error: { code: 'AuthenticationError', message: 'Abgelaufen.' },
      },
    })
  })

  test("Any other error answer fails with an ApiError that has the status and the server's message", async () => {
    const fields = { title: 'Gib dem Umzug eine Beschreibung.' }
    expect(await askGuild(refusal(422, 'ValidationFailed', 'Prüfe alles.', { fields }))).toEqual({
      ok: false,
      failure: {
        type: 'ApiError',
        status: 422,
        error: { code: 'ValidationFailed', message: 'Prüfe alles.', fields },
      },
    })
  })

  test('An error answer that is not JSON fails with an ApiError that has the status', async () => {
    const page = () => new Response('<h1>Bad gateway</h1>', { status: 502 })
    expect(await askGuild(page)).toEqual({ ok: false, failure: { type: 'ApiError', status: 502 } })
  })

  test('A broken connection fails with a NetworkError', async () => {
    expect(await askGuild(offline)).toEqual({ ok: false, failure: { type: 'NetworkError' } })
  })

  test('A timeout fails with a NetworkError', async () => {
    const timeout = () => Promise.reject(new DOMException('timed out', 'TimeoutError'))
    expect(await askGuild(timeout)).toEqual({ ok: false, failure: { type: 'NetworkError' } })
  })

  test('A successful answer that is not JSON fails with an UnknownError', async () => {
    const noJson = () => new Response('<!doctype html>')
    expect(await askGuild(noJson)).toEqual({ ok: false, failure: { type: 'UnknownError' } })
  })
})

describe('retries of a busy server', () => {
  const busy =
    (headers: Record<string, string> = {}) =>
    () =>
      Response.json(
        { error: { code: 'Busy', message: 'Gerade ist sehr viel los.' } },
        { status: 503, headers: { 'X-Request-Id': 'one', 'Retry-After': '5', ...headers } },
      )

  /** Makes the wait before a retry end at once. */
  async function goOn<T>(asking: () => Promise<T>): Promise<T> {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    const answer = asking()
    await vi.advanceTimersByTimeAsync(10_000)
    vi.useRealTimers()
    return answer
  }

  test('A read that a busy server rejects (503) is sent once more', async () => {
    const wire = stubWire({ 'GET /api/guild': [busy(), () => Response.json({ name: 'Zunft' })] })
    expect(await goOn(guild)).toMatchObject({ ok: true, data: { name: 'Zunft' } })
    expect(wire.calls).toHaveLength(2)
  })

  test('A write that a busy server rejects (503) is sent once more, unchanged', async () => {
    const wire = stubWire({ 'POST /api/v1/auth/login': [busy(), noContent] })
    const json = { emailAddress: 'a@b.de', password: 'x' }
    await goOn(() => call(publicClient.api.v1.auth.login.$post({ json })))
    expect(wire.calls.map(({ body }) => body)).toEqual([json, json])
  })

  test('If the server answers 503 twice, the error is reported without a third request', async () => {
    const wire = stubWire({ 'GET /api/guild': busy() })
    expect(await goOn(guild)).toMatchObject({ ok: false, failure: { status: 503 } })
    expect(wire.calls).toHaveLength(2)
  })

  test.each([
    ['without Retry-After', { 'Retry-After': '' }],
    ['with a Retry-After of five minutes', { 'Retry-After': '300' }],
    ['without a request id of this server', { 'X-Request-Id': '' }],
  ])('A 503 answer %s is reported without a second request', async (_, headers) => {
    const answer = busy()
    const wire = stubWire({
      'GET /api/guild': () => {
        const response = answer()
        for (const [name, value] of Object.entries(headers)) {
          if (value) response.headers.set(name, value)
          else response.headers.delete(name)
        }
        return response
      },
    })
    expect(await guild()).toMatchObject({ ok: false, failure: { status: 503 } })
    expect(wire.calls).toHaveLength(1)
  })
})

describe('the bearer token', () => {
  test('The stored access token is sent', async () => {
    startSession(aUser({ accessToken: 'abc' }))
    const wire = stubWire({ 'GET /api/v1/auth/me': noContent })
    await call(client.api.v1.auth.me.$get())
    expect(wire.calls[0]?.headers.get('Authorization')).toBe('Bearer abc')
  })

  test('Without a session the token is empty', async () => {
    endSession()
    const wire = stubWire({ 'GET /api/v1/auth/me': noContent })
    await call(client.api.v1.auth.me.$get())
    // Headers remove the trailing space.
    expect(wire.calls[0]?.headers.get('Authorization')).toBe('Bearer')
  })

  test('Public requests contain no token, so that their answers can be cached', async () => {
    startSession(aUser())
    const wire = stubWire({ 'GET /api/guild': noContent })
    await guild()
    expect(wire.calls[0]?.headers.has('Authorization')).toBe(false)
  })
})
