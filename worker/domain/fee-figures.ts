import { type FeeState, feeStates } from './codes.ts'
import type { Day } from './dates.ts'
import {
  collectedOn,
  dueInCent,
  type FeeAccount,
  feeInCent,
  isDebit,
  liveBookings,
  receivedInCent,
} from './fee-ledger.ts'

// The figures of a year's fees. Server and page compute them with the same functions.

/** A fee of a year, or several with the same state and amounts. */
export type FeeFacts = {
  /** The fee; null when no row of the fee table applies. */
  amountInCent: number | null
  shown: FeeState
  /** The stored claim; null when the year is not closed. */
  claim: (FeeAccount & { openInCent: number }) | null
  /** The number of fees with these values; left out means one. */
  times?: number
}

/** The bank charges for returns that were passed on to the member and are due beside the fee, in cents. */
export function chargeOf(claim: FeeAccount | null): number {
  return claim ? dueInCent(claim) - feeInCent(claim) : 0
}

/** The open amount of a fee: of its claim, or the whole fee while there is no claim; in cents. */
export function openOf({ claim, amountInCent }: Pick<FeeFacts, 'claim' | 'amountInCent'>): number {
  return claim ? Math.max(claim.openInCent, 0) : (amountInCent ?? 0)
}

/** The number of fees and their sum. */
export type FeeSum = { count: number; sumInCent: number }

const parts = ['due', 'charges', 'paid', 'collected', 'open', 'waived', 'credit'] as const

/**
 * Sums of a year; `due` includes the `charges` of banks that were passed on. Always due = paid +
 * collected + open + waived − credit. Each count is the number of fees that contribute to the sum.
 */
export type FeeSums = Record<(typeof parts)[number], FeeSum>

export function feeSums(fees: readonly FeeFacts[]): FeeSums {
  const sums = Object.fromEntries(
    parts.map((part) => [part, { count: 0, sumInCent: 0 }]),
  ) as FeeSums
  for (const fee of fees) {
    const { times = 1 } = fee
    const amounts = amountsOf(fee)
    for (const part of parts) {
      // An open fee of unknown amount is counted, but adds nothing to the sum.
      const isUnknown = part === 'open' && fee.amountInCent === null
      if (part === 'due' || isUnknown || amounts[part] !== 0) sums[part].count += times
      sums[part].sumInCent += times * amounts[part]
    }
  }
  return sums
}

function amountsOf(fee: FeeFacts): Record<keyof FeeSums, number> {
  const { claim, amountInCent } = fee
  const charges = chargeOf(claim)
  return {
    due: (amountInCent ?? 0) + charges,
    charges,
    ...(claim ? moneyOf(claim) : nothing),
    open: openOf(fee),
  }
}

const nothing = { paid: 0, collected: 0, waived: 0, credit: 0 }

/** What was paid, collected, waived and overpaid on a claim. Refunds reduce first the paid, then the collected sum. */
function moneyOf(claim: NonNullable<FeeFacts['claim']>): typeof nothing {
  const money = receivedInCent(claim)
  const debits = liveBookings(claim.bookings)
    .filter(isDebit)
    .reduce((sum, booking) => sum - booking.amountInCent, 0)
  const collected = Math.min(debits, money)
  const waived = dueInCent(claim) - money - claim.openInCent
  return { paid: money - collected, collected, waived, credit: Math.max(-claim.openInCent, 0) }
}

export type FeeFigures = {
  sums: FeeSums
  states: Record<FeeState, number>
  /** The number of fees of which only a part was paid, and of which only a part was collected. */
  partly: Record<'paid' | 'collected', number>
  /** The due days of the debits in effect, oldest first. */
  dueDays: Day[]
  /** The ids of the runs with a debit that the bank returned, where the return is in effect. */
  returnedRuns: number[]
}

