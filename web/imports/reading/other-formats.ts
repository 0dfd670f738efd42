/** File formats that cannot be imported, with advice. */
export type OtherFormat = keyof typeof otherFormats

const asXlsx = 'und speichere sie mit „Speichern unter“ als Excel-Arbeitsmappe (.xlsx).'

export const otherFormats = {
  protected:
    'Diese Datei ist mit einem Passwort geschützt. Öffne sie in Excel, lösche das Passwort unter „Datei“, „Informationen“, „Arbeitsmappe schützen“, und speichere sie. In LibreOffice: „Speichern unter“ ohne „Mit Kennwort speichern“.',
  protectedZip:
    'Dieses Archiv ist mit einem Passwort geschützt. Entpacke es und wähle die Tabelle, die darin liegt.',
  xls: `Das ist eine Excel-Datei im alten Format (.xls). Öffne sie in Excel oder LibreOffice ${asXlsx}`,
  xlsb: `Das ist eine Excel-Datei im Binärformat (.xlsb). Öffne sie in Excel oder LibreOffice ${asXlsx}`,
  ods: `Das ist eine Tabelle von LibreOffice (.ods). Öffne sie dort ${asXlsx}`,
  numbers:
    'Das ist eine Tabelle von Numbers. Öffne sie dort und wähle „Ablage“, „Exportieren“, „Excel“.',
  document:
    'Das ist ein Textdokument und keine Tabelle. Kopiere die Liste daraus in Excel oder LibreOffice und speichere sie als Excel-Arbeitsmappe (.xlsx).',
  slides: 'Das ist eine Präsentation und keine Tabelle. Wähle eine Excel-Datei (.xlsx) oder CSV.',
  picture:
    'Das ist ein Bild. Daraus lässt sich keine Tabelle lesen. Wähle die Excel-Datei (.xlsx) oder CSV, aus der es stammt.',
  pdf: 'Das ist eine PDF-Datei. Daraus lässt sich keine Tabelle lesen. Wähle die Excel-Datei (.xlsx) oder CSV, aus der sie stammt.',
  html: `Das ist eine Webseite, auch wenn sie wie eine Excel-Datei heißt. Öffne sie in Excel oder LibreOffice ${asXlsx}`,
  xml: `Das ist eine XML-Datei, auch wenn sie wie eine Excel-Datei heißt. Öffne sie in Excel oder LibreOffice ${asXlsx}`,
  json: 'Das ist eine JSON-Datei. Lass Dir die Liste von dem anderen Programm als Excel-Datei (.xlsx) oder CSV geben.',
  cards:
    'Das sind Adresskarten oder Termine und keine Tabelle. Lass Dir die Liste von dem anderen Programm als Excel-Datei (.xlsx) oder CSV geben.',
  zip: 'Das ist ein Archiv, in dem keine Excel-Arbeitsmappe steckt. Entpacke es und wähle die Tabelle, die darin liegt.',
  damaged: `Diese Excel-Datei ist beschädigt oder nicht ganz übertragen. Öffne sie in Excel oder LibreOffice ${asXlsx}`,
} as const

const text = (bytes: Uint8Array) => new TextDecoder('windows-1252').decode(bytes)
const asUtf16 = (name: string) => [...name].join('\0')

const isBeginning = (bytes: Uint8Array, mark: readonly number[]) =>
  mark.every((byte, at) => bytes[at] === byte)

const pictures = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x49, 0x49, 0x2a, 0x00],
  [0x4d, 0x4d, 0x00, 0x2a],
  [0x42, 0x4d, 0x00],
]

/** gzip, RAR, 7z, bzip2, xz, and an empty ZIP. */
const archives = [
  [0x1f, 0x8b],
  [0x52, 0x61, 0x72, 0x21],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0x42, 0x5a, 0x68, 0x39],
  [0xfd, 0x37, 0x7a, 0x58],
  [0x50, 0x4b, 0x05, 0x06],
]

/** The format that the first bytes show; null when the file may be a table. */
export function otherFormatOf(bytes: Uint8Array): OtherFormat | null {
  if (isBeginning(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return inContainer(bytes)
  if (archives.some((mark) => isBeginning(bytes, mark))) return 'zip'
  const start = text(bytes.subarray(0, 2_000)).replaceAll('\0', '')
  if (pictures.some((mark) => isBeginning(bytes, mark))) return 'picture'
  if (/^(?:RIFF.{1,4}WEBP|.{1,4}ftyp(?:hei|avi|mif))/s.test(start)) return 'picture'
  return byBeginning(start.replace(/^(?:ï»¿|ÿþ|þÿ)?\s*/, ''))
}

function byBeginning(start: string): OtherFormat | null {
  if (start.startsWith('%PDF')) return 'pdf'
  if (start.startsWith('{\\rtf')) return 'document'
  if (/^BEGIN:V/i.test(start)) return 'cards'
  if (/^(?:MIME-Version:|From: .*\n)/i.test(start)) return 'html'
  if (/^<svg/i.test(start)) return 'picture'
  if (start.startsWith('<'))
    return /<(?:!doctype html|html|table|body|meta)\b/i.test(start) ? 'html' : 'xml'
  return /^(?:\{|\[\s*[{[])/.test(start) ? 'json' : null
}

/** Old Office files and encrypted new ones: the container's directory tells them apart. */
function inContainer(bytes: Uint8Array): OtherFormat {
  const all = text(bytes)
  if (all.includes(asUtf16('EncryptedPackage'))) return 'protected'
  if (all.includes(asUtf16('WordDocument'))) return 'document'
  return all.includes(asUtf16('PowerPoint Document')) ? 'slides' : 'xls'
}

/** A ZIP without a workbook: detected by its file names and first bytes. */
export function formatOfZip(names: readonly string[], bytes: Uint8Array): OtherFormat {
  const start = text(bytes.subarray(0, 200))
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name))
  if (has(/^xl\/workbook\.bin$/i)) return 'xlsb'
  if (start.includes('opendocument.spreadsheet')) return 'ods'
  if (start.includes('opendocument.presentation') || has(/^ppt\//i)) return 'slides'
  if (start.includes('opendocument.text') || has(/^word\//i)) return 'document'
  if (has(/(?:^|\/)(?:Index\/.*\.iwa|Index\.zip)$/)) return 'numbers'
  // Also an OpenDocument table whose "mimetype" entry is not the first, as the standard demands.
  if (has(/^content\.xml$/) && has(/^(?:META-INF\/manifest\.xml|mimetype)$/)) return 'ods'
  return has(/^xl\//i) ? 'damaged' : 'zip'
}
