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

// The figures of a year's fees, computed by the server and by the page.

/** A fee of a year, or several with the same state and amounts. */
export type FeeFacts = {
  /** null when no row of the fee table applies. */
  amountInCent: number | null
  shown: FeeState
  /** null when the year is not closed. */
  claim: (FeeAccount & { openInCent: number }) | null
  /** The number of such fees; left out means one. */
  times?: number
}

/** Bank charges for returns that were passed on to the member, due beside the fee. */
export function chargeOf(claim: FeeAccount | null): number {
  return claim ? dueInCent(claim) - feeInCent(claim) : 0
}

/** The amount still open. */
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
      // The open amount is not known yet, so it is counted without being added.
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

/** Refunds reduce what was paid first, then what was collected. */
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
  /** Fees of which only a part was paid or collected this way. */
  partly: Record<'paid' | 'collected', number>
  /** The due days of the debits in effect, oldest first. */
  dueDays: Day[]
  /** The runs of which a return is in effect. */
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

/** A fee with its member's name, and why the next file leaves it out; `obstacle` null when it is collected. */
export type Collectable = Pick<FeeFacts, 'amountInCent'> & {
  firstName: string
  lastName: string
  obstacle: string | null
  claim: (NonNullable<FeeFacts['claim']> & { id: number }) | null
}

/** A fee that was collected before and is open again. */
export type RecollectableFee = Pick<Collectable, 'firstName' | 'lastName'> & {
  claimId: number
  openInCent: number
  obstacle: string
}

export type CollectFigures = {
  /** What the next file collects without further choice. */
  collectible: FeeSum
  /**
   * Open fees that the next file leaves out: without a mandate, and for other reasons, unknown
   * amounts included.
   */
  leftOut: { withoutMandate: number; others: number }
  /** Only collected when the user selects them. */
  again: RecollectableFee[]
}

export function collectFigures(fees: readonly Collectable[]): CollectFigures {
  const collected = fees.filter((fee) => fee.obstacle === null && openOf(fee) > 0)
  const left = fees.filter(
    (fee) => fee.obstacle !== null && (openOf(fee) > 0 || fee.amountInCent === null),
  )
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

/** As `sepaObstacles` words it. */
const noMandate = 'Kein SEPA-Mandat'

/** Beginnings of the obstacles that a user may override because the fee was collected before. */
const releasable = ['Zurückgegeben am', 'Schon eingezogen']

/** The fee was collected before, and a user may collect it again. */
export function isReleasable(obstacle: string): boolean {
  return releasable.some((words) => obstacle.startsWith(words))
}

/** What the fee would be by today's data; null when it cannot be computed. */
type Today = { amountInCent: number | null; reason: string } | null

/**
 * Whether the fee would be another by today's data, and whether it can be recomputed: only while
 * nothing was paid or waived.
 */
export function outdatedState(claim: FeeAccount, today: Today): 'no' | 'settled' | 'recomputable' {
  if (!today || today.amountInCent === null || feeInCent(claim) === today.amountInCent) return 'no'
  const isWaived = liveBookings(claim.bookings).some(({ kind }) => kind === 'waived')
  return receivedInCent(claim) === 0 && !isWaived ? 'recomputable' : 'settled'
}
