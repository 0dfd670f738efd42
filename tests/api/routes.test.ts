import { findTargetHandler } from 'hono/utils/handler'
import { describe, expect, test } from 'vitest'
import { type Row, rights, type Who } from '#tests/api/rights.ts'
import { call, json, setClock, signedIn } from '#tests/support/api.ts'
import { type Caller, callers } from '#tests/support/callers.ts'
import { app } from '#worker/app.ts'
import { acceptsExpiredSession, rightOf } from '#worker/http/auth.ts'

// Compares the router with the table of tests/api/rights.ts and calls each route as every kind of
// caller.

// Some rooms wrap their handlers to translate errors.
const routes = app.routes.filter((route) => route.method !== 'ALL')
const endpoints = [...new Set(routes.map((route) => `${route.method} ${route.path}`))].map(
  (key) => {
    const handlers = routes.filter((route) => `${route.method} ${route.path}` === key)
    const stated = handlers
      .map(({ handler }) => rightOf(findTargetHandler(handler)))
      .filter((right) => right !== undefined)
    return { key, handlers, stated }
  },
)

/** Rights that depend on the query are checked inside the handler, after the route's own right. */
const ofRoutes = rights.filter(({ call }) => !call.includes('?'))

const comparable = (who: Who | undefined) =>
  typeof who === 'object' ? [...who].sort().join() : who

function widest(rows: readonly Row[]): Who {
  const all = rows.map(({ who }) => who)
  const open = all.find((who) => who === 'public') ?? all.find((who) => who === 'signedIn')
  return open ?? [...new Set(all.flatMap((who) => (typeof who === 'object' ? [...who] : [])))]
}

describe('The router and the table of rights', () => {
  test('Router and table of rights contain the same routes, each once', () => {
    const inTable = ofRoutes.map(({ call }) => call)
    expect(endpoints.map(({ key }) => key).sort()).toEqual([...inTable].sort())
    expect(new Set(rights.map(({ call }) => call)).size).toBe(rights.length)
  })

  test('Router and table of rights agree on who may call each route', () => {
    const inRouter = endpoints.map(({ key, stated }) => [key, comparable(stated[0])])
    // A route's right admits everyone whom any of its queries admits; the handler checks the rest.
    const byRoute = Map.groupBy(rights, ({ call }) => call.split('?')[0] ?? '')
    const inTable = [...byRoute].map(([route, rows]) => [route, comparable(widest(rows))])
    expect(Object.fromEntries(inRouter)).toEqual(Object.fromEntries(inTable))
  })

  test('Router and table of rights agree on the routes that accept an expired session', () => {
    const inRouter = endpoints.filter(({ handlers }) =>
      handlers.some(({ handler }) => acceptsExpiredSession(findTargetHandler(handler))),
    )
    const inTable = rights.filter((row) => row.takesLate)
    expect(inRouter.map(({ key }) => key)).toEqual(inTable.map(({ call }) => call))
  })

  test('Each route states its right once, before its other handlers', () => {
    for (const { key, handlers, stated } of endpoints) {
      expect(stated, key).toHaveLength(1)
      expect(rightOf(handlers[0] ? findTargetHandler(handlers[0].handler) : {}), key).toBeDefined()
    }
    const forAll = app.routes.filter((route) => route.method === 'ALL')
    expect(new Set(forAll.map((route) => route.path))).toEqual(new Set(['/*']))
  })
})

/** The expected answer: allowed, or the code of the rejection with its reason. */
function answerFor({ who, isConfirmed, takesLate: isWaiting }: Row, caller: Caller): string {
  const { reason, isUnconfirmed, lateRoles = null } = caller
  const roles = caller.roles ?? (isWaiting ? lateRoles : null)
  if (who === 'public') return 'may'
  if (roles === null) return reason ? `AuthenticationError ${reason}` : 'AuthenticationError'
  if (who !== 'signedIn' && !who.some((role) => roles.includes(role))) return 'Forbidden'
  return isConfirmed && isUnconfirmed ? 'ConfirmNeeded' : 'may'
}

