import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { listName } from '#worker/domain/names.ts'
import { feesInWords } from './fee-text.ts'

/** "Gruber, Annegret, 20,00 € für 2026"; for several claims their count and open sum. */
export function describeClaims(claims: readonly FeeClaim[]): string {
  const [only] = claims
  if (only && claims.length === 1) {
    return `${listName(only.member)}, ${germanEuro(only.openInCent)} offen für ${only.year}`
  }
  const sum = claims.reduce((cents, { openInCent }) => cents + openInCent, 0)
  return `${feesInWords(claims.length)}, zusammen ${germanEuro(sum)} offen`
}

/** The text of an amount field: "20,00". */
export function typedCents(cents: number): string {
  return germanEuro(cents).replace(/\s*€$/, '')
}
