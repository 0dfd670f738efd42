import type { FeeClaim } from '#worker/billing/billing.contract.ts'
import type { Day } from '#worker/domain/dates.ts'
import { type FeeBooking, isDebit, liveBookings, liveDebit } from '#worker/domain/fee-ledger.ts'

/** A debit that stands: what one payer was collected from at once. */
export type Debit = {
  endToEndId: string
  mandateId: string | null
  day: Day
  runId: number
  claims: FeeClaim[]
  sumInCent: number
}

/** What was collected once, under the name that the bank knows. */
type Collected = {
  runId: number
  /** When it was returned, by hand or from a statement; null = it was not. */
  returnedOn: Day | null
}

export type KnownDebits = {
  /** By their EndToEndId in capitals. */
  live: ReadonlyMap<string, Debit>
  /** All that ever were, those of void runs among them. */
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

/** What a debit that stands took for one of its claims. */
export function debitedOf({ bookings }: FeeClaim, { endToEndId }: Debit): number {
  const isIt = (booking: FeeBooking) => isDebit(booking) && booking.endToEndId === endToEndId
  return -(liveBookings(bookings).findLast(isIt)?.amountInCent ?? 0)
}

function returnedOn({ bookings }: FeeClaim, endToEndId: string): Day | null {
  const isIt = (booking: FeeBooking) =>
    booking.kind === 'returned' && booking.endToEndId === endToEndId
  return liveBookings(bookings).findLast(isIt)?.day ?? null
}
