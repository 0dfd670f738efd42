import writeExcelFile, { type Cell } from 'write-excel-file/universal'
import { type Day, germanDate } from '#worker/domain/dates.ts'
import type { Sheet } from './excel-sheet.ts'

/** An .xlsx file: days and numbers typed as such, everything else as text, so that no cell is a formula. */
export function workbookOf({ kinds, head, rows }: Sheet): Promise<Blob> {
  const heads = head.map((value): Cell => ({ value, type: String, fontWeight: 'bold' }))
  const cells = rows.map((row) => row.map((value, index) => cellOf(kinds[index], value)))
  const columns = head.map((title, index) => ({
    width: widthOf([title, ...rows.map((row) => row[index])]),
  }))
  const options = { sheet: 'Export', columns, stickyRowsCount: 1 }
  return writeExcelFile([heads, ...cells], options).toBlob()
}

/** Spreadsheets count a 29 February 1900, which never existed, so earlier days are written as text. */
const firstDay = '1900-03-01'

function cellOf(kind: Sheet['kinds'][number] | undefined, value: string | number | null): Cell {
  if (value === null || value === '') return null
  if (typeof value === 'number') {
    if (kind !== 'money') return { value, type: Number }
    return { value: value / 100, type: Number, format: '#,##0.00\\ "€"' }
  }
  if (kind !== 'date') return { value: keyOf(value), type: String }
  if (value < firstDay) return { value: germanDate(value as Day), type: String }
  return { value: new Date(value), type: Date, format: 'dd.mm.yyyy' }
}

/**
 * The library stores texts as keys of an object and takes "constructor" for a stored one. With a control character,
 * which it leaves out of the file, such a text is a new key.
 */
const keyOf = (text: string) => (text in Object.prototype ? `${text}\u0001` : text)

/** The width of a column in characters: its longest text, between 10 and 50. */
function widthOf(values: readonly (string | number | null | undefined)[]): number {
  const lengths = values.map((value) => String(value ?? '').length)
  return Math.min(Math.max(...lengths, 8) + 2, 50)
}
