import { beforeEach, expect, test } from 'vitest'
import { call, setClock } from '#tests/support/api.ts'
import files from '../../web/public/_headers?raw'

// What every answer tells the browser, whether a file or the worker gives it.

const ofFiles = new Map(
  (files.split('\n\n')[0] ?? '').split('\n').flatMap((line) => {
    const [, name, value] = /^ {2}([\w-]+): (.+)$/.exec(line) ?? []
    return name && value ? [[name, value] as const] : []
  }),
)

const strict = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'same-origin'],
  ['Strict-Transport-Security', 'max-age=31536000'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
] as const

beforeEach(() => setClock())

test.each(strict)('files say %s: %s', (name, value) => {
  expect(ofFiles.get(name)).toBe(value)
})

test("the staff's page may look through the camera, for codes, and what the worker makes may not", async () => {
  const others = 'microphone=(), geolocation=()'
  expect(ofFiles.get('Permissions-Policy')).toBe(`camera=(self), ${others}`)
  for (const path of ['/parade-enrolment', '/impressum', '/api/guild', '/assets/gone.js']) {
    const { headers } = await call('GET', path)
    expect(headers.get('Permissions-Policy'), path).toBe(`camera=(), ${others}`)
  }
})

test('scripts that run beside a page are our own', () => {
  expect(ofFiles.get('Content-Security-Policy')).toContain("worker-src 'self';")
})

test.each([
  ['GET', '/api/guild', 200],
  ['GET', '/api/member', 401],
  ['POST', '/api/v1/auth/login', 415],
  ['GET', '/api/nowhere', 404],
  ['GET', '/impressum', 200],
  ['GET', '/parade-enrolment', 200],
  ['GET', '/assets/gone.js', 404],
  ['POST', '/members', 405],
])('and so does the worker: %s %s', async (method, path, status) => {
  const answer = await call(method, path)
  expect(answer.status).toBe(status)
  for (const [name, value] of strict) expect(answer.headers.get(name), name).toBe(value)
})

test('nothing says that it holds for other names below the own one', () => {
  expect(files).not.toContain('includeSubDomains')
})

test.each([
  ['/api/guild', 200],
  ['/api/member', 401],
  ['/api/nowhere', 404],
])('what is no page may be nothing else: %s', async (path) => {
  const policy = (await call('GET', path)).headers.get('Content-Security-Policy')
  expect(policy).toBe("default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
})

test.each(['/api/payments/return/any', '/api/payments/cancel/any', '/api/payments/sandbox/any'])(
  'the address of a payment is told to nobody: %s',
  async (path) => {
    const answer = await call('GET', path, undefined, { headers: { Accept: 'text/html' } })
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
  },
)
