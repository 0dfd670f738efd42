import { createHash } from 'node:crypto'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { importParts, imports } from '#worker/db/schema.ts'
import { DomainError } from '#worker/domain/errors.ts'
import {
  type ArchiveTableName,
  type ArchiveValue,
  archiveTableNames,
  archiveTables,
  maxArchiveRows,
  readArchiveRow,
  storedColumns,
} from '#worker/domain/guild-archive.ts'
import { keyedHash } from '#worker/http/keyed-hash.ts'
import type {
  ArchivePartBody,
  ImportPreview,
  PreviewRow,
} from '#worker/imports/imports.contract.ts'

// A part of an archive is checked row by row on arrival and stored as it will be inserted: first a line with
// the part's description and problems (`PartHead`), then the rows. The preview reads all parts once, one
// after the other, for checks across parts.

/** A problem of a row, with its line and column. */
type Problem = { line: number; heading: string | null; text: string }

/** The first line of a part. */
type PartHead = {
  table: ArchiveTableName
  first: number
  rows: number
  /** The first problems; the `wrong` rows are left out of the stored part. */
  problems: Problem[]
  wrong: number
  /** The hash of the rows. */
  sha256: string
}

export type StagedPart = PartHead & { part: number }

/** The most problems reported per part and per archive. */
const problemsOfPart = 20
const problemsOfArchive = 200
/** D1 stores no value above two megabytes. */
const maxStoredLength = 1_900_000

/** @throws DomainError PayloadTooLarge */
export function archivePartText({ table, first, rows }: ArchivePartBody): string {
  const values: ArchiveValue[][] = []
  const problems: Problem[] = []
  let wrong = 0
  rows.forEach((cells, index) => {
    const read = readArchiveRow(table, cells)
    if ('values' in read) {
      values.push(read.values)
      return
    }
    wrong += 1
    const line = first + index
    problems.push(...read.problems.map((problem) => ({ line, ...problem })))
  })
  const body = JSON.stringify(values)
  const sha256 = createHash('sha256').update(body).digest('hex')
  const listed = problems.slice(0, problemsOfPart)
  const head: PartHead = { table, first, rows: values.length, problems: listed, wrong, sha256 }
  const text = `${JSON.stringify(head)}\n${body}`
  if (new TextEncoder().encode(text).byteLength > maxStoredLength) {
    throw new DomainError('PayloadTooLarge', 'Das ist zu viel Text auf einmal.')
  }
  return text
}

/** The heads of all parts as one text; equal text means unchanged parts, as heads contain hashes. */
export const selectHeads = (importId: number) => sql<string>`(SELECT group_concat(head, '') FROM (
  SELECT ${importParts.part} || ' ' || substr(body, 1, instr(body, char(10))) AS head FROM ${importParts}
  WHERE ${importParts.importId} = ${importId} AND ${importParts.part} > 0 AND ${importParts.chunk} = 0
  ORDER BY ${importParts.part}))`

type Heads = { text: string; parts: StagedPart[]; expected: number }

export async function readHeads(db: Db, importId: number): Promise<Heads> {
  const [row] = await db
    .select({
      heads: selectHeads(importId).as('heads'),
      expected: sql<number>`${imports.head} ->> '$.parts'`.as('expected'),
    })
    .from(imports)
    .where(eq(imports.id, importId))
  const text = row?.heads ?? ''
  const lines = text.split('\n').filter(Boolean)
  const parts = lines.map((line): StagedPart => {
    const blank = line.indexOf(' ')
    const head: PartHead = JSON.parse(line.slice(blank + 1))
    return { ...head, part: Number(line.slice(0, blank)) }
  })
  // Referenced tables come first, whatever the order in which the parts were sent.
  const place = ({ table }: StagedPart) => archiveTableNames.indexOf(table)
  const inOrder = parts.toSorted((one, other) => place(one) - place(other) || one.part - other.part)
  return { text, parts: inOrder, expected: Number(row?.expected ?? 0) }
}

/** A keyed hash of the previewed parts and of whether they were free of errors; clients cannot forge it. */
export function sealOf(secret: string, importId: number, heads: string, isRight: boolean): string {
  return keyedHash(secret, 'archive', JSON.stringify([importId, heads, isRight]))
}

export async function previewArchive(
  db: Db,
  secret: string,
  importId: number,
): Promise<ImportPreview> {
  const heads = await readHeads(db, importId)
  const ofParts = problemsOf(heads)
  const isTooLarge = countOf(heads.parts) > maxArchiveRows
  const together = isTooLarge ? [tooLarge] : await problemsTogether(db, importId, heads.parts)
  const problems = [...ofParts, ...together]
  const tables = archiveTableNames.map((table, index): PreviewRow => {
    const of = heads.parts.filter((part) => part.table === table)
    const { about } = archiveTables[table]
    const found = of.reduce((sum, { rows }) => sum + rows, 0).toLocaleString('de-DE')
    return {
      ...nothingElse,
      row: index + 1,
      verdict: 'new',
      title: about.charAt(0).toUpperCase() + about.slice(1),
      fields: [{ field: table, label: 'Zeilen', old: null, new: found }],
    }
  })
  const wrong = problems.slice(0, problemsOfArchive).map(
    ({ table, line, heading, text }, index): PreviewRow => ({
      ...nothingElse,
      row: tables.length + index + 1,
      verdict: 'error',
      title:
        line === null ? archiveTables[table].file : `${archiveTables[table].file}, Zeile ${line}`,
      reasons: [{ field: null, text: heading === null ? text : `„${heading}“: ${text}` }],
    }),
  )
  return {
    seen: sealOf(secret, importId, heads.text, problems.length === 0),
    counts: { ...noCounts, new: countOf(heads.parts), error: problems.length },
    questions: [],
    rows: [...wrong, ...tables],
    alsoHolds: [],
  }
}

