import { addDays, type Day, daysBetween } from './dates.ts'
import { ashWednesday } from './retention.ts'

/** The carnival season that a day belongs to, from 11 November on: "2026/27". */
export function seasonOf(day: Day): string {
  const year = Number(day.slice(0, 4))
  const first = day.slice(5) >= '11-11' ? year : year - 1
  return `${first}/${String((first + 1) % 100).padStart(2, '0')}`
}

/** The next Schmotziger Donnerstag, today included: 52 days before Easter. */
export function nextSchmotziger(today: Day): Day {
  const year = Number(today.slice(0, 4))
  const ofThisYear = addDays(ashWednesday(year), -6)
  return ofThisYear >= today ? ofThisYear : addDays(ashWednesday(year + 1), -6)
}

/** The season of a day as a number: the year of the season's Ash Wednesday. */
export function seasonYear(day: Day): number {
  const year = Number(day.slice(0, 4))
  return day.slice(5) >= '11-11' ? year + 1 : year
}

/** The first and the last day of a season. */
export function seasonDays(season: number): { first: Day; last: Day } {
  return { first: `${season - 1}-11-11`, last: `${season}-11-10` }
}

/** The season to plan for: the current one until Ash Wednesday, afterwards the next. */
export function seasonToPrepare(today: Day): number {
  const season = seasonYear(today)
  return today > ashWednesday(season) ? season + 1 : season
}

/** Parades on 6 January and 11 November take place on the same date every year. */
const fixedDays = ['01-06', '11-11']

type ParadeDays = { date: Day; dateEnrolmentStart: Day; dateEnrolmentEnd: Day }

/**
 * Proposes the days of a parade for the next season: a parade on a fixed date stays there; after 6 January it keeps its
 * distance to Ash Wednesday, and so the weekday; before 6 January it is 52 weeks later. The enrolment window moves by
 * the same number of days.
 */
export function proposedDays(parade: ParadeDays): ParadeDays {
  const days = daysToNext(parade.date)
  return {
    date: addDays(parade.date, days),
    dateEnrolmentStart: addDays(parade.dateEnrolmentStart, days),
    dateEnrolmentEnd: addDays(parade.dateEnrolmentEnd, days),
  }
}

function daysToNext(day: Day): number {
  const season = seasonYear(day)
  const monthDay = day.slice(5)
  if (fixedDays.includes(monthDay)) {
    return daysBetween(day, `${Number(day.slice(0, 4)) + 1}-${monthDay}`)
  }
  const isBeforeEpiphany = monthDay > '11-11' || monthDay < '01-06'
  return isBeforeEpiphany ? 364 : daysBetween(ashWednesday(season), ashWednesday(season + 1))
}
