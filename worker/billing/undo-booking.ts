import { commit } from '#worker/db/commit.ts'
import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import {
  type FeeBooking,
  liveBookings,
  openInCent,
  receivedInCent,
} from '#worker/domain/fee-ledger.ts'
import { orNotFound } from '#worker/http/validate.ts'
import type { BookedFee } from './billing.contract.ts'
import {
  claimsOfBooking,
  insertBookings,
  recordBookings,
  selectAccounts,
} from './bookings.queries.ts'
import { bookingConflicts, toAccounts, toBookedFee } from './bookings.ts'
import type { BillingDeps } from './deps.ts'
import { type Account, isOfOneDebit, type NewLine } from './plan-bookings.ts'

/**
 * Reverts a booking by a counter-booking. A return is reverted on all claims of its debit, together with the
 * charge passed on.
 * @throws DomainError NotUndoable, FeesChanged after a concurrent booking
 */
export async function undoBooking(
  { db, now, today, user }: BillingDeps,
  id: number,
  note: string,
): Promise<BookedFee[]> {
  const [claims, booked] = await db.batch(selectAccounts(db, claimsOfBooking(id)))
  const accounts = toAccounts(claims, booked)
  const target = orNotFound(
    accounts.flatMap(({ bookings }) => bookings).find((one) => one.id === id),
  )
  assertUndoable(target, accounts)
  const lines = accounts.flatMap((account) => {
    const undone = liveBookings(account.bookings).filter((one) => isRevertedWith(one, target))
    assertNotNegative(account, undone)
    return undone.map((one) => counterBooking(one, account.id, { day: today, note }))
  })
  const [written] = await commit(
    db,
    [
      insertBookings(lines, { at: now.toISOString(), userId: user.id }),
      recordBookings(lines, claims),
    ],
    bookingConflicts,
  )
  return written.map(toBookedFee)
}

/** The booking itself; for a return all those of its debit, and the charge passed on for it. */
function isRevertedWith(booking: FeeBooking, target: FeeBooking): boolean {
  if (booking.id === target.id) return true
  if (target.kind !== 'returned') return false
  return booking.kind === 'charged'
    ? booking.endToEndId !== null && booking.endToEndId === target.endToEndId
    : booking.kind === 'returned' && isOfOneDebit(booking, target)
}

type Undoing = { day: Day; note: string }

function counterBooking(booking: FeeBooking, claimId: number, { day, note }: Undoing): NewLine {
  return {
    claimId,
    kind: 'undone',
    amountInCent: -booking.amountInCent,
    day,
    runId: booking.runId,
    endToEndId: booking.endToEndId,
    mandateId: booking.mandateId,
    reversesId: booking.id,
    reasonCode: null,
    bankChargeInCent: null,
    method: null,
    bankKey: null,
    note,
  }
}

function assertUndoable(target: FeeBooking, accounts: readonly Account[]): void {
  const account = accounts.find(({ bookings }) => bookings.includes(target))
  const { bookings = [], merged = false } = account ?? {}
  if (!liveBookings(bookings).includes(target)) {
    throw notUndoableError('Das ist schon zurückgenommen.')
  }
  if (target.kind === 'undone')
    throw notUndoableError('Eine Rücknahme bleibt. Buche neu, was gilt.')
  if (target.kind === 'collected') {
    throw notUndoableError('Einen Einzug nimmt die Bank zurück, oder Du verwirfst seine Datei.')
  }
  if (merged && (target.kind === 'waived' || target.kind === 'corrected')) {
    throw notUndoableError('Dieser Beitrag ist doppelt: Es gilt der andere.')
  }
  if (target.kind === 'paid' && receivedInCent({ bookings }) + target.amountInCent < 0) {
    throw notUndoableError('Wurde inzwischen erstattet: nimm zuerst die Erstattung zurück.')
  }
}

/** Rejects a reversal that would make the account negative because the fee was settled again since. */
function assertNotNegative(account: Account, undone: readonly FeeBooking[]): void {
  const open = openInCent(account)
  const taken = undone
    .filter(({ kind }) => kind !== 'refunded')
    .reduce((sum, { amountInCent }) => sum + amountInCent, 0)
  if (taken <= 0 || open - taken >= 0) return
  const since = liveBookings(account.bookings).findLast(
    (one) => one.amountInCent < 0 && !undone.includes(one),
  )
  throw notUndoableError(`Wurde inzwischen ${laterBookingPhrase(since)}`)
}

/** The end of the sentence "Wurde inzwischen …": the later booking and how to take it back. */
function laterBookingPhrase(since: FeeBooking | undefined): string {
  switch (since?.kind) {
    case 'paid':
      return 'bezahlt: nimm zuerst die Zahlung zurück.'
    case 'waived':
      return 'erlassen: nimm zuerst den Erlass zurück.'
    case 'corrected':
      return 'berichtigt: nimm zuerst die Berichtigung zurück.'
    case 'collected':
    case 'undone':
      return 'eingezogen: erst wenn das zurückkommt, geht es.'
    case 'returned':
    case 'refunded':
    case 'charged':
    case undefined:
      return 'ausgeglichen.'
  }
}

function notUndoableError(message: string): DomainError {
  return new DomainError('NotUndoable', message)
}
