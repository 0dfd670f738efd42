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

// The files share one workerd: a database as the migrations leave it, for each test.
beforeEach(async () => {
  await freshDatabase()
  // A test writes past the worker, which keeps its public page for a minute.
  invalidateEnrolmentPage()
  countForThisTest()
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

// Of all statements that the tests of a file made the worker send, none reads a growing table whole, none
// writes outside of a commit, and none exceeds a documented limit of D1.
afterAll(async () => {
  const sent = sentStatements()
  forgetStatements()
  expect(withoutReason(await findScans(sent))).toEqual([])
  expect(await findUncommittedWrites(sent)).toEqual([])
  expect(sent.flatMap(beyondLimits)).toEqual([])
})
