import { countBy } from './count-by.ts'
import type { Day } from './dates.ts'
import { type Mandate, mandateReference } from './sepa-mandate.ts'
import { sepaText } from './sepa-text.ts'
import { plainIban } from './text.ts'

/** A member's fee and what is known of their account. */
export type Claim = Mandate & {
  memberId: number
  firstName: string
  lastName: string
  /** null = no row of the fee table fits. */
  amountInCent: number | null
  /** Why the fee is what it is. */
  reason: string
  bankingIban: string
  bankingAccountOwner: string
  bankingSepaAllowed: boolean
}

/** One direct debit as it stands in the file. */
export type Debit = {
  endToEndId: string
  amountInCent: number
  mandateId: string
  signedOn: Day
  name: string
  iban: string
  purpose: string
}

/** The most that one direct debit can collect: 999,999,999.99 €. */
const maxDebitInCent = 99_999_999_999

export function isDebitAmount(amountInCent: number): boolean {
  return Number.isInteger(amountInCent) && amountInCent > 0 && amountInCent <= maxDebitInCent
}

/** Whose account it is: the owner that was named, else the member. */
export function debtorName(claim: Claim): string {
  const owner = claim.bankingAccountOwner.trim() || `${claim.firstName} ${claim.lastName}`
  return sepaText(owner, 70)
}

/** @param claims without an obstacle (sepa-obstacles.ts) */
export function toDebits(claims: readonly Claim[], year: number): Debit[] {
  const numbers = countBy(claims, ({ memberNumber }) => memberNumber)
  return claims.map((claim) => {
    const { memberNumber } = claim
    return toDebit(claim, year, memberNumber > 0 && numbers.get(memberNumber) === 1)
  })
}

export function sumInCent(items: readonly { amountInCent: number | null }[]): number {
  return items.reduce((sum, { amountInCent }) => sum + (amountInCent ?? 0), 0)
}

function toDebit(claim: Claim, year: number, isNumberUnique: boolean): Debit {
  const { memberId, memberNumber, firstName, lastName } = claim
  const number = isNumberUnique ? String(memberNumber) : null
  const purpose = `Mitgliedsbeitrag ${year} ${firstName} ${lastName}`
  return {
    // Who has an own mandate reference may do without a number; the id is unique as well.
    endToEndId: `MB${year}-${number ?? `ID${memberId}`}`,
    amountInCent: claim.amountInCent ?? 0,
    mandateId: mandateReference(claim),
    signedOn: claim.bankingSepaAllowedDate ?? '',
    name: debtorName(claim),
    iban: plainIban(claim.bankingIban),
    purpose: sepaText(number ? `${purpose}, Mitglied ${number}` : purpose, 140),
  }
}
