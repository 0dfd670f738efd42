import { parse } from 'papaparse'
import { plainText } from '#worker/domain/csv.ts'
import {
  type ArchiveTableName,
  archiveTableNames,
  archiveTables,
  archiveVersion,
  maxArchiveRows,
  readMeFile,
} from '#worker/domain/guild-archive.ts'
import type { ArchivePartBody, NewImport } from '#worker/imports/imports.contract.ts'

/** The archive's part of the body of `POST /api/imports`, and its parts. */
export type ArchiveUpload = {
  body: Pick<NewImport, 'headings' | 'rowCount' | 'parts'>
  parts: ArchivePartBody[]
}

/** The most parts that the server accepts for an import. */
const maxParts = 200

/** `problems`: in German, why the files cannot be read; the server checks the rows in them. */
export type ReadArchive = { upload: ArchiveUpload } | { problems: string[] }

/** Parses the unpacked files of an archive, by name. */
export function readArchive(files: Readonly<Record<string, Uint8Array>>): ReadArchive {
  const old = versionProblem(files[readMeFile])
  if (old !== null) return { problems: [old] }
  const problems: string[] = []
  const parts: ArchivePartBody[] = []
  let rowCount = 0
  for (const table of archiveTableNames) {
    const read = readTable(table, files[archiveTables[table].file])
    if ('problem' in read) {
      problems.push(read.problem)
      continue
    }
    rowCount += read.rows.length
    parts.push(...partsOf(table, read.rows))
  }
  const known = [readMeFile, ...archiveTableNames.map((table) => archiveTables[table].file)]
  for (const name of Object.keys(files)) {
    if (!known.includes(name)) problems.push(`${name} gehört nicht in ein Archiv.`)
  }
  if (rowCount > maxArchiveRows) {
    const most = maxArchiveRows.toLocaleString('de-DE')
    problems.push(`Ein Archiv darf höchstens ${most} Zeilen haben.`)
  }
  if (parts.length > maxParts) problems.push('Das Archiv ist zu groß.')
  if (problems.length > 0) return { problems }
  return { upload: { body: { headings: [], rowCount, parts: parts.length }, parts } }
}

function versionProblem(readMe: Uint8Array | undefined): string | null {
  const text = new TextDecoder().decode(readMe)
  const version = /^Zunft-Archiv, Fassung (\d+)\s/.exec(text)?.[1]
  if (version === undefined) return `${readMeFile} ist nicht von einem Archiv der Zunft.`
  if (Number(version) <= archiveVersion) return null
  return 'Dieses Archiv ist von einer neueren Fassung des Programms.'
}

function readTable(
  table: ArchiveTableName,
  bytes: Uint8Array | undefined,
): { rows: string[][] } | { problem: string } {
  const { file, columns, inOlder } = archiveTables[table]
  if (!bytes && inOlder) return { rows: inOlder.map((row) => [...row]) }
  if (!bytes) return { problem: `Im Archiv fehlt ${file}.` }
  const text = decoded(bytes)
  if (text === null) return { problem: `${file} ist nicht als UTF-8 gespeichert.` }
  const { data, errors } = parse<string[]>(text, { delimiter: ';', skipEmptyLines: true })
  const [broken] = errors
  if (broken) return { problem: `${file} ist in Zeile ${(broken.row ?? 0) + 1} nicht lesbar.` }
  const [head = [], ...rows] = data
  const places = columns.map(({ heading }) => head.indexOf(heading))
  const missing = columns.find(
    ({ inOlder }, index) => (places[index] ?? -1) < 0 && inOlder === undefined,
  )
  if (missing) return { problem: `In ${file} fehlt die Spalte „${missing.heading}“.` }
  const surplus = head.find((heading, index) => heading !== '' && !places.includes(index))
  if (surplus !== undefined) {
    return { problem: `Die Spalte „${surplus}“ gehört nicht in ${file}.` }
  }
  const uneven = rows.findIndex((cells) => cells.length !== head.length)
  if (uneven >= 0) {
    return { problem: `${file}, Zeile ${uneven + 2}: Die Zahl der Felder stimmt nicht.` }
  }
  const read = (cells: string[]) =>
    places.map((place, index) => {
      const { inOlder: older = '' } = columns[index] ?? {}
      const cellOf = (heading: string) => plainText(cells[head.indexOf(heading)] ?? '')
      return plainText(cells[place] ?? (typeof older === 'string' ? older : older(cellOf)))
    })
  return { rows: rows.map(read) }
}

function decoded(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Below the server's limit, because the stored text also has normalised names. */
const bytesOfPart = 700_000

function partsOf(table: ArchiveTableName, rows: readonly string[][]): ArchivePartBody[] {
  const encoder = new TextEncoder()
  const parts: { bytes: number; body: ArchivePartBody }[] = []
  rows.forEach((row, index) => {
    const bytes = encoder.encode(JSON.stringify(row)).byteLength + 1
    const last = parts.at(-1)
    if (last && last.bytes + bytes <= bytesOfPart) {
      last.bytes += bytes
      last.body.rows.push(row)
    } else {
      parts.push({ bytes, body: { table, first: index + 2, rows: [row] } })
    }
  })
  return parts.map(({ body }) => body)
}
