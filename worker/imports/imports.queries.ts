import { and, asc, type Column, desc, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { alias } from 'drizzle-orm/sqlite-core'
import { type ConstraintErrors, commit, guard } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import {
  honorRules,
  importMappings,
  importParts,
  importRows,
  imports,
  users,
} from '#worker/db/schema.ts'
import { insertSelected, singleRow } from '#worker/db/statements.ts'
import { splitIntoParts } from '#worker/domain/archive.ts'
import type { ImportKind } from '#worker/domain/codes.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { retention } from '#worker/domain/retention.ts'
import { undoableSince } from '#worker/history/judgement.ts'
import { notFoundError } from '#worker/http/validate.ts'
import type {
  Import,
  ImportAnswers,
  ImportCounts,
  ImportMapping,
  NewImport,
  RowChange,
  StagedImport,
} from './imports.contract.ts'
import type { Remembered } from './remembered.ts'

const hourInMs = 60 * 60_000
/** How many imports are listed; users would not read a longer list. */
const mostListed = 200

/** The request that committed the import. */
export const requestOf = (importId: number) =>
  sql`(SELECT e.request_id FROM audit_entries e WHERE e.entity = 'import' AND e.entity_id = ${importId}
    AND e.op = 'event' AND e.act = 'POST /api/imports/:id/commit')`

/** The JSON in `imports.head`, kept when the contents of the file are deleted. */
type Head = { headingsKey: string | null; parts: number; rowCount: number }
/** The description of the file shown before its rows; deleted with them. */
type Beginning = Pick<NewImport, 'headings' | 'samples' | 'skipped'>
/** The part number under which `Beginning` is stored; parts with rows begin with 1. */
const beginningPart = 0

export type StoredImport = Omit<typeof imports.$inferSelect, 'head'> & { head: Head }

const creator = alias(users, 'creator')
const doer = alias(users, 'doer')
const undoer = alias(users, 'undoer')

const nameOf = (user: { firstName: Column; lastName: Column }) =>
  sql<string | null>`(${user.firstName} || ' ' || ${user.lastName})`

/** When an identical file was imported before as the same kind. */
const doneBefore = sql<string | null>`(SELECT max(other.done_at) FROM imports other
  WHERE other.file_sha256 = ${imports.fileSha256} AND other.kind = ${imports.kind}
    AND other.state = 'done'
    AND (other.done_at, other.id) < (coalesce(${imports.doneAt}, '9'), ${imports.id}))`

function selectImports(db: Db, which: SQL | undefined) {
  return db
    .select({
      id: imports.id,
      kind: imports.kind,
      state: imports.state,
      fileName: imports.fileName,
      counts: imports.counts,
      createdAt: imports.createdAt,
      createdBy: nameOf(creator),
      doneAt: imports.doneAt,
      doneBy: nameOf(doer),
      undoneAt: imports.undoneAt,
      undoneBy: nameOf(undoer),
      before: doneBefore,
      head: imports.head,
      mapping: imports.mapping,
      answers: imports.answers,
    })
    .from(imports)
    .innerJoin(creator, eq(creator.id, imports.createdBy))
    .leftJoin(doer, eq(doer.id, imports.doneBy))
    .leftJoin(undoer, eq(undoer.id, imports.undoneBy))
    .where(which)
    .orderBy(desc(imports.id))
    .limit(mostListed)
}

type Row = Awaited<ReturnType<typeof selectImports>>[number]

function toImport({ head: _, mapping: __, answers: ___, ...row }: Row, now: Date): Import {
  const counts: ImportCounts | Record<string, never> = JSON.parse(row.counts)
  return {
    ...row,
    counts: 'new' in counts ? (counts as ImportCounts) : null,
    createdBy: row.createdBy?.trim() ?? '',
    doneBy: row.doneBy?.trim() ?? null,
    undoneBy: row.undoneBy?.trim() ?? null,
    undoable: row.state === 'done' && row.doneAt !== null && row.doneAt >= undoableSince(now),
    before: row.before === null ? null : berlinDay(new Date(row.before)),
  }
}

/** All imports, the newest first. */
export async function listImports(db: Db, now: Date): Promise<Import[]> {
  const rows = await selectImports(db, gt(imports.id, 0))
  return rows.map((row) => toImport(row, now))
}

export async function findImport(db: Db, id: number, now: Date): Promise<Import | null> {
  const [row] = await selectImports(db, eq(imports.id, id))
  return row ? toImport(row, now) : null
}

/** Changes an import in one commit. @returns the import afterwards */
export async function stepImport(
  db: Db,
  id: number,
  statements: readonly BatchItem<'sqlite'>[],
  now: Date,
): Promise<Import> {
  const select = selectImports(db, eq(imports.id, id))
  const results = await commit(db, [...statements, select])
  const [row] = results.at(-1) as Awaited<typeof select>
  if (!row) throw notFoundError()
  return toImport(row, now)
}

/** An import with its answers and parts; of a finished import only what is kept. */
export async function findStagedImport(
  db: Db,
  id: number,
  now: Date,
): Promise<StagedImport | null> {
  const [[row], ...rest] = await db.batch(selectStaged(db, id))
  return row ? toStaged(row, rest, now) : null
}

function selectStaged(db: Db, id: number) {
  return [
    selectImports(db, eq(imports.id, id)),
    selectPart(db, id, beginningPart),
    db
      .selectDistinct({ part: importParts.part })
      .from(importParts)
      .where(and(eq(importParts.importId, id), gt(importParts.part, beginningPart)))
      .orderBy(asc(importParts.part)),
    db
      .select({ code: honorRules.type, label: honorRules.label, hidden: honorRules.hidden })
      .from(honorRules)
      .orderBy(asc(honorRules.position), asc(honorRules.id)),
  ] as const
}

function toStaged(
  row: Row,
  [beginning, received, honors]: readonly [
    readonly { body: string }[],
    readonly { part: number }[],
    StagedImport['honors'],
  ],
  now: Date,
): StagedImport {
  const head: Head = JSON.parse(row.head)
  const begun: Beginning = JSON.parse(
    beginning.map(({ body }) => body).join('') || '{"headings":[],"samples":[],"skipped":[]}',
  )
  return {
    ...toImport(row, now),
    ...begun,
    rowCount: head.rowCount,
    mapping: { columns: [], ...JSON.parse(row.mapping) },
    answers: { words: {}, empty: {}, choices: {}, ...JSON.parse(row.answers) },
    honors,
    parts: { received: received.map(({ part }) => part), expected: head.parts },
  }
}

/** The import's state, and the key under which its column mapping is remembered. */
export async function findStored(db: Db, id: number): Promise<StoredImport | null> {
  const [row] = await db.select().from(imports).where(eq(imports.id, id))
  return row ? { ...row, head: JSON.parse(row.head) } : null
}

function selectPart(db: Db, id: number, part: number) {
  return db
    .select({ body: importParts.body })
    .from(importParts)
    .where(and(eq(importParts.importId, id), eq(importParts.part, part)))
    .orderBy(asc(importParts.chunk))
}

/** All parts in their order, with the corrections and decisions for single rows. */
export async function readContents(db: Db, id: number) {
  const done = alias(imports, 'done')
  const [[stored], parts, choices, again] = await db.batch([
    db.select().from(imports).where(eq(imports.id, id)),
    db
      .select({ part: importParts.part, body: importParts.body })
      .from(importParts)
      // An archive is too large to load at once.
      .where(
        sql`${importParts.importId} = ${id}
          AND (SELECT kind FROM imports WHERE id = ${id}) <> 'archive'`,
      )
      .orderBy(asc(importParts.part), asc(importParts.chunk)),
    db
      .select({
        row: importRows.row,
        values: importRows.values,
        decision: importRows.decision,
        memberId: importRows.memberId,
      })
      .from(importRows)
      .where(eq(importRows.importId, id)),
    db
      .select({ id: done.id })
      .from(imports)
      .innerJoin(done, and(eq(done.fileSha256, imports.fileSha256), eq(done.kind, imports.kind)))
      .where(and(eq(imports.id, id), eq(done.state, 'done'), ne(done.id, id)))
      .limit(1),
  ])
  const whole = Map.groupBy(parts, ({ part }) => part)
  const texts = [...whole].map(
    ([part, chunks]) => [part, chunks.map(({ body }) => body).join('')] as const,
  )
  const beginning = texts.find(([part]) => part === beginningPart)?.[1]
  if (!stored) return null
  return {
    stored: { ...stored, head: JSON.parse(stored.head) as Head },
    beginning: beginning === undefined ? null : (JSON.parse(beginning) as Beginning),
    parts: texts.filter(([part]) => part !== beginningPart).map(([, text]) => text),
    choices,
    isAgain: again.length > 0,
  }
}

/** The last mapping of a file with these headings; null when there is none. */
export async function findMapping(
  db: Db,
  headingsKey: string | null,
  kind: ImportKind,
): Promise<Remembered | null> {
  if (headingsKey === null) return null
  const [row] = await db
    .select({ mapping: importMappings.mapping })
    .from(importMappings)
    .where(and(eq(importMappings.headingsKey, headingsKey), eq(importMappings.kind, kind)))
  return row ? JSON.parse(row.mapping) : null
}

type NewRow = {
  userId: number
  now: Date
  headingsKey: string | null
  mapping: ImportMapping
  answers: ImportAnswers
  given: NewImport
}

export async function insertImport(
  db: Db,
  { userId, now, headingsKey, mapping, answers, given }: NewRow,
): Promise<Import> {
  const { kind, fileName, fileSha256, parts, rowCount, headings, samples, skipped } = given
  const head: Head = { headingsKey, parts, rowCount }
  const beginning: Beginning = { headings, samples, skipped }
  const newest = sql`(SELECT max(id) FROM imports)`
  const [, [inserted]] = await commit(db, [
    write.insert(imports).values({
      kind,
      fileName,
      fileSha256,
      head: JSON.stringify(head),
      mapping: JSON.stringify(mapping),
      answers: JSON.stringify(answers),
      createdAt: now.toISOString(),
      createdBy: userId,
    }),
    selectImports(db, eq(imports.id, newest)),
    ...insertChunks(newest, beginningPart, JSON.stringify(beginning)),
  ])
  if (!inserted) throw new Error('An import that was inserted is not there')
  return toImport(inserted, now)
}

function insertChunks(importId: SQL | number, part: number, text: string) {
  return splitIntoParts(text).map((body, chunk) =>
    insertSelected(importParts, { importId, part, chunk, body }, sql`${singleRow} WHERE 1`),
  )
}

/** Every write to an import is guarded by its state, because another tab may have committed it. */
export function guardState(id: number, state: 'staged' | 'done') {
  return guard('importState', sql`(SELECT state FROM imports WHERE id = ${id}) = ${state}`)
}

export function importDoneError(message = 'Diese Datei ist schon übernommen.'): DomainError {
  return new DomainError('ImportDone', message)
}

/** Another tab has committed or deleted the import in the meantime. */
const ifStaged: ConstraintErrors = { importState: () => importDoneError() }

export async function replacePart(db: Db, id: number, part: number, text: string): Promise<void> {
  await commit(
    db,
    [
      guardState(id, 'staged'),
      write
        .delete(importParts)
        .where(and(eq(importParts.importId, id), eq(importParts.part, part))),
      ...insertChunks(id, part, text),
    ],
    ifStaged,
  )
}

type Change = { kind?: ImportKind; mapping?: ImportMapping; answers?: ImportAnswers }

export async function updateStaged(
  db: Db,
  id: number,
  change: Change,
  now: Date,
): Promise<StagedImport | null> {
  const { kind, mapping, answers } = change
  const [, , [row], ...rest] = await commit(
    db,
    [
      guardState(id, 'staged'),
      write
        .update(imports)
        .set({
          kind: kind ?? sql`${imports.kind}`,
          mapping: mapping ? JSON.stringify(mapping) : sql`${imports.mapping}`,
          answers: answers ? JSON.stringify(answers) : sql`${imports.answers}`,
        })
        .where(eq(imports.id, id)),
      ...selectStaged(db, id),
    ],
    ifStaged,
  )
  return row ? toStaged(row, rest, now) : null
}

/** Stores the user's decisions about rows; fields that a row change leaves out keep their earlier value. */
export async function saveChoices(db: Db, id: number, rows: readonly RowChange[]): Promise<void> {
  const choices = rows.map(({ row, values, decision, memberId }) => ({
    row,
    ...(values !== undefined && { values: values === null ? null : JSON.stringify(values) }),
    ...(decision !== undefined && { decision, memberId: memberId ?? null }),
  }))
  const text = JSON.stringify(choices)
  const value = (name: string) => sql`j.value ->> ${sql.raw(`'${name}'`)}`
  const isSaid = (name: string) => sql`json_type(j.value, ${sql.raw(`'$.${name}'`)}) IS NOT NULL`
  const kept = (name: string, column: string) =>
    sql`iif(${isSaid(name)}, ${value(column)}, (SELECT old.${sql.raw(`"${column === 'memberId' ? 'member_id' : column}"`)}
      FROM import_rows old WHERE old.import_id = ${id} AND old.row = ${value('row')}))`
  await commit(
    db,
    [
      guardState(id, 'staged'),
      insertSelected(
        importRows,
        {
          importId: id,
          row: value('row'),
          values: kept('values', 'values'),
          decision: kept('decision', 'decision'),
          memberId: kept('decision', 'memberId'),
        },
        sql`json_each(${text}) j WHERE 1`,
      ).onConflictDoUpdate({
        target: [importRows.importId, importRows.row],
        set: {
          values: sql`excluded."values"`,
          decision: sql`excluded.decision`,
          memberId: sql`excluded.member_id`,
        },
      }),
    ],
    ifStaged,
  )
}

/** Deletes the contents of the file. */
export function deleteContents(which: SQL) {
  return [
    write.delete(importParts).where(sql`${importParts.importId} IN ${which}`),
    write.delete(importRows).where(sql`${importRows.importId} IN ${which}`),
  ] as const
}

export async function deleteStaged(db: Db, id: number): Promise<void> {
  await commit(
    db,
    [
      guardState(id, 'staged'),
      ...deleteContents(sql`(${id})`),
      write.delete(imports).where(eq(imports.id, id)),
    ],
    ifStaged,
  )
}

/** The most imports that one run of the cron deletes. */
const maxPerRun = 100

/** Deletes imports that were not committed within a day. */
export async function deleteStagedImports(db: Db, now: Date): Promise<void> {
  const since = new Date(now.getTime() - retention.stagedImports.count * hourInMs).toISOString()
  const over = sql`(SELECT id FROM imports WHERE state = 'staged' AND created_at < ${since}
    ORDER BY created_at LIMIT ${maxPerRun})`
  await commit(db, [
    ...deleteContents(over),
    // Imports are deleted last, since the statements before find their rows by them.
    write.delete(imports).where(sql`${imports.id} IN ${over}`),
  ])
}
