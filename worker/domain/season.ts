import { addDays, type Day } from './dates.ts'
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
