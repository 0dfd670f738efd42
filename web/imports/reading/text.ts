import Papa from 'papaparse'
import { maxColumns, maxFileRows } from '#worker/domain/limits.ts'
import type { ImportCell } from '#worker/imports/imports.contract.ts'
import { countKnown, guessHeadingRow, type Line, type Table } from './sheet.ts'

type Dialect = { delimiter: string; quote: string }

/** A text file as lines of cells; `row` counts as a spreadsheet would. */
export function readTextTable(text: string): Table {
  const even = withoutEndMark(text.replace(/\r\n?/g, '\n'))
  const declared = /^"?sep=(.)"?\n/i.exec(even)
  const body = even.slice(declared?.[0].length ?? 0)
  const { dialect, width, headingRow, isBroken } = dialectOf(body, declared?.[1])
  const { lines, excess } = linesOf(body, dialect, width)
  return {
    name: '',
    lines: isBroken ? joinTornLines(lines, width, headingRow) : lines,
    isText: true,
    excess,
  }
}

/** DOS files may end with the character 0x1A. */
function withoutEndMark(text: string): string {
  const trimmed = text.trimEnd()
  return trimmed.endsWith('\u001a') ? trimmed.slice(0, -1) : text
}

// ── Dialect ────────────────────────────────────────────────────────────────────────────────

/** The part of the file from which the dialect is guessed, in characters. */
const sampleLength = 100_000
const sampleLines = 40

const delimiters = [';', '\t', ',', '|']

/** The dialect in which the file has the most known headings; without any, in which most lines are equally long. */
function dialectOf(text: string, declared: string | undefined) {
  const sample = text.slice(0, sampleLength)
  const quote = /^'[^'\n]*'[;\t,]'/m.test(sample) ? "'" : '"'
  const read = (declared === undefined ? delimiters : [declared]).map((delimiter) => {
    const { data } = Papa.parse<string[]>(sample, {
      delimiter,
      quoteChar: quote,
      newline: '\n',
      preview: sampleLines,
    })
    const lines = data.map((cells, index) => ({ row: index + 1, cells }))
    const headingRow = guessHeadingRow(lines)
    const head = lines.find(({ row }) => row === headingRow)?.cells ?? []
    return { delimiter, headingRow, head, known: countKnown(head), ...usualWidth(data) }
  })
  const [best] = read.toSorted(
    (one, other) =>
      other.known - one.known || other.matching - one.matching || other.usual - one.usual,
  )
  const head = best?.head ?? []
  return {
    dialect: { delimiter: best?.delimiter ?? ';', quote },
    width: head.length,
    headingRow: best?.headingRow ?? 1,
    isBroken: quote === "'" || isOfSpgVerein(head),
  }
}

/** How many lines have the most frequent number of cells, among lines with several cells. */
function usualWidth(lines: readonly string[][]): { matching: number; usual: number } {
  const counts = new Map<number, number>()
  for (const { length } of lines) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [most = [0, 0]] = [...counts].toSorted((one, other) => other[1] - one[1])
  return { usual: most[0], matching: most[1] }
}

/** Whether the program SPG-Verein wrote the file: it breaks remarks over several lines without quotes. */
function isOfSpgVerein(head: readonly string[]): boolean {
  const has = (...names: string[]) => names.every((name) => head.includes(name))
  return has('Eintritt_Datum', 'IBAN_Nr') || has('MitgliedID', 'Zahlart')
}

// ── Lines ──────────────────────────────────────────────────────────────────────────────────

/** The most lines that are read: as many as a spreadsheet can have. */
const maxLines = 1_048_576

