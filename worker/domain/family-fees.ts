import type { Day } from './dates.ts'
import { type Fee, type FeePayer, type FeeRule, isTableFee, membershipFee } from './fees.ts'
import { germanEuro } from './money.ts'

/** Whose fee it is, and who pays it; `payerId` is the own number where nobody else does. */
export type FamilyMember = FeePayer & { memberId: number; payerId: number }

type FeesOfYear = {
  rules: readonly FeeRule[]
  year: number
  /** What a family pays at most; null = as much as its members. */
  capInCent: number | null
  /** What is claimed of families already, by payer: table fees that count towards the cap. */
  claimedInCent?: ReadonlyMap<number, number>
}

/**
 * Everybody's fee, in the order of the members. What the table asks of a payer and of those they pay for is
 * cut to the family's cap, the youngest first (docs/rules.md, "Beiträge"); fees of one's own are no part of it.
 */
export function familyFees(members: readonly FamilyMember[], of: FeesOfYear): Fee[] {
  const { rules, year, capInCent, claimedInCent } = of
  const fees = new Map(
    members.map((member) => [member.memberId, membershipFee(member, rules, year)]),
  )
  if (capInCent !== null) {
    for (const [payerId, family] of Map.groupBy(members, (member) => member.payerId)) {
      const claimed = claimedInCent?.get(payerId) ?? 0
      const isFamily =
        family.length > 1 || claimed > 0 || family.some(({ memberId }) => memberId !== payerId)
      if (isFamily) cutToCap(family, fees, capInCent, claimed)
    }
  }
  return members.map(({ memberId }) => fees.get(memberId) ?? { amountInCent: null, reason: '' })
}

function cutToCap(
  family: readonly FamilyMember[],
  fees: Map<number, Fee>,
  capInCent: number,
  claimed: number,
): void {
  const table = family.filter(isTableFee)
  const amountOf = ({ memberId }: FamilyMember) => fees.get(memberId)?.amountInCent ?? 0
  let tooMuch = claimed + table.reduce((sum, member) => sum + amountOf(member), 0) - capInCent
  const reason = `Familienbeitrag, zusammen höchstens ${germanEuro(capInCent)}`
  for (const member of table.toSorted(youngestFirst)) {
    const cut = Math.min(tooMuch, amountOf(member))
    if (cut <= 0) continue
    fees.set(member.memberId, { amountInCent: amountOf(member) - cut, reason })
    tooMuch -= cut
  }
}

/** Without a birthday somebody counts as an adult. */
function youngestFirst(a: FamilyMember, b: FamilyMember): number {
  const birthOf = ({ birthday }: FamilyMember): Day => birthday ?? '0000-00-00'
  if (birthOf(a) !== birthOf(b)) return birthOf(a) < birthOf(b) ? 1 : -1
  return b.memberId - a.memberId
}
