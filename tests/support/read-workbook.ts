import { strFromU8, unzipSync } from 'fflate'

/** As stored: text never counts as a number or a formula. */
export type ReadCell = { text: string } | { number: number; format: string } | { formula: string }

/** The rows of an .xlsx file's first sheet, read from its parts; null = empty. */
export function readWorkbook(bytes: Uint8Array): (ReadCell | null)[][] {
  const parts = unzipSync(bytes)
  const xml = (name: string) => strFromU8(parts[name] ?? new Uint8Array())
  const texts = elements(xml('xl/sharedStrings.xml'), 'si').map(textOf)
  const styles = xml('xl/styles.xml')
  const formats = new Map(
    [...styles.matchAll(/<numFmt ([^>]*)\/>/g)].map(([, attributes = '']) => [
      attribute(attributes, 'numFmtId'),
      plain(attribute(attributes, 'formatCode')),
    ]),
  )
  const cellFormats = [
    ...(/<cellXfs.*?<\/cellXfs>/s.exec(styles)?.[0] ?? '').matchAll(/<xf ([^>]*)/g),
  ].map(([, attributes = '']) => formats.get(attribute(attributes, 'numFmtId')) ?? '')
  return elements(xml('xl/worksheets/sheet1.xml'), 'row').map((row) => {
    const cells: (ReadCell | null)[] = []
    for (const [, attributes = '', inner = ''] of row.matchAll(
      /<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs,
    )) {
      const column = attribute(attributes, 'r').replace(/\d/g, '')
      const value = elements(inner, 'v')[0] ?? ''
      const [formula] = elements(inner, 'f')
      const index = [...column].reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0) - 1
      while (cells.length < index) cells.push(null)
      if (formula !== undefined) cells.push({ formula })
      else if (attribute(attributes, 't') === 's') cells.push({ text: texts[Number(value)] ?? '' })
      else if (attribute(attributes, 't') === 'inlineStr') cells.push({ text: textOf(inner) })
      else
        cells.push({
          number: Number(value),
          format: cellFormats[Number(attribute(attributes, 's') || -1)] ?? '',
        })
    }
    return cells
  })
}

const elements = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 'gs'))].map(
    ([, inner = '']) => inner,
  )
const attribute = (attributes: string, name: string) =>
  new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? ''
const textOf = (inner: string) => elements(inner, 't').map(plain).join('')

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const plain = (xml: string) =>
  xml.replace(/&(?:#(x?)([\da-f]+)|(\w+));/gi, (_, hex, code, name) =>
    name ? (entities[name] ?? '') : String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)),
  )

/** The number by which a spreadsheet counts a day (from 1 March 1900 on). */
export const serialOf = (day: string) => (Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000