/** The lines of the file. When a misplaced quote merges lines, its line is parsed alone and parsing starts anew behind it. */
function linesOf(text: string, dialect: Dialect, width: number) {
  const lines: Line[] = []
  let cells = 0
  let start = 0
  const excess = (): Table['excess'] =>
    lines.length > maxLines ? 'rows' : cells > maxFileRows * maxColumns ? 'cells' : undefined
  while (start < text.length) {
    const from = start
    let isWhole = true
    Papa.parse<string[]>(text.slice(from), {
      delimiter: dialect.delimiter,
      quoteChar: dialect.quote,
      newline: '\n',
      step({ data, errors, meta }, parser) {
        isWhole = !isBrokenByQuote(data, dialect, width, errors.length === 0)
        if (!isWhole) return parser.abort()
        lines.push({ row: lines.length + 1, cells: data.map(cellOf) })
        cells += data.length
        if (excess()) return parser.abort()
        start = from + meta.cursor
      },
    })
    if (excess()) break
    if (isWhole) break
    const end = text.indexOf('\n', start)
    const alone = text.slice(start, end === -1 ? undefined : end)
    lines.push(tornLine(lines.length + 1, alone, dialect))
    start += alone.length + 1
  }
  return { lines, excess: excess() }
}

/** Whether the line must be parsed alone, because a misplaced quote has merged it with the next ones. */
function isBrokenByQuote(cells: string[], { delimiter }: Dialect, width: number, isSound: boolean) {
  const isWide = cells.length >= width && cells.slice(width).every((cell) => cell === '')
  const holdsLines = cells.some((cell) => hidesLineEnd(cell, delimiter))
  if (isSound) return holdsLines && !isWide
  return holdsLines || !isWide || !cells.some((cell) => cell.includes('\n'))
}

const hidesLineEnd = (cell: string, delimiter: string) => {
  const end = cell.indexOf('\n')
  return end !== -1 && cell.includes(delimiter, end)
}

/** Parses a line with a misplaced quote: a quote inside a cell is text, a quote that is never closed is a problem. */
function tornLine(row: number, line: string, dialect: Dialect): Line {
  const cells = quotedCells(line, dialect)
  if (cells) return { row, cells: cells.map(cellOf) }
  const { delimiter, quote } = dialect
  return {
    row,
    cells: line.split(delimiter).map((cell) => cellOf(unquoted(cell.trim(), quote))),
    problem: `In Zeile ${row} fehlt ein schließendes Anführungszeichen.`,
  }
}

const unquoted = (cell: string, quote: string) =>
  (cell.startsWith(quote) ? cell.slice(1) : cell).replace(new RegExp(`${quote}$`), '')

/** The cells of a line in which a quote closes only before a delimiter; null when a quote is never closed. */
function quotedCells(line: string, { delimiter, quote }: Dialect): string[] | null {
  const cells: string[] = []
  let start = 0
  while (true) {
    if (line[start] !== quote) {
      const end = line.indexOf(delimiter, start)
      cells.push(line.slice(start, end === -1 ? undefined : end))
      if (end === -1) return cells
      start = end + 1
      continue
    }
    let close = start
    do {
      close = line.indexOf(quote, close + 1)
      if (close === -1) return null
    } while (close + 1 < line.length && line[close + 1] !== delimiter)
    cells.push(line.slice(start + 1, close).replaceAll(quote + quote, quote))
    if (close + 1 >= line.length) return cells
    start = close + 2
  }
}

/** The text of a cell: `="007"`, which keeps the zeros in a spreadsheet, is 007. */
function cellOf(written: string): ImportCell {
  const text = /^="(.*)"$/.exec(written)?.[1] ?? written
  return text === '' ? null : text
}

/**
 * Joins a line to the last cell of the one before when it has fewer than a third of the columns, or
 * exactly those that the one before lacks.
 */
function joinTornLines(lines: readonly Line[], width: number, headingRow: number): Line[] {
  const whole: Line[] = []
  for (const line of lines) {
    const before = whole.at(-1)
    if (before && before.row > headingRow && isRest(line, before, width)) append(before, line)
    else whole.push({ ...line, cells: [...line.cells] })
  }
  return whole
}

function isRest({ cells, problem }: Line, before: Line, width: number): boolean {
  if (problem !== undefined) return false
  const lacks = width - before.cells.length
  return cells.length * 3 < width || (lacks > 0 && cells.length === lacks + 1)
}

function append(before: Line, { cells: [first, ...others] }: Line): void {
  const last = before.cells.pop()
  const text = [last, first].filter((cell) => typeof cell === 'string').join('\n')
  before.cells.push(cellOf(text), ...others)
}
