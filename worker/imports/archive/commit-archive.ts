import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { isViolationOf, violationsIn } from '#worker/db/causes.ts'
import { commit, guard } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { auditContext, imports, journal } from '#worker/db/schema.ts'
import { rowsOf, singleRow } from '#worker/db/statements.ts'
import { DomainError } from '#worker/domain/errors.ts'
import {
  type ArchiveTableName,
  archiveTableNames,
  archiveTables,
  storedColumns,
} from '#worker/domain/guild-archive.ts'
import {
  type JournalLine,
  revertStatements,
  selectJournal,
  toJournalLine,
} from '#worker/history/revert.ts'
import type { ImportCounts } from '#worker/imports/imports.contract.ts'
import {
  deleteContents,
  guardState,
  requestOf,
  type StoredImport,
} from '#worker/imports/imports.queries.ts'
import {
  countOf,
  noCounts,
  readHeads,
  type StagedPart,
  sealOf,
  selectHeads,
} from './staged-archive.ts'

type Statement = BatchItem<'sqlite'>
type Context = { db: Db; secret: string; userId: number; now: Date }

const isEmpty = sql`(SELECT max(id) FROM members) IS NULL AND (SELECT max(id) FROM costumes) IS NULL
  AND (SELECT max(id) FROM parades) IS NULL`

/** Checked before a large file is uploaded and again at the commit. @throws DomainError GuildNotEmpty */
export async function assertEmptyGuild(db: Db): Promise<void> {
  const [row] = await rowsOf<{ isEmpty: number }>(db, { isEmpty }, singleRow)
  if (row?.isEmpty === 1) return
  throw new DomainError(
    'GuildNotEmpty',
    'Ein Archiv lässt sich nur in eine Zunft ohne Mitglieder, Kleider und Umzüge übernehmen.',
  )
}

/**
 * Writes an archive in one commit, which inserts from the stored parts. A guard rejects it when another
 * write came first.
 * @throws DomainError ImportOpen, ImportStale, GuildNotEmpty
 */
export async function commitArchive(
  context: Context,
  stored: StoredImport,
  seen: string | undefined,
): Promise<void> {
  const { db, secret } = context
  await assertEmptyGuild(db)
  const heads = await readHeads(db, stored.id)
  const seal = (isRight: boolean) => sealOf(secret, stored.id, heads.text, isRight)
  if (seen !== seal(true))
    throw seen === undefined || seen === seal(false)
      ? archiveProblemsError()
      : archiveChangedError()
  const statements = commitStatements(context, stored, heads.parts, heads.text)
  try {
    await commit(db, statements)
  } catch (error) {
    if (!isViolationOf(error, 'guard')) throw archiveConstraintError(error)
    await assertEmptyGuild(db)
    if ((await readHeads(db, stored.id)).text !== heads.text) throw archiveChangedError()
    throw error
  }
}

function archiveProblemsError(): DomainError {
  const message = 'Das Archiv ist so nicht zu übernehmen. Sieh Dir erst an, was darin falsch ist.'
  return new DomainError('ImportOpen', message, undefined, { rows: [] })
}

function archiveChangedError(): DomainError {
  const message = 'Das Archiv ist nicht mehr dasselbe. Sieh es Dir noch einmal an.'
  return new DomainError('ImportStale', message)
}

/** The error for a violation that the preview missed, since it checks very large tables only in part. */
function archiveConstraintError(error: unknown): unknown {
  const violations = violationsIn(error)
  if (violations.length === 0) return error
  const table = Object.entries(archiveTables).find(([name]) =>
    violations[0]?.startsWith(`${name}.`),
  )?.[1]
  const message = table
    ? `Im Archiv steht etwas zweimal: ${table.file}.`
    : 'Im Archiv passt etwas nicht zusammen.'
  return new DomainError('ImportOpen', message, undefined, { rows: [] })
}

/** Default rows of a new guild, which the archive replaces. */
const replaced = [
  'honor_rule_duties',
  'honor_rules',
  'offices',
  'fee_rules',
  'costume_types',
  'letter_texts',
  'circular_templates',
] as const satisfies readonly ArchiveTableName[]

