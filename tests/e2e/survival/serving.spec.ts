import { Agent, request } from 'node:http'
import { expect, test } from '@playwright/test'
import { type Server, startServer } from '#tests/e2e/server.ts'
import { copyState } from '#tests/e2e/state.ts'
import { freePort } from '#tests/support/free-port.ts'
import { paths } from '#web/paths.ts'
import { aRequest, findOffer, type Offer } from './public-api.ts'

// The built worker over real connections: what it serves and rejects, and that every response
// arrives.

let server: Server
let offer: Offer

test.beforeAll(async () => {
  server = await startServer({ port: await freePort(), stateDir: await copyState() })
  offer = await findOffer(server.origin)
})

test.afterAll(() => server?.stop())

const ask = (path: string, init: RequestInit = {}) => fetch(`${server.origin}${path}`, init)
const asBrowser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
/** The root page serves staff by this cookie. */
const asStaff = { ...asBrowser, Cookie: 'staff=1' }

/** The response's status, or the error of the connection. */
async function outcomeOf(answer: Promise<Response>): Promise<string> {
  try {
    const response = await answer
    await response.arrayBuffer()
    return String(response.status)
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined
    return cause instanceof Error && 'code' in cause ? String(cause.code) : String(error)
  }
}

function tally(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

const body = JSON.stringify({ lastName: 'x'.repeat(4_000) })
const json = { 'Content-Type': 'application/json' }
const post = (path: string, headers: HeadersInit) => ask(path, { method: 'POST', headers, body })

/** Requests rejected before their body is read. */
const refusals = {
  withoutToken: () => post('/api/member', json),
  noJson: () => post('/api/parades/enrol', { 'Content-Type': 'text/plain' }),
  nowhere: () => post('/api/nowhere', json),
}

test('500 simultaneous enrolments, reads and rejected requests are all answered', async () => {
  const enrolment = (index: number) => {
    const lastName = `Ansturm${index}`
    const entry = aRequest(server.origin, offer, { lastName, costumeNumber: lastName })
    return ask('/api/parades/enrol', {
      method: 'POST',
      headers: json,
      body: JSON.stringify(entry),
    })
  }
  const kinds = [
    enrolment,
    () => ask('/api/enrolment/parades'),
    refusals.withoutToken,
    refusals.noJson,
    refusals.nowhere,
  ]
  const burst = Array.from({ length: 100 }, (_, index) => kinds.map((kind) => kind(index))).flat()
  expect(tally(await Promise.all(burst.map(outcomeOf)))).toEqual({
    200: 200,
    401: 100,
    404: 100,
    415: 100,
  })
})

test('Rejected requests do not reset connections that stay open for further requests', async () => {
  // Each client waits for its response before the next request, on a connection of its own: the
  // server may close an idle one just when it is used again.
  const people = Array.from({ length: 20 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const outcomes: string[] = []
    for (let round = 0; round < 25; round++) {
      outcomes.push(await postedOn(agent, '/api/member', json))
      outcomes.push(await postedOn(agent, '/api/nowhere', json))
    }
    agent.destroy()
    return outcomes
  })
  expect(tally((await Promise.all(people)).flat())).toEqual({ 401: 500, 404: 500 })
})

/** The response's status, or the error of the connection. */
function postedOn(agent: Agent, path: string, headers: Record<string, string>): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const asked = request(`${server.origin}${path}`, { agent, method: 'POST', headers }, (answer) => {
    answer.resume()
    answer.on('end', () => resolve(String(answer.statusCode)))
    answer.on('error', ({ message }) => resolve(message))
  })
  asked.on('error', ({ message }) => resolve(message))
  asked.end(body)
  return promise
}

test('The address of a member returns the same page as the root for staff', async () => {
  const front = await ask('/', { headers: asStaff })
  const page = await ask('/members/17', { headers: asBrowser })
  expect(page.status).toBe(200)
  expect(await page.text()).toBe(await front.text())
  // Only the root redirects others elsewhere, so no shared cache may answer for it.
  expect(front.headers.get('Cache-Control')).toBe('private, no-cache')
  expect(headersOf(page)).toEqual(headersOf(front))
  expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  expect(page.headers.get('Cache-Control')).toBe('public, max-age=0, must-revalidate')
})

test('A request for a page with its ETag is answered with 304; HEAD is answered with the same ETag and no body', async () => {
  const page = await ask('/members', { headers: asBrowser })
  const etag = page.headers.get('ETag') ?? ''
  expect(etag).not.toBe('')
  const again = await ask('/members', { headers: { ...asBrowser, 'If-None-Match': etag } })
  const front = await ask('/', { headers: { ...asStaff, 'If-None-Match': etag } })
  expect([again.status, front.status]).toEqual([304, 304])
  expect(headersOf(again)).toEqual(headersOf(front))

  const head = await ask('/members', { method: 'HEAD', headers: asBrowser })
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(head.headers.get('ETag')).toBe(etag)
})

const headersOf = ({ headers }: Response) => {
  const { 'cache-control': _, ...others } = Object.fromEntries(headers)
  return others
}

test.describe('A missing file or route', () => {
  for (const [what, path, headers] of [
    ['a script of an older version', '/assets/gone-B6FNEyF_.js', {}],
    ['an old script as a page', '/assets/gone-B6FNEyF_.js', asBrowser],
    ['an unknown picture', '/foo.png', asBrowser],
    ['a page by a client that accepts no HTML', '/members', { Accept: '*/*' }],
    ['an unknown route of the API', '/api/nowhere', {}],
    ['an unknown route of the API as a page', '/api/nowhere', asBrowser],
  ] as const) {
    test(`The request for ${what} is answered with 404, which is not cached`, async () => {
      const answer = await ask(path, { headers })
      expect(answer.status).toBe(404)
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(await answer.json()).toMatchObject({ error: { code: 'NotFound' } })
    })
  }
})

test('An existing asset may be cached for a year', async () => {
  const html = await (await ask('/members', { headers: asBrowser })).text()
  const script = /"(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
  const answer = await ask(script)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
})

test('The service worker and the manifest are revalidated each time', async () => {
  for (const [path, type] of [
    ['/sw.js', 'javascript'],
    ['/manifest.webmanifest', 'manifest+json'],
  ] as const) {
    const answer = await ask(path)
    expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
    expect(answer.headers.get('Content-Type')).toContain(type)
  }
})

test("The manifest's files exist, and only staff pages link to it", async () => {
  const manifest = await (await ask('/manifest.webmanifest')).json()
  expect(manifest.start_url).toBe(paths.checkInToday)
  expect(manifest.icons.map(({ purpose = 'any' }) => purpose)).toContain('maskable')
  for (const { src, type } of manifest.icons) {
    const icon = await ask(src)
    expect([icon.status, icon.headers.get('Content-Type')]).toEqual([200, type])
  }
  const page = async (path: string) => (await ask(path, { headers: asBrowser })).text()
  expect(await page('/login')).toContain('rel="manifest"')
  for (const path of [paths.paradeEnrolment, paths.imprint, paths.myEnrolmentPage]) {
    expect(await page(path), path).not.toContain('manifest')
  }
})

test('A page of the app accepts no method that writes (405)', async () => {
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const answer = await ask('/members', { method, headers: asBrowser, body })
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
    await answer.arrayBuffer()
  }
})
