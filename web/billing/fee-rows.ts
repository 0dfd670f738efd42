import type { FeeClaim, FeeRow, MembershipFees } from '#worker/billing/billing.contract.ts'
import type { FeeState } from '#worker/domain/codes.ts'
import {
  dueInCent,
  feeInCent,
  isDebit,
  liveBookings,
  moneyInCent,
} from '#worker/domain/fee-ledger.ts'

/** A fee of the year; `claim` null = the year is not closed. */
export type FeeGridRow = FeeRow & { id: number; shown: FeeState; claim: FeeClaim | null }

/** In the order in which they are offered. */
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

/**
 * The fees of the current year: what its list says, and the accounts where it is closed. Then who has no claim has
 * no fee, and one that is set aside is none.
 */
export function rowsOfList(
  { fees }: MembershipFees,
  claims: readonly FeeClaim[],
  isClosed: boolean,
): FeeGridRow[] {
  const counted = new Map(claims.flatMap((claim) => (claim.merged ? [] : [[claim.id, claim]])))
  return fees.flatMap((fee): FeeGridRow[] => {
    const claim = fee.claimId === null ? undefined : counted.get(fee.claimId)
    if (claim) return [{ ...fee, ...ofClaim(claim) }]
    if (isClosed) return []
    const shown = fee.amountInCent === 0 ? 'free' : 'open'
    return [{ ...fee, id: fee.memberId, shown, claim: null }]
  })
}

/** Another year has nothing but its claims. */
export function rowsOfClaims(claims: readonly FeeClaim[]): FeeGridRow[] {
  const counted = claims.filter(({ merged }) => !merged)
  return counted.map((claim) => ({
    memberId: claim.member.id,
    firstName: claim.member.firstName,
    lastName: claim.member.lastName,
    reason: claim.reason,
    bankingIban: claim.payerIban,
    bankingBic: '',
    bankingSepaAllowed: false,
    bankingSepaAllowedDate: null,
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

/** What a bank took for a return and was passed on: owed beside the fee. */
export function chargeOf(claim: FeeClaim | null): number {
  return claim ? dueInCent(claim) - feeInCent(claim) : 0
}

/** What is still to come of a row. */
export function openOf({ claim, amountInCent }: FeeGridRow): number {
  return claim ? Math.max(claim.openInCent, 0) : (amountInCent ?? 0)
}

export function sumOf(rows: readonly FeeGridRow[]): number {
  return rows.reduce((sum, { amountInCent }) => sum + (amountInCent ?? 0), 0)
}

const parts = ['due', 'charges', 'paid', 'collected', 'open', 'waived', 'credit'] as const

/** Of how many fees how much it is. */
export type FeeSum = { count: number; sumInCent: number }

/**
 * How much of a year is where; `due` with the `charges` of banks that were passed on. Always
 * due = paid + collected + open + waived − credit, and each count is of the fees that its sum is made of.
 */
export type FeeSums = Record<(typeof parts)[number], FeeSum>

export function feeSums(rows: readonly FeeGridRow[]): FeeSums {
  const amounts = rows.map(amountsOf)
  const isOf = (part: keyof FeeSums) => (row: FeeGridRow, index: number) =>
    part === 'due' ||
    amounts[index]?.[part] !== 0 ||
    // Nobody knows yet how much is to come.
    (part === 'open' && row.amountInCent === null)
  const sumOfPart = (part: keyof FeeSums): FeeSum => ({
    count: rows.filter(isOf(part)).length,
    sumInCent: amounts.reduce((sum, one) => sum + one[part], 0),
  })
  return Object.fromEntries(parts.map((part) => [part, sumOfPart(part)])) as FeeSums
}

function amountsOf(row: FeeGridRow): Record<keyof FeeSums, number> {
  const { claim } = row
  const charges = chargeOf(claim)
  return {
    due: (row.amountInCent ?? 0) + charges,
    charges,
    ...(claim ? moneyOf(claim) : nothing),
    open: openOf(row),
  }
}

const nothing = { paid: 0, collected: 0, waived: 0, credit: 0 }

/** What was given back is taken off what was paid; the rest of it was collected. */
function moneyOf(claim: FeeClaim): typeof nothing {
  const money = moneyInCent(claim)
  const collected = Math.min(debitsInCent(claim), money)
  const waived = dueInCent(claim) - money - claim.openInCent
  return { paid: money - collected, collected, waived, credit: Math.max(-claim.openInCent, 0) }
}

function debitsInCent({ bookings }: FeeClaim): number {
  return -liveBookings(bookings)
    .filter(isDebit)
    .reduce((sum, booking) => sum + booking.amountInCent, 0)
}

/** Of how many fees the other part came, or is to come, in another way. */
export function partlyOf(rows: readonly FeeGridRow[], part: 'paid' | 'collected'): number {
  const others = rows.filter(({ shown }) => shown !== part && shown !== 'credit')
  return others.filter((row) => amountsOf(row)[part] !== 0).length
}

export type Collectible = { count: number; sumInCent: number }

/** What the next file collects by itself. */
export function collectibleOf(rows: readonly FeeGridRow[]): Collectible {
  const collected = rows.filter((row) => row.obstacle === null && openOf(row) > 0)
  return { count: collected.length, sumInCent: total(collected) }
}

/** The files of which a return stands. */
export function returnedRunsOf(rows: readonly FeeGridRow[]): Set<number> {
  const returns = rows
    .flatMap(({ claim }) => (claim ? liveBookings(claim.bookings) : []))
    .filter(({ kind }) => kind === 'returned')
  return new Set(returns.flatMap(({ runId }) => (runId === null ? [] : [runId])))
}

/** Beginnings of the server's reasons that somebody may overrule: it was collected before. */
const releasable = ['Zurückgegeben am', 'Schon eingezogen']

/** What a file has collected before and is open again: it comes along only when it is named. */
export function againOf(rows: readonly FeeGridRow[]): (FeeGridRow & { claim: FeeClaim })[] {
  return rows.flatMap((row) => {
    const { claim, obstacle } = row
    if (!claim || obstacle === null || claim.openInCent <= 0) return []
    return releasable.some((words) => obstacle.startsWith(words)) ? [{ ...row, claim }] : []
  })
}

export function total(rows: readonly FeeGridRow[]): number {
  return rows.reduce((sum, row) => sum + openOf(row), 0)
}

/** Left out of a file for something that is missing or wrong; who pays in another way has just no mandate. */
export function needsCare({ bankingSepaAllowed, amountInCent, obstacle }: FeeRow): boolean {
  return amountInCent === null || (bankingSepaAllowed && obstacle !== null)
}
