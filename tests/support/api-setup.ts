import { applyD1Migrations, reset } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { unknownCodes } from './known-codes.ts'
import { collectLog, expectNothingElseLogged } from './log.ts'
import { wrongParadeCounts } from './parade-counts.ts'
import { findScans } from './query-plans.ts'
import { forgetStatements, sentStatements } from './recording-d1.ts'
import { withoutReason } from './scan-reasons.ts'

// The files share one workerd: an empty, freshly migrated database for each test.
beforeEach(async () => {
  // A database that has gone to sleep is woken first: reset() forgets those.
  await env.DB.prepare('SELECT 1').run()
  await reset()
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS)
  collectLog()
})

// Quiet output is an assertion: an error that no test announced fails it. So is what lies in the
// database: no constraint refuses a code that nobody knows. Who renames a table puts it back.
afterEach(async () => {
  vi.useRealTimers()
  expectNothingElseLogged()
  vi.restoreAllMocks()
  expect(await unknownCodes()).toEqual([])
  // However the places of a parade were written.
  expect(await wrongParadeCounts()).toEqual([])
})

// Whatever the tests of a file made the worker send: nothing reads a growing table whole.
afterAll(async () => {
  const sent = sentStatements()
  forgetStatements()
  expect(withoutReason(await findScans(sent))).toEqual([])
})
