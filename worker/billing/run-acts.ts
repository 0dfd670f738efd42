import type { z } from 'zod'
import type { adoptRunBody, SepaRun } from './billing.contract.ts'
import type { BillingDeps } from './deps.ts'

/**
 * The file never went to the bank: every debit of it is undone.
 * @throws DomainError RunFinal once it was credited or something came back
 */
export async function voidRun(deps: BillingDeps, id: number, reason: string): Promise<SepaRun> {
  throw new Error(`not built yet: ${JSON.stringify([deps.today, id, reason])}`)
}

/** The money is on the guild's account; null takes that back. */
export async function creditRun(
  deps: BillingDeps,
  id: number,
  day: string | null,
): Promise<SepaRun> {
  throw new Error(`not built yet: ${JSON.stringify([deps.today, id, day])}`)
}

/**
 * A file that was made without a run went to the bank: all that is collectible counts as collected.
 * @throws DomainError FeesChanged unless count and sum are those of today
 */
export async function adoptRun(
  deps: BillingDeps,
  body: z.output<typeof adoptRunBody>,
): Promise<SepaRun> {
  throw new Error(`not built yet: ${JSON.stringify([deps.today, body])}`)
}
