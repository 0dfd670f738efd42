import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { origin } from '#tests/support/api.ts'
import worker from '#worker/index.ts'

// The runtime resets a connection whose request body was not read, and the rejection is lost. With
// real connections this is tested in tests/e2e/survival/serving.spec.ts.

const chunkBytes = 16 * 1024

type Sender = { chunks: number; endsAfterwards: boolean }

/** Sends a body to a route that rejects it; returns the status and how many chunks were read. */
async function send(path: string, { chunks, endsAfterwards }: Sender) {
  let sent = 0
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent < chunks) {
        sent += 1
        controller.enqueue(new Uint8Array(chunkBytes).fill(0x20))
      } else if (endsAfterwards) {
        controller.close()
      } else {
        return new Promise(() => {})
      }
    },
  })
  const headers = { 'Content-Type': 'application/json' }
  const request = new Request(`${origin}${path}`, { method: 'POST', headers, body })
  const response = await worker.fetch(request, env, createExecutionContext())
  return { status: response.status, sent }
}

test.each([
  ['without a token', '/api/member', 401],
  ['to an unknown address', '/api/nowhere', 404],
  ['to a page', '/members', 405],
])('A POST %s (%s) is rejected (%i), but its whole body is read', async (_, path, status) => {
  expect(await send(path, { chunks: 7, endsAfterwards: true })).toEqual({ status, sent: 7 })
})

test('A request body over the size limit is rejected (413), and the rest of it is read nevertheless', async () => {
  const answer = await send('/api/parades/enrol', { chunks: 30, endsAfterwards: true })
  expect(answer).toEqual({ status: 413, sent: 30 })
})

test('A client without a token that stops in the middle of the request body still gets the rejection (401)', async () => {
  const answer = await send('/api/member', { chunks: 2, endsAfterwards: false })
  expect(answer).toEqual({ status: 401, sent: 2 })
})

test('An endless request body without a token is rejected (401), and less than 2 MB of it is read', async () => {
  const { status, sent } = await send('/api/member', { chunks: Infinity, endsAfterwards: false })
  expect(status).toBe(401)
  expect(sent * chunkBytes).toBeLessThan(2 * 1024 * 1024)
})
