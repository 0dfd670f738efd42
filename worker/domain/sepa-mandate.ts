import type { Day } from './dates.ts'

/**
 * What a reference of SEPA may be: 35 characters, with blanks and slashes at neither end and none of
 * them twice in a row. Printed references have blanks, and nobody can change a signed one alone.
 */
export function isSepaReference(text: string): boolean {
  const isAllowed = /^[A-Za-z0-9+?/:().,' -]{1,35}$/.test(text)
  return isAllowed && !/^[/ ]|[/ ]$|\/\/| {2}/.test(text)
}

export type Mandate = {
  memberNumber: number
  /** The day of the signature. */
  bankingSepaAllowedDate: Day | null
  /** Stands already on an old paper mandate, and wins; "" = none. */
  mandateReference: string
}

/**
 * The reference of a member's mandate, `M12-20140201`. A new account is a new mandate with a new
 * date, and so with a new reference. Banks compare them without case: written in capitals.
 */
export function mandateReference(mandate: Mandate): string {
  const own = mandate.mandateReference.trim()
  if (own) return own.toUpperCase()
  return `M${mandate.memberNumber}-${(mandate.bankingSepaAllowedDate ?? '').replaceAll('-', '')}`
}
