import { describe, expect, test } from 'vitest'
import { call, setClock } from '#tests/support/api.ts'

const getPage = (path = '/parade-enrolment') => call('GET', path)

describe('the enrolment page', () => {
  test('is a whole page, kept for a minute', async () => {
    setClock()
    const answer = await getPage()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('text/html; charset=UTF-8')
    expect(answer.headers.get('Cache-Control')).toBe(
      'public, max-age=60, stale-while-revalidate=300, stale-if-error=3600',
    )
    expect(await answer.text()).toContain('>Umzugsanmeldung</h1>')
  })
})

describe('the front door', () => {
  const knock = (headers: Record<string, string>) => call('GET', '/', undefined, { headers })

  test.each([
    ['nobody knows', {}],
    ['a stranger', { Cookie: 'order=abc' }],
    ['somebody who signed out', { Cookie: 'staff=0' }],
    ['a program', { Accept: '*/*' }],
  ])('leads %s to the enrolment, and nobody keeps that', async (_, headers) => {
    const answer = await knock(headers)
    expect([answer.status, answer.headers.get('Location')]).toEqual([302, '/parade-enrolment'])
    expect(answer.headers.get('Cache-Control')).toBe('no-store')
  })

  test('is the staff app for whom the cookie names, and for no shared cache', async () => {
    const answer = await knock({ Cookie: 'order=abc; staff=1' })
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('src="/main.tsx"')
    expect(answer.headers.get('Cache-Control')).toBe('private, no-cache')
  })
})

test('every answer of the worker is for secure connections of this name alone', async () => {
  for (const path of ['/parade-enrolment', '/api/guild', '/']) {
    const { headers } = await call('GET', path)
    expect(headers.get('Strict-Transport-Security'), path).toBe('max-age=31536000')
    expect(headers.get('Cross-Origin-Opener-Policy'), path).toBe('same-origin')
  }
})

test.each(['/enrolment', '/my-order'])('%s, a template, is given to nobody', async (path) => {
  const answer = await call('GET', path, undefined, { headers: { Accept: 'text/html' } })
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([404, 'no-store'])
})
