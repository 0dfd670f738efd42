import { describe, expect, test } from 'vitest'
import { call, json, signedIn } from '#tests/support/api.ts'
import { app } from '#worker/app.ts'
import { type Role, roles } from '#worker/domain/codes.ts'
import { rightOf } from '#worker/http/auth.ts'

// The walk over the router itself: a new route without a stated right fails here.

const routes = app.routes.filter((route) => route.method !== 'ALL')
const endpoints = [...new Set(routes.map((route) => `${route.method} ${route.path}`))].map(
  (key) => {
    const handlers = routes.filter((route) => `${route.method} ${route.path}` === key)
    const rights = handlers
      .map((route) => rightOf(route.handler))
      .filter((right) => right !== undefined)
    return { key, method: key.split(' ')[0] ?? '', path: key.split(' ')[1] ?? '', handlers, rights }
  },
)
const guarded = endpoints.filter((endpoint) => endpoint.rights[0] !== 'public')

const withIds = (path: string) => path.replace(':year', '2027').replace(/:\w+/g, '1')

/** Everybody's routes, by name: whoever adds one has to write it down here as well. */
const publicRoutes = [
  'GET /api/costumeType',
  'GET /api/enrolment/parades',
  'GET /api/guild',
  'GET /api/payments/cancel/:token',
  'GET /api/payments/return/:token',
  'GET /api/payments/sandbox/:token',
  'GET /api/v1/health',
  'POST /api/parades/enrol',
  'POST /api/payments/sandbox/:token',
  'POST /api/payments/webhook/:provider',
  'POST /api/v1/auth/login',
]

test('every route of the router states exactly one right, before anything else', () => {
  expect(endpoints.length).toBeGreaterThan(25)
  for (const { key, handlers, rights } of endpoints) {
    expect(rights, key).toHaveLength(1)
    expect(rightOf(handlers[0]?.handler as object), key).toBeDefined()
  }
})

test('only the routes written down here are public', () => {
  const found = endpoints.filter((endpoint) => endpoint.rights[0] === 'public')
  expect(found.map((endpoint) => endpoint.key).sort()).toEqual(publicRoutes)
})

describe.each(guarded)('$key', ({ method, path, rights }) => {
  const nonsense = method === 'GET' || method === 'DELETE' ? undefined : '{"malformed'

  test('answers a stranger with 401, whatever else is wrong', async () => {
    const response = await call(method, withIds(path), nonsense)
    expect(response.status).toBe(401)
    expect((await json(response)).error.code).toBe('AuthenticationError')
    expect(response.headers.get('Cache-Control')).toBe('no-store')
  })

  test('lets the stated roles in and answers every other one with 403', async () => {
    const right = rights[0] as 'signedIn' | readonly Role[]
    for (const role of roles) {
      const { token } = await signedIn(role)
      const { status } = await call(method, withIds(path), nonsense, { token })
      const isAllowed = right === 'signedIn' || right.includes(role)
      expect(status === 403, `${role}: ${status}`).toBe(!isAllowed)
      expect(status).not.toBe(401)
      expect(status).not.toBe(500)
    }
    const { token } = await signedIn()
    const { status } = await call(method, withIds(path), nonsense, { token })
    expect(status === 403, `no role: ${status}`).toBe(right !== 'signedIn')
  })
})

test('a stranger with a megabyte is told to sign in first', async () => {
  const response = await call('POST', '/api/member', 'x'.repeat(1024 * 1024))
  expect(response.status).toBe(401)
})

test('an unknown address under /api is a 404 in JSON, never a page', async () => {
  const response = await call('GET', '/api/nothing/here')
  expect(response.status).toBe(404)
  expect((await json(response)).error.code).toBe('NotFound')
})

test.each(['abc', '0', '-1', '1.5', '1e3', '99999999999999999999', '%00', "1'--"])(
  'the path id %s names nothing: 404',
  async (id) => {
    const { token } = await signedIn('management')
    for (const path of [`/api/parade/${id}`, `/api/parade/${id}/participation`]) {
      expect((await call('GET', path, undefined, { token })).status).toBe(404)
    }
  },
)
