import type { AgeClass } from './codes.ts'
import { addDays, type Day } from './dates.ts'
import type { FieldMessages } from './errors.ts'
import { normaliseName } from './names.ts'
import { isBlank } from './text.ts'

export type Prices = { priceForAdultsInCent: number; priceForChildrenInCent: number }

export function priceFor(age: AgeClass, parade: Prices): number {
  return age === 'Adult' ? parade.priceForAdultsInCent : parade.priceForChildrenInCent
}

/** Spec §9: the fee is the sum, over the selected parades, of the adult or child price of each. */
export function totalPrice(age: AgeClass, parades: readonly Prices[]): number {
  return parades.reduce((sum, parade) => sum + priceFor(age, parade), 0)
}

export type EnrolmentWindow = { date: Day; dateEnrolmentStart: Day; dateEnrolmentEnd: Day }

/** For public enrolment: within the enrolment window, and the parade is not over. */
export function isOpenForEnrolment(parade: EnrolmentWindow, today: Day): boolean {
  return (
    parade.dateEnrolmentStart <= today && today <= parade.dateEnrolmentEnd && parade.date >= today
  )
}

/** For internal enrolment: every parade from today on. */
export function isOpenInternally(parade: Pick<EnrolmentWindow, 'date'>, today: Day): boolean {
  return parade.date >= today
}

export function paradeSearchKey(parade: { host: string; title: string; hostTown: string }): string {
  return [parade.host, parade.title, parade.hostTown].map(normaliseName).join(' | ')
}

type ParadeDates = {
  title: string
  host: string
  date: Day | null
  dateEnrolmentStart: Day | null
  dateEnrolmentEnd: Day | null
}

/** docs/rules.md, "Umzüge": the required fields, and start ≤ end ≤ day of the parade. */
export function paradeProblems(parade: ParadeDates): FieldMessages {
  const { date, dateEnrolmentStart: start, dateEnrolmentEnd: end } = parade
  const problems: FieldMessages = {}
  if (isBlank(parade.title)) problems.title = 'Gib dem Umzug eine Beschreibung.'
  if (isBlank(parade.host)) problems.host = 'Gib den Gastgeber an.'
  if (!date) problems.date = 'Gib an, wann der Umzug stattfindet.'
  if (!start) problems.dateEnrolmentStart = 'Gib an, ab wann man sich anmelden kann.'
  if (!end) problems.dateEnrolmentEnd = 'Gib an, bis wann man sich anmelden kann.'
  if (start && end && start > end) {
    problems.dateEnrolmentEnd = 'Die Anmeldung endet, bevor sie beginnt.'
  } else if (date && end && end > date) {
    problems.dateEnrolmentEnd = 'Die Anmeldung muss spätestens am Tag des Umzugs enden.'
  }
  return problems
}

/**
 * Suggested enrolment window of a new parade: from today to the day before the parade. For a parade
 * that is today or over, its own day.
 */
export function suggestEnrolment(date: Day, today: Day): { start: Day; end: Day } {
  const start = date < today ? date : today
  const dayBefore = addDays(date, -1)
  return { start, end: dayBefore < start ? date : dayBefore }
}
