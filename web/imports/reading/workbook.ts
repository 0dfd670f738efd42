import type { Unzipped } from 'fflate'
import { Parser } from 'saxen'
import { withoutResult } from '#worker/domain/import/cells.ts'
import { maxColumns, maxFileRows, maxUnpackedBytes } from '#worker/domain/limits.ts'
import type { ImportCell } from '#worker/imports/imports.contract.ts'
import { codeOfFormat, type DayFormat, dayFormatOf, dayOfSerial } from './day-format.ts'
import type { Table } from './sheet.ts'

/** Limits of spreadsheets (ECMA-376, and Excel's own). */
const lastRow = 1_048_576
const lastColumn = 16_384
/** A sheet keeps as many cells as an import may have, and twice as many positions. */
const maxCells = maxFileRows * maxColumns
const maxPlaces = 2 * maxCells

/** A part of the workbook cannot be read, because it violates the standard. */
export class DamagedWorkbook extends Error {
  override name = 'DamagedWorkbook'
}

/** The worksheets of a workbook, without chart sheets. */
export function readWorksheets(parts: Unzipped): Table[] {
  const files = new Map(Object.entries(parts).map(([name, part]) => [name.toLowerCase(), part]))
  const xmlOf = (name: string) => {
    const part = files.get(name.toLowerCase())
    return part && textOf(part)
  }
  const main = mainPart(xmlOf)
  const workbook = xmlOf(main)
  if (workbook === undefined) throw new DamagedWorkbook(main)
  const relations = relationsOf(xmlOf, main)
  const partOf = (type: string) => {
    const found = [...relations.values()].find((one) => one.type === type)
    return found && xmlOf(found.target)
  }
  const { sheets, isFrom1904, isStale } = readWorkbook(workbook)
  const strings = readStrings(partOf('sharedStrings') ?? '')
  const formats = readFormats(partOf('styles') ?? '')
  return sheets.flatMap(({ name, id }) => {
    const relation = relations.get(id)
    const xml = relation?.type === 'worksheet' ? xmlOf(relation.target) : undefined
    if (xml === undefined) return []
    return [{ name, isText: false, ...readSheet(xml, { strings, formats, isFrom1904, isStale }) }]
  })
}

const mainName = 'xl/workbook.xml'

/**
 * The part that lists the sheets; at its usual name, or else found through the package's relations.
 */
function mainPart(xmlOf: (name: string) => string | undefined): string {
  if (xmlOf(mainName) !== undefined) return mainName
  const found = [...relationsOf(xmlOf, '').values()].find(({ type }) => type === 'officeDocument')
  return found?.target ?? mainName
}

function textOf(part: Uint8Array): string {
  const isWide = (part[0] === 0xff && part[1] === 0xfe) || (part[0] === 0xfe && part[1] === 0xff)
  const encoding = isWide ? (part[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  return new TextDecoder(encoding).decode(part)
}

// ── XML ────────────────────────────────────────────────────────────────────────────────────

type Attributes = Readonly<Record<string, string | undefined>>
type Handlers = {
  open: (name: string, attributes: () => Attributes, stop: () => void) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** A name without its namespace prefix: "x:row" and "row" are the same element. */
const local = (name: string) => name.slice(name.indexOf(':') + 1)

function parse(xml: string, { open, text, close }: Handlers): void {
  if (xml === '') return
  const parser = new Parser()
  let isStopped = false
  const stop = () => {
    isStopped = true
    parser.stop()
  }
  parser.on('error', (cause) => {
    if (!isStopped) throw new DamagedWorkbook(cause.message)
  })
  parser.on('openTag', (name, getAttributes) => open(local(name), () => getAttributes(), stop))
  parser.on('text', (value, decode) => text?.(decode(value)))
  parser.on('cdata', (value) => text?.(value))
  parser.on('closeTag', (name) => close?.(local(name)))
  parser.parse(xml)
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  amp: '&',
}

/** Decodes entities of an attribute, which the parser does not. */
const plain = (value: string) =>
  value.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) =>
    name ? (entities[name] ?? whole) : characterOf(Number(decimal ?? `0x${hex}`)),
  )

const characterOf = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')

/** Characters that XML cannot hold are written as _x000D_ (ECMA-376, 22.9.2.19). */
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([\da-f]{4})_/gi, (_, hex) => String.fromCharCode(Number(`0x${hex}`)))
    : text

const isTrue = (value: string | undefined) => value === '1' || value === 'true'

// ── Parts beside the sheets ────────────────────────────────────────────────────────────────

type Relation = { type: string; target: string }