const nothingElse = {
  reasons: [],
  notes: [],
  cells: [],
  fields: [],
  candidates: [],
  decision: null,
  memberId: null,
}

export const noCounts = { new: 0, changes: 0, same: 0, duplicate: 0, error: 0, skipped: 0 }

export const countOf = (parts: readonly StagedPart[]) =>
  parts.reduce((sum, { rows }) => sum + rows, 0)

/** `line` null = the table as a whole. */
type TableProblem = Omit<Problem, 'line'> & { table: ArchiveTableName; line: number | null }

const tooLarge: TableProblem = {
  table: 'participations',
  line: null,
  heading: null,
  text: `Ein Archiv darf höchstens ${maxArchiveRows.toLocaleString('de-DE')} Zeilen haben.`,
}

function problemsOf({ parts, expected }: Heads): TableProblem[] {
  const ofRows = parts.flatMap(({ table, problems, wrong }) => {
    const listed = problems.map((problem) => ({ table, ...problem }))
    const unlisted = wrong - new Set(problems.map(({ line }) => line)).size
    if (unlisted <= 0) return listed
    const text =
      unlisted === 1 ? 'Eine weitere Zeile ist falsch.' : `${unlisted} weitere Zeilen sind falsch.`
    return [...listed, { table, line: null, heading: null, text }]
  })
  const settings = parts.filter(({ table }) => table === 'guild_settings')
  const isOne = settings.reduce((sum, { rows, wrong }) => sum + rows + wrong, 0) === 1
  const whole = (text: string) =>
    ({ table: 'guild_settings', line: null, heading: null, text }) as const
  return [
    ...(parts.length === expected ? [] : [whole('Das Archiv ist nicht vollständig angekommen.')]),
    ...(isOne ? [] : [whole('Hier muss genau eine Zeile stehen.')]),
    ...ofRows,
  ]
}

/** In larger tables, duplicates are found only by the database, at the commit. */
const mostRowsHeld = 300_000

async function problemsTogether(
  db: Db,
  importId: number,
  parts: readonly StagedPart[],
): Promise<TableProblem[]> {
  const problems: TableProblem[] = []
  const keys = new Map<ArchiveTableName, Set<ArchiveValue>>()
  const seenOf = new Map<string, Set<string>>()
  const paidFor: PaidFor[] = []
  const rowsOf = (table: ArchiveTableName) =>
    parts.reduce((sum, part) => sum + (part.table === table ? part.rows : 0), 0)
  for (const { table, part, first, wrong } of parts) {
    const { columns, key, unique = [] } = archiveTables[table]
    const names = storedColumns(table)
    const own = setIn(keys, table)
    const isHeld = rowsOf(table) <= mostRowsHeld
    const rows = await readRows(db, importId, part)
    rows.forEach((values, index) => {
      if (problems.length >= problemsOfArchive) return
      const row = Object.fromEntries(names.map((name, at) => [name, values[at] ?? null]))
      // The line is unknown when faulty rows were left out of the part.
      const line = wrong > 0 ? null : first + index
      const tell = (heading: string | null, text: string) =>
        problems.push({ table, line, heading, text })
      columns.forEach(({ column, heading, kind }) => {
        const value = row[column] ?? null
        if (kind.of !== 'row' || value === null) return
        // A reference within the same table may point to a later row.
        if (kind.table === table) paidFor.push({ id: row.id ?? null, payer: value, tell, heading })
        else if (!keys.get(kind.table)?.has(value))
          tell(heading, `„${value}“ steht nicht in ${archiveTables[kind.table].file}.`)
      })
      const name =
        key.length === 1 ? (row[key[0] ?? ''] ?? null) : JSON.stringify(key.map((one) => row[one]))
      if (own.has(name)) tell(null, 'Diese Zeile steht zweimal in der Datei.')
      own.add(name)
      if (!isHeld) return
      unique.forEach(({ of, text }, at) => {
        const shared = of(row)
        if (shared === null) return
        const seen = setIn(seenOf, `${table} ${at}`)
        if (seen.has(shared)) tell(null, text)
        seen.add(shared)
      })
    })
  }
  const paid = new Set(paidFor.map(({ id }) => id))
  const known = setIn(keys, 'members')
  for (const { payer, heading, tell } of paidFor) {
    if (problems.length >= problemsOfArchive) break
    if (!known.has(payer)) tell(heading, `„${payer}“ steht nicht in ${archiveTables.members.file}.`)
    else if (paid.has(payer)) tell(heading, `„${payer}“ hat selbst einen Zahler.`)
  }
  return problems
}

type PaidFor = {
  id: ArchiveValue
  payer: ArchiveValue
  heading: string
  tell: (heading: string | null, text: string) => void
}

function setIn<Key, Value>(sets: Map<Key, Set<Value>>, key: Key): Set<Value> {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set)
  return set
}

async function readRows(db: Db, importId: number, part: number): Promise<ArchiveValue[][]> {
  const chunks = await db
    .select({ body: importParts.body })
    .from(importParts)
    .where(
      and(eq(importParts.importId, importId), eq(importParts.part, part), gt(importParts.part, 0)),
    )
    .orderBy(asc(importParts.chunk))
  const text = chunks.map(({ body }) => body).join('')
  return JSON.parse(text.slice(text.indexOf('\n') + 1))
}
