import { type FeeState, feeStates } from './codes.ts'
import type { Day } from './dates.ts'
import {
  collectedOn,
  dueInCent,
  type FeeAccount,
  feeInCent,
  isDebit,
  liveBookings,
  moneyInCent,
} from './fee-ledger.ts'

// What the page of a year tells of all its fees, for the server and for the page alike.

/** A fee of a year, or several that stand alike. */
export type Figured = {
  /** null = no row of the fee table fits. */
  amountInCent: number | null
  shown: FeeState
  /** null = the year is not closed. */
  claim: (FeeAccount & { openInCent: number }) | null
  /** How many stand alike; left out = one. */
  times?: number
}

/** What a bank took for a return and was passed on: owed beside the fee. */
export function chargeOf(claim: FeeAccount | null): number {
  return claim ? dueInCent(claim) - feeInCent(claim) : 0
}

/** What is still to come of a fee. */
export function openOf({ claim, amountInCent }: Pick<Figured, 'claim' | 'amountInCent'>): number {
  return claim ? Math.max(claim.openInCent, 0) : (amountInCent ?? 0)
}

/** Of how many fees how much it is. */
export type FeeSum = { count: number; sumInCent: number }

const parts = ['due', 'charges', 'paid', 'collected', 'open', 'waived', 'credit'] as const

/**
 * How much of a year is where; `due` with the `charges` of banks that were passed on. Always
 * due = paid + collected + open + waived − credit, and each count is of the fees that its sum is made of.
 */
export type FeeSums = Record<(typeof parts)[number], FeeSum>

export function feeSums(fees: readonly Figured[]): FeeSums {
  const sums = Object.fromEntries(
    parts.map((part) => [part, { count: 0, sumInCent: 0 }]),
  ) as FeeSums
  for (const fee of fees) {
    const { times = 1 } = fee
    const amounts = amountsOf(fee)
    for (const part of parts) {
      // Nobody knows yet how much is to come.
      const isUnknown = part === 'open' && fee.amountInCent === null
      if (part === 'due' || isUnknown || amounts[part] !== 0) sums[part].count += times
      sums[part].sumInCent += times * amounts[part]
    }
  }
  return sums
}

function amountsOf(fee: Figured): Record<keyof FeeSums, number> {
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

/** What was given back is taken off what was paid; the rest of it was collected. */
function moneyOf(claim: NonNullable<Figured['claim']>): typeof nothing {
  const money = moneyInCent(claim)
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
  /** Of how many fees the other part came, or is to come, in another way. */
  partly: Record<'paid' | 'collected', number>
  /** When the debits that stand were due, oldest first. */
  dueDays: Day[]
  /** The files of which a return stands. */
  returnedRuns: number[]
}

export function feeFigures(fees: readonly Figured[]): FeeFigures {
  const count = (counted: readonly Figured[]) =>
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

/** A fee with whose it is, and why a file leaves it out; null = it is collected. */
export type Collectable = Pick<Figured, 'amountInCent'> & {
  firstName: string
  lastName: string
  obstacle: string | null
  claim: (NonNullable<Figured['claim']> & { id: number }) | null
}

/** What a file has collected before and is open again. */
export type AgainFee = Pick<Collectable, 'firstName' | 'lastName'> & {
  claimId: number
  openInCent: number
  obstacle: string
}

export type CollectFigures = {
  /** What the next file collects by itself. */
  collectible: FeeSum
  /** Open, and in no file: for want of a mandate, and for what else; also where nobody knows how much it is. */
  leftOut: { withoutMandate: number; others: number }
  /** It comes along only when it is named. */
  again: AgainFee[]
}

export function collectFigures(fees: readonly Collectable[]): CollectFigures {
  const collected = fees.filter((fee) => fee.obstacle === null && openOf(fee) > 0)
  const left = fees.filter(
    (fee) => fee.obstacle !== null && (openOf(fee) > 0 || fee.amountInCent === null),
  )
  const again = left.flatMap(({ firstName, lastName, claim, obstacle }): AgainFee[] => {
    if (!claim || obstacle === null || claim.openInCent <= 0) return []
    if (!releasable.some((words) => obstacle.startsWith(words))) return []
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

/** As `sepaObstacles` says it. */
const noMandate = 'Kein SEPA-Mandat'

/** Beginnings of the reasons that somebody may overrule: it was collected before. */
const releasable = ['Zurückgegeben am', 'Schon eingezogen']

/** What a fee would be today; null = that cannot be told. */
type Today = { amountInCent: number | null; reason: string } | null

/** Whether it would be another one today, and whether it can be made that: no money is there, nothing was waived. */
export function outdatedness(claim: FeeAccount, today: Today): 'no' | 'settled' | 'recomputable' {
  if (!today || today.amountInCent === null || feeInCent(claim) === today.amountInCent) return 'no'
  const isWaived = liveBookings(claim.bookings).some(({ kind }) => kind === 'waived')
  return moneyInCent(claim) === 0 && !isWaived ? 'recomputable' : 'settled'
}