function relationsOf(
  xmlOf: (name: string) => string | undefined,
  part: string,
): Map<string, Relation> {
  const at = part.lastIndexOf('/') + 1
  const folder = part.slice(0, at)
  const found = new Map<string, Relation>()
  parse(xmlOf(`${folder}_rels/${part.slice(at)}.rels`) ?? '', {
    open(name, attributes) {
      if (name !== 'Relationship') return
      const { Id = '', Type = '', Target = '' } = attributes()
      const target = new URL(plain(Target).replaceAll('\\', '/'), `http://package/${folder}`)
      found.set(Id, {
        type: Type.slice(Type.lastIndexOf('/') + 1),
        target: decodeURIComponent(target.pathname).slice(1),
      })
    },
  })
  return found
}

function readWorkbook(xml: string) {
  const sheets: { name: string; id: string }[] = []
  let isFrom1904: boolean | undefined
  let isStale = false
  parse(xml, {
    open(name, attributes) {
      if (name === 'workbookPr') isFrom1904 ??= isTrue(attributes().date1904)
      if (name === 'calcPr') isStale ||= isTrue(attributes().fullCalcOnLoad)
      if (name !== 'sheet') return
      const all = attributes()
      const id = Object.keys(all).find((key) => local(key) === 'id' && key !== 'id')
      sheets.push({ name: unescaped(plain(all.name ?? '')), id: all[id ?? 'id'] ?? '' })
    },
  })
  return { sheets, isFrom1904: isFrom1904 ?? false, isStale }
}

/** The shared strings, without phonetic hints. */
function readStrings(xml: string): string[] {
  const strings: string[] = []
  let text = ''
  let isText = false
  let isPhonetic = false
  parse(xml, {
    open(name) {
      if (name === 'si') text = ''
      else if (name === 't') isText = !isPhonetic
      else if (name === 'rPh') isPhonetic = true
    },
    text(more) {
      if (isText) text += more
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'si') strings.push(unescaped(text).trim())
    },
  })
  return strings
}

/** `day`: null for a format of numbers or texts. `zeros`: the least digits of a format such as 00000, else 0. */
type Format = { day: DayFormat | null; zeros: number }

/** The cell formats by style index. */
function readFormats(xml: string): Format[] {
  const codes = new Map<number, string>()
  const base: (number | undefined)[] = []
  const styles: { format: number | undefined; base: number }[] = []
  let list = ''
  parse(xml, {
    open(name, attributes) {
      if (name === 'cellXfs' || name === 'cellStyleXfs') list = name
      else if (name === 'numFmt' && list === '') {
        const { numFmtId, formatCode = '' } = attributes()
        codes.set(Number(numFmtId), plain(formatCode))
      } else if (name === 'xf') {
        const { numFmtId, xfId } = attributes()
        const format = numFmtId === undefined ? undefined : Number(numFmtId)
        if (list === 'cellXfs') styles.push({ format, base: Number(xfId ?? 0) })
        if (list === 'cellStyleXfs') base.push(format)
      }
    },
    close(name) {
      if (name === list) list = 'done'
    },
  })
  return styles.map((style) => {
    const id = style.format ?? base[style.base] ?? 0
    const code = codes.get(id) ?? codeOfFormat(id)
    const zeros = /^0{2,}$/.exec(code)?.[0].length ?? 0
    return { day: dayFormatOf(code), zeros }
  })
}

// ── A sheet ────────────────────────────────────────────────────────────────────────────────

type Book = {
  strings: readonly string[]
  formats: readonly Format[]
  isFrom1904: boolean
  /** The workbook requests a calculation on opening: its writer stores no results of formulas. */
  isStale: boolean
}

type RawCell = {
  column: number
  type: string
  style: number
  value: string | null
  inline: string | null
  isFormula: boolean
}

