import { strToU8, zipSync } from 'fflate'

// A workbook as the standard has it (ECMA-376), written by hand: the reader shall not be judged by a library
// of its own family.

/** `formula` beside its last value, `day` as a serial number with the format of a date. */
export type BookCell =
  | string
  | number
  | boolean
  | null
  | { formula: string; value: number }
  | { serial: number }
  | { iso: string }
  | { error: string }

export type Book = {
  sheets: { name: string; rows: BookCell[][]; merged?: string[] }[]
  /** Workbooks of old Macs count days from 1904. */
  isFrom1904?: '1' | 'true'
  /** 0 = stored */
  level?: 0 | 6
  /** Some programs write the separators of their system. */
  hasBackslashes?: boolean
  more?: Record<string, Uint8Array>
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
  const cellOf = (cell: BookCell, at: string): string => {
    if (cell === null) return ''
    if (typeof cell === 'string') return `<c r="${at}" t="s"><v>${indexOf(cell)}</v></c>`
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
    if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`
    if ('formula' in cell) return `<c r="${at}"><f>${cell.formula}</f><v>${cell.value}</v></c>`
    if ('serial' in cell) return `<c r="${at}" s="1"><v>${cell.serial}</v></c>`
    if ('iso' in cell) return `<c r="${at}" t="d"><v>${cell.iso}</v></c>`
    return `<c r="${at}" t="e"><v>${cell.error}</v></c>`
  }
  const sheets = book.sheets.map(({ rows, merged }) => {
    const lines = rows.map((cells, row) => {
      const inner = cells.map((cell, column) => cellOf(cell, `${letterOf(column)}${row + 1}`))
      return `<row r="${row + 1}">${inner.join('')}</row>`
    })
    const merges = merged?.map((ref) => `<mergeCell ref="${ref}"/>`).join('')
    return `<sheetData>${lines.join('')}</sheetData>${merges ? `<mergeCells>${merges}</mergeCells>` : ''}`
  })

  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr${book.isFrom1904 ? ` date1904="${book.isFrom1904}"` : ''}/><sheets>${book.sheets
      .map(
        ({ name }, index) =>
          `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${book.sheets
      .map(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="${office}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join(
        '',
      )}<Relationship Id="rIdStyles" Type="${office}/styles" Target="styles.xml"/><Relationship Id="rIdStrings" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}">${[...shared.keys()]
      .map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
      .join('')}</sst>`,
  }
  sheets.forEach((inner, index) => {
    parts[`xl/worksheets/sheet${index + 1}.xml`] = `<worksheet xmlns="${main}">${inner}</worksheet>`
  })
  const nameOf = (name: string) => (book.hasBackslashes ? name.replaceAll('/', '\\') : name)
  const files = Object.entries(parts).map(([name, xml]) => [nameOf(name), strToU8(xml)] as const)
  return zipSync({ ...Object.fromEntries(files), ...book.more }, { level: book.level ?? 6 })
}
