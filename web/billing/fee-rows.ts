import type { FeeClaim, FeeRow, MembershipFees } from '#worker/billing/billing.contract.ts'
import type { FeeState } from '#worker/domain/codes.ts'
import {
  dueInCent,
  feeInCent,
  isDebit,
  liveBookings,
  moneyInCent,
} from '#worker/domain/fee-ledger.ts'

/** A line of the list; `claim` null = the year is not closed, or not for this member. */
export type FeeGridRow = FeeRow & { id: number; shown: ShownFeeState; claim: FeeClaim | null }

/** `unclosed`: the year is closed, and there is no claim for this member. */
export type ShownFeeState = FeeState | 'unclosed'

/** In the order in which they are offered. */
export const shownFeeStates: readonly ShownFeeState[] = [
  'open',
  'collected',
  'paid',
  'returned',
  'waived',
  'free',
  'credit',
  'unclosed',
]

export const feeStateLabels: Record<ShownFeeState, string> = {
  open: 'Offen',
  collected: 'Eingezogen',
  paid: 'Bezahlt',
  returned: 'Rücklastschrift',
  waived: 'Erlassen',
  free: 'Beitragsfrei',
  credit: 'Guthaben',
  unclosed: 'Noch nicht festgeschrieben',
}

/** The rows of the current year: what its list says, and the accounts where it is closed. */
export function rowsOfList(
  { fees }: MembershipFees,
  claims: readonly FeeClaim[],
  isClosed: boolean,
): FeeGridRow[] {
  const ofMember = new Map(claims.map((claim) => [claim.member.id, claim]))
  return fees.map((fee) => {
    const claim = ofMember.get(fee.memberId) ?? null
    if (claim) return { ...fee, ...ofClaim(claim) }
    const isFree = fee.amountInCent === 0
    const shown = isClosed ? 'unclosed' : isFree ? 'free' : 'open'
    return { ...fee, id: fee.memberId, shown, claim }
  })
}

/** Another year has nothing but its claims. */
export function rowsOfClaims(claims: readonly FeeClaim[]): FeeGridRow[] {
  return claims.map((claim) => ({
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
export function openOf({ claim, amountInCent, shown }: FeeGridRow): number {
  if (claim) return Math.max(claim.openInCent, 0)
  return shown === 'unclosed' ? 0 : (amountInCent ?? 0)
}

export function sumOf(rows: readonly FeeGridRow[]): number {
  return rows.reduce((sum, { amountInCent }) => sum + (amountInCent ?? 0), 0)
}

/** How much of a year is where; `due` with the `charges` of banks that were passed on. */
export type FeeSums = Record<'due' | 'charges' | 'paid' | 'collected' | 'open', number>

export function feeSums(rows: readonly FeeGridRow[]): FeeSums {
  const sums = { due: 0, charges: 0, paid: 0, collected: 0, open: 0 }
  for (const row of rows) {
    if (row.shown === 'unclosed') continue
    const { paid, collected } = row.claim ? moneyOf(row.claim) : nothing
    sums.due += (row.amountInCent ?? 0) + chargeOf(row.claim)
    sums.charges += chargeOf(row.claim)
    sums.collected += collected
    sums.paid += paid
    sums.open += openOf(row)
  }
  return sums
}

const nothing = { paid: 0, collected: 0 }

/** What was given back is taken off what was paid; the rest of it was collected. */
function moneyOf(claim: FeeClaim): { paid: number; collected: number } {
  const money = moneyInCent(claim)
  const collected = Math.min(debitsInCent(claim), money)
  return { paid: money - collected, collected }
}

function debitsInCent({ bookings }: FeeClaim): number {
  return -liveBookings(bookings)
    .filter(isDebit)
    .reduce((sum, booking) => sum + booking.amountInCent, 0)
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
