import { readFile } from 'node:fs/promises'

export type Counts = { passed: number; failed: number; skipped: number }

/** Counts a command with only an exit code as one test. */
export function countCommand(exitCode: number): Counts {
  return { passed: exitCode ? 0 : 1, failed: exitCode ? 1 : 0, skipped: 0 }
}

/** An audit without an answer counts neither way; the report names it. */
export function countAudit(exitCode: number): Counts {
  return exitCode === 2 ? { passed: 0, failed: 0, skipped: 0 } : countCommand(exitCode)
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

export async function countVitest(path: string, exitCode: number): Promise<Counts> {
  const report = await readReport<VitestReport>(path)
  if (!report) return countCommand(1)
  // A file that could not be loaded has no test that could fail.
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
  return withExitCode(exitCode, counts)
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; skipped: number }
}

export async function countPlaywright(path: string, exitCode: number): Promise<Counts> {
  const report = await readReport<PlaywrightReport>(path)
  if (!report) return countCommand(1)
  const { expected, unexpected, skipped } = report.stats
  return withExitCode(exitCode, { passed: expected, failed: unexpected, skipped })
}

/**
 * Adds a failure when only the exit code tells of one: an error outside of tests, such as an unhandled
 * rejection.
 */
function withExitCode(exitCode: number, counts: Counts): Counts {
  return exitCode && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

async function readReport<T>(path: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return null
  }
}
