import { maxColumns, maxFileRows, maxSkipped } from '#worker/domain/limits.ts'
import { fileLine } from '#worker/domain/text.ts'
import type { ImportCell, NewImport } from '#worker/imports/imports.contract.ts'
import { isKnownHeading } from './code-page.ts'

/** A line of the file; `row` counts from 1 as in a spreadsheet. */
export type Line = { row: number; cells: ImportCell[]; problem?: string }

/** The complete content of a sheet. */
export type Table = {
  name: string
  lines: Line[]
  /** In a text file cells beyond the headings are an error; a workbook may have notes there. */
  isText: boolean
  /** Which limit the file exceeds, so that reading stopped early; absent when all was read. */
  excess?: 'cells' | 'rows' | 'beyond' | undefined
}

/** A line of the file that is not imported, with the reason in German. */
type Skipped = NewImport['skipped'][number]

export type Sheet = {
  name: string
  headings: string[]
  /** The line number of the headings. */
  headingRow: number
  rows: Line[]
  skipped: Skipped[]
  /** What the sheet was made from: `sheetOf(table, 4)` makes a sheet with the headings of line 4. */
  table: Table
}

/** How many filled lines are searched for headings; above them, lists have at most a title and a date. */
const linesOfHeading = 20

/** The table as a sheet with headings; left out, `headingRow` is the line that most likely has the headings. */
export function sheetOf(table: Table, headingRow = guessHeadingRow(table.lines)): Sheet {
  const { name, lines, isText } = table
  const at = Math.max(
    0,
    lines.findIndex(({ row, cells }) => row >= headingRow && !isBlankRow(cells)),
  )
  const head = lines[at] ?? { row: 1, cells: [] }
  const body = lines.slice(at + 1)
  const written = widthOf(head.cells)
  const width = isText ? head.cells.length : Math.max(written, ...widest(body))
  const { kept, skipped } = splitRows(isText ? body : withBlanks(body, head.row), head.cells)
  const rows = isText ? kept.map((line) => withoutSurplus(line, width)) : kept

  const columns = Array.from({ length: width }, (_, column) => column)
    .filter(
      (column) =>
        !isBlankCell(head.cells[column]) || rows.some(({ cells }) => !isBlankCell(cells[column])),
    )
    // One column above the limit is kept, so that the server rejects the file.
    .slice(0, maxColumns + 1)
  return {
    name,
    headings: numberDuplicates(columns.map((column) => headingOf(head.cells[column], column))),
    headingRow: head.row,
    rows: rows.map((line) => ({
      ...line,
      cells: columns.map((column) => line.cells[column] ?? null),
    })),
    skipped,
    table,
  }
}

/** The line with the most known headings; without any, the first line that is filled like the others. */
export function guessHeadingRow(lines: readonly Line[]): number {
  const first = lines.filter(({ cells }) => !isBlankRow(cells)).slice(0, linesOfHeading)
  const known = first.map(({ cells }) => countKnown(cells))
  const most = Math.max(0, ...known)
  if (most > 0) return first[known.indexOf(most)]?.row ?? 1
  const filled = first.map(({ cells }) => cells.filter((cell) => !isBlankCell(cell)).length)
  const widest = Math.max(0, ...filled)
  return first[filled.findIndex((count) => count * 2 > widest)]?.row ?? 1
}

/** How many different known headings the cells contain. */
export function countKnown(cells: readonly ImportCell[]): number {
  const texts = cells.filter((cell) => typeof cell === 'string').map((text) => text.trim())
  return new Set(texts.filter(isKnownHeading)).size
}

/** The cell as a spreadsheet shows it. */
function textOfCell(cell: ImportCell | undefined): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'string') return cell
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  if (typeof cell === 'boolean') return cell ? 'WAHR' : 'FALSCH'
  if ('unreadable' in cell) return cell.unreadable
  const [year, month, day] = cell.day.split('-')
  return `${day}.${month}.${year}`
}

export const isBlankCell = (cell: ImportCell | undefined) =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '')

const isBlankRow = (cells: readonly ImportCell[]) => cells.every(isBlankCell)

/** The number of cells up to the last cell that is not blank. */
const widthOf = (cells: readonly ImportCell[]) =>
  cells.findLastIndex((cell) => !isBlankCell(cell)) + 1

/** The widest line; with `reduce`, since `Math.max` cannot take an argument for each line of a long file. */
const widest = (lines: readonly Line[]) => [
  lines.reduce((width, { cells }) => Math.max(width, widthOf(cells)), 0),
]

// ── Headings ───────────────────────────────────────────────────────────────────────────────

function headingOf(cell: ImportCell | undefined, column: number): string {
  return oneLine(textOfCell(cell)) || `Spalte ${letterOf(column)}`
}

/** A line as the server accepts it: no line breaks or invisible characters, at most 200 characters. */
function oneLine(text: string): string {
  return cut(fileLine(text), 200)
}

