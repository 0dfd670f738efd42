import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { expect, onTestFinished, test } from 'vitest'
import { newToken } from '#worker/http/factory.ts'

// What the platform logs for each request, as a tail worker receives it.

const compatibilityDate = '2026-10-01'
const ours = 'export default { fetch: () => new Response("") }'
/** Answers with all that it was told, once that is as much as is asked for. */
const observer = `
const noted = []
export default {
  tail: (events) => void noted.push(...events.map(({ event }) => event.request)),
  fetch: async (request) => {
    const count = Number(new URL(request.url).searchParams.get('count'))
    while (noted.length < count) await scheduler.wait(10)
    return Response.json(noted)
  },
}`

const paths = [
  '/api/enrolment/order',
  '/api/enrolment/orders/:token',
  '/api/enrolment/orders/:token/calendar',
  '/api/enrolment/orders/:token/places/3/cancel',
  '/api/payments/return/:token',
  '/api/payments/cancel/:token',
  '/api/payments/sandbox/:token',
]

test("The platform's log contains neither the order token in an address nor the one in the Order-Token header", async () => {
  const token = newToken()
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      workers: [
        { name: 'ours', modules: true, compatibilityDate, tails: ['observer'], script: ours },
        { name: 'observer', modules: true, compatibilityDate, script: observer },
      ],
    }),
  )
  onTestFinished(() => runtime.dispose())
  const headers = { 'Order-Token': token }
  for (const path of paths) {
    await runtime.dispatchFetch(`http://zunft.test${path.replace(':token', token)}`, { headers })
  }
  const watching = await runtime.getWorker('observer')
  const noted = await watching.fetch(`http://zunft.test/?count=${paths.length}`)
  const requests = (await noted.json()) as { url: string; headers: Record<string, string> }[]
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(
    paths.map((path) => path.replace(':token', 'REDACTED')),
  )
  expect(requests.map(({ headers }) => headers['order-token'])).toEqual(paths.map(() => 'REDACTED'))
  expect(JSON.stringify(requests)).not.toContain(token)
})
