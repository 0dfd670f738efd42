import type { FeeBookingKind, FeeState, PaymentMethod } from './codes.ts'
import type { Day } from './dates.ts'

// The account of a claim: what a member owes for a year, and what was booked on it. Nothing is changed or
// deleted; a mistake gets a counter-booking (docs/rules.md, "Beitragskonto"). How a claim stands is computed
// here, for the server and for the pages alike.

/** A line of the account, oldest first by its id. */
export type FeeBooking = {
  id: number
  kind: FeeBookingKind
  /** What it does to what is open: a payment is below zero. */
  amountInCent: number
  /** Of a debit the day it is due. */
  day: Day
  /** Of a debit, its return and what took either back. */
  runId: number | null
  endToEndId: string | null
  mandateId: string | null
  /** The booking it takes back, as a return does with its debit. */
  reversesId: number | null
  /** As the bank says why something came back: AM04. */
  reasonCode: string | null
  /** What the bank took for the return; on the first claim of its debit. */
  bankChargeInCent: number | null
  method: PaymentMethod | null
  /** The line of the statement it was read from. */
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

/** What stands: nothing has taken it back. In the order of booking. */
export function liveBookings(bookings: readonly FeeBooking[]): FeeBooking[] {
  const reversed = new Set(bookings.map(({ reversesId }) => reversesId))
  return bookings.filter(({ id }) => !reversed.has(id))
}

/**
 * The debit that stands: booked by a run, not returned and not void. It may be the undoing of a return, which
 * stands for the debit again. One account has one at most unless somebody released it for a second one.
 */
export function liveDebit(bookings: readonly FeeBooking[]): FeeBooking | undefined {
  return liveBookings(bookings).findLast(isDebit)
}

/** When the debit that stands was due; '' = there is none. Undoing a return stands for it on a later day. */
export function collectedOn(bookings: readonly FeeBooking[]): Day {
  const debit = liveDebit(bookings)
  const first = bookings.findLast(
    ({ kind, runId }) => kind === 'collected' && runId === debit?.runId,
  )
  return first?.day ?? ''
}

/** A line that is a debit as long as it stands. */
export function isDebit({ runId, amountInCent }: FeeBooking): boolean {
  return runId !== null && amountInCent < 0
}

/** What settles an account, or took that back: the last of these says how it stands. */
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

/** The last live booking that settles; a return is one of them. */
export function lastSettling(bookings: readonly FeeBooking[]): FeeBooking | undefined {
  return liveBookings(bookings).findLast((booking) => settlingOf(booking) !== null)
}

/** How a claim stands: docs/rules.md, "Beitragskonto". */
export function feeState(account: FeeAccount): FeeState {
  const open = openInCent(account)
  const last = lastSettling(account.bookings)
  const settling = last ? settlingOf(last) : null
  if (open > 0) return settling === 'returned' ? 'returned' : 'open'
  if (open < 0) return 'credit'
  if (dueInCent(account) === 0 || settling === null || settling === 'returned') return 'free'
  return settling
}

/** What is owed in all, whoever paid it: the claim with its corrections and what was passed on. */
export function dueInCent({ amountInCent, bookings }: FeeAccount): number {
  return liveBookings(bookings)
    .filter(({ kind }) => kind === 'corrected' || kind === 'charged')
    .reduce((sum, booking) => sum + booking.amountInCent, amountInCent)
}

/** The fee itself: the claim as it was corrected since. */
export function feeInCent({ amountInCent, bookings }: FeeAccount): number {
  return liveBookings(bookings)
    .filter(({ kind }) => kind === 'corrected')
    .reduce((sum, booking) => sum + booking.amountInCent, amountInCent)
}

/** Money that is here: collected or paid, and neither returned, undone nor given back. */
export function moneyInCent({ bookings }: Pick<FeeAccount, 'bookings'>): number {
  return liveBookings(bookings)
    .filter((booking) => isDebit(booking) || booking.kind === 'paid' || booking.kind === 'refunded')
    .reduce((sum, booking) => sum - booking.amountInCent, 0)
}

/** A run has had a debit for it before, whatever became of it; void ones never went to the bank. */
export function wasCollected(
  bookings: readonly FeeBooking[],
  voidRuns: ReadonlySet<number>,
): boolean {
  return bookings.some(
    ({ kind, runId }) => kind === 'collected' && runId !== null && !voidRuns.has(runId),
  )
}

/** Why banks send a direct debit back, as they write it, in German. */
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

/** In the order in which they are offered. */
export const returnReasonCodes: readonly string[] = Object.keys(returnReasons)

/** "Konto nicht gedeckt"; a code that is not known here as the bank sent it. */
export function returnReasonInWords(code: string | null): string {
  return code === null || code === '' ? 'Ohne Angabe' : (returnReasons[code] ?? code)
}

/** The account or the mandate is no good any more: collected again with a mandate signed after the return alone. */
export function needsNewMandate(reasonCode: string | null): boolean {
  return reasonCode !== null && /^(AC|MD|AG01$)/.test(reasonCode)
}
