import type { FeeBookingKind, FeeState, PaymentMethod } from './codes.ts'
import type { Day } from './dates.ts'

// The account of a claim: what a member owes for a year and the bookings on it. Bookings are never
// changed or deleted; a mistake is reverted by a counter-booking (docs/rules.md, "Beitragskonto").
// Server and pages compute the state of a claim with these functions.

/** A booking; a higher id is a later booking. */
export type FeeBooking = {
  id: number
  kind: FeeBookingKind
  /** How the booking changes the open amount: payments are negative. */
  amountInCent: number
  /** The day of the booking; for a debit the day on which it is due. */
  day: Day
  /** Set for a debit, for its return and for the booking that reverts either: the run of the debit. */
  runId: number | null
  endToEndId: string | null
  mandateId: string | null
  /** The booking that this one reverts; a return reverts its debit. */
  reversesId: number | null
  /** The bank's reason for a return, like AM04. */
  reasonCode: string | null
  /** The bank's charge for the return, noted once, on the first claim of the debit. */
  bankChargeInCent: number | null
  method: PaymentMethod | null
  /** The key of the statement line from which the booking was read. */
  bankKey: string | null
  note: string
}

export type FeeAccount = {
  amountInCent: number
  bookings: readonly FeeBooking[]
}

type Amounts = Pick<FeeAccount, 'amountInCent'> & {
  bookings: readonly Pick<FeeBooking, 'amountInCent'>[]
}

export function openInCent({ amountInCent, bookings }: Amounts): number {
  return bookings.reduce((sum, booking) => sum + booking.amountInCent, amountInCent)
}

/** Bookings that were not reverted, in the order of booking. */
export function liveBookings(bookings: readonly FeeBooking[]): FeeBooking[] {
  const reversed = new Set(bookings.map(({ reversesId }) => reversesId))
  return bookings.filter(({ id }) => !reversed.has(id))
}

/**
 * The debit in effect: booked by a run, neither returned nor void. A booking that reverts a return takes the
 * place of the debit. There is at most one debit, unless a user released the claim for a second one.
 */
export function liveDebit(bookings: readonly FeeBooking[]): FeeBooking | undefined {
  return liveBookings(bookings).findLast(isDebit)
}

/**
 * The day on which the debit in effect was due; '' without such a debit. The day is read from the run's booking
 * `collected`: the debit in effect may be the booking that reverted a return, which has a later day.
 */
export function collectedOn(bookings: readonly FeeBooking[]): Day {
  const debit = liveDebit(bookings)
  const first = bookings.findLast(
    ({ kind, runId }) => kind === 'collected' && runId === debit?.runId,
  )
  return first?.day ?? ''
}

/** Whether a booking counts as a debit while it is in effect. */
export function isDebit({ runId, amountInCent }: FeeBooking): boolean {
  return runId !== null && amountInCent < 0
}

/** Kinds of bookings that settle a claim, and the return; the last of them decides the claim's state. */
type Settling = 'collected' | 'paid' | 'waived' | 'returned'

function settlingOf(booking: FeeBooking): Settling | null {
  switch (booking.kind) {
    case 'collected':
    case 'paid':
    case 'waived':
    case 'returned':
      return booking.kind
    case 'undone':
      return isDebit(booking) ? 'collected' : null
    case 'refunded':
    case 'charged':
    case 'corrected':
      return null
  }
}

/** The last booking in effect that collected, paid, waived or returned. */
export function lastSettling(bookings: readonly FeeBooking[]): FeeBooking | undefined {
  return liveBookings(bookings).findLast((booking) => settlingOf(booking) !== null)
}

/** The state of a claim: docs/rules.md, "Beitragskonto". */
export function feeState(account: FeeAccount): FeeState {
  const open = openInCent(account)
  const last = lastSettling(account.bookings)
  const settling = last ? settlingOf(last) : null
  if (open > 0) return settling === 'returned' ? 'returned' : 'open'
  if (open < 0) return 'credit'
  if (dueInCent(account) === 0 || settling === null || settling === 'returned') return 'free'
  return settling
}

/** The amount due: the claim with its corrections and the bank charges passed on, whether paid or not. */
export function dueInCent({ amountInCent, bookings }: FeeAccount): number {
  return liveBookings(bookings)
    .filter(({ kind }) => kind === 'corrected' || kind === 'charged')
    .reduce((sum, booking) => sum + booking.amountInCent, amountInCent)
}

/** The fee: the claim with its corrections, without charges. */
export function feeInCent({ amountInCent, bookings }: FeeAccount): number {
  return liveBookings(bookings)
    .filter(({ kind }) => kind === 'corrected')
    .reduce((sum, booking) => sum + booking.amountInCent, amountInCent)
}

/** Money received: collected or paid, less returns, reverted bookings and refunds. */
export function receivedInCent({ bookings }: Pick<FeeAccount, 'bookings'>): number {
  return liveBookings(bookings)
    .filter((booking) => isDebit(booking) || booking.kind === 'paid' || booking.kind === 'refunded')
    .reduce((sum, booking) => sum - booking.amountInCent, 0)
}

/**
 * Whether a run collected the claim before, even if the debit was returned. Void runs do not count, since they were
 * never sent to the bank.
 */
export function wasCollected(
  bookings: readonly FeeBooking[],
  voidRuns: ReadonlySet<number>,
): boolean {
  return bookings.some(
    ({ kind, runId }) => kind === 'collected' && runId !== null && !voidRuns.has(runId),
  )
}

/** The banks' reason codes for returning a direct debit, with the reason in German. */
const returnReasons: Readonly<Record<string, string>> = {
  AC01: 'IBAN falsch',
  AC04: 'Konto aufgelöst',
  AC06: 'Konto gesperrt',
  AC13: 'Lastschrift bei diesem Konto nicht möglich',
  AG01: 'Lastschrift bei diesem Konto nicht möglich',
  AM04: 'Konto nicht gedeckt',
  MD01: 'Kein Mandat',
  MD06: 'Widersprochen',
  MD07: 'Kontoinhaber verstorben',
  MS02: 'Abgelehnt',
  MS03: 'Ohne Angabe',
}

/** The codes of reasons for a return, in the order in which a form offers them. */
export const returnReasonCodes: readonly string[] = Object.keys(returnReasons)

/** The bank's reason in German, "Konto nicht gedeckt"; an unknown code is returned unchanged. */
export function returnReasonInWords(code: string | null): string {
  return code === null || code === '' ? 'Ohne Angabe' : (returnReasons[code] ?? code)
}

/**
 * Whether the bank's reason means that account or mandate can no longer be used, so that a fee is only collected
 * again by a mandate signed after the return.
 */
export function needsNewMandate(reasonCode: string | null): boolean {
  return reasonCode !== null && /^(AC|MD|AG01$)/.test(reasonCode)
}
