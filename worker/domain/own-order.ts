import type { ParticipationState, SelfCancel } from './codes.ts'
import { addDays, type Day, germanDate } from './dates.ts'
import { enrolmentClosedError, paradeCancelledError } from './enrolment.ts'
import { DomainError } from './errors.ts'
import { type EnrolmentWindow, isOpenForEnrolment } from './parade.ts'
import type { ClockMinute } from './times.ts'

// What a payer may do with a place of their order: docs/rules.md, "Meine Anmeldung".

/** The guild's setting for cancellations by payers. */
export type SelfCancelRule = { selfCancel: SelfCancel; selfCancelDays: number }

export type OwnPlace = {
  state: ParticipationState
  participationConfirmed: boolean
  parade: EnrolmentWindow & { id: number; title: string; cancelledAt: string | null }
}

/**
 * Whether the payer can change the costume of a place: while the parade is open for enrolment, and as long as it is on
 * the waiting list.
 */
export function mayChangeCostume(place: OwnPlace, minute: ClockMinute): boolean {
  if (place.state === 'waiting') return !isCalledOff(place)
  return isHeld(place) && !isCalledOff(place) && isOpenForEnrolment(place.parade, minute)
}

/** The last day on which the payer can cancel; null when cancelling is not or no longer possible. */
export function mayCancelUntil(place: OwnPlace, rule: SelfCancelRule, today: Day): Day | null {
  if (rule.selfCancel === 'off' || !isHeld(place) || isCalledOff(place)) return null
  const lastDay = lastDayToCancel(place, rule)
  return today <= lastDay ? lastDay : null
}

/**
 * Rejects a change of a place that is not booked or has been ticked off.
 * @throws DomainError Conflict
 */
export function assertPlaceHeld(place: OwnPlace): void {
  if (isHeld(place)) return
  const message =
    place.state === 'booked'
      ? 'Hier ist schon abgehakt: Das lässt sich nicht mehr ändern.'
      : 'Diesen Platz gibt es nicht (mehr).'
  throw new DomainError('Conflict', message)
}

/** @throws DomainError Conflict, ParadeCancelled, EnrolmentClosed */
export function assertMayChangeOwnPlace(place: OwnPlace, minute: ClockMinute): void {
  assertPlaceHeld(place)
  if (isCalledOff(place)) throw paradeCancelledError([place.parade])
  if (!isOpenForEnrolment(place.parade, minute)) throw enrolmentClosedError([place.parade], minute)
}

/** @throws DomainError Conflict, ParadeCancelled, SelfCancelOff, SelfCancelOver */
export function assertMayCancelOwnPlace(place: OwnPlace, rule: SelfCancelRule, today: Day): void {
  assertPlaceHeld(place)
  if (isCalledOff(place)) throw paradeCancelledError([place.parade])
  if (rule.selfCancel === 'off') {
    throw new DomainError('SelfCancelOff', 'Absagen geht nur bei der Zunft.')
  }
  const lastDay = lastDayToCancel(place, rule)
  if (today > lastDay) {
    throw new DomainError('SelfCancelOver', `Absagen ging nur bis ${germanDate(lastDay)}.`)
  }
}

function lastDayToCancel({ parade }: OwnPlace, { selfCancelDays }: SelfCancelRule): Day {
  return addDays(parade.date, -selfCancelDays)
}

function isHeld({ state, participationConfirmed }: OwnPlace): boolean {
  return state === 'booked' && !participationConfirmed
}

function isCalledOff({ parade }: OwnPlace): boolean {
  return parade.cancelledAt !== null
}

/** The address as "a…@example.de": its owner recognises it, and other readers cannot write to it. */
export function maskedAddress(emailAddress: string): string {
  const at = emailAddress.lastIndexOf('@')
  const [first = ''] = emailAddress
  return `${first}…${emailAddress.slice(at)}`
}
