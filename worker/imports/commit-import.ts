import { and, eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { retryOnConflict } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { auditEntries, importMappings, imports } from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { notFoundError } from '#worker/http/validate.ts'
import { commitArchive } from './archive/commit-archive.ts'
import { previewArchive } from './archive/staged-archive.ts'
import type { Import, ImportPreview } from './imports.contract.ts'
import {
  deleteContents,
  findImport,
  findStored,
  guardState,
  importDoneError,
  type StoredImport,
  stepImport,
} from './imports.queries.ts'
import type { ImportPlan, PlannedImport, ReadingBase, Staged } from './plan.ts'
import { planImport } from './planning/plan-import.ts'
import { readForPlanning } from './planning/read-for-planning.ts'
import { rememberedOf } from './remembered.ts'
import { readStaged } from './staged.ts'
import { planGuards, planStatements } from './write-plan.ts'

export type Context = {
  db: Db
  now: Date
  today: Day
  userId: number
  requestId: string
  secret: string
}

/** The changes that the file would make now. @throws DomainError NotFound, ImportDone, Conflict */
export async function previewImport(context: Context, id: number): Promise<ImportPreview> {
  const { stored, staged } = await readStaged(context.db, id)
  if (isStagedArchive(stored)) return previewArchive(context.db, context.secret, id)
  if (!staged) throw importDoneError()
  const { planned } = await readAndPlan(context, staged)
  return planned.preview
}

/** A staged archive's rows are inserted from its parts by SQL, never loaded together. */
const isStagedArchive = ({ kind, state }: StoredImport) => kind === 'archive' && state === 'staged'

/**
 * Writes the whole import in one commit. When another write came first, it is planned again and goes on as
 * long as the new plan equals the one seen.
 * @param seen hash of the preview that the user saw
 */
export async function commitImport(
  context: Context,
  id: number,
  seen: string | undefined,
): Promise<Import> {
  const { db, now, requestId } = context
  const asPlanned = async () => {
    const { stored, staged } = await readStaged(db, id)
    if (isStagedArchive(stored)) {
      await commitArchive(context, stored, seen)
      return findImportAgain(db, id, now)
    }
    // The database's answer was lost, and this request has already written the import.
    if (!staged && (await isDoneByRequest(db, id, requestId))) return findImportAgain(db, id, now)
    if (!staged) throw importDoneError()
    const { planned, reading } = await readAndPlan(context, staged)
    if (seen !== undefined && planned.preview.seen !== seen) throw importStaleError(planned.preview)
    assertAllDecided(planned.preview, seen)
    return commitPlan(context, stored, planned, reading)
  }
  return retryOnConflict(conflictCauses, asPlanned, async () =>
    importStaleError(await previewImport(context, id)),
  )
}

/** Rejections that mean another write came first. */
export const conflictCauses = ['guard', 'unique', 'foreignKey']

/** @throws DomainError NotFound, ImportDone */
export async function findOpen(db: Db, id: number): Promise<StoredImport> {
  const stored = await findStored(db, id)
  if (!stored) throw notFoundError()
  if (stored.state !== 'staged') throw importDoneError()
  return stored
}

async function readAndPlan({ db, now, today, userId }: Context, staged: Staged) {
  const reading = await readForPlanning(db, staged, today)
  return { planned: planImport(reading, staged, { now, today, userId }), reading }
}

/** Writes the plan in one commit, rejected when the data it was read from has changed. */
export async function commitPlan(
  context: Context,
  stored: StoredImport,
  { plan, preview }: PlannedImport,
  reading: ReadingBase,
): Promise<Import> {
  const { db, now, userId } = context
  const statements = [
    guardState(stored.id, 'staged'),
    ...planGuards(plan, reading, stored.kind),
    ...planStatements({ db, importId: stored.id, userId, now }, plan),
    ...markDone(context, stored, preview, plan),
  ]
  return stepImport(db, stored.id, statements, now)
}

/** Marks the import as done: its description is kept, its contents are deleted. */
function markDone(
  { now, userId }: Context,
  { id, kind, fileName, head, ...stored }: StoredImport,
  { counts }: ImportPreview,
  { insertions, updates }: ImportPlan,
): BatchItem<'sqlite'>[] {
  const at = now.toISOString()
  const remembered = head.headingsKey
  const mapping = JSON.stringify(
    rememberedOf(JSON.parse(stored.mapping), JSON.parse(stored.answers)),
  )
  return [
    write
      .update(imports)
      .set({
        state: 'done',
        counts: JSON.stringify(counts),
        // Answers may contain names of persons.
        answers: '{}',
        doneAt: at,
        doneBy: userId,
      })
      .where(eq(imports.id, id)),
    ...deleteContents(sql`(${id})`),
    ...(remembered === null
      ? []
      : [
          write
            .insert(importMappings)
            .values({ headingsKey: remembered, kind, mapping, usedAt: at })
            .onConflictDoUpdate({
              target: [importMappings.headingsKey, importMappings.kind],
              set: { mapping, usedAt: at },
            }),
        ]),
    recordEvent({
      entity: 'import',
      entityId: id,
      changes: { fileName, kind, inserted: insertions.length, updated: updates.length },
    }),
  ]
}

function assertAllDecided({ rows }: ImportPreview, seen: string | undefined): void {
  const open = rows.flatMap(({ row, verdict }) =>
    verdict === 'duplicate' || verdict === 'error' ? [row] : [],
  )
  if (seen !== undefined && open.length === 0) return
  const message = open.length
    ? 'Es sind noch Zeilen offen. Entscheide erst, was mit ihnen geschehen soll.'
    : 'Sieh Dir erst an, was übernommen wird.'
  throw new DomainError('ImportOpen', message, undefined, { rows: open })
}

/** Whether this request has already written the import (its answer was lost). */
export async function isDoneByRequest(db: Db, id: number, requestId: string): Promise<boolean> {
  const lines = await db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.requestId, requestId),
        eq(auditEntries.entity, 'import'),
        eq(auditEntries.entityId, id),
      ),
    )
  return lines.length > 0
}

export async function findImportAgain(db: Db, id: number, now: Date): Promise<Import> {
  const found = await findImport(db, id, now)
  if (!found) throw notFoundError()
  return found
}

function importStaleError(preview: ImportPreview): DomainError {
  const message = 'Inzwischen hat sich etwas geändert. Sieh Dir die Zeilen noch einmal an.'
  return new DomainError('ImportStale', message, undefined, { preview })
}
