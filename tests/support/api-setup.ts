import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { invalidateEnrolmentPage } from '#worker/pages/enrolment-page.tsx'
import { freshDatabase } from './fresh-database.ts'
import { unknownCodes } from './known-codes.ts'
import { collectLog, expectNothingElseLogged } from './log.ts'
import { countForThisTest } from './own-limits.ts'
import { wrongParadeCounts } from './parade-counts.ts'
import { beyondLimits } from './platform-limits.ts'
import { findScans, findUncommittedWrites } from './query-plans.ts'
import { forgetStatements, sentStatements } from './recording-d1.ts'
import { withoutReason } from './scan-reasons.ts'

// The test files share one workerd, so each test starts with the database as the migrations leave it.
beforeEach(async () => {
  await freshDatabase()
  // Tests change rows without the worker, which caches its public page for a minute.
  invalidateEnrolmentPage()
  countForThisTest()
  collectLog()
})

// Fails a test with unexpected warnings or errors in the log, or with codes in the database that codes.ts
// does not know (no constraint checks them). A test that renames a table has to restore its name.
afterEach(async () => {
  vi.useRealTimers()
  expectNothingElseLogged()
  vi.restoreAllMocks()
  expect(await unknownCodes()).toEqual([])
  // Holds for every way in which a participation was written.
  expect(await wrongParadeCounts()).toEqual([])
})

// No statement that the worker has sent in this file may scan a growing table, write outside of a commit or
// exceed a documented limit of D1.
afterAll(async () => {
  const sent = sentStatements()
  forgetStatements()
  expect(withoutReason(await findScans(sent))).toEqual([])
  expect(await findUncommittedWrites(sent)).toEqual([])
  expect(sent.flatMap(beyondLimits)).toEqual([])
})
