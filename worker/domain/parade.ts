import type { AgeClass } from './codes.ts'
import { addDays, type Day, germanDate } from './dates.ts'
import type { FieldMessages } from './errors.ts'
import { normaliseName } from './names.ts'
import { isBlank } from './text.ts'
import { berlinInstant, type ClockMinute, type Departure, dayOfMinute, type Time } from './times.ts'

export type Prices = { priceForAdultsInCent: number; priceForChildrenInCent: number }

export function priceFor(age: AgeClass, parade: Prices): number {
  return age === 'Adult' ? parade.priceForAdultsInCent : parade.priceForChildrenInCent
}

/** Spec §9: the fee is the sum, over the selected parades, of the adult or child price of each. */
export function totalPrice(age: AgeClass, parades: readonly Prices[]): number {
  return parades.reduce((sum, parade) => sum + priceFor(age, parade), 0)
}

/** Whether nothing is owed for a place: it is paid, or it costs nothing. */
export function isSettled(isPaid: boolean, priceInCent: number): boolean {
  return isPaid || priceInCent === 0
}

export type EnrolmentWindow = {
  date: Day
  dateEnrolmentStart: Day
  /** The time at which the enrolment begins; null = 00:00. */
  timeEnrolmentStart: Time | null
  dateEnrolmentEnd: Day
  /** The time at which the enrolment is over; null = 24:00. */
  timeEnrolmentEnd: Time | null
}

export const startOfDay: Time = '00:00'
export const endOfDay: Time = '24:00'

type Opening = Pick<EnrolmentWindow, 'dateEnrolmentStart' | 'timeEnrolmentStart'>
type Closing = Pick<EnrolmentWindow, 'dateEnrolmentEnd' | 'timeEnrolmentEnd'>

/** The minute at which the enrolment opens. */
export const opens = ({
  dateEnrolmentStart: day,
  timeEnrolmentStart: time,
}: Opening): ClockMinute => `${day} ${time ?? startOfDay}`
const closes = ({ dateEnrolmentEnd: day, timeEnrolmentEnd: time }: Closing): ClockMinute =>
  `${day} ${time ?? endOfDay}`

/**
 * Whether the public can enrol: within the enrolment window, and not after the day of the parade. `isOpenAt` in
 * worker/db/open-parades.ts is the same in SQL.
 */
export function isOpenForEnrolment(parade: EnrolmentWindow, minute: ClockMinute): boolean {
  return hasBegun(parade, minute) && !isEnrolmentOver(parade, minute)
}

/** Whether the enrolment is still to begin. */
export function isComingForEnrolment(parade: EnrolmentWindow, minute: ClockMinute): boolean {
  return !hasBegun(parade, minute) && !isEnrolmentOver(parade, minute)
}

const hasBegun = (parade: Opening, minute: ClockMinute) => opens(parade) <= minute

export function isEnrolmentOver(parade: Closing & { date: Day }, minute: ClockMinute): boolean {
  return closes(parade) <= minute || parade.date < dayOfMinute(minute)
}

/** The instant at which the enrolment opens. */
export function opensAt({ dateEnrolmentStart, timeEnrolmentStart }: Opening): Date {
  const time = timeEnrolmentStart ?? startOfDay
  // No form accepts a time that the change to summer time skips; should one be stored, it is read as winter time.
  return (
    berlinInstant(dateEnrolmentStart, time) ?? new Date(`${dateEnrolmentStart}T${time}:00+01:00`)
  )
}

type Places = { capacity: number | null; takenCount: number }

/** How many people can still take part; null = no limit. 0 also when staff have exceeded the limit. */
export function freePlacesOf({ capacity, takenCount }: Places): number | null {
  return capacity === null ? null : Math.max(0, capacity - takenCount)
}

/** The public page says how many places are free when there are at most this many. */
const fewPlaces = 10

/** The number of free places as the public may know it: 0 to 10; null when there are more, or no limit. */
export function publicFreePlaces(parade: Places): number | null {
  const free = freePlacesOf(parade)
  return free === null || free > fewPlaces ? null : free
}

/** The free places in words: „ausgebucht“, „noch 7 Plätze“; null when there are more than ten, or no limit. */
export function freePlacesText(free: number | null): string | null {
  if (free === null || free > fewPlaces) return null
  if (free === 0) return 'ausgebucht'
  return free === 1 ? 'noch 1 Platz' : `noch ${free} Plätze`
}

/** Whether staff may enrol people: for every parade from today on. */
export function isOpenInternally(parade: Pick<EnrolmentWindow, 'date'>, today: Day): boolean {
  return parade.date >= today
}

export function paradeSearchKey(parade: { host: string; title: string; hostTown: string }): string {
  return [parade.host, parade.title, parade.hostTown].map(normaliseName).join(' | ')
}

/** The optional values of a new parade, none of which is set. */
export const withoutTimes = {
  timeEnrolmentStart: null,
  timeEnrolmentEnd: null,
  timeStart: null,
  lineUpNumber: null,
  lineUpPlace: null,
  departures: [] as Departure[],
  capacity: null,
  minAge: null,
  guardianBelow: null,
  extras: [],
}

type ParadeDates = {
  title: string
  host: string
  date: Day | null
  dateEnrolmentStart: Day | null
  timeEnrolmentStart: Time | null
  dateEnrolmentEnd: Day | null
  timeEnrolmentEnd: Time | null
  timeStart: Time | null
  departures: readonly Departure[]
}

/**
 * The problems of a parade by field (docs/rules.md, "Umzüge"): missing fields, an enrolment that does not start before
 * its end or ends after the parade, and times that do not exist.
 */
export function paradeProblems(parade: ParadeDates): FieldMessages {
  const { date, dateEnrolmentStart: start, dateEnrolmentEnd: end } = parade
  const { timeEnrolmentStart: startTime, timeEnrolmentEnd: endTime } = parade
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
  } else if (start && start === end && (startTime ?? startOfDay) >= (endTime ?? endOfDay)) {
    const field = endTime === null ? 'timeEnrolmentStart' : 'timeEnrolmentEnd'
    problems[field] = 'Die Anmeldung endet, bevor sie beginnt.'
  }
  const times: [field: string, day: Day | null, time: Time | null][] = [
    ['timeEnrolmentStart', start, startTime],
    ['timeEnrolmentEnd', end, endTime],
    ['timeStart', date, parade.timeStart],
    ...parade.departures.map(({ time }, index): [string, Day | null, Time] => [
      `departures.${index}.time`,
      date,
      time,
    ]),
  ]
  for (const [field, day, time] of times) {
    if (day && time !== null && berlinInstant(day, time) === null) {
      problems[field] = skippedHourProblem(day, time)
    }
  }
  return problems
}

/** The problem of a time that the change to summer time skips (2 to 3 o’clock). */
export function skippedHourProblem(day: Day, time: Time): string {
  return `${time} Uhr gibt es am ${germanDate(day)} nicht: Da wird die Uhr von 2 auf 3 Uhr vorgestellt.`
}

/**
 * The suggested enrolment window of a new parade: from today to the day before the parade; for a parade of today or
 * earlier only the day of the parade.
 */
export function suggestEnrolment(date: Day, today: Day): { start: Day; end: Day } {
  const start = date < today ? date : today
  const dayBefore = addDays(date, -1)
  return { start, end: dayBefore < start ? date : dayBefore }
}
