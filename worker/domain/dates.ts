/** A calendar day, `YYYY-MM-DD`. Days can be compared as texts. */
export type Day = string

const dayPattern = /^(\d{4})-(\d{2})-(\d{2})$/

/** True for a day that exists in the calendar; false for '2026-02-31'. */
export function isDay(text: string): boolean {
  const match = dayPattern.exec(text)
  if (!match) return false
  const [, year, month, day] = match
  return isExistingDay(Number(year), Number(month), Number(day))
}

function isExistingDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** The number of days in a month. @param month 1 to 12 */
export function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate()
}

const hour = 3_600_000
/** The year from which on Berlin is one or two hours ahead of UTC; earlier there were other offsets. */
const sinceSummerTime = Date.UTC(1980, 0)
const untilFiveDigits = Date.UTC(9999, 11, 31)

let berlinCalendar: Intl.DateTimeFormat | undefined

/**
 * The calendar day in Europe/Berlin at an instant; the worker runs in UTC. In 23 hours of a day summer and winter
 * time give the same date. Only in the other hour the time zone database is asked, which takes a browser 10 to 20 ms
 * to load.
 */
export function berlinDay(now: Date): Day {
  const time = now.getTime()
  if (time >= sinceSummerTime && time < untilFiveDigits) {
    const [inWinter, inSummer] = [utcDay(time + hour), utcDay(time + 2 * hour)]
    if (inWinter === inSummer) return inWinter
  }
  berlinCalendar ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' })
  return berlinCalendar.format(now)
}

const utcDay = (time: number): Day => new Date(time).toISOString().slice(0, 10)

let berlinClock: Intl.DateTimeFormat | undefined

/** The time of day in Europe/Berlin, "13:42". */
export function berlinTime(instant: Date): string {
  berlinClock ??= new Intl.DateTimeFormat('de-DE', {
    timeZone: 'Europe/Berlin',
    hour: '2-digit',
    minute: '2-digit',
  })
  return berlinClock.format(instant)
}

/** Day and time of an instant in Europe/Berlin, "22.11.2026, 18:40 Uhr". */
export function germanInstant(instant: string): string {
  const at = new Date(instant)
  return `${germanDate(berlinDay(at))}, ${berlinTime(at)} Uhr`
}

/** The instant at which a day begins in Europe/Berlin. */
export function berlinMidnight(day: Day): Date {
  const inSummer = new Date(`${day}T00:00:00+02:00`)
  return berlinDay(inSummer) === day ? inSummer : new Date(`${day}T00:00:00+01:00`)
}

/** The day `days` later (or earlier, when negative). */
export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}

/** The number of days from `from` to `to`; negative when `to` lies before `from`. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}

/** The same day `months` later (or earlier); in a month without that day its last day. */
export function addMonths(day: Day, months: number): Day {
  const [year = 0, month = 0, dayOfMonth = 0] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const last = daysInMonth(first.getUTCFullYear(), first.getUTCMonth() + 1)
  return addDays(first.toISOString().slice(0, 10), Math.min(dayOfMonth, last) - 1)
}

/**
 * Whole months from the beginning of one day to the beginning of another (docs/rules.md, "Volle
 * Jahre"). A month is full on the same day of the next month, or on the first of the month after
 * when that day does not exist: 2010-01-15 to 2020-07-15 are 126, 2027-01-31 to 2027-03-01 is one.
 */
export function fullMonths(from: Day, day: Day): number {
  const [fromYear = 0, fromMonth = 0] = from.split('-').map(Number)
  const [year = 0, month = 0] = day.split('-').map(Number)
  const months = (year - fromYear) * 12 + month - fromMonth
  return day.slice(8) >= from.slice(8) ? months : months - 1
}

/** Whole years by the rule of `fullMonths`: from 29 February a year is full on 1 March where there is no 29th. */
export function fullYears(from: Day, day: Day): number {
  return Math.floor(fullMonths(from, day) / 12)
}

/** The first day on which `years` full years have passed. */
export function yearsLater(from: Day, years: number): Day {
  const day = `${Number(from.slice(0, 4)) + years}${from.slice(4)}`
  return isDay(day) ? day : `${day.slice(0, 4)}-03-01`
}

const weekdays = ['So', 'Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa'] as const
const weekdayNames = 'Sonntag Montag Dienstag Mittwoch Donnerstag Freitag Samstag'.split(' ')
const months = 'Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez'.split(' ')

/** The weekday in two letters: "So". */
export function weekday(day: Day): string {
  return weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
}

/** The weekday in full: "Sonntag". */
export function weekdayName(day: Day): string {
  return weekdayNames[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''
}

/** The month in three letters: "Jan". */
export function monthName(day: Day): string {
  return months[Number(day.slice(5, 7)) - 1] ?? ''
}

/** The day as it is shown (Spec §5: DD.MM.YYYY), "17.01.2027". */
export function germanDate(day: Day): string {
  return `${day.slice(8, 10)}.${day.slice(5, 7)}.${day.slice(0, 4)}`
}

/** The names of the months, "Januar" to "Dezember". */
export const wholeMonths = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
]

/** The date with the name of the month: "17. Januar 2027". */
export function germanDateInWords(day: Day): string {
  return `${Number(day.slice(8, 10))}. ${wholeMonths[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
}

/** The date after its weekday: "So 17.01.2027". */
export function germanDateWithWeekday(day: Day): string {
  return `${weekday(day)} ${germanDate(day)}`
}

/**
 * Reads a typed date: `1.2.1990`, `01.02.90`, `010290`, `1990-02-01`. null when it is no day
 * between 1900 and 2099 (Spec §5).
 * @param yearsAhead how many years in the future a two-digit year may lie: 0 for birthdays, so that
 * `27` means 1927 in 2026
 */
export function parseTypedDate(typed: string, today: Day, yearsAhead = 0): Day | null {
  const text = typed.trim()
  const iso = dayPattern.exec(text)
  const german = /^(\d{1,2})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{4}|\d{2})$/.exec(text)
  const digits = /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(text)
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : german
      ? [german[3], german[2], german[1]]
      : digits
        ? [digits[3], digits[2], digits[1]]
        : []
  if (!year || !month || !day) return null
  const fullYear = year.length === 2 ? fullYearOf(Number(year), today, yearsAhead) : Number(year)
  if (fullYear < 1900 || fullYear > 2099) return null
  if (!isExistingDay(fullYear, Number(month), Number(day))) return null
  return `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function fullYearOf(twoDigits: number, today: Day, yearsAhead: number): number {
  const latest = Number(today.slice(0, 4)) + yearsAhead
  const candidate = Math.floor(latest / 100) * 100 + twoDigits
  return candidate > latest ? candidate - 100 : candidate
}