const statusOfRefusal: Record<string, number> = {
  AuthenticationError: 401,
  Forbidden: 403,
  ConfirmNeeded: 403,
}

/**
 * Calls the route with invalid values: rights are checked first, so an authorised caller gets
 * another error.
 */
async function callRoute({ call: route }: Row, token: string | undefined): Promise<string> {
  const [method = '', path = ''] = route.split(' ')
  const nonsense = method === 'GET' || method === 'DELETE' ? undefined : '{"malformed'
  // The id is not the caller's own account or session, which later calls need.
  const address = path.replace(':year', '2027').replace(/:\w+/g, '999')
  const response = await call(method, address, nonsense, token === undefined ? {} : { token })
  const { status } = response
  // The cron did not run in this test, so the worker is not ready.
  if (route === 'GET /api/v1/ready' && status === 503) return 'may'
  if (status !== 401 && status !== 403) return status < 500 ? 'may' : `failed with ${status}`
  expect(response.headers.get('Cache-Control'), route).toBe('no-store')
  const { code, message, reason, ...more } = (await json(response)).error
  // The error reveals nothing else.
  expect([status, typeof message, more], route).toEqual([statusOfRefusal[code], 'string', {}])
  return reason === undefined ? code : `${code} ${reason}`
}

test.each(callers)(
  'Every route admits or rejects a caller as the table of rights says: $name',
  async (caller) => {
    setClock()
    const answers: Record<string, string> = {}
    const isLast = ({ call }: Row) => Number(call === 'POST /api/v1/auth/logout')
    const inOrder = rights.toSorted((a, b) => isLast(a) - isLast(b))
    const token = await caller.token()
    for (const row of inOrder) answers[row.call] = await callRoute(row, token)
    expect(answers).toEqual(
      Object.fromEntries(rights.map((row) => [row.call, answerFor(row, caller)])),
    )
  },
)

// The platform caches a response without Cache-Control for two hours, so every response needs one.
test('Every response says in Cache-Control whether it may be cached, and only responses with public data may', async () => {
  setClock()
  const cacheable: Record<string, string> = {}
  for (const { call: route } of rights) {
    const [method = '', path = ''] = route.split(' ')
    const address = path.replace(':year', '2027').replace(/:\w+/g, '1')
    const body = method === 'GET' || method === 'DELETE' ? undefined : '{"malformed'
    const said = (await call(method, address, body)).headers.get('Cache-Control') ?? 'nothing'
    if (said !== 'no-store') cacheable[route] = said
  }
  const page = 'public, max-age=60, stale-while-revalidate=300, stale-if-error=3600'
  expect(cacheable).toEqual({
    'GET /api/guild': 'public, max-age=60',
    'GET /api/guild/legal': 'public, max-age=60',
    'GET /api/costumeType': 'public, max-age=60',
    'GET /api/enrolment/parades': 'public, max-age=60',
    'GET /parade-enrolment': 'public, max-age=60, stale-if-error=3600',
    'GET /impressum': page,
    'GET /datenschutz': page,
    'GET /barrierefreiheit': page,
  })
})

test('A request without a session and with a large body is rejected without reading the body (401)', async () => {
  const response = await call('POST', '/api/member', 'x'.repeat(1024 * 1024))
  expect(response.status).toBe(401)
})

test('An unknown address under /api is answered with a 404 in JSON, not with a page', async () => {
  const response = await call('GET', '/api/nothing/here')
  expect(response.status).toBe(404)
  expect((await json(response)).error.code).toBe('NotFound')
})

test.each(['abc', '0', '-1', '1.5', '1e3', '99999999999999999999', '%00', "1'--"])(
  'A route of a parade with the invalid id %s in its path is rejected (404)',
  async (id) => {
    const { token } = await signedIn('management')
    for (const path of [`/api/parade/${id}`, `/api/parade/${id}/participation`]) {
      expect((await call('GET', path, undefined, { token })).status).toBe(404)
    }
  },
)