function commitStatements(
  { userId, now }: Context,
  { id, kind, fileName }: StoredImport,
  parts: readonly StagedPart[],
  heads: string,
): [Statement, ...Statement[]] {
  const inserted = countOf(parts)
  const ofMembers = parts.filter(({ table }) => table === 'members')
  const others = parts.filter(({ table }) => table !== 'members' && table !== 'guild_settings')
  return [
    guardState(id, 'staged'),
    guard('archiveAsStaged', sql`${selectHeads(id)} = ${heads}`),
    guard('guildIsEmpty', sql`(${isEmpty})`),
    ...replaced.map((table) => write.run(sql.raw(`DELETE FROM ${table}`))),
    ...forgetOthers(),
    ...parts
      .filter(({ table }) => table === 'guild_settings')
      .map((part) => writePart(part, { id, userId })),
    // The history records one event: the undo empties the tables instead of reverting each row.
    setAuditVia('archive'),
    // In two passes over all parts: payers are inserted before the members they pay for.
    ...['IS NULL', 'IS NOT NULL'].flatMap((payer) =>
      ofMembers.map((part) => writePart(part, { id, userId }, `payer_id ${payer}`)),
    ),
    ...others.map((part) => writePart(part, { id, userId })),
    setAuditVia('import'),
    ...deleteContents(sql`(${id})`),
    recordEvent({
      entity: 'import',
      entityId: id,
      changes: { fileName, kind, inserted, updated: 0 },
    }),
    // Last, with the values after all writes of this commit; the undo compares both with these (`writtenSince`).
    write
      .update(imports)
      .set({
        state: 'done',
        counts: JSON.stringify({ ...noCounts, new: inserted }),
        doneAt: now.toISOString(),
        doneBy: userId,
        head: sql`json_set(${imports.head}, '$.dataVersion', (SELECT version FROM data_version),
          '$.newestLine', (SELECT max(id) FROM audit_entries))`,
      })
      .where(sql`${imports.id} = ${id}`),
  ]
}

// A batch takes a raw statement only without bound values, so numbers (never user input) are inlined.

/** The rows of a part, which is stored in chunks; its first line is the `PartHead`. */
function rowsOfPart(importId: number, part: number): string {
  return `(SELECT group_concat(body, '') AS text FROM (SELECT body FROM import_parts
    WHERE import_id = ${importId} AND part = ${part} ORDER BY chunk)) w
    CROSS JOIN json_each(substr(w.text, instr(w.text, char(10)) + 1)) j`
}

type Whose = { id: number; userId: number }

/** @param where SQL condition on the columns that are written; rows that do not meet it are left out */
function writePart({ table, part }: StagedPart, whose: Whose, where = '1'): Statement {
  const columns = storedColumns(table)
  const from = rowsOfPart(whose.id, part)
  const values = columns.map((_, at) => `j.value ->> ${at}`)
  if (table === 'guild_settings') {
    const set = columns.map((column, at) => `${column} = ${values[at]}`)
    return write.run(
      sql.raw(`UPDATE guild_settings SET ${set.join(', ')}, version = version + 1 FROM ${from}`),
    )
  }
  const extraColumns = Object.entries(importColumns[table]?.(whose) ?? {})
  const names = [...columns, ...extraColumns.map(([name]) => name)]
  const selected = [...values, ...extraColumns.map(([, value]) => value)]
  const named = names.map((name, at) => `${selected[at]} AS ${name}`)
  return write.run(
    sql.raw(
      `INSERT INTO ${table} (${names}) SELECT * FROM (SELECT ${named} FROM ${from}) WHERE ${where}`,
    ),
  )
}

/** Columns that the archive does not contain: they refer to this import and its user. */
const importColumns: Partial<Record<ArchiveTableName, (whose: Whose) => Record<string, number>>> = {
  members: ({ id }) => ({ import_id: id }),
  member_exits: ({ userId }) => ({ recorded_by: userId }),
}

/** Sets whether the triggers record the next statements (scripts/history/triggers.ts). */
function setAuditVia(via: 'import' | 'archive'): Statement {
  return write.update(auditContext).set({ via }).where(sql`${auditContext.id} = 1`)
}

/** The archive brings its own ids: existing history lines must not be assigned to rows that reuse them. */
function forgetOthers(): Statement[] {
  return ['member_id', 'costume_id', 'parade_id'].map((column) =>
    write.run(sql.raw(`UPDATE audit_entries SET ${column} = NULL WHERE ${column} > 0`)),
  )
}

/** A value that `commitStatements` stored in `imports.head`. */
const storedInHead = (id: number, name: 'dataVersion' | 'newestLine') =>
  sql.raw(`(SELECT head ->> '$.${name}' FROM imports WHERE id = ${id})`)