/** The first `length` characters, without half of a surrogate pair at the end. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text
  return text.slice(0, length).replace(/\p{Surrogate}$/u, '')
}

/** A, B, … Z, AA, as in a spreadsheet. */
function letterOf(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? letterOf(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}

/** Numbers headings that occur twice: "Telefon", "Telefon (2)". */
function numberDuplicates(headings: readonly string[]): string[] {
  const taken = new Set(headings)
  const seen = new Set<string>()
  return headings.map((heading) => {
    if (!seen.has(heading)) {
      seen.add(heading)
      return heading
    }
    let number = 2
    const numbered = () => `${cut(heading, 190)} (${number})`
    while (taken.has(numbered())) number++
    taken.add(numbered())
    return numbered()
  })
}

// ── Rows ───────────────────────────────────────────────────────────────────────────────────

/** Inserts the blank lines, which the file of a workbook omits, so that they are listed as skipped as in a text file. */
function withBlanks(body: readonly Line[], headingRow: number): Line[] {
  let last = headingRow
  let blanks = 0
  return body.flatMap((line) => {
    const count = Math.min(line.row - last - 1, maxFileRows - blanks)
    const from = last + 1
    last = line.row
    blanks += count
    return [...Array.from({ length: count }, (_, at) => ({ row: from + at, cells: [] })), line]
  })
}

/** Separates the data rows from titles, sums and blank lines. */
function splitRows(body: readonly Line[], head: readonly ImportCell[]) {
  const kept: Line[] = []
  const skipped: Skipped[] = []
  const last = body.findLastIndex(({ cells }) => !isBlankRow(cells))
  const columns = head.filter((cell) => !isBlankCell(cell)).length
  for (const line of body.slice(0, last + 1)) {
    const { row, cells } = line
    const reason = line.problem === undefined ? reasonToSkip(cells, head, columns) : null
    if (reason === null) kept.push(line)
    else skipped.push({ row, text: oneLine(textOfRow(cells)), reason })
  }
  return { kept, skipped: shortened(skipped) }
}

function reasonToSkip(
  cells: readonly ImportCell[],
  head: readonly ImportCell[],
  columns: number,
): string | null {
  if (isBlankRow(cells)) return 'leere Zeile'
  if (isRepeatedHead(cells, head)) return 'Überschriften wiederholt'
  if (isSum(cells)) return 'Summe'
  const filled = cells.filter((cell) => !isBlankCell(cell)).length
  // In a table of two columns, one filled cell may be the data of a person.
  if (filled === 1 && columns > 2) return 'nur eine Zelle gefüllt'
  return null
}

const textOfRow = (cells: readonly ImportCell[]) =>
  cells
    .filter((cell) => !isBlankCell(cell))
    .map(textOfCell)
    .join(' · ')

/** At most as many skipped lines as the server accepts; blank lines are dropped first, and the last entry counts the rest. */
function shortened(skipped: readonly Skipped[]): Skipped[] {
  if (skipped.length <= maxSkipped) return [...skipped]
  const listed = skipped
    .toSorted((one, other) => Number(one.text === '') - Number(other.text === ''))
    .slice(0, maxSkipped - 1)
  const reason = `und ${skipped.length - listed.length} weitere Zeilen`
  return [...listed, { row: skipped[0]?.row ?? 1, text: '', reason }]
}

const comparable = (cell: ImportCell | undefined) =>
  textOfCell(cell).replace(/\s+/gu, ' ').trim().toLocaleLowerCase('de')

/** Whether the line repeats the headings, as a list does that was printed page by page. */
function isRepeatedHead(cells: readonly ImportCell[], head: readonly ImportCell[]): boolean {
  const width = Math.max(cells.length, head.length)
  for (let column = 0; column < width; column++) {
    if (comparable(cells[column]) !== comparable(head[column])) return false
  }
  return true
}

const sumAlone =
  /^(?:∑|(?:zwischen|gesamt)?summen?|gesamt(?:zahl|anzahl)?|(?:ins)?gesamt|anzahl|total)\s*[:.=]*$/iu
const sumOf =
  /^(?:(?:zwischen|gesamt)?summen?|gesamt(?:zahl|anzahl)?|insgesamt|anzahl|total)[\s:].*$|^.*\s(?:ins)?gesamt\s*[:.=]*$/iu

/** "Summe", or "Anzahl Mitglieder" followed by numbers only. */
function isSum(cells: readonly ImportCell[]): boolean {
  const [label, ...others] = cells.filter((cell) => !isBlankCell(cell))
  if (typeof label !== 'string') return false
  const word = label.trim()
  if (sumAlone.test(word)) return true
  return sumOf.test(word) && others.every(isNumeric)
}

const isNumeric = (cell: ImportCell) =>
  typeof cell === 'number' ||
  (typeof cell === 'object' && cell !== null && 'unreadable' in cell) ||
  /^[-+]?\d[\d.,\s]*(?:€|EUR)?$/iu.test(textOfCell(cell).trim())

/** The line without the cells beyond the headings; if such a cell is filled, its meaning is unknown and the row gets an error. */
function withoutSurplus(line: Line, width: number): Line {
  const surplus = widthOf(line.cells) - width
  const cells = line.cells.slice(0, width)
  if (surplus <= 0) return { ...line, cells }
  const surplusText = surplus === 1 ? 'Eine Zelle' : `${surplus} Zellen`
  return { ...line, cells, problem: line.problem ?? `${surplusText} mehr als Überschriften.` }
}
