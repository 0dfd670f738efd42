import {
  berlinDay,
  berlinTime,
  type Day,
  daysInMonth,
  germanDate,
  isDay,
  parseTypedDate,
  wholeMonths,
} from '#worker/domain/dates.ts'
import { normaliseName } from '#worker/domain/names.ts'
import { quoted } from './cells.ts'
import type { Cell, DayOrder } from './types.ts'

const monthKeys = wholeMonths.map(normaliseName)
const otherMonths: Readonly<Record<string, number>> = {
  january: 1,
  jaenner: 1,
  jaen: 1,
  february: 2,
  feber: 2,
  march: 3,
  mar: 3,
  mrz: 3,
  mae: 3,
  may: 5,
  june: 6,
  juno: 6,
  july: 7,
  julei: 7,
  okt: 10,
  oct: 10,
  october: 10,
  dec: 12,
  december: 12,
}

/** The month that a word means, 1 to 12: "Mrz" is 3, "Sept" 9, "Jänner" 1; 0 when the word is no month. */
export function monthOf(word: string): number {
  const key = normaliseName(word).replace(/[^a-z]/g, '')
  if (key.length < 3) return 0
  return otherMonths[key] ?? monthKeys.findIndex((name) => name.startsWith(key)) + 1
}

/** The result of reading a day; empty when the cell says that there is no day. */
export type ReadDay = { day?: Day; note?: string; error?: string }

export type DayRules = {
  /** The day is the last of a period: a year alone means 31 December instead of 1 January. */
  isEnd?: boolean
  /** The day is a birthday: a year or a month alone is rejected. */
  isBirthday?: boolean
  /** How many years in the future a two-digit year may lie. */
  yearsAhead?: number
  /** Whether day or month comes first in 11/01/1991; in a day with dots the day always does. */
  order?: DayOrder
}

/** Two numbers and a year with strokes between them, as in 11/01/1991 or 11-01-91. */
const stroked = /(?<![\d/.-])(\d{1,2})\s*([/-])\s*(\d{1,2})\s*\2\s*(\d{4}|\d{2})(?![\d/])/g
/** Eight digits, MMDDYYYY or DDMMYYYY; the empty group stands for the separator of `stroked`. */
const unstroked = /^(\d{2})()(\d{2})(\d{4})$/g

/** The days in a text that may have the month first, each read in both orders. */
export function daysInOrders(text: string, today: Day) {
  const isAlone = /^\d{8}$/.test(text)
  return [...text.matchAll(isAlone ? unstroked : stroked)].map((found) => {
    const [typed, first, , second, year] = found
    const dayFirst = parseTypedDate(`${first}.${second}.${year}`, today)
    const monthFirst = parseTypedDate(`${second}.${first}.${year}`, today)
    return { typed, dayFirst, monthFirst }
  })
}

/** Whether the text could be read with the month first. */
export const mayBeMonthFirst = (text: string) =>
  /\d\s*([/-])\s*\d{1,2}\s*\1\s*\d|^\d{8}$/.test(text)

/** A day in a text with the month first, rewritten with the day first and dots: `11/01/1991` to `01.11.1991`. */
function dayInFront(text: string, order: DayOrder | undefined): string {
  if (order !== 'monthFirst') return text
  const whole = /^(\d{1,2})\s*([/-])\s*(\d{1,2})\s*\2\s*(\d{4}|\d{2})$/
  return text.replace(whole, '$3.$1.$4').replace(/^(\d{2})(\d{2})(\d{4})$/, '$2.$1.$3')
}

const noDay = (text: string) => `${quoted(text)} ist kein Tag.`
const outside = 'Das Datum muss zwischen 1900 und 2099 liegen.'

/** Day 0 of the day numbers of spreadsheets (valid from 1 March 1900, day 61, on). */
export const serialZero = Date.UTC(1899, 11, 30)
const msPerDay = 86_400_000

/** Reads the day in a cell. @param text the cell as cleaned text, '' for an empty cell */
export function readDay(cell: Cell, text: string, today: Day, rules: DayRules = {}): ReadDay {
  if (typeof cell === 'object' && cell !== null && 'day' in cell) return readDateCell(cell.day)
  if (typeof cell === 'number') return readNumber(cell, text, today, rules)
  return text === '' ? {} : readText(text, today, rules)
}