export function feeFigures(fees: readonly FeeFacts[]): FeeFigures {
  const count = (counted: readonly FeeFacts[]) =>
    counted.reduce((sum, { times = 1 }) => sum + times, 0)
  const partly = (part: 'paid' | 'collected') => {
    const others = fees.filter(({ shown }) => shown !== part && shown !== 'credit')
    return count(others.filter((fee) => amountsOf(fee)[part] !== 0))
  }
  const accounts = fees.flatMap(({ claim }) => (claim ? [claim] : []))
  const returns = accounts
    .flatMap(({ bookings }) => liveBookings(bookings))
    .filter(({ kind }) => kind === 'returned')
  const states = feeStates.map((state) => [
    state,
    count(fees.filter(({ shown }) => shown === state)),
  ])
  return {
    sums: feeSums(fees),
    states: Object.fromEntries(states) as FeeFigures['states'],
    partly: { paid: partly('paid'), collected: partly('collected') },
    dueDays: [...new Set(accounts.flatMap(({ bookings }) => collectedOn(bookings) || []))].sort(),
    returnedRuns: [...new Set(returns.flatMap(({ runId }) => runId ?? []))].sort((a, b) => a - b),
  }
}

/** A fee with its member's name. `obstacle`: why the next file leaves it out; null when the file collects it. */
export type Collectable = Pick<FeeFacts, 'amountInCent'> & {
  firstName: string
  lastName: string
  obstacle: string | null
  claim: (NonNullable<FeeFacts['claim']> & { id: number }) | null
}

/** A fee that a run collected before and that is open again. */
export type RecollectableFee = Pick<Collectable, 'firstName' | 'lastName'> & {
  claimId: number
  openInCent: number
  obstacle: string
}

export type CollectFigures = {
  /** The fees that the next file collects unless the user chooses otherwise. */
  collectible: FeeSum
  /**
   * The number of open fees that the next file leaves out: for lack of a mandate, and for other reasons; fees of
   * unknown amount count as open.
   */
  leftOut: { withoutMandate: number; others: number }
  /** Fees that were collected before; the next file only collects those that the user selects. */
  again: RecollectableFee[]
}

/** Whether the fee is open, or its amount unknown, and the next file leaves it out. */
export function isLeftOut(
  fee: Pick<Collectable, 'amountInCent' | 'obstacle'> & Pick<FeeFacts, 'claim'>,
) {
  return fee.obstacle !== null && (openOf(fee) > 0 || fee.amountInCent === null)
}

export function collectFigures(fees: readonly Collectable[]): CollectFigures {
  const collected = fees.filter((fee) => fee.obstacle === null && openOf(fee) > 0)
  const left = fees.filter(isLeftOut)
  const again = left.flatMap(({ firstName, lastName, claim, obstacle }): RecollectableFee[] => {
    if (!claim || obstacle === null || claim.openInCent <= 0) return []
    if (!isReleasable(obstacle)) return []
    return [{ claimId: claim.id, firstName, lastName, openInCent: claim.openInCent, obstacle }]
  })
  const withoutMandate = left.filter(({ obstacle }) => obstacle === noMandate).length
  return {
    collectible: {
      count: collected.length,
      sumInCent: collected.reduce((sum, fee) => sum + openOf(fee), 0),
    },
    leftOut: { withoutMandate, others: left.length - withoutMandate - again.length },
    again,
  }
}

/** The obstacle as `sepaObstacles` words it. */
const noMandate = 'Kein SEPA-Mandat'

/** Beginnings of the obstacles that a user may override because the fee was collected before. */
const releasable = ['Zurückgegeben am', 'Schon eingezogen']

/** Whether the obstacle is that the fee was collected before, which a user may override. */
export function isReleasable(obstacle: string): boolean {
  return releasable.some((words) => obstacle.startsWith(words))
}

/** What the fee would be by today's data; null when it cannot be computed. */
type Today = { amountInCent: number | null; reason: string } | null

/**
 * `no`: today's data give the same fee, or none. Else the stored fee is out of date: `recomputable` while nothing was
 * paid or waived, afterwards `settled`.
 */
export function outdatedState(claim: FeeAccount, today: Today): 'no' | 'settled' | 'recomputable' {
  if (!today || today.amountInCent === null || feeInCent(claim) === today.amountInCent) return 'no'
  const isWaived = liveBookings(claim.bookings).some(({ kind }) => kind === 'waived')
  return receivedInCent(claim) === 0 && !isWaived ? 'recomputable' : 'settled'
}
