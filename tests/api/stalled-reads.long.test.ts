import { env } from 'cloudflare:workers'
import { expect, test, vi } from 'vitest'
import { makeDemoGuild } from '#scripts/demo/demo-guild.ts'
import { loadDemoGuild } from '#scripts/demo/load.ts'
import { sizeOf } from '#scripts/demo/size.ts'
import { management } from '#scripts/demo/users.ts'
import { call, holdClock, today, tokenOf } from '#tests/support/api.ts'
import { freshWorld } from '#tests/support/costs/visit.ts'
import { visits } from '#tests/support/costs/visits.ts'
import { stalledDatabase } from '#tests/support/faulty-database.ts'
import { forgetLog, logged } from '#tests/support/log.ts'
import { requestPatienceInMs } from '#worker/db/connection.ts'
import { signInQuery } from '#worker/http/auth.ts'

// Every reading route with a database that does not answer.

/**
 * Status, Retry-After in seconds and own database calls, for routes where these are not 503, 5 and
 * 1.
 */
const exceptions: Record<string, string> = {
  // These wait for the sign-in before their own query.
  'GET /api/billing/membershipfees/:year/xml': '503 5 0',
  'GET /api/export': '503 5 0',
  'GET /api/history': '503 5 0',
  'GET /api/home': '503 5 0',
  'GET /api/member/:id/disclosure': '503 5 0',
  'GET /api/search/index': '503 5 0',
  'GET /api/view': '503 5 0',
  // These need no database.
  'GET /': '302 null 0',
  'GET /abbestellen': '200 null 0',
  'GET /auskunft': '200 null 0',
  'GET /api/payments/sandbox/:token': '404 null 0',
  // Reports its own state to a monitor, which asks again anyway.
  'GET /api/v1/ready': '503 null 1',
  // These send two queries at once.
  'GET /api/billing/years/:year': '503 5 2',
  'GET /parade-enrolment/result': '503 5 2',
}

test('While the database does not answer, every GET route answers within the time limit, with 503 and Retry-After unless listed', {
  timeout: 120_000,
}, async () => {
  await loadDemoGuild(env.DB, makeDemoGuild(sizeOf(30, 1), today), today)
  const world = freshWorld()
  const seen: Record<string, string> = {}
  for (const route of Object.keys(visits).filter((one) => one.startsWith('GET '))) {
    const visit = await visits[route]?.(world)
    if (!visit) throw new Error(`${route} is not walked`)
    holdClock()
    const { database, calls, reached, open } = stalledDatabase(() => true)
    const { path, headers = {}, token = await tokenOf(management.id) } = visit
    const answering = call('GET', path, undefined, { headers, token, database })
    await Promise.race([reached, answering])
    await vi.advanceTimersByTimeAsync(requestPatienceInMs)
    const response = await answering
    const own = calls.filter(({ queries }) => queries[0] !== signInQuery)
    const outcome = `${response.status} ${response.headers.get('Retry-After')} ${own.length}`
    if (outcome !== '503 5 1') seen[route] = outcome
    await open()
  }
  expect(logged()).toContain('D1_NO_ANSWER')
  forgetLog()
  expect(seen).toEqual(exceptions)
})
