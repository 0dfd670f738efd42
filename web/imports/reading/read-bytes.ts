import { type Unzipped, unzipSync } from 'fflate'
import {
  maxArchiveBytes,
  maxColumns,
  maxFileBytes,
  maxRows,
  maxUnpackedBytes,
} from '#worker/domain/import-limits.ts'
import { countKnown, sheetOf, type Table } from './sheet.ts'
import { decode, tableOf } from './text.ts'
import { tablesOf } from './workbook.ts'

/** What the worker hands back. */
export type ReadBytes =
  /** `best`: the place of the sheet that most likely is meant. */
  | { kind: 'tables'; tables: Table[]; best: number; sha256: string }
  /** An archive of ours: its files by their names, unpacked. */
  | { kind: 'archive'; files: Unzipped; sha256: string }
  | { kind: 'unreadable'; isTooLarge: boolean }

/** As many as a spreadsheet has. */
const maxLines = 1_048_576

const unreadable: ReadBytes = { kind: 'unreadable', isTooLarge: false }
const tooLarge: ReadBytes = { kind: 'unreadable', isTooLarge: true }

export async function readBytes(bytes: Uint8Array<ArrayBuffer>): Promise<ReadBytes> {
  // "PK" alone may be a heading.
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 0x20) < 0x20
  if (isZip) return readZip(bytes)
  if (bytes.length > maxFileBytes) return tooLarge
  const text = decode(bytes)
  if (text === null || text.trim() === '') return unreadable
  return judged([tableOf(text)], await sha256Of(bytes))
}

async function readZip(bytes: Uint8Array<ArrayBuffer>): Promise<ReadBytes> {
  // Nothing is unpacked before it is known how much there is.
  const names: string[] = []
  let size = 0
  unzipSync(bytes, {
    filter({ name, originalSize }) {
      names.push(name)
      size += originalSize
      return false
    },
  })
  if (size > maxUnpackedBytes || bytes.length > maxArchiveBytes) return tooLarge
  if (names.some((name) => baseName(name) === 'LIESMICH.txt')) {
    const files = unzipSync(bytes, { filter: ({ name }) => isOwnFile(name) })
    return { kind: 'archive', files: renamed(files, baseName), sha256: await sha256Of(bytes) }
  }
  if (!names.some((name) => partName(name) === 'xl/workbook.xml')) return unreadable
  if (bytes.length > maxFileBytes) return tooLarge
  const parts = unzipSync(bytes, { filter: ({ name }) => /\.(?:xml|rels)$/.test(name) })
  return judged(await tablesOf(renamed(parts, partName)), await sha256Of(bytes))
}

/** Of a folder that was packed again, without what a Mac adds to it. */
const isOwnFile = (name: string) => !/(?:^|\/)(?:__MACOSX\/|\.)|\/$/.test(name)
const baseName = (name: string) => name.slice(name.lastIndexOf('/') + 1)

/** As the standard has it; some programs write the separators of their system. */
const partName = (name: string) => name.replaceAll('\\', '/').replace(/^\//, '')

const renamed = (files: Unzipped, rename: (name: string) => string): Unzipped =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [rename(name), file]))

/** The sheets that hold anything, with the place of the one that most likely is meant. */
function judged(tables: readonly Table[], sha256: string): ReadBytes {
  const read = tables
    .map((table) => ({ table, sheet: sheetOf(table) }))
    .filter(({ sheet }) => sheet.headings.length > 0)
    .map(({ table, sheet }) => ({
      table,
      rows: sheet.rows.length,
      known: countKnown(sheet.headings),
      fits:
        sheet.rows.length <= maxRows &&
        sheet.headings.length <= maxColumns &&
        table.lines.length <= maxLines,
    }))
  const [best] = read.toSorted((one, other) => other.known - one.known || other.rows - one.rows)
  if (!best) return unreadable
  if (!best.fits) return tooLarge
  // A sheet beside it that is too large is none that anybody wants to bring along.
  const fitting = read.filter(({ fits }) => fits)
  return {
    kind: 'tables',
    tables: fitting.map(({ table }) => table),
    best: fitting.indexOf(best),
    sha256,
  }
}

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
