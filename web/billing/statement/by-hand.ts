import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import { addDays, type Day } from '#worker/domain/dates.ts'
import { type FeeBooking, liveBookings } from '#worker/domain/fee-ledger.ts'
import type { StatementEntry } from './statement-entry.ts'

/** Transfers entered without a statement, by the payer's id. */
export type ManualTransfers = ReadonlyMap<number, readonly FeeBooking[]>

export function manualTransfersOf(claims: readonly FeeClaim[]): ManualTransfers {
  const found = claims.flatMap(({ bookings, payer }) =>
    liveBookings(bookings)
      .filter(({ kind, method, bankKey }) => {
        return kind === 'paid' && method === 'transfer' && bankKey === null
      })
      .map((booking) => ({ booking, payerId: payer.id })),
  )
  const ofPayer = Map.groupBy(found, ({ payerId }) => payerId)
  return new Map([...ofPayer].map(([id, paid]) => [id, paid.map(({ booking }) => booking)]))
}

/** By how many days the day entered by hand may differ from the bank's booking day. */
const days = 5

/**
 * Bookings by hand that may be the payment of the line: one of the same sum, or all that were entered
 * for a payer on one day.
 */
export function findManualBookings(
  { amountInCent, day }: StatementEntry,
  payerIds: Iterable<number>,
  byHand: ManualTransfers,
  taken: ReadonlySet<FeeBooking>,
): { day: Day; bookings: readonly FeeBooking[] } | null {
  for (const payerId of payerIds) {
    const near = (byHand.get(payerId) ?? []).filter(
      (booking) =>
        !taken.has(booking) &&
        booking.day >= addDays(day, -days) &&
        booking.day <= addDays(day, days),
    )
    const atOnce = [...Map.groupBy(near, (booking) => booking.day).values()]
    const found = [...near.map((booking) => [booking]), ...atOnce].find(
      (bookings) => bookings.reduce((sum, one) => sum - one.amountInCent, 0) === amountInCent,
    )
    const [first] = found ?? []
    if (found && first) return { day: first.day, bookings: found }
  }
  return null
}
