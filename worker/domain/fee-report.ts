import type { PaymentMethod } from './codes.ts'
import { type Day, germanDate } from './dates.ts'
import { type FeeAccount, type FeeBooking, openInCent } from './fee-ledger.ts'
import { germanEuro } from './money.ts'

// The auditors' list of a year (docs/rules.md, "Beitragsabrechnung"): what was due and how it was
// settled, in sums that must balance, with the details that a sum does not show.

type Named = { id: number; firstName: string; lastName: string }

/** The properties of a claim that the list needs. */
export type ReportClaim = FeeAccount & {
  id: number
  year: number
  member: Named
  payer: Named
}

/** The properties of a run that the list needs. */
export type ReportRun = {
  id: number
  messageId: string
  dueDate: Day
  count: number
  sumInCent: number
  creditedOn: Day | null
  voidedAt: string | null
}

/** The lines of the report on a year's fees, in the order in which they are shown. */
export const reportLines = [
  'claimed',
  'corrected',
  'charged',
  'collected',
  'returned',
  'transferred',
  'inCash',
  'refunded',
  'waived',
] as const
export type ReportLine = (typeof reportLines)[number]

export const reportLineLabels: Record<ReportLine, string> = {
  claimed: 'Festgeschrieben',
  corrected: 'Berichtigt',
  charged: 'Weiterbelastete Gebühren',
  collected: 'Eingezogen',
  returned: 'Zurückgegeben',
  transferred: 'Überwiesen',
  inCash: 'Bar bezahlt',
  refunded: 'Erstattet',
  waived: 'Erlassen',
}

export type Sum = {
  count: number
  /** How the bookings change the open amount: payments are negative. */
  inCent: number
}

/** A waiver or a correction in effect. */
export type ReportAct<Claim> = { claim: Claim; booking: FeeBooking }

/** The properties of a booking that the sums need. */
export type SummedBooking = Pick<
  FeeBooking,
  'id' | 'kind' | 'amountInCent' | 'runId' | 'reversesId' | 'method'
>

/** The properties of a claim that the sums need. */
export type SummedClaim = { amountInCent: number; bookings: readonly SummedBooking[] }

export type FeeSums = {
  lines: Record<ReportLine, Sum>
  open: Sum
  /** The sum of overpayments, as a negative number. */
  credit: Sum
  /** Whether the sum of all lines equals open plus credit. */
  isEven: boolean
}

export type FeeReport<Claim, Run> = FeeSums & {
  /** The year's runs, oldest first. */
  runs: { run: Run; returns: Sum; bankChargesInCent: number }[]
  waived: ReportAct<Claim>[]
  corrected: ReportAct<Claim>[]
}

/** The report of one year. `runs` contains the void runs of that year as well. */
export function feeReport<Claim extends ReportClaim, Run extends ReportRun>(
  claims: readonly Claim[],
  runs: readonly Run[],
): FeeReport<Claim, Run> {
  const voidRuns = new Set(runs.filter(({ voidedAt }) => voidedAt !== null).map(({ id }) => id))
  const acts = claims.flatMap((claim) =>
    effectiveBookings(claim.bookings, voidRuns).map((booking) => ({ claim, booking })),
  )
  const returned = Map.groupBy(
    acts.flatMap(({ booking }) => (booking.kind === 'returned' ? booking : [])),
    ({ runId }) => runId,
  )
  return {
    ...feeSums(claims, voidRuns),
    runs: runs
      .toSorted((a, b) => a.id - b.id)
      .map((run) => {
        const returns = returned.get(run.id) ?? []
        const charges = returns.map(({ bankChargeInCent }) => bankChargeInCent ?? 0)
        return {
          run,
          returns: sumOf(returns.map(({ amountInCent }) => amountInCent)),
          bankChargesInCent: sumOf(charges).inCent,
        }
      }),
    waived: acts.filter(({ booking }) => booking.kind === 'waived'),
    corrected: acts.filter(({ booking }) => booking.kind === 'corrected'),
  }
}

/** The sums of the claims of one year; bookings of void runs do not count. */
export function feeSums(claims: readonly SummedClaim[], voidRuns: ReadonlySet<number>): FeeSums {
  const lines = Object.fromEntries(
    reportLines.map((line): [ReportLine, Sum] => [line, { count: 0, inCent: 0 }]),
  ) as Record<ReportLine, Sum>
  for (const { amountInCent, bookings } of claims) {
    add(lines.claimed, amountInCent)
    for (const booking of effectiveBookings(bookings, voidRuns)) {
      const line = lineOf(booking)
      if (line) add(lines[line], booking.amountInCent)
    }
  }
  const open = sumOf(claims.map(openInCent).filter((cents) => cents > 0))
  const credit = sumOf(claims.map(openInCent).filter((cents) => cents < 0))
  const total = reportLines.reduce((sum, line) => sum + lines[line].inCent, 0)
  return { lines, open, credit, isEven: total === open.inCent + credit.inCent }
}

/**
 * The bookings that were neither reverted nor part of a void run. A returned debit and its return both remain.
 */
function effectiveBookings<Booking extends SummedBooking>(
  bookings: readonly Booking[],
  voidRuns: ReadonlySet<number>,
): readonly Booking[] {
  const undone = new Set(
    bookings.filter(({ kind }) => kind === 'undone').map(({ reversesId }) => reversesId),
  )
  return bookings.filter(({ id, kind, runId }) =>
    kind === 'collected' ? runId !== null && !voidRuns.has(runId) : !undone.has(id),
  )
}

function lineOf({ kind, method }: SummedBooking): ReportLine | null {
  switch (kind) {
    case 'paid':
      return paidLines[method ?? 'transfer']
    case 'undone':
      return null
    case 'collected':
    case 'returned':
    case 'waived':
    case 'refunded':
    case 'charged':
    case 'corrected':
      return kind
  }
}

const paidLines: Record<PaymentMethod, ReportLine> = { transfer: 'transferred', cash: 'inCash' }

function add(sum: Sum, cents: number): void {
  sum.count += 1
  sum.inCent += cents
}

function sumOf(cents: readonly number[]): Sum {
  return { count: cents.length, inCent: cents.reduce((sum, one) => sum + one, 0) }
}

/** Sorts claims by year, oldest first; the order within a year is kept. */
export function oldestFirst<Claim extends { year: number }>(claims: readonly Claim[]): Claim[] {
  return claims.toSorted((a, b) => a.year - b.year)
}

/** The proof that the lines add up to open less credit: "4.000,00 € − 3.950,00 € + 20,00 € = 75,00 € − 5,00 €". */
export function proofInWords(report: FeeSums): string {
  const { lines, open, credit } = report
  const done = reportLines.map((line) => lines[line].inCent)
  return `${inARow(done)} = ${inARow([open.inCent, credit.inCent])}`
}

function inARow([first = 0, ...rest]: readonly number[]): string {
  const terms = rest
    .filter((cents) => cents !== 0)
    .map((cents) => ` ${cents < 0 ? '−' : '+'} ${germanEuro(Math.abs(cents))}`)
  return `${germanEuro(first)}${terms.join('')}`
}

/** The state of a run in German. */
export function runStateInWords({ creditedOn, voidedAt }: ReportRun): string {
  if (voidedAt !== null) return 'Verworfen'
  return creditedOn === null
    ? 'Noch nicht gutgeschrieben'
    : `Gutgeschrieben am ${germanDate(creditedOn)}`
}
