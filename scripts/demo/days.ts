import { addDays, type Day } from '#worker/domain/dates.ts'

const msPerDay = 86_400_000

/** Days since 1970, for durations and random choices. */
export function dayNumber(day: Day): number {
  return Date.parse(day) / msPerDay
}

export function dayAt(number: number): Day {
  return new Date(number * msPerDay).toISOString().slice(0, 10)
}

export function daysBetween(from: Day, to: Day): number {
  return dayNumber(to) - dayNumber(from)
}

/** The same day years later; 29 February becomes 28 February in a common year. */
export function addYears(day: Day, years: number): Day {
  const year = String(Number(day.slice(0, 4)) + years).padStart(4, '0')
  const candidate = `${year}${day.slice(4)}`
  return dayAt(dayNumber(candidate)) === candidate ? candidate : `${year}-02-28`
}

export function earliest(...days: Day[]): Day {
  return days.toSorted()[0] ?? ''
}

export function latest(...days: Day[]): Day {
  return days.toSorted().at(-1) ?? ''
}

/** Easter Sunday by the anonymous Gregorian rule (Butcher 1876). */
function easter(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  const day = ((h + l - 7 * m + 114) % 31) + 1
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** The last day of the season. */
export function shroveTuesday(year: number): Day {
  return addDays(easter(year), -47)
}

/** The general assembly: second Saturday in April. */
export function assemblyDay(year: number): Day {
  const first = `${year}-04-01`
  const weekday = new Date(`${first}T00:00:00Z`).getUTCDay()
  return addDays(first, ((6 - weekday + 7) % 7) + 7)
}

/** The first assembly after a day. */
export function assemblyAfter(day: Day): Day {
  const year = Number(day.slice(0, 4))
  const thisYears = assemblyDay(year)
  return thisYears > day ? thisYears : assemblyDay(year + 1)
}
