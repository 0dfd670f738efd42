import type { OrderState, WaitingReason, WaitingState } from './codes.ts'
import { addDays, berlinDay, type Day } from './dates.ts'
import { berlinInstant, berlinMinute, type ClockMinute, type Time } from './times.ts'

// The waiting list of full parades: docs/rules.md, "Warteliste".

const hour = 3_600_000

/** How long an offer stands, usually and for a parade in the next days. */
const offerHours = 24
const shortOfferHours = 3
const soonInDays = 3

/** So many hours before the parade begins, offers end and no further one is made. */
const lastHoursWithoutOffer = 12

/** The beginning of a parade whose time is not known, for the end of its offers. */
export const assumedStart: Time = '12:00'

/** End of the reservation of an order that waits without an offer, which holds nothing. */
export const noHold = '9999-12-31T00:00:00.000Z'

type Beginning = { date: Day; timeStart: Time | null }

/** A parade that begins at this minute or earlier gets no offers any more. */
export function lastBeginningWithoutOffer(now: Date): ClockMinute {
  return berlinMinute(new Date(now.getTime() + lastHoursWithoutOffer * hour))
}

/** Whether a parade begins too soon for an offer, so that its waiting list is closed to new orders. */
export function isTooLateForOffer({ date, timeStart }: Beginning, now: Date): boolean {
  return `${date} ${timeStart ?? assumedStart}` <= lastBeginningWithoutOffer(now)
}

/**
 * Until when an offer made now stands: 24 hours, 3 hours when the first parade is within 3 days, and at most until
 * 12 hours before that parade.
 * @param first the first parade of the order
 */
export function offerEnd(first: Beginning, now: Date): Date {
  const isSoon = first.date <= addDays(berlinDay(now), soonInDays)
  const usual = now.getTime() + (isSoon ? shortOfferHours : offerHours) * hour
  return new Date(Math.min(usual, lastOfferEnd(first).getTime()))
}

/** Until when an offer for a parade can stand. */
export function lastOfferEnd(first: Beginning): Date {
  // An hour that the clock skips does not exist; the assumed one always does.
  const start =
    berlinInstant(first.date, first.timeStart ?? assumedStart) ??
    (berlinInstant(first.date, assumedStart) as Date)
  return new Date(start.getTime() - lastHoursWithoutOffer * hour)
}

type Entry = {
  state: OrderState
  offeredUntil: string | null
  /** 1 if its money came after the places had gone, and was refunded. */
  isPaidTooLate: number
}

/**
 * The state of an order as the cron will store it: an offer whose time is over has lapsed, though the cron may need some
 * minutes to store it.
 */
export function decidedState(
  { state, offeredUntil }: Pick<Entry, 'state' | 'offeredUntil'>,
  now: Date,
): OrderState {
  const isOver = state === 'waiting' && offeredUntil !== null && new Date(offeredUntil) <= now
  return isOver ? 'expired' : state
}

/** The state of an order that was put on the waiting list; its order state is that of `decidedState`. */
export function waitingStateOf({ state, offeredUntil, isPaidTooLate }: Entry): WaitingState {
  switch (state) {
    case 'waiting':
      return offeredUntil === null ? 'waiting' : 'offered'
    case 'pending':
      return 'offered'
    case 'paid':
    case 'review':
      return 'taken'
    case 'refund_pending':
    case 'refunded':
      return isPaidTooLate === 1 ? 'lapsed' : 'taken'
    case 'expired':
    case 'failed':
      return 'lapsed'
    case 'cancelled':
      return 'removed'
  }
}

/** Why places cannot be offered to an entry now. */
export const waitingReasonTexts: Record<WaitingReason, string> = {
  paradeCancelled: 'Der Umzug ist abgesagt.',
  tooLate: 'Bis zum Umzug ist keine Zeit mehr für ein Angebot.',
  ageRule: 'Altersregel: Jemand davon ist zu jung, oder Begleitung oder Geburtstag fehlen.',
  personEnrolled: 'Jemand davon ist für den Umzug schon angemeldet.',
  costumeTaken: 'Ein Kleid davon ist inzwischen vergeben.',
  paradeFull: 'Dafür sind nicht genug Plätze frei.',
  extraFull: 'Dafür ist ein Zusatz nicht frei, zum Beispiel der Bus.',
}
