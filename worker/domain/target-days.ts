import { addDays, type Day } from './dates.ts'

// TARGET is the calendar of the euro area's banks; German holidays are ordinary days in it.

/** The holidays on fixed dates; Good Friday and Easter Monday depend on Easter. */
const fixedHolidays = ['01-01', '05-01', '12-25', '12-26']

/** Whether banks collect on this day. */
export function isTargetDay(day: Day): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  if (weekday === 0 || weekday === 6 || fixedHolidays.includes(day.slice(5))) return false
  const easter = easterSunday(Number(day.slice(0, 4)))
  return day !== addDays(easter, -2) && day !== addDays(easter, 1)
}

/** The day itself, or the next one on which banks collect. */
export function targetDayFrom(day: Day): Day {
  return isTargetDay(day) ? day : targetDayFrom(addDays(day, 1))
}

/** The day itself, or the last one before it on which banks collect. */
export function targetDayUntil(day: Day): Day {
  return isTargetDay(day) ? day : targetDayUntil(addDays(day, -1))
}

/** The day `count` bank working days later; the day itself does not count. */
export function addTargetDays(day: Day, count: number): Day {
  return count === 0 ? day : addTargetDays(targetDayFrom(addDays(day, 1)), count - 1)
}

/** Easter of the years 1900 to 2099 (Gauss). */
export function easterSunday(year: number): Day {
  const toFullMoon = (19 * (year % 19) + 24) % 30
  const toSunday = (2 * (year % 4) + 4 * (year % 7) + 6 * toFullMoon + 5) % 7
  const isTooLate = toSunday === 6 && toFullMoon >= 28
  return addDays(`${year}-03-22`, toFullMoon + toSunday - (isTooLate ? 7 : 0))
}
