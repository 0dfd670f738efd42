import type { BookedFee, NewBooking } from './billing.contract.ts'
import type { BillingDeps } from './deps.ts'

/**
 * Books all of them or none; a return books every claim of its debit.
 * @throws DomainError ValidationFailed naming `bookings.2.amountInCent`, AlreadyBooked, FeesChanged
 */
export async function bookFees(
  deps: BillingDeps,
  bookings: readonly NewBooking[],
): Promise<BookedFee[]> {
  throw new Error(`not built yet: ${JSON.stringify([deps.today, bookings])}`)
}

/**
 * Takes a booking back by a counter-booking; of a return the whole debit's, with what was passed on.
 * @throws DomainError NotUndoable
 */
export async function undoBooking(
  deps: BillingDeps,
  id: number,
  note: string,
): Promise<BookedFee[]> {
  throw new Error(`not built yet: ${JSON.stringify([deps.today, id, note])}`)
}
