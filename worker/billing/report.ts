import type { BillingDeps } from './deps.ts'

/** The auditors' list of a year as a table. */
export async function reportCsv(deps: BillingDeps, year: number): Promise<string> {
  throw new Error(`not built yet: ${JSON.stringify([deps.today, year])}`)
}
