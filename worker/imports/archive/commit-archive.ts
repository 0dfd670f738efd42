import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#worker/db/db.ts'
import { forgetGuards, guard, isGuardRefused } from '#worker/db/guards.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { importParts, imports } from '#worker/db/schema.ts'
import { isCheckViolation, isForeignKeyViolation, uniqueViolation } from '#worker/db/sqlite.ts'
import { DomainError } from '#worker/domain/errors.ts'
import {
  type ArchiveTableName,
  archiveTableNames,
  archiveTables,
  storedColumns,
} from '#worker/domain/guild-archive.ts'
import { validationFailed } from '#worker/http/validate.ts'
import { noCounts, readHeads, type StagedPart, sealOf, selectHeads } from './staged-archive.ts'

type Statement = BatchItem<'sqlite'>
type Context = { db: Db; secret: string; userId: number; now: Date }

/** What an archive brings its own of. */
export const replacedTables = [
  'guild_settings',
  'fee_rules',
  'honor_rules',
  'honor_rule_duties',
  'costume_types',
] as const satisfies readonly ArchiveTableName[]

const isEmpty = sql`NOT EXISTS (SELECT 1 FROM members) AND NOT EXISTS (SELECT 1 FROM costumes)
  AND NOT EXISTS (SELECT 1 FROM parades)`

/** @throws DomainError GuildNotEmpty: asked before anybody sends a large file, and by the writing itself */
export async function refuseFullGuild(db: Db): Promise<void> {
  const [row] = await db.select({ isEmpty: sql<number>`${isEmpty}`.as('is_empty') }).from(sql`(SELECT 1)`)
  if (row?.isEmpty !== 1) throw notEmpty()
}

function notEmpty(): DomainError {
  return new DomainError(
    'GuildNotEmpty',
    'Ein Archiv lässt sich nur in eine Zunft ohne Mitglieder, Kleider und Umzüge übernehmen.',
  )
}

/**
 * Brings all of an archive in one batch, which inserts from the parts as they lie in the database.
 * @throws DomainError ImportStale, ImportOpen, GuildNotEmpty, ImportDone, ValidationFailed
 */
export async function commitArchive(
  context: Context,
  importId: number,
  seen: string | undefined,
): Promise<void> {
  const { db, secret } = context
  const heads = await readHeads(db, importId)
  if (seen !== sealOf(secret, importId, heads.text, true)) throw refusalOf(context, importId, heads.text, seen)
  await refuseFullGuild(db)
  const [first, ...others] = commitStatements(context, importId, heads.parts, heads.text)
  if (!first) throw new Error('A batch has statements')
  try {
    await db.batch([first, ...others])
  } catch (error) {
    if (isGuardRefused(error)) await tellWhyNot(db, importId)
    throw asRefusal(error)
  }
}

function refusalOf(
  { secret }: Context,
  importId: number,
  heads: string,
  seen: string | undefined,
): DomainError {
  const isWrong = seen === undefined || seen === sealOf(secret, importId, heads, false)
  return isWrong
    ? new DomainError('ImportOpen', 'Im Archiv ist etwas falsch.', undefined, { rows: [] })
    : new DomainError('ImportStale', 'Das Archiv hat sich seither geändert. Sieh es Dir noch einmal an.')
}

function commitStatements(
  { db, userId, now }: Context,
  importId: number,
  parts: readonly StagedPart[],
  heads: string,
): Statement[] {
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const counts = JSON.stringify({ ...noCounts, new: rows })
  const at = now.toISOString()
  return [
    guard(db, sql`(SELECT state FROM imports WHERE id = ${importId}) = 'staged'`),
    guard(db, sql`${selectHeads(importId)} = ${heads}`),
    guard(db, isEmpty),
    ...keepReplaced(db, importId),
    ...forgetNamesakes(db),
    ...clearReplaced(db),
    ...parts.map((part) => insertPart(db, importId, userId, part)),
    db.delete(importParts).where(sql`${importParts.importId} = ${importId}`),
    recordEvent(db, {
      entity: 'import',
      entityId: importId,
      changes: { file: fileOf(importId), rows },
    }),
    // Behind all that moves them: while both are still the same, nothing was written since.
    db
      .update(imports)
      .set({
        state: 'done',
        counts,
        doneAt: at,
        doneBy: userId,
        head: sql`json_set(${imports.head},
          '$.version', (SELECT version FROM data_version),
          '$.line', (SELECT max(id) FROM audit_entries))`,
      })
      .where(sql`${imports.id} = ${importId}`),
    forgetGuards(db),
  ]
}
