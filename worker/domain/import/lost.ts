import { quoted } from './cells.ts'
import { monthOf, serialZero } from './days.ts'

// Detects text that a spreadsheet converted: a house number 2-4 becomes a day, a long number is
// rounded, a short one gets a decimal.

/** Fields with digits that are stored as text, since they are not used in calculations. */
const numbersAsText = new Set([
  'memberNumber',
  'addressNumber',
  'addressPlz',
  'plzAndTown',
  'hostPlz',
  'phone',
  'phoneMobile',
  'number',
  'costumeNumber',
  'lineUpNumber',
  'mandateReference',
  'paradeNumber',
  'paradesBefore',
])

export const digitsLostMessage = (text: string) =>
  `${quoted(text)}: Die Tabelle hat hier Ziffern verloren. Schreib die ganze Nummer hin, oder lass die Zelle leer.`

/** The digits that a spreadsheet rewrote: "72336.0" is 72336, "7,433555E+06" is 7433555; null when digits are lost. */
export function wholeNumber(field: string, text: string): string | null {
  if (!numbersAsText.has(field)) return text
  const decimal = /^(0|[1-9]\d*)[.,]0{1,2}$/.exec(text)
  if (decimal?.[1] !== undefined) return decimal[1]
  const power = /^([+-]?\d+)(?:[.,](\d+))?E(\+?|-)(\d{1,3})$/i.exec(text)
  if (!power) return text
  const [, whole = '', decimals = '', sign, exponent] = power
  // "12E3" without a sign may have been typed, as a house number or name.
  if (decimals === '' && sign !== '+' && sign !== '-') return text
  const isWhole = sign !== '-' && /^\d$/.test(whole) && decimals.length === Number(exponent)
  return isWhole && decimals !== '' ? `${whole}${decimals}` : null
}

type DayParts = { day: number; month: number; year: number | null }

const houseNumbers = ['addressNumber', 'number', 'costumeNumber', 'lineUpNumber']

/** The day, written as text, into which a spreadsheet converted a number like 2-4; null when it is none. */
export function dayInNumber(field: string, text: string): DayParts | null {
  if (!houseNumbers.includes(field)) return null
  const numbers = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})$/.exec(text)
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(text)
  const dayAndMonth = /^(\d{1,2})(?:\.[ -]?|[ -])(\p{L}{3,9})\.?(?:[ -](\d{2}|\d{4}))?$/u.exec(text)
  const withoutYear = /^(\d{1,2})\.\s?(\d{1,2})\.$/.exec(text)
  const monthAndYear = /^(\p{L}{3,9})[. -]{1,2}(\d{2})$/u.exec(text)
  if (withoutYear) return toDayParts(withoutYear[1], withoutYear[2], undefined)
  // A number this large is no house number, but a day that lost its date format.
  if (field === 'addressNumber' && /^[2-9]\d{4}$/.test(text)) {
    return partsOfDay(new Date(serialZero + Number(text) * 86_400_000).toISOString())
  }
  if (numbers) return toDayParts(numbers[1], numbers[3], numbers[4])
  if (iso) return toDayParts(iso[3], iso[2], iso[1])
  if (dayAndMonth) return toDayParts(dayAndMonth[1], monthOf(dayAndMonth[2] ?? ''), dayAndMonth[3])
  if (monthAndYear) return toDayParts('1', monthOf(monthAndYear[1] ?? ''), monthAndYear[2])
  return null
}

function toDayParts(
  day: string | undefined,
  month: string | number | undefined,
  year: string | undefined,
): DayParts | null {
  const found = { day: Number(day), month: Number(month), year: year ? Number(year) : null }
  return found.month >= 1 && found.month <= 12 && found.day >= 1 && found.day <= 31 ? found : null
}

export function partsOfDay(day: string): DayParts {
  return {
    day: Number(day.slice(8, 10)),
    month: Number(day.slice(5, 7)),
    year: Number(day.slice(0, 4)),
  }
}

const times = ['timeEnrolmentStart', 'timeEnrolmentEnd', 'timeStart']
const prices = ['priceForAdultsInCent', 'priceForChildrenInCent']

/** The texts that a spreadsheet may have converted into this day, likeliest first. */
export function offersFor(field: string, { day, month, year }: DayParts): string[] {
  const isMonth = day === 1 && year !== null
  const shortYear = isMonth ? year % 100 : 0
  if (prices.includes(field)) {
    const cents = isMonth && year < 2000 ? shortYear : null
    return [cents === null ? `${day},${month}0` : `${month},${String(cents).padStart(2, '0')}`]
  }
  // A time typed as 20.10 became the 20th of October.
  if (times.includes(field)) return day < 24 ? [`${day}:${String(month).padStart(2, '0')}`] : []
  if (!houseNumbers.includes(field)) return []
  return [
    `${day}-${month}`,
    // The spreadsheet may have read the month first, or "4-26" as month and year.
    ...(day > month ? [`${month}-${day}`] : []),
    ...(isMonth && shortYear > 12 ? [`${month}-${shortYear}`] : []),
  ]
}

export const convertedToDayMessage = (shown: string, offers: readonly string[]) =>
  offers[0] === undefined
    ? `Hier hat die Tabelle ein Datum (${shown}). Ein Datum passt nicht in dieses Feld.`
    : `Hier hat die Tabelle ein Datum (${shown}). Stand da ${offers.join(' oder ')}?`
