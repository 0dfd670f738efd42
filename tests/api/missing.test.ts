import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { json, origin } from '#tests/support/api.ts'
import worker from '#worker/index.ts'

// What a browser gets for an address that is no file: tests/e2e/survival/serving.spec.ts.

test('without a built web, the refusal of its files is not passed on', async () => {
  const headers = { 'Cache-Control': 'public, max-age=31536000, immutable' }
  const ASSETS = { fetch: async () => new Response('no file', { status: 404, headers }) }
  const request = new Request(`${origin}/members`, { headers: { Accept: 'text/html' } })
  const answer = await worker.fetch(request, { ...env, ASSETS }, createExecutionContext())
  expect(answer.status).toBe(404)
  expect(answer.headers.get('Cache-Control')).toBe('no-store')
  expect((await json(answer)).error.code).toBe('NotFound')
})
