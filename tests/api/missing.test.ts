import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { call, json, origin } from '#tests/support/api.ts'
import worker from '#worker/index.ts'

// How a browser sees an unknown address is tested in tests/e2e/survival/serving.spec.ts.

test('If the web app has not been built, a page is answered with a 404 that is not cached', async () => {
  const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' }
  const ASSETS = { fetch: async () => new Response('no file', { status: 404, headers }) }
  const request = new Request(`${origin}/members`, { headers: { Accept: 'text/html' } })
  const answer = await worker.fetch(request, { ...env, ASSETS }, createExecutionContext())
  expect(answer.status).toBe(404)
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect((await json(answer)).error.code).toBe('NotFound')
})

test.each([
  ['/parade-enrolment/', '/parade-enrolment'],
  ['/parade-enrolment/result/?state=success', '/parade-enrolment/result?state=success'],
  ['/meine-anmeldung/', '/meine-anmeldung'],
  ['/impressum//', '/impressum'],
  ['/members/details/7/', '/members/details/7'],
  ['/a%0Ab%5C%C5%BA/', '/a%0Ab%5C%C5%BA'],
])(
  'A request for the address %s, with a superfluous slash at the end, is redirected to the page (301)',
  async (asked, meant) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await call(method, asked)
      expect([answer.status, answer.headers.get('Location')]).toEqual([301, meant])
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
    }
  },
)

test.each(['//evil.example/', '/%5Cevil.example/', '/\\evil.example/', '//'])(
  'A request for the address %s is not redirected to another origin',
  async (path) => {
    const { headers } = await call('GET', path)
    expect(new URL(headers.get('Location') ?? '/', origin).origin).toBe(origin)
  },
)

test.each([
  ['/impressum', 'GET, HEAD'],
  ['/impressum/', 'GET, HEAD'],
  ['/members', 'GET, HEAD'],
  ['/parade-enrolment', 'GET, HEAD, POST'],
  ['/parade-enrolment/result', 'GET, HEAD, POST'],
])(
  'A PUT to the page %s is rejected, and the header Allow lists the allowed methods (405)',
  async (path, methods) => {
    const answer = await call('PUT', path, {})
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, methods])
  },
)
