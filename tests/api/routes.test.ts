import { findTargetHandler } from 'hono/utils/handler'
import { describe, expect, test } from 'vitest'
import { type Row, rights, type Who } from '#tests/api/rights.ts'
import { call, json, setClock, signedIn } from '#tests/support/api.ts'
import { type Caller, callers } from '#tests/support/callers.ts'
import { app } from '#worker/app.ts'
import { acceptsExpiredSession, rightOf } from '#worker/http/auth.ts'

// The walk over the router itself, beside the table of tests/api/rights.ts: neither has a route that
// the other lacks, and each route is called by everybody who may knock.

// A room with words of its own for errors has its handlers wrapped.
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

/** A right that depends on what is asked for is decided behind the route's own. */
const ofRoutes = rights.filter(({ call }) => !call.includes('?'))

const comparable = (who: Who | 'public' | undefined) =>
  typeof who === 'object' ? [...who].sort().join() : who === 'everybody' ? 'public' : who

function widest(rows: readonly Row[]): Who {
  const all = rows.map(({ who }) => who)
  const open = all.find((who) => who === 'everybody') ?? all.find((who) => who === 'signedIn')
  return open ?? [...new Set(all.flatMap((who) => (typeof who === 'object' ? [...who] : [])))]
}

describe('the router and the table of rights', () => {
  test('hold the same routes, each once', () => {
    const inTable = ofRoutes.map(({ call }) => call)
    expect(endpoints.map(({ key }) => key).sort()).toEqual([...inTable].sort())
    expect(new Set(rights.map(({ call }) => call)).size).toBe(rights.length)
  })

  test('agree on who may call each of them', () => {
    const inRouter = endpoints.map(({ key, stated }) => [key, comparable(stated[0])])
    // A route lets in whom any question to it may have; the rest is decided behind it.
    const byRoute = Map.groupBy(rights, ({ call }) => call.split('?')[0] ?? '')
    const inTable = [...byRoute].map(([route, rows]) => [route, comparable(widest(rows))])
    expect(Object.fromEntries(inRouter)).toEqual(Object.fromEntries(inTable))
  })

  test('agree on which of them take a sign-in that is over', () => {
    const inRouter = endpoints.filter(({ handlers }) =>
      handlers.some(({ handler }) => acceptsExpiredSession(findTargetHandler(handler))),
    )
    const inTable = rights.filter((row) => row.takesLate)
    expect(inRouter.map(({ key }) => key)).toEqual(inTable.map(({ call }) => call))
  })

  test('leave no way around: a right is stated once, before anything else of the route', () => {
    for (const { key, handlers, stated } of endpoints) {
      expect(stated, key).toHaveLength(1)
      expect(rightOf(handlers[0] ? findTargetHandler(handlers[0].handler) : {}), key).toBeDefined()
    }
    const forAll = app.routes.filter((route) => route.method === 'ALL')
    expect(new Set(forAll.map((route) => route.path))).toEqual(new Set(['/*']))
  })
})

/** What the route says: that they may, or the code of its refusal, with the reason beside it. */
function answerFor({ who, isConfirmed, takesLate: isWaiting }: Row, caller: Caller): string {
  const { reason, isUnconfirmed, lateRoles = null } = caller
  const roles = caller.roles ?? (isWaiting ? lateRoles : null)
  if (who === 'everybody') return 'may'
  if (roles === null) return reason ? `AuthenticationError ${reason}` : 'AuthenticationError'
  if (who !== 'signedIn' && !who.some((role) => roles.includes(role))) return 'Forbidden'
  return isConfirmed && isUnconfirmed ? 'ConfirmNeeded' : 'may'
}

const statusOfRefusal: Record<string, number> = {
  AuthenticationError: 401,
  Forbidden: 403,
  ConfirmNeeded: 403,
}

/** Rights come first: whoever may call is told that what they sent is nonsense, or leads nowhere. */
async function knock({ call: route }: Row, token: string | undefined): Promise<string> {
  const [method = '', path = ''] = route.split(' ')
  const nonsense = method === 'GET' || method === 'DELETE' ? undefined : '{"malformed'
  // Not the caller's own account or session: it must be there for the next door.
  const address = path.replace(':year', '2027').replace(/:\w+/g, '999')
  const response = await call(method, address, nonsense, token === undefined ? {} : { token })
  const { status } = response
  // Nothing has rung the cron here: that it is not ready may be told to everybody.
  if (route === 'GET /api/v1/ready' && status === 503) return 'may'
  if (status !== 401 && status !== 403) return status < 500 ? 'may' : `failed with ${status}`
  expect(response.headers.get('Cache-Control'), route).toBe('no-store')
  const { code, message, reason, ...more } = (await json(response)).error
  // Nothing beside it, of whoever else was there.
  expect([status, typeof message, more], route).toEqual([statusOfRefusal[code], 'string', {}])
  return reason === undefined ? code : `${code} ${reason}`
}

test.each(callers)('$name: every route answers as the table says', async (caller) => {
  setClock()
  const answers: Record<string, string> = {}
  const isLast = ({ call }: Row) => Number(call === 'POST /api/v1/auth/logout')
  const inOrder = rights.toSorted((a, b) => isLast(a) - isLast(b))
  const token = await caller.token()
  for (const row of inOrder) answers[row.call] = await knock(row, token)
  expect(answers).toEqual(
    Object.fromEntries(rights.map((row) => [row.call, answerFor(row, caller)])),
  )
})

// The platform keeps what allows it, and what says nothing for two hours: each answer says something.
test('every answer says whether it may be kept, and only what is the same for everybody may', async () => {
  setClock()
  const kept: Record<string, string> = {}
  for (const { call: route } of rights) {
    const [method = '', path = ''] = route.split(' ')
    const address = path.replace(':year', '2027').replace(/:\w+/g, '1')
    const body = method === 'GET' || method === 'DELETE' ? undefined : '{"malformed'
    const said = (await call(method, address, body)).headers.get('Cache-Control') ?? 'nothing'
    if (said !== 'no-store') kept[route] = said
  }
  const page = 'public, max-age=60, stale-while-revalidate=300, stale-if-error=3600'
  expect(kept).toEqual({
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
