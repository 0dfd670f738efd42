import { feeInCent, feeState, openInCent } from '#worker/domain/fee-ledger.ts'
import { familyFees } from '#worker/domain/fees.ts'
import { sumInCent } from '#worker/domain/sepa-debit.ts'
import type { FeeRow, MembershipFees } from './billing.contract.ts'
import { type FeeData, isMemberIn } from './fees.queries.ts'
import { claimObstacles, closingObstacles, type FeePayerAccount, type Judge } from './obstacles.ts'
import type { YearData } from './year-data.ts'

/** A fee of the list, with its payer. */
export type ListedFee = Pick<
  FeeRow,
  | 'memberId'
  | 'firstName'
  | 'lastName'
  | 'amountInCent'
  | 'reason'
  | 'obstacle'
  | 'claimId'
  | 'state'
  | 'openInCent'
> & {
  payer: FeePayerAccount
  /** Whether the fee counts towards the sum of the year. */
  isCounted: boolean
}

type Release = { released?: ReadonlySet<number> }

/** A closed year has claims; the fees of an open one are what closing would store. */
export function isClosed({ claims }: YearData): boolean {
  return claims.length > 0
}

/** The fees of a year, each with the reason why it is not collected. */
export function feesOf(data: YearData, judge: Judge & Release): ListedFee[] {
  return isClosed(data) ? feesOfClosed(data, judge) : feesOfOpen(data, judge)
}

/** The fees of a closed year: all claims, then the members without one. */
function feesOfClosed(data: YearData, { released = new Set(), ...judge }: Judge & Release) {
  const obstacles = claimObstacles(data.claims, data.facts, { ...judge, released })
  const claimed = data.claims.map((claim, index): ListedFee => {
    const { member, payer, reason } = claim
    return {
      memberId: member.id,
      firstName: member.firstName,
      lastName: member.lastName,
      amountInCent: feeInCent(claim),
      reason,
      obstacle: obstacles[index] ?? null,
      claimId: claim.id,
      state: feeState(claim),
      openInCent: openInCent(claim),
      payer,
      isCounted: !claim.merged,
    }
  })
  const known = new Set(data.claims.map(({ member }) => member.id))
  const unclosed = computedFees(data)
    .filter(({ member }) => !known.has(member.memberId))
    .map((one) => ({ ...unclaimed(one, 'Noch nicht festgeschrieben'), isCounted: false }))
  return [...claimed, ...unclosed]
}

function feesOfOpen(data: YearData, judge: Judge): ListedFee[] {
  const fees = computedFees(data)
  const obstacles = closingObstacles(fees, data.facts, judge)
  return fees.map((one, index) => unclaimed(one, obstacles[index] ?? null))
}

function unclaimed(
  { member, payer, fee }: ReturnType<typeof computedFees>[number],
  obstacle: string | null,
): ListedFee {
  const { memberId, firstName, lastName } = member
  const none = { claimId: null, state: null, openInCent: null }
  return { memberId, firstName, lastName, ...fee, obstacle, ...none, payer, isCounted: true }
}

/** The fees of the year by today's data. */
function computedFees(data: YearData) {
  const { rules, settings, year, families } = data
  const members = withHonors(data, year)
  const fees = familyFees(members, { rules, year, capInCent: settings.familyCapInCent })
  const others = new Map(families.map((payer) => [payer.id, payer]))
  return members.map((member, index) => ({
    member,
    payer: others.get(member.payerId) ?? { ...member, id: member.memberId },
    fee: fees[index] ?? { amountInCent: null, reason: '' },
  }))
}

/** The members who owe a fee for the year, with the honors that exempt them. */
export function withHonors({ payers, held }: Pick<FeeData, 'payers' | 'held'>, year: number) {
  const honorsOf = Map.groupBy(held, ({ memberId }) => memberId)
  return payers.filter(isMemberIn(year)).map((payer) => ({
    ...payer,
    honors: honorsOf.get(payer.memberId)?.map(({ type }) => type) ?? [],
  }))
}

/** The amount of a debit: the open amount, or the fee of a year that is not closed. */
export function toCollectInCent({ openInCent: open, amountInCent }: ListedFee): number {
  return open ?? amountInCent ?? 0
}

export function isCollectible({ obstacle }: Pick<ListedFee, 'obstacle'>): boolean {
  return obstacle === null
}

export function toMembershipFees(data: YearData, fees: readonly ListedFee[]): MembershipFees {
  const collectible = fees.filter(isCollectible)
  return {
    year: data.year,
    totalInCent: sumInCent(fees.filter(({ isCounted }) => isCounted)),
    collectibleInCent: collectible.reduce((sum, fee) => sum + toCollectInCent(fee), 0),
    collectibleCount: collectible.length,
    fees: fees.map(toRow),
  }
}

function toRow({ payer, isCounted: _, ...fee }: ListedFee): FeeRow {
  const { id, firstName, lastName, birthday } = payer
  return {
    ...fee,
    bankingIban: payer.bankingIban,
    bankingBic: payer.bankingBic,
    bankingSepaAllowed: payer.bankingSepaAllowed,
    bankingSepaAllowedDate: payer.bankingSepaAllowedDate,
    payer: id === fee.memberId ? null : { id, firstName, lastName, birthday },
  }
}
