import { can } from '#worker/domain/rights.ts'
import { ibanTail } from '#worker/domain/text.ts'
import type { SignedInUser } from '#worker/http/factory.ts'
import type { FeeClaim, FeeLetter, MembershipFees } from './billing.contract.ts'

// Account and mandate of a payer are for management and treasurer alone (docs/rules.md, "Rollen").

type User = Pick<SignedInUser, 'roles'>

export function feesFor(user: User, list: MembershipFees): MembershipFees {
  if (can(user, 'seeBankData')) return list
  const hidden = {
    bankingIban: null,
    bankingBic: null,
    bankingSepaAllowed: null,
    bankingSepaAllowedDate: null,
  }
  const fees = list.fees.map((fee) => ({
    ...fee,
    ...hidden,
    bankingIbanTail: ibanTail(fee.bankingIban ?? ''),
  }))
  return { ...list, fees }
}

export function claimsFor(user: User, claims: FeeClaim[]): FeeClaim[] {
  if (can(user, 'seeBankData')) return claims
  const hidden = {
    payerIban: null,
    payerBic: null,
    payerSepaAllowed: null,
    payerSepaAllowedDate: null,
  }
  return claims.map(({ bookings, ...claim }) => ({
    ...claim,
    ...hidden,
    payerIbanTail: ibanTail(claim.payerIban ?? ''),
    bookings: bookings.map((booking) => ({ ...booking, mandateId: null })),
  }))
}

export function lettersFor(user: User, letters: FeeLetter[]): FeeLetter[] {
  if (can(user, 'seeBankData')) return letters
  return letters.map((letter) => ({ ...letter, mandateId: null }))
}