const doneAt = (id: number) => sql`(SELECT done_at FROM imports WHERE id = ${id})`

/** Changes of these entities (accounts, sessions, exports) do not prevent the undo. */
const accountEntities = ['user', 'userRole', 'passkey', 'session', 'export', 'disclosure', 'import']

/** Conditions that reject the undo, each under the German sentence that names the reason. */
const writtenSince = (id: number): Record<string, SQL> => ({
  'Seither wurde etwas eingetragen oder geändert.': sql`
    (SELECT version FROM data_version) <> ${storedInHead(id, 'dataVersion')}
    OR EXISTS (SELECT 1 FROM audit_entries WHERE id > ${storedInHead(id, 'newestLine')}
      AND entity NOT IN (SELECT value FROM json_each(${JSON.stringify(accountEntities)})))`,
  'Seither hat sich jemand angemeldet.': sql`
    (SELECT max(created_at) FROM orders) >= ${doneAt(id)}`,
  'Seither wurde an einem Umzug abgehakt.': sql`
    (SELECT max(received_at) FROM check_in_acts) >= ${doneAt(id)}`,
  'Seither wurden Doppelte zusammengeführt.': sql`(SELECT max(id) FROM member_merges) > 0`,
})

/**
 * Deletes everything that came with an archive and restores the guild's settings, rules and types. A guard
 * rejects the undo when anything was written since.
 * @throws DomainError ImportInUse
 */
export async function undoArchive(
  { db, userId, now }: Context,
  stored: StoredImport,
): Promise<void> {
  const { id } = stored
  const conditions = writtenSince(id)
  const read = async () => {
    const columns = Object.values(conditions).map((one, at) => [`o${at}`, sql`(${one})`] as const)
    const [[row], lines] = await db.batch([
      rowsOf<Record<string, number>>(db, Object.fromEntries(columns), singleRow),
      selectJournal(db, requestOf(id)),
    ])
    const obstacles = Object.keys(conditions).filter((_, at) => row?.[`o${at}`] === 1)
    return { obstacles, lines: lines.map(toJournalLine) }
  }
  const { obstacles, lines } = await read()
  assertNotInUse(obstacles)
  try {
    await commit(db, undoStatements({ db, userId, now }, stored, Object.values(conditions), lines))
  } catch (error) {
    if (isViolationOf(error, 'foreignKey')) assertNotInUse(['Seither wurde etwas eingetragen.'])
    if (isViolationOf(error, 'guard')) assertNotInUse((await read()).obstacles)
    throw error
  }
}

function assertNotInUse(obstacles: string[]): void {
  if (obstacles.length === 0) return
  const message = 'Das Archiv lässt sich nicht mehr zurücknehmen.'
  throw new DomainError('ImportInUse', message, undefined, { obstacles })
}

/** Rows are deleted before the rows that they refer to. */
const archivedTables = archiveTableNames
  .filter((table) => table !== 'guild_settings')
  .toReversed()
  .map((table) => (archiveTables[table].key[0] === 'id' ? `${table} WHERE id > 0` : table))
/** Rows that are meaningless without the rows they name and are deleted with them. */
const dependentRows = ['member_no_duplicates WHERE member_id > 0', 'parade_drafts WHERE id > 0']

function undoStatements(
  { userId, now }: Omit<Context, 'secret'>,
  { id, kind, fileName, counts }: StoredImport,
  conditions: readonly SQL[],
  lines: readonly JournalLine[],
): [Statement, ...Statement[]] {
  const { new: inserted }: ImportCounts = JSON.parse(counts)
  return [
    guardState(id, 'done'),
    ...conditions.map((one) => guard('archiveUndoable', sql`(${one}) IS NOT 1`)),
    setAuditVia('archive'),
    ...[...dependentRows, ...archivedTables].map((rows) =>
      write.run(sql.raw(`DELETE FROM ${rows}`)),
    ),
    setAuditVia('import'),
    ...revertStatements(lines, now),
    recordEvent({
      entity: 'import',
      entityId: id,
      changes: { fileName, kind, deleted: inserted, restored: 0 },
    }),
    write.delete(journal).where(sql`${journal.requestId} = ${requestOf(id)}`),
    write
      .update(imports)
      .set({ state: 'undone', undoneAt: now.toISOString(), undoneBy: userId })
      .where(sql`${imports.id} = ${id}`),
  ]
}
