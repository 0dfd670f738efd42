import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { type FeeBooking, isDebit, liveBookings, liveDebit } from '#worker/domain/fee-ledger.ts'

/** A direct debit that is in force: all that one payer was debited at once. */
export type Debit = {
  endToEndId: string
  mandateId: string | null
  day: Day
  runId: number
  claims: FeeClaim[]
  sumInCent: number
}

/** A collected debit, under its EndToEndId. */
type Collected = {
  runId: number
  /** When it was returned, entered by hand or from a statement; null when it was not. */
  returnedOn: Day | null
}

export type KnownDebits = {
  /** The debits in force, by EndToEndId in capitals. */
  live: ReadonlyMap<string, Debit>
  /** Every debit ever made, also those of void runs. */
  all: ReadonlyMap<string, Collected>
}

export const plainReference = (text: string) => text.replace(/\s/g, '').toUpperCase()

export function debitsOf(claims: readonly FeeClaim[]): KnownDebits {
  const live = new Map<string, Debit>()
  const all = new Map<string, Collected>()
  for (const claim of claims) {
    for (const booking of claim.bookings) {
      const { endToEndId, runId, kind } = booking
      if (kind !== 'collected' || !endToEndId || runId === null) continue
      all.set(plainReference(endToEndId), { runId, returnedOn: returnedOn(claim, endToEndId) })
    }
    const debit = liveDebit(claim.bookings)
    if (!debit?.endToEndId || debit.runId === null) continue
    const id = plainReference(debit.endToEndId)
    const known = live.get(id)
    live.set(id, {
      endToEndId: debit.endToEndId,
      mandateId: debit.mandateId,
      day: debit.day,
      runId: debit.runId,
      claims: [...(known?.claims ?? []), claim],
      sumInCent: (known?.sumInCent ?? 0) - debit.amountInCent,
    })
  }
  return { live, all }
}

/** The part of a debit that collects this claim, in cents. */
export function debitedAmount({ bookings }: FeeClaim, { endToEndId }: Debit): number {
  const isIt = (booking: FeeBooking) => isDebit(booking) && booking.endToEndId === endToEndId
  return -(liveBookings(bookings).findLast(isIt)?.amountInCent ?? 0)
}

function returnedOn({ bookings }: FeeClaim, endToEndId: string): Day | null {
  const isIt = (booking: FeeBooking) =>
    booking.kind === 'returned' && booking.endToEndId === endToEndId
  return liveBookings(bookings).findLast(isIt)?.day ?? null
}
