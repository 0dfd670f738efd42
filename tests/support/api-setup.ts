import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, vi } from 'vitest'
import { collectLog, expectNothingElseLogged } from './log.ts'

// Storage is isolated per file, not per test: an empty, freshly migrated database for each.
beforeEach(async () => {
  await reset()
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  collectLog()
})

// Quiet output is an assertion: an error that no test announced fails it.
afterEach(() => {
  vi.useRealTimers()
  expectNothingElseLogged()
  vi.restoreAllMocks()
})
