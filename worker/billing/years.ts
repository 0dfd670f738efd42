import type { z } from 'zod'
import type { closeYearBody, FeeClaim, FeeYear, newClaimsBody } from './billing.contract.ts'
import type { BillingDeps } from './deps.ts'

/** This year and the next, and every closed one; newest first. */
export async function listYears(deps: BillingDeps): Promise<FeeYear[]> {
  throw new Error(`not built yet: ${JSON.stringify(deps.today)}`)
}

/**
 * Writes what everybody owes for a year.
 * @throws DomainError FeesChanged, FeeRuleMissing, YearClosed
 */
export async function closeYear(
  deps: BillingDeps,
  body: z.output<typeof closeYearBody>,
): Promise<FeeYear> {
  throw new Error(`not built yet: ${JSON.stringify([deps.today, body])}`)
}

/**
 * Claims for those who came, or left, after the year was closed: the full fee.
 * @throws DomainError YearClosed when somebody has one
 */
export async function addClaims(
  deps: BillingDeps,
  body: z.output<typeof newClaimsBody>,
): Promise<FeeClaim[]> {
  throw new Error(`not built yet: ${JSON.stringify([deps.today, body])}`)
}
