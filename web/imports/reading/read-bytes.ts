import { type Unzipped, unzipSync } from 'fflate'
import {
  maxArchiveBytes,
  maxColumns,
  maxFileBytes,
  maxFileRows,
  maxUnpackedBytes,
} from '#worker/domain/limits.ts'
import { type CodePage, decodeAs, decodeText, type EncodingOption } from './code-page.ts'
import { formatOfZip, otherFormatOf } from './other-formats.ts'
import type { Refusal } from './refusals.ts'
import { countKnown, type Sheet, sheetOf, type Table } from './sheet.ts'
import { readTextTable } from './text.ts'
import { readWorksheets } from './workbook.ts'

/** The worker's answer. */
export type ReadBytes =
  /** `best`: the index of the sheet that most likely has the data. */
  | { kind: 'tables'; tables: Table[]; best: number; sha256: string }
  /** Our own archive: its unpacked files by name. */
  | { kind: 'archive'; files: Unzipped; sha256: string }
  /** A text of unclear encoding: the user is asked. */
  | { kind: 'readings'; readings: EncodingOption[] }
  | { kind: 'unreadable'; why: Refusal }

const refused = (why: Refusal): ReadBytes => ({ kind: 'unreadable', why })

/** @param codePage the encoding that the user has chosen; left out, the encoding is guessed */
export async function readBytes(
  bytes: Uint8Array<ArrayBuffer>,
  codePage?: CodePage,
): Promise<ReadBytes> {
  // Four bytes are compared, since a text file may begin with a heading such as "PK".
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4
  if (isZip) return readZip(bytes)
  const other = otherFormatOf(bytes)
  if (other) return refused(other)
  if (bytes.length > maxFileBytes) return refused('bytes')
  const decoded = codePage ? { text: decodeAs(bytes, codePage) } : decodeText(bytes)
  if ('readings' in decoded) {
    return bytes.includes(0) ? refused('unknown') : { kind: 'readings', ...decoded }
  }
  const { text } = decoded
  if (text.trim() === '') return refused('empty')
  if (text.includes('\0')) return refused('unknown')
  return toReadBytes([readTextTable(text)], await sha256Of(bytes))
}

async function readZip(bytes: Uint8Array<ArrayBuffer>): Promise<ReadBytes> {
  if (((bytes[6] ?? 0) & 1) === 1) return refused('protectedZip')
  // Unpacked sizes are checked before anything is unpacked.
  const names: string[] = []
  let size = 0
  try {
    unzipSync(bytes, {
      filter({ name, originalSize }) {
        names.push(name)
        size += originalSize
        return false
      },
    })
  } catch {
    return refused('damaged')
  }
  if (bytes.length > maxArchiveBytes) return refused('bytes')
  if (size > maxUnpackedBytes) return refused('unpacked')
  if (names.some((name) => baseName(name) === 'LIESMICH.txt')) {
    const files = unzipSync(bytes, { filter: ({ name }) => isOwnFile(name) })
    return { kind: 'archive', files: renamed(files, baseName), sha256: await sha256Of(bytes) }
  }
  const parts = names.map(partName)
  const isWorkbook = parts.some((name) => /^xl\/.*\.xml$/i.test(name))
  if (!isWorkbook) return refused(formatOfZip(parts, bytes))
  if (bytes.length > maxFileBytes) return refused('bytes')
  try {
    // The sizes checked above hold: fflate unpacks no more than the directory entry states.
    const unpacked = unzipSync(bytes, { filter: ({ name }) => /\.(?:xml|rels)$/i.test(name) })
    return toReadBytes(readWorksheets(renamed(unpacked, partName)), await sha256Of(bytes))
  } catch {
    return refused('damaged')
  }
}

/** False for folders and for the files that macOS adds when a user packs an archive again. */
const isOwnFile = (name: string) => !/(?:^|\/)(?:__MACOSX\/|\.)|\/$/.test(name)
const baseName = (name: string) => name.slice(name.lastIndexOf('/') + 1)

/** Normalised to the standard's "/", since some programs write "\". */
const partName = (name: string) => name.replaceAll('\\', '/').replace(/^\//, '')

const renamed = (files: Unzipped, rename: (name: string) => string): Unzipped =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [rename(name), file]))

/** The sheets that are not empty, with the index of the sheet that most likely has the data. */
function toReadBytes(tables: readonly Table[], sha256: string): ReadBytes {
  const filled = tables
    .map((table) => ({ table, sheet: sheetOf(table) }))
    .filter(({ sheet, table }) => sheet.headings.length > 0 || table.excess)
  if (filled.length === 0) return refused('empty')
  const read = filled.map(({ table, sheet }) => ({
    table,
    rows: sheet.rows.length,
    known: countKnown(sheet.headings),
    excess: table.excess ?? sizeRefusal(sheet),
  }))
  const [best] = read
    .filter(({ rows, excess }) => rows > 0 || excess)
    .toSorted((one, other) => other.known - one.known || other.rows - one.rows)
  if (!best) return refused('noRows')
  if (best.excess) return refused(best.excess)
  // A sheet beyond the limits is ignored beside others that fit.
  const fitting = read.filter(({ excess }) => !excess)
  return {
    kind: 'tables',
    tables: fitting.map(({ table }) => table),
    best: fitting.indexOf(best),
    sha256,
  }
}

function sizeRefusal({ rows, headings }: Sheet): Refusal | null {
  if (rows.length > maxFileRows) return 'rows'
  return headings.length > maxColumns ? 'columns' : null
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
