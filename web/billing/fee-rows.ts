import type {
  FeeClaim,
  FeeRow,
  FeeYearFigures,
  MembershipFees,
} from '#worker/billing/billing.contract.ts'
import type { FeeState } from '#worker/domain/codes.ts'
import { collectFigures, feeFigures, outdatedState } from '#worker/domain/fee-figures.ts'
import { feeInCent } from '#worker/domain/fee-ledger.ts'

/** A fee of the year; `claim` is null until the year is closed. */
export type FeeGridRow = FeeRow & { id: number; shown: FeeState; claim: FeeClaim | null }

export const shownFeeStates: readonly FeeState[] = [
  'open',
  'collected',
  'paid',
  'returned',
  'waived',
  'free',
  'credit',
]

export const feeStateLabels: Record<FeeState, string> = {
  open: 'Offen',
  collected: 'Eingezogen',
  paid: 'Bezahlt',
  returned: 'Rücklastschrift',
  waived: 'Erlassen',
  free: 'Beitragsfrei',
  credit: 'Guthaben',
}

/** The computed fees of the current year before it is closed. */
export function rowsOfList({ fees }: MembershipFees): FeeGridRow[] {
  return fees.map((fee) => {
    const shown = fee.amountInCent === 0 ? 'free' : 'open'
    return { ...fee, id: fee.memberId, shown, claim: null }
  })
}

/** The rows of a closed year: its claims, without those that a merge has set aside. */
export function rowsOfClaims(claims: readonly FeeClaim[]): FeeGridRow[] {
  const counted = claims.filter(({ merged }) => !merged)
  return counted.map((claim) => ({
    memberId: claim.member.id,
    firstName: claim.member.firstName,
    lastName: claim.member.lastName,
    reason: claim.reason,
    bankingIban: claim.payerIban,
    bankingBic: claim.payerBic,
    bankingSepaAllowed: claim.payerSepaAllowed,
    bankingSepaAllowedDate: claim.payerSepaAllowedDate,
    claimId: claim.id,
    ...ofClaim(claim),
  }))
}

function ofClaim(claim: FeeClaim) {
  const { payer, member, state, obstacle } = claim
  return {
    id: member.id,
    shown: state,
    claim,
    amountInCent: feeInCent(claim),
    openInCent: claim.openInCent,
    payer: payer.id === member.id ? null : payer,
    state,
    obstacle,
  }
}

/** A fee that today's data would compute differently. */
export type OutdatedFee = { claim: FeeClaim; before: number; after: number; reason: string }

/** The outdated fees that can be recomputed. */
export function recomputableFees(rows: readonly FeeGridRow[]): OutdatedFee[] {
  return rows.flatMap(({ claim }): OutdatedFee[] => {
    if (!claim?.today || outdatedState(claim, claim.today) !== 'recomputable') return []
    const { amountInCent, reason } = claim.today
    return [{ claim, before: feeInCent(claim), after: amountInCent ?? 0, reason }]
  })
}

/**
 * The figures that the server sends for a year that is not loaded completely, computed from all
 * rows.
 */
export function computeFigures(rows: readonly FeeGridRow[]): FeeYearFigures {
  const of = rows.flatMap(({ claim }) => (claim ? outdatedState(claim, claim.today) : []))
  const recomputable = of.filter((is) => is === 'recomputable').length
  const all = of.filter((is) => is !== 'no').length
  return { ...feeFigures(rows), ...collectFigures(rows), outdated: { all, recomputable } }
}

/**
 * Whether the SEPA file leaves the fee out for missing or wrong data, rather than because the member
 * pays in another way.
 */
export function hasDataProblem({ bankingSepaAllowed, amountInCent, obstacle }: FeeRow): boolean {
  return amountInCent === null || (bankingSepaAllowed === true && obstacle !== null)
}
