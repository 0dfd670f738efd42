import { strToU8, zipSync } from 'fflate'

// Writes workbooks by hand from the standard (ECMA-376), so that the reader is not tested with a library
// that shares its mistakes.

/**
 * `formula` with its last value, if it was calculated; `serial`: a number with a date format, by default or
 * `format`.
 */
export type BookCell =
  | string
  | number
  | boolean
  | null
  | { formula: string; value?: number | string }
  | { serial: number; format?: string }
  | { iso: string }
  | { error: string }

export type Book = {
  sheets: { name: string; rows: BookCell[][]; merged?: string[] }[]
  /** Workbooks of old Macs count days from 1904. */
  isFrom1904?: '1' | 'true'
  /** The level of compression: 0 = stored. */
  level?: 0 | 6
  /** Some programs write backslashes in the paths of the archive. */
  hasBackslashes?: boolean
  more?: Record<string, Uint8Array>
  /** Which references are written: of all cells, of rows only, or none. */
  places?: 'all' | 'rows' | 'none'
  /** Where texts are stored: in the shared part, in the cell, or in pieces with phonetic text. */
  texts?: 'shared' | 'inline' | 'rich'
  /** Uses the namespaces of ISO/IEC 29500 Strict. */
  isStrict?: boolean
  /** The prefix of all elements: "x:" */
  prefix?: string
  /** The size that the sheet declares. */
  dimension?: string
  /** Requests a calculation on opening, like programs that cannot calculate. */
  isStale?: boolean
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function letterOf(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? letterOf(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}

/** The bytes of an .xlsx file. */
export function workbookOf(book: Book): Uint8Array<ArrayBuffer> {
  const shared = new Map<string, number>()
  const indexOf = (text: string) => {
    const index = shared.get(text) ?? shared.size
    shared.set(text, index)
    return index
  }
  const { places = 'all', texts = 'shared', prefix = '' } = book
  const formats: string[] = []
  const styleOf = (format: string | undefined) => {
    if (format === undefined) return 1
    if (!formats.includes(format)) formats.push(format)
    return 2 + formats.indexOf(format)
  }
  const richOf = (text: string) => {
    const [first = '', ...rest] = text
    const piece = (part: string) => `<r><t xml:space="preserve">${escaped(part)}</t></r>`
    return `${piece(first)}${piece(rest.join(''))}<rPh sb="0" eb="1"><t>laut</t></rPh>`
  }
  const textOf = (text: string) =>
    texts === 'rich' ? richOf(text) : `<t xml:space="preserve">${escaped(text)}</t>`
  const cellOf = (cell: BookCell, place: string): string => {
    const at = places === 'all' ? ` r="${place}"` : ''
    if (cell === null) return places === 'all' ? '' : '<c/>'
    if (typeof cell === 'string') {
      if (texts === 'inline') return `<c${at} t="inlineStr"><is>${textOf(cell)}</is></c>`
      return `<c${at} t="s"><v>${indexOf(cell)}</v></c>`
    }
    if (typeof cell === 'number') return `<c${at}><v>${cell}</v></c>`
    if (typeof cell === 'boolean') return `<c${at} t="b"><v>${cell ? 1 : 0}</v></c>`
    if ('formula' in cell) {
      const { formula, value } = cell
      const result = value === undefined ? '' : `<v>${value}</v>`
      return `<c${at}${typeof value === 'string' ? ' t="str"' : ''}><f>${escaped(formula)}</f>${result}</c>`
    }
    if ('serial' in cell) return `<c${at} s="${styleOf(cell.format)}"><v>${cell.serial}</v></c>`
    if ('iso' in cell) return `<c${at} t="d"><v>${cell.iso}</v></c>`
    return `<c${at} t="e"><v>${cell.error}</v></c>`
  }
  const sheets = book.sheets.map(({ rows, merged }) => {
    const lines = rows.map((cells, row) => {
      const inner = cells.map((cell, column) => cellOf(cell, `${letterOf(column)}${row + 1}`))
      return `<row${places === 'none' ? '' : ` r="${row + 1}"`}>${inner.join('')}</row>`
    })
    const merges = merged?.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
    const size = book.dimension ? `<dimension ref="${book.dimension}"/>` : ''
    return `${size}<sheetData>${lines.join('')}</sheetData>${merges ? `<mergeCells>${merges}</mergeCells>` : ''}`
  })

  const main = book.isStrict
    ? 'http://purl.oclc.org/ooxml/spreadsheetml/main'
    : 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = book.isStrict
    ? 'http://purl.oclc.org/ooxml/officeDocument/relationships'
    : 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${book.isFrom1904 ? ` date1904="${book.isFrom1904}"` : ''}/><sheets>${book.sheets
      .map(
        ({ name }, index) =>
          `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
      )
      .join(
        '',
      )}</sheets>${book.isStale ? '<calcPr calcId="0" fullCalcOnLoad="1"/>' : ''}</workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${book.sheets
      .map(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rIdStyles" Type="${office}/styles" Target="styles.xml"/><Relationship Id="rIdStrings" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${formats
      .map(
        (code, index) =>
          `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code).replaceAll('"', '&quot;')}"/>`,
      )
      .join(
        '',
      )}</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/>${formats
      .map((_, index) => `<xf numFmtId="${164 + index}" xfId="0"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${[...shared.keys()]
      .map((text) => `<si>${textOf(text)}</si>`)
      .join('')}</sst>`,
  }
  sheets.forEach((inner, index) => {
    parts[`xl/worksheets/sheet${index + 1}.xml`] = `<worksheet xmlns="${main}">${inner}</worksheet>`
  })
  const prefixed = (name: string, xml: string) =>
    prefix && /^xl\/(?!_rels)/.test(name)
      ? xml
          .replace(/<(\/?)(\w)/g, `<$1${prefix}$2`)
          .replace(' xmlns="', ` xmlns:${prefix.slice(0, -1)}="`)
      : xml
  const nameOf = (name: string) => (book.hasBackslashes ? name.replaceAll('/', '\\') : name)
  const files = Object.entries(parts).map(
    ([name, xml]) => [nameOf(name), strToU8(prefixed(name, xml))] as const,
  )
  return zipSync({ ...Object.fromEntries(files), ...book.more }, { level: book.level ?? 6 })
}
