import type { ImportCell } from '#worker/imports/imports.contract.ts'

/** `shown`: the code of a format that lacks the day, the month or the year. `isTime`: the format shows only a time. */
export type DayFormat = { shown?: string; isTime: boolean }

/** Built-in formats for days and times, which have no code in the file (ECMA-376, 18.8.30). */
const builtIn: Readonly<Record<number, string>> = {
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  32: 'h:mm',
  33: 'h:mm:ss',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
}

export function codeOfFormat(id: number): string {
  const isDay = id === 14 || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)
  return builtIn[id] ?? (isDay || (id >= 71 && id <= 81) ? 'dd.mm.yyyy' : '')
}

const known = new Map<string, DayFormat | null>()

/** What a format code shows of a day or time; null for numbers and texts. Also reads German codes: TT.MM.JJJJ. */
export function dayFormatOf(code: string): DayFormat | null {
  const found = known.get(code)
  if (found !== undefined) return found
  const format = readFormat(code)
  known.set(code, format)
  return format
}

function readFormat(code: string): DayFormat | null {
  // Removes quoted and escaped text, colors and locales; of [h], which counts hours, the h stays.
  const [bare = ''] = code
    .replace(/"[^"]*"|[\\_*]./g, ' ')
    .replace(/\[(h+|m+|s+)\]/gi, '$1')
    .replace(/\[[^\]]*\]/g, '')
    .split(';')
  if (/general|standard/i.test(bare)) return null
  const marks = bare.replace(/s\.0+/gi, 's').replace(/AM\/PM|A\/P/gi, 'h')
  if (/[#0?@]/.test(marks) || !/[dmyhstj]/i.test(marks)) return null
  const hasTime = /[hs]/i.test(marks)
  // After hours or before seconds, m means minutes.
  const days = marks.replace(/h+\W*m+|m+\W*s+/gi, ' ')
  const [hasDay, hasMonth, hasYear] = [/[dt]/i, /m/i, /[yj]/i].map((one) => one.test(days))
  const isTime = hasTime && !hasDay && !hasMonth && !hasYear
  const isWhole = hasDay && hasMonth && hasYear
  return isWhole || isTime ? { isTime } : { isTime, shown: code.slice(0, 100) }
}

const msPerDay = 86_400_000
/** Excel treats 1900 as a leap year: serials before its 29 February are off by one. */
const leapDay = 60
/** Days from 1900 to 1904. */
const oldMac = 1_462

/** The day or time of a serial number: days counted from 1900, in workbooks of old Macs from 1904. */
export function dayOfSerial(serial: number, format: DayFormat, isFrom1904: boolean): ImportCell {
  if (serial >= 0 && serial < 1 && (format.isTime || serial > 0)) return timeOf(serial)
  const days = Math.floor(serial) + (isFrom1904 ? oldMac : 0)
  // Day 0 and negative days are no dates: the cell is unreadable, with the text that Excel shows.
  if (days === 0) return { unreadable: '00.01.1900' }
  if (days < 0) return { unreadable: '########' }
  const since = days < leapDay ? days + 1 : days
  const date = new Date(Date.UTC(1899, 11, 30) + since * msPerDay)
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999)
    return { unreadable: '########' }
  return { day: date.toISOString().slice(0, 10), ...(format.shown && { format: format.shown }) }
}

function timeOf(serial: number): string {
  const minutes = Math.round(serial * 24 * 60) % (24 * 60)
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
