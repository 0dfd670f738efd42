import type { z } from 'zod'
import type { claimsQuery, FeeClaim } from './billing.contract.ts'
import type { BillingDeps } from './deps.ts'

/** Claims with their accounts, by name. */
export async function listClaims(
  deps: BillingDeps,
  asked: z.output<typeof claimsQuery>,
): Promise<FeeClaim[]> {
  throw new Error(`not built yet: ${JSON.stringify([deps.today, asked])}`)
}