/** `excess`: the limit that the sheet exceeds; `lines` then has what was read until there. */
function readSheet(xml: string, book: Book): Pick<Table, 'lines' | 'excess'> {
  const rows = new Map<number, ImportCell[]>()
  let excess: Table['excess']
  let row = 0
  let column = 0
  let count = 0
  let places = 0
  let characters = 0
  let cell: RawCell | null = null
  let reads: 'value' | 'inline' | null = null
  let isPhonetic = false

  const keepCell = ({ column: at, ...raw }: RawCell): Table['excess'] => {
    const value = cellOf(raw, book)
    if (value === null) return
    const cells = rows.get(row) ?? []
    rows.set(row, cells)
    places += Math.max(0, at - cells.length)
    while (cells.length < at) cells.push(null)
    cells[at - 1] = value
    count++
    characters += typeof value === 'string' ? value.length : 0
    return count > maxCells || places > maxPlaces || characters > maxUnpackedBytes
      ? 'cells'
      : undefined
  }

  parse(xml, {
    open(name, attributes, stop) {
      if (name === 'row') {
        const number = Number(attributes().r)
        row = number > 0 ? number : row + 1
        column = 0
      } else if (name === 'c') {
        const { r = '', t = 'n', s = '0' } = attributes()
        const [, letters, digits] = /^\$?([A-Z]{1,7})\$?(\d+)$/i.exec(r) ?? []
        column = letters ? columnOf(letters) : column + 1
        if (digits) row = Number(digits)
        cell = { column, type: t, style: Number(s), value: null, inline: null, isFormula: false }
      } else if (cell) {
        if (name === 'f') cell.isFormula = true
        else if (name === 'v') {
          reads = 'value'
          cell.value = ''
        } else if (name === 't' && !isPhonetic) {
          reads = 'inline'
          cell.inline ??= ''
        } else if (name === 'rPh') isPhonetic = true
      }
      if (row > lastRow || column > lastColumn) excess = 'beyond'
      if (excess) stop()
    },
    text(more) {
      if (cell && reads === 'value') cell.value += more
      if (cell && reads === 'inline') cell.inline += more
    },
    close(name) {
      if (name === 'v' || name === 't') reads = null
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'c' && cell && !excess) {
        excess = keepCell(cell)
        cell = null
      }
    },
  })
  const lines = [...rows]
    .toSorted(([one], [other]) => one - other)
    .map(([number, cells]) => ({ row: number, cells }))
  return excess ? { lines, excess } : { lines }
}

/** The number of a column from its letters: A = 1, Z = 26, AA = 27. */
const columnOf = (letters: string) =>
  [...letters.toUpperCase()].reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0)

/** Excel's errors by their code in the file, as a German Excel shows them. */
const errorsInGerman: Readonly<Record<string, string>> = {
  '#REF!': '#BEZUG!',
  '#VALUE!': '#WERT!',
  '#N/A': '#NV',
  '#NUM!': '#ZAHL!',
  '#SPILL!': '#ÜBERLAUF!',
  '#CALC!': '#KALK!',
  '#GETTING_DATA': '#DATEN_ABRUFEN',
}

function cellOf(cell: Omit<RawCell, 'column'>, book: Book): ImportCell {
  const { type, value, inline, isFormula } = cell
  // For a formula with a text result (`str`), an empty text is a result; any other formula needs a value.
  const isMissing = type === 'str' ? value === null : !value
  if (isFormula && (isMissing || (book.isStale && value === '0')))
    return { unreadable: withoutResult }
  switch (type) {
    case 'inlineStr':
      return unescaped(inline ?? value ?? '').trim() || null
    case 'str':
      return unescaped(value ?? '').trim() || null
    case 's':
      if (!value) return null
      return book.strings[Number(value)] === undefined
        ? { unreadable: '#TEXT?' }
        : book.strings[Number(value)] || null
    case 'b':
      return value ? isTrue(value) : null
    case 'e':
      return { unreadable: errorsInGerman[value ?? ''] || value || '#NV' }
    case 'd':
      return value ? dayOfText(value.trim(), book.formats[cell.style]?.day) : null
    default:
      return value ? numberOrDay(value, cell, book) : null
  }
}

function numberOrDay(value: string, { style }: Pick<RawCell, 'style'>, book: Book): ImportCell {
  const number = Number(value)
  if (!Number.isFinite(number)) return { unreadable: value.slice(0, 100) }
  const format = book.formats[style]
  if (format?.day) return dayOfSerial(number, format.day, book.isFrom1904)
  const isPadded = format !== undefined && format.zeros > 0 && /^\d+$/.test(value)
  // Digits after the fifteenth are rounding noise: spreadsheets calculate with 15 digits.
  return isPadded ? value.padStart(format.zeros, '0') : Number(number.toPrecision(15))
}

/** The day or time of a cell with an ISO date: "1958-02-01", "1958-02-01T12:00:00Z". */
function dayOfText(text: string, format: DayFormat | null | undefined): ImportCell {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)?(?:T?(\d\d:\d\d).*)?$/.exec(text) ?? []
  if (day === undefined) return time ?? text
  if (Number.isNaN(Date.parse(day))) return { unreadable: text.slice(0, 100) }
  return { day, ...(format?.shown && { format: format.shown }) }
}
