import { bookFees, creditRun } from '#web/data/billing.ts'
import { CallFailure } from '#web/lib/call-failure.ts'
import type { Writing } from '#web/lib/query.ts'
import type { Booked } from './statement-rows.ts'

/** Everything ticked in one request; a file's credit is noted after it, each by its own call. */
export const bookStatement: Writing<Booked, { notCredited: CallFailure | null }> = {
  meta: bookFees.meta,
  async mutationFn({ bookings, credits }) {
    if (bookings.length > 0) await bookFees.mutationFn(bookings.map(({ booking }) => booking))
    try {
      for (const credit of credits) await creditRun.mutationFn(credit)
    } catch (cause) {
      // What was booked before stays so, and is to be seen.
      if (cause instanceof CallFailure && bookings.length > 0) return { notCredited: cause }
      throw cause
    }
    return { notCredited: null }
  },
}
