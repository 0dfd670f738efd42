import { type ConstraintErrors, commit, guard } from '#worker/db/commit.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { openInCent } from '#worker/domain/fee-ledger.ts'
import { validationError } from '#worker/http/validate.ts'
import { bankKeyOfAttempt, noneBooked, selectBookedKeys } from './bank-keys.ts'
import type { BookedFee, NewBooking } from './billing.contract.ts'
import {
  insertBookings,
  isOpenAsSeen,
  recordBookings,
  selectAccounts,
  withWholeDebits,
} from './bookings.queries.ts'
import { bookedMeanwhileError } from './collection-errors.ts'
import type { BillingDeps } from './deps.ts'
import { type BookingRow, toBooking } from './ledger.queries.ts'
import { type Account, type NewLine, planBookings } from './plan-bookings.ts'

/**
 * Books all bookings or none; a return is booked on every claim of its debit.
 * @throws DomainError ValidationFailed with paths like `bookings.2.amountInCent`, AlreadyBooked with
 * `bookings.2.bankKey`, FeesChanged
 */
export async function bookFees(
  { db, now, today, user }: BillingDeps,
  bookings: readonly NewBooking[],
): Promise<BookedFee[]> {
  const keys = [...new Set(bookings.flatMap(({ bankKey }) => (bankKey ? [bankKey] : [])))]
  const returned = bookings.filter(({ kind }) => kind === 'returned').map(({ claimId }) => claimId)
  const claimIds = [...new Set(bookings.map(({ claimId }) => claimId))]
  const [claims, booked, known] = await db.batch([
    ...selectAccounts(db, withWholeDebits(claimIds, returned)),
    selectBookedKeys(db, keys),
  ])
  const alreadyBookedKeys = known
    .filter(({ isEffective }) => isEffective === 1)
    .map(({ bankKey }) => bankKey)
  if (alreadyBookedKeys.length > 0) throw alreadyBookedError(bookings, new Set(alreadyBookedKeys))
  const accounts = toAccounts(claims, booked)
  if (!areOpenAmountsAsSeen(bookings, accounts)) throw bookedMeanwhileError()
  const asked = bookings.map((one) => ({ ...one, bankKey: one.bankKey || undefined }))
  const { lines, problems } = planBookings(asked, accounts, today)
  if (Object.keys(problems).length > 0) throw validationError(problems)
  const times = new Map(known.map(({ bankKey, times }) => [bankKey, times]))
  const stored = lines.map((line) => withStoredKey(line, times))
  const [, , written] = await commit(
    db,
    [
      guard('notBookedYet', noneBooked(keys)),
      guard('openAsRead', isOpenAsSeen(bookings)),
      insertBookings(stored, { at: now.toISOString(), userId: user.id }),
      recordBookings(stored, claims),
    ],
    {
      ...bookingConflicts,
      notBookedYet: () => alreadyBookedError(bookings),
      'fee_bookings.bank_key': () => alreadyBookedError(bookings),
      openAsRead: bookedMeanwhileError,
    },
  )
  return written.map(toBookedFee)
}

/** Whether every claim has the open amount that the caller saw, where given. */
function areOpenAmountsAsSeen(
  bookings: readonly NewBooking[],
  accounts: readonly Account[],
): boolean {
  const openOf = new Map(accounts.map((account) => [account.id, openInCent(account)]))
  return bookings.every(({ claimId, openInCent: seen }) => {
    const open = openOf.get(claimId)
    return seen === undefined || open === undefined || seen === open
  })
}

function withStoredKey(line: NewLine, times: ReadonlyMap<string, number>): NewLine {
  const { bankKey } = line
  return bankKey === null
    ? line
    : { ...line, bankKey: bankKeyOfAttempt(bankKey, times.get(bankKey) ?? 0) }
}

/** @param standing bank keys that are booked already; left out if another request has just booked */
function alreadyBookedError(
  bookings: readonly NewBooking[],
  standing: ReadonlySet<string> = new Set(),
): DomainError {
  const named = bookings.flatMap(({ bankKey }, index) =>
    bankKey && standing.has(bankKey) ? [[`bookings.${index}.bankKey`, 'Schon gebucht.']] : [],
  )
  const message =
    bookings.length === 1
      ? 'Diese Zeile des Auszugs ist schon gebucht.'
      : 'Eine Zeile des Auszugs ist schon gebucht. Es ist nichts geändert.'
  return new DomainError('AlreadyBooked', message, Object.fromEntries(named))
}

/**
 * A trigger of the ledger or a unique index rejected the commit: another request booked after the accounts were
 * read.
 */
export const bookingConflicts: ConstraintErrors = {
  ledger: bookedMeanwhileError,
  'fee_bookings.reverses_id': bookedMeanwhileError,
}

type ClaimOf = Omit<Account, 'bookings'>

export function toAccounts<Claim extends ClaimOf>(
  claims: readonly Claim[],
  bookings: readonly BookingRow[],
): (Claim & Account)[] {
  const ofClaim = Map.groupBy(bookings, ({ claimId }) => claimId)
  return claims.map((claim) => ({
    ...claim,
    bookings: (ofClaim.get(claim.id) ?? []).map(toBooking),
  }))
}

export function toBookedFee(row: BookingRow): BookedFee {
  const { createdAt: _, createdBy: __, ...booking } = toBooking(row)
  return { ...booking, claimId: row.claimId }
}
