import { isValidIBAN } from 'ibantools'
import type { Day } from '#worker/domain/dates.ts'
import { membershipFee } from '#worker/domain/fees.ts'
import { type Claim, sumInCent } from '#worker/domain/sepa-debit.ts'
import { sepaObstacles } from '#worker/domain/sepa-obstacles.ts'
import type { MembershipFees } from './billing.contract.ts'
import type { FeeData } from './fees.queries.ts'

type ListedFee = Claim & { bankingBic: string; obstacle: string | null }

/** Every payer's fee and why it is not collected, if it is not. */
export function feesOf({ payers, held, rules }: FeeData, year: number, today: Day): ListedFee[] {
  const claims = withHonors({ payers, held }).map((payer) => ({
    ...payer,
    ...membershipFee(payer, rules, year),
  }))
  const obstacles = sepaObstacles(claims, { today, isValidIban: isValidIBAN })
  return claims.map((claim, index) => ({ ...claim, obstacle: obstacles[index] ?? null }))
}

/** The payers with the honors that make somebody free. */
export function withHonors({ payers, held }: Pick<FeeData, 'payers' | 'held'>) {
  const honorsOf = Map.groupBy(held, ({ memberId }) => memberId)
  return payers.map((payer) => ({
    ...payer,
    honors: honorsOf.get(payer.memberId)?.map(({ type }) => type) ?? [],
  }))
}

export function isCollectible({ obstacle }: { obstacle: string | null }): boolean {
  return obstacle === null
}

export function toMembershipFees(fees: readonly ListedFee[], year: number): MembershipFees {
  const collectible = fees.filter(isCollectible)
  return {
    year,
    totalInCent: sumInCent(fees),
    collectibleInCent: sumInCent(collectible),
    collectibleCount: collectible.length,
    fees: fees.map((fee) => ({
      memberId: fee.memberId,
      firstName: fee.firstName,
      lastName: fee.lastName,
      amountInCent: fee.amountInCent,
      reason: fee.reason,
      bankingIban: fee.bankingIban,
      bankingBic: fee.bankingBic,
      bankingSepaAllowed: fee.bankingSepaAllowed,
      bankingSepaAllowedDate: fee.bankingSepaAllowedDate,
      obstacle: fee.obstacle,
      claimId: null,
      payer: null,
      state: null,
      openInCent: null,
    })),
  }
}
