import { beforeEach, expect, test } from 'vitest'
import { call, setClock } from '#tests/support/api.ts'
import files from '../../web/public/_headers?raw'

// Security headers of all answers, of static files and of the worker.

const fileHeaders = new Map(
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

test.each(strict)('Static files have the header %s: %s', (name, value) => {
  expect(fileHeaders.get(name)).toBe(value)
})

test('The permissions policy allows the camera, which reads check-in codes, only on the pages for staff', async () => {
  const others = 'microphone=(), geolocation=()'
  expect(fileHeaders.get('Permissions-Policy')).toBe(`camera=(self), ${others}`)
  for (const path of ['/parade-enrolment', '/impressum', '/api/guild', '/assets/gone.js']) {
    const { headers } = await call('GET', path)
    expect(headers.get('Permissions-Policy'), path).toBe(`camera=(), ${others}`)
  }
})

test('The content security policy of static files allows workers only from the same origin', () => {
  expect(fileHeaders.get('Content-Security-Policy')).toContain("worker-src 'self';")
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
])('The response to %s %s has all security headers', async (method, path, status) => {
  const answer = await call(method, path)
  expect(answer.status).toBe(status)
  for (const [name, value] of strict) expect(answer.headers.get(name), name).toBe(value)
})

test('The HSTS header of static files does not include subdomains', () => {
  expect(files).not.toContain('includeSubDomains')
})

test.each([
  ['/api/guild', 200],
  ['/api/member', 401],
  ['/api/nowhere', 404],
])(
  'The content security policy of an API response forbids loading any content: %s',
  async (path) => {
    const policy = (await call('GET', path)).headers.get('Content-Security-Policy')
    expect(policy).toBe("default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
  },
)

test.each(['/api/payments/return/any', '/api/payments/cancel/any', '/api/payments/sandbox/any'])(
  'The payment page %s has the referrer policy "no-referrer"',
  async (path) => {
    const answer = await call('GET', path, undefined, { headers: { Accept: 'text/html' } })
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer')
  },
)
