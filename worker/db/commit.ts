import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { DomainError } from '#worker/domain/errors.ts'
import { isViolationOf, violationsIn } from './causes.ts'
import { type Db, sendBatch, write } from './db.ts'
import { guards } from './schema.ts'

/**
 * The error for each cause of a failed commit. The key is the name of a guard, a column of a unique index
 * (`users.email_address`), `unique` for any other, `foreignKey`, `check`, or the message of a ledger trigger.
 */
export type ConstraintErrors = Readonly<Record<string, () => Error | Promise<Error>>>

/**
 * The only way to write: sends all statements in one transaction and one round trip, with their author in
 * `audit_context` for the history. Reads among them see what was written before them.
 * @returns the rows of each statement, in order
 * @throws the error of `constraintErrors` for the violated constraint or guard; else the error of the database
 */
export async function commit<const T extends readonly BatchItem<'sqlite'>[]>(
  db: Db,
  statements: T,
  constraintErrors: ConstraintErrors = {},
): Promise<BatchResponse<T>> {
  if (statements.length === 0) return [] as unknown as BatchResponse<T>
  try {
    return await sendBatch(db, statements)
  } catch (error) {
    const cause = violationsIn(error).find((one) => Object.hasOwn(constraintErrors, one))
    throw (cause && (await constraintErrors[cause]?.())) ?? error
  }
}

/**
 * A statement that aborts the whole commit unless the condition is true when it runs (docs/decisions/data.md).
 * @param name the key in `ConstraintErrors`; it states what must hold: `guard('importState', …)`
 */
export function guard(name: string, condition: SQL) {
  return write.insert(guards).values({ name, ok: condition })
}

/** Aborts the commit unless the statement before it wrote exactly `count` rows. */
export function guardChanges(name: string, count: number) {
  return guard(name, sql`changes() = ${count}`)
}

/**
 * Runs `save`, which reads, decides and writes, and repeats it when a concurrent request changed the row; three
 * attempts in all.
 * @param violation the causes that mean a conflict, keys as in `ConstraintErrors`: a guard's name, `guard`, `unique` …
 * @param finalError the error after the third attempt; default: DomainError Conflict
 */
export async function retryOnConflict<Saved>(
  violation: string | readonly string[],
  save: () => Promise<Saved>,
  finalError: () => Error | Promise<Error> = concurrentWritesError,
): Promise<Saved> {
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    try {
      return await save()
    } catch (error) {
      if (!isViolationOf(error, ...[violation].flat())) throw error
    }
  }
  throw await finalError()
}

function concurrentWritesError(): DomainError {
  const message = 'Daran ändern gerade mehrere zugleich. Versuche es noch einmal.'
  return new DomainError('Conflict', message)
}

type Versioned = SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn }

/**
 * Precedes a write that was decided on version `seen`: aborts the commit as `versionUnchanged` if the row has
 * changed since (docs/decisions/data.md). Without `seen` the last write wins. A missing row does not abort: the
 * write itself finds no row to change.
 */
export function guardVersion(table: Versioned, id: number | SQL, seen: number | null | undefined) {
  if (seen === null || seen === undefined) return []
  const hasMovedOn = sql`SELECT 1 FROM ${table} WHERE ${table.id} = ${id} AND ${table.version} <> ${seen}`
  return [guard('versionUnchanged', sql`NOT EXISTS (${hasMovedOn})`)]
}
