import { reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, vi } from 'vitest'
import { collectLog, expectNothingElseLogged } from './log.ts'

const migrations = env.TEST_MIGRATIONS.flatMap(({ queries }) => queries)

// The files share one workerd: an empty, freshly migrated database for each test.
beforeEach(async () => {
  // A database that has gone to sleep is woken first: reset() forgets those.
  await env.DB.prepare('SELECT 1').run()
  await reset()
  await env.DB.batch(migrations.map((query) => env.DB.prepare(query)))
  collectLog()
})

// Quiet output is an assertion: an error that no test announced fails it.
afterEach(() => {
  vi.useRealTimers()
  expectNothingElseLogged()
  vi.restoreAllMocks()
})
