import { strFromU8, strToU8, type Unzipped, zipSync } from 'fflate'
import readWorkbook from 'read-excel-file/universal'
import type { ImportCell } from '#worker/imports/imports.contract.ts'
import type { Table } from './sheet.ts'

/**
 * The sheets of a workbook. It is packed anew without compression: the library inflates larger parts in
 * workers made of blobs, which our page refuses, and then never answers (docs/decisions.md, 109).
 */
export async function tablesOf(unpacked: Unzipped): Promise<Table[]> {
  const parts: Unzipped = {}
  for (const [name, part] of Object.entries(unpacked)) parts[name] = mended(name, part)
  const packed = zipSync(parts, { level: 0 })
  const sheets = await readWorkbook(new Blob([packed]))
  return sheets.map(({ sheet, data }) => ({
    name: sheet,
    lines: (data ?? []).map((cells, index) => ({
      row: index + 1,
      cells: cells.map((cell) => cellOf(cell)),
    })),
    isText: false,
  }))
}

/**
 * What the library reads otherwise than spreadsheets do: a moment without a zone in the one of this
 * machine, where it may be the evening before, and the days of an old Mac only by a 1.
 */
function mended(name: string, part: Uint8Array<ArrayBuffer>) {
  if (name === 'xl/workbook.xml') {
    return strToU8(strFromU8(part).replace(/\bdate1904="true"/, 'date1904="1"'))
  }
  if (!name.startsWith('xl/worksheets/')) return part
  const xml = strFromU8(part)
  if (!xml.includes(' t="d"')) return part
  return strToU8(xml.replace(/(\st="d"[^>]*>\s*<v>[\d-]+T[\d:.]+)(?=<\/v>)/g, '$1Z'))
}

/** The library types a date by its class and not by what it is. */
function cellOf(value: unknown): ImportCell {
  if (value instanceof Date) return cellOfDate(value)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return typeof value === 'string' && value !== '' ? value : null
}

function cellOfDate(date: Date): ImportCell {
  const time = date.getTime()
  const year = date.getUTCFullYear()
  // As the spreadsheet shows a number that is no day.
  if (Number.isNaN(time) || year > 9999 || year < 0) return '########'
  const moment = date.toISOString()
  // Time of day alone counts from the day before the first.
  return year < 1900 ? moment.slice(11, 16) : { day: moment.slice(0, 10) }
}
