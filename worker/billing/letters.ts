import type { z } from 'zod'
import type { FeeLetter, lettersBody } from './billing.contract.ts'
import type { BillingDeps } from './deps.ts'

/** The letters of a year, newest first; of all years without one. */
export async function listLetters(deps: BillingDeps, year?: number): Promise<FeeLetter[]> {
  throw new Error(`not built yet: ${JSON.stringify([deps.today, year])}`)
}

/**
 * Notes what is written to whom, and hands what goes by mail to the outbox.
 * @throws DomainError RowsRefused with the payers who get none, and why
 */
export async function writeLetters(
  deps: BillingDeps,
  body: z.output<typeof lettersBody>,
): Promise<FeeLetter[]> {
  throw new Error(`not built yet: ${JSON.stringify([deps.today, body])}`)
}