/** The day of a date cell; empty from the year 9999 on, which programs write for "no end". */
function readDateCell(day: Day): ReadDay {
  if (day >= '9999-01-01') return {}
  if (!isDay(day)) return { error: noDay(day) }
  return day < '1900-01-01' || day > '2099-12-31' ? { error: outside } : { day }
}

function readNumber(number: number, text: string, today: Day, rules: DayRules): ReadDay {
  if (number === 0) return {}
  if (number >= 3654 && number < 73_051) {
    const date = new Date(serialZero + Math.floor(number) * msPerDay)
    return { day: date.toISOString().slice(0, 10) }
  }
  return Number.isInteger(number) && number > 0
    ? readText(text, today, rules)
    : { error: noDay(text) }
}

/** The longest text that is parsed as a day, in characters. */
const longestDay = 60

const weekdayBefore =
  /^(?:(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)[.,]{0,2}\s+|(?:mo|di|mi|do|fr|sa|so)[.,]{0,2}\s+(?=\d))/i

function readText(typed: string, today: Day, rules: DayRules): ReadDay {
  if (typed.length > longestDay) return { error: noDay(typed) }
  const serial = dayOfSerialText(typed, today)
  if (serial) return { day: serial, note: `Tageszahl ${typed}: ${germanDate(serial)}` }
  const text = (midnightInBerlin(typed) ?? typed)
    .replace(weekdayBefore, '')
    .replace(/^(?:[†*]|geb\.)\s*/, '')
    .replace(/^(seit|ab|am|vom|zum|bis|von)\s+(dem\s+)?/i, '')
    // Removes a time after the day.
    .replace(
      /(?<=\d)(?:T|,?\s+)\d{1,2}:\d{2}(?::\d{2})?(?:[.,]\d+)?(?:\s*uhr|\s*[ap]m|z|[+-]\d{2}:?\d{2})?$/i,
      '',
    )
    .replace(/^(\d{1,2})([ ,])(\d{1,2})\2(\d{2}|\d{4})$/, '$1.$3.$4')
    .replace(/(?<=\d)[.,]$/, '')
    .trim()
  if (/^(31\.12\.9999|9999-12-31|99991231)$/.test(text)) return {}
  const yearFirst = /^(\d{4})\s*([/.])\s*(\d{1,2})\s*\2\s*(\d{1,2})$/.exec(text)
  if (yearFirst) {
    const [, year, , month, dayOfMonth] = yearFirst
    const day = parseTypedDate(`${dayOfMonth}.${month}.${year}`, today)
    return day ? { day } : { error: noDay(typed) }
  }
  const compact = /^(\d{4})(\d{2})(\d{2})$/.exec(text)
  const asIso = compact ? `${compact[1]}-${compact[2]}-${compact[3]}` : ''
  if (isDay(asIso) && asIso >= '1900' && asIso < '2100') return { day: asIso }
  const day = parseTypedDate(dayInFront(text, rules.order), today, rules.yearsAhead ?? 0)
  if (day) return { day }
  // "Nov 1, 1991" is read as "1. Nov 1991".
  const english = /^(\p{L}{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/u.exec(text)
  const inGerman = english ? `${english[2]}. ${english[1]} ${english[3]}` : text
  const named = /^(?:(\d{1,2})\.?[\s-]*)?(\p{L}{3,9})\.?[\s-]*(\d{4}|'?\d{2})$/u.exec(inGerman)
  const month = named ? monthOf(named[2] ?? '') : 0
  const year = (named?.[3] ?? '').replace("'", '')
  if (month > 0 && named?.[1] !== undefined) {
    const spelled = parseTypedDate(`${named[1]}.${month}.${year}`, today, rules.yearsAhead ?? 0)
    return spelled ? { day: spelled } : { error: noDay(typed) }
  }
  const numbered = /^(\d{1,2})\s*[./-]\s*(\d{4})$/.exec(text)
  const alone = /^\d{4}$/.test(text)
    ? { year: text, month: 0 }
    : numbered
      ? { year: numbered[2] ?? '', month: Number(numbered[1]) }
      : month > 0 && year.length === 4
        ? { year, month }
        : null
  return alone ? ofYear(alone, typed, rules) : { error: noDay(typed) }
}

/**
 * Reads a spreadsheet's serial date that arrives as text, such as "45678"; null for any other text and for
 * days after the end of the year after next.
 */
function dayOfSerialText(text: string, today: Day): Day | null {
  const [, days] = /^([1-9]\d{4})(?:[.,]\d+)?$/.exec(text) ?? []
  if (days === undefined) return null
  const date = new Date(serialZero + Number(days) * msPerDay)
  const day = date.toISOString().slice(0, 10)
  return Number(day.slice(0, 4)) <= Number(today.slice(0, 4)) + 2 ? day : null
}

/** The day in a text that stores the day's midnight in Berlin, 1991-10-31T23:00:00Z; null for any other text. */
function midnightInBerlin(text: string): Day | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z$/i.test(text)) return null
  const instant = new Date(text)
  if (Number.isNaN(instant.getTime()) || berlinTime(instant) !== '00:00') return null
  return berlinDay(instant)
}

/** The day meant by a year or a month alone: the first day, or with `isEnd` the last. */
function ofYear(
  { year, month }: { year: string; month: number },
  typed: string,
  { isEnd, isBirthday }: DayRules,
): ReadDay {
  if (year < '1900' || year > '2099' || month > 12) return { error: noDay(typed) }
  if (isBirthday) return { error: `${quoted(typed)}: Zum Geburtstag fehlen Tag und Monat.` }
  const at = month || (isEnd ? 12 : 1)
  const dayOfMonth = isEnd ? daysInMonth(Number(year), at) : 1
  const day = [year, String(at).padStart(2, '0'), String(dayOfMonth).padStart(2, '0')].join('-')
  const what = month ? 'Monat allein' : 'Jahr allein'
  return { day, note: `${what}: ${dayOfMonth}. ${wholeMonths[at - 1]} ${year}` }
}

export type ReadSpan = { from?: Day; to?: Day; notes: string[]; error?: string }

const dash = /\s*(?:[-–—−]|\bbis\b)\s*/

/**
 * Reads `1985-1992`, `11.11.1990 - 10.11.2004`, `seit 1995`, `1995 bis heute`; null when the text
 * is not a period.
 */
export function readSpan(text: string, today: Day, order?: DayOrder): ReadSpan | null {
  const open =
    /^(?:seit|ab)\s+(.+)$/i.exec(text) ??
    /^(.+?)\s*(?:[-–—]|bis)\s*(?:heute|jetzt|dato|offen|laufend|lfd\.?)?$/i.exec(text)
  const rules = order ? { order } : {}
  if (open?.[1] && !splitAt(open[1], today, rules)) {
    const from = readDay(null, open[1].replace(/^von\s+/i, ''), today, rules)
    if (from.error || from.day === undefined) return null
    return { from: from.day, notes: from.note ? [from.note] : [] }
  }
  const closed = splitAt(text.replace(/^von\s+/i, ''), today, rules)
  if (!closed) return null
  const [from, to] = closed
  return {
    ...(from.day && { from: from.day }),
    ...(to.day && { to: to.day }),
    notes: [from.note, to.note].filter((note) => note !== undefined),
  }
}

/** The two days of a text that has a dash between two days; null for any other text. */
function splitAt(text: string, today: Day, rules: DayRules): [ReadDay, ReadDay] | null {
  if (!readDay(null, text, today, rules).error) return null
  for (const { index, 0: match } of text.matchAll(new RegExp(dash, 'gi'))) {
    const left = text.slice(0, index).trim()
    const right = text.slice(index + match.length).trim()
    const from = readDay(null, left, today, rules)
    if (left === '' || from.error || from.day === undefined) continue
    // "1985-92": the second year lacks the century.
    const isShort = /^\d{2}$/.test(right) && /^\d{4}$/.test(left) && right > left.slice(2)
    const to = readDay(null, isShort ? `${left.slice(0, 2)}${right}` : right, today, {
      ...rules,
      isEnd: true,
    })
    if (right !== '' && !to.error) return [from, to]
  }
  return null
}

/** Whether the text says that the period has not ended. */
export function isOngoing(text: string): boolean {
  return /^(?:bis\s+)?(?:heute|jetzt|dato|offen|laufend|lfd\.?)$/i.test(text)
}
