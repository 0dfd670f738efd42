import { addDays, type Day, germanDate, weekdayName } from './dates.ts'

// Times of day of the clock in Europe/Berlin (docs/rules.md, "Umzüge").

/** A time of day, "20:00". */
export type Time = string

/** A minute of the clock in Berlin, "2026-11-27 20:00". Compares as text, and with a day and a time. */
export type ClockMinute = string

/** Where and when the guild leaves for a parade. */
export type Departure = { time: Time; place: string }

/** Whether the text is a time of day, 00:00 to 23:59. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

/** Reads a typed time: `20:00`, `20.00`, `20 Uhr`, `8`, `2000`. null when it is none. */
export function parseTypedTime(typed: string): Time | null {
  const text = typed.replace(/uhr/i, '').replace(/\s/g, '')
  const match = /^(\d{1,2})(?:[:.,h](\d{2}))?$/.exec(text) ?? /^(\d{2})(\d{2})$/.exec(text)
  const time = match ? `${match[1]?.padStart(2, '0')}:${match[2] ?? '00'}` : ''
  return isTime(time) ? time : null
}

const hour = 3_600_000

/** The instants at which summer time begins and ends in a year: 01:00 UTC on the last Sundays of March and October. */
function summerTimeOf(year: number): [begins: number, ends: number] {
  return [lastSundayAtOne(year, 2), lastSundayAtOne(year, 9)]
}

function lastSundayAtOne(year: number, month: number): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0, 1))
  return lastDay.getTime() - lastDay.getUTCDay() * 24 * hour
}

function isSummerTime(time: number): boolean {
  const [begins, ends] = summerTimeOf(new Date(time).getUTCFullYear())
  return time >= begins && time < ends
}

/**
 * The minute of the clock in Berlin, which never runs back: in the hour that October repeats it stays at 02:59, since
 * a time between 2 and 3 means the first one. So one comparison of texts, here and in SQL, tells whether a time has
 * come.
 */
export function berlinMinute(now: Date): ClockMinute {
  const time = now.getTime()
  const [, ends] = summerTimeOf(now.getUTCFullYear())
  const isRepeated = time >= ends && time < ends + hour
  const shown = isRepeated ? ends + 2 * hour - 1 : time + (isSummerTime(time) ? 2 : 1) * hour
  return new Date(shown).toISOString().slice(0, 16).replace('T', ' ')
}

export const dayOfMinute = (minute: ClockMinute): Day => minute.slice(0, 10)

/**
 * The instant of a time of day. When the clock is set back, a repeated time means the first of its two instants; null
 * for a time that is skipped when the clock is set forward. `24:00` is the end of the day.
 */
export function berlinInstant(day: Day, time: Time): Date | null {
  const inSummer = new Date(`${day}T${time}:00+02:00`)
  if (isSummerTime(inSummer.getTime())) return inSummer
  const inWinter = new Date(`${day}T${time}:00+01:00`)
  return isSummerTime(inWinter.getTime()) ? null : inWinter
}

/** Day and time: "Freitag, 20:00 Uhr" within the next week, otherwise "Freitag, 11.12.2026, 20:00 Uhr". */
export function germanMoment(day: Day, time: Time | null, today: Day): string {
  const isSoon = day >= today && Date.parse(day) - Date.parse(today) < 7 * 24 * hour
  return [weekdayName(day), isSoon ? '' : germanDate(day), clockTime(time)]
    .filter(Boolean)
    .join(', ')
}

/** Day and time, "27.11.2026, 20:00 Uhr", or the day alone. */
export function germanDayTime(day: Day, time: Time | null): string {
  return [germanDate(day), clockTime(time)].filter(Boolean).join(', ')
}

/** The time with its unit, "20:00 Uhr"; "" without a time. */
export const clockTime = (time: Time | null): string => (time === null ? '' : `${time} Uhr`)

/** The departures in one line: "12:15 Uhr Schulhof, 12:25 Uhr Rathaus". */
export function departureList(departures: readonly Departure[]): string {
  return departures.map(({ time, place }) => `${clockTime(time)} ${place}`).join(', ')
}

const separators = /^(?:[\s,;:|/–-]|und\s)+|(?:[\s,;:|/–-]|\sund)+$/gi

/**
 * Reads departures as `departureList` writes them, or separated by lines or semicolons, or with the place before the
 * time; null when a time or a place is missing.
 */
export function parseDepartures(typed: string): Departure[] | null {
  const text = typed.trim().replace(/^(?:abfahrt(?:en)?\s*:?\s*)?(?:ab|um)?\s*(?=\d)/i, '')
  const found = [...text.matchAll(/(\d{1,2}[:.]\d{2}|\d{1,2}(?=\s*uhr))(?:\s*uhr)?(?!\d)/gi)]
  const starts = found.map(({ index }) => index)
  const ends = found.map(({ index, 0: { length } }) => index + length)
  const isTimeFirst = starts[0] === 0
  if (!isTimeFirst && text.slice(ends.at(-1)).replace(separators, '') !== '') return null
  const departures = found.map(({ 1: time = '' }, index) => ({
    time: parseTypedTime(time),
    place: (isTimeFirst
      ? text.slice(ends[index], starts[index + 1])
      : text.slice(ends[index - 1] ?? 0, starts[index])
    ).replace(separators, ''),
  }))
  const areWhole = departures.every(
    (one): one is Departure => one.time !== null && one.place !== '',
  )
  return areWhole && departures.length > 0 ? departures : null
}

/** When and where a parade begins and lines up, and when the guild leaves; null = not known. */
export type ParadePlan = {
  timeStart: Time | null
  lineUpNumber: string | null
  lineUpPlace: string | null
  departures: readonly Departure[]
}

/** Only the fields of `ParadePlan`, from an object that has more. */
export const planOf = ({
  timeStart,
  lineUpNumber,
  lineUpPlace,
  departures,
}: ParadePlan): ParadePlan => ({
  timeStart,
  lineUpNumber,
  lineUpPlace,
  departures,
})

/** Number and place of the line-up: "Nr. 14, Festplatz". */
export function lineUpWords({
  lineUpNumber,
  lineUpPlace,
}: Pick<ParadePlan, 'lineUpNumber' | 'lineUpPlace'>) {
  return [lineUpNumber && `Nr. ${lineUpNumber}`, lineUpPlace].filter(Boolean).join(', ')
}

export function planLines(plan: ParadePlan): string[] {
  const { timeStart, departures } = plan
  const lineUp = lineUpWords(plan)
  return [
    departures.length > 0 ? `Abfahrt ${departureList(departures)}` : '',
    timeStart === null ? '' : `Beginn ${clockTime(timeStart)}`,
    lineUp && `Aufstellung ${lineUp}`,
  ].filter(Boolean)
}

/** The times of a calendar entry: the parade's start without an end, which is not known; else the whole day. */
export function calendarTimesOf({ date, timeStart }: { date: Day; timeStart: Time | null }) {
  const start = timeStart === null ? null : berlinInstant(date, timeStart)
  return start
    ? { start }
    : {
        allDay: true,
        start: new Date(`${date}T00:00:00Z`),
        end: new Date(`${addDays(date, 1)}T00:00:00Z`),
      }
}
