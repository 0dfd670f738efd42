import { type SQL, sql } from 'drizzle-orm'
import type { BatchItem, BatchResponse } from 'drizzle-orm/batch'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { DomainError } from '#worker/domain/errors.ts'
import { refusalsIn } from './causes.ts'
import { type Db, sendBatch } from './db.ts'
import { guards } from './schema.ts'
import { always, insertSelected } from './statements.ts'

/**
 * What a refused commit means, by what refused it: the name of a guard, a column of a unique index
 * (`users.email_address`), `unique` for any other, `foreignKey`, `check`, or what a trigger of the ledger says.
 */
export type Refusals = Readonly<Record<string, () => Error | Promise<Error>>>

/**
 * The only way to write: all statements in one transaction and one round trip, with their author in
 * `audit_context` for the history. Reads may stand among them and see what was written before them.
 * @returns the rows of each statement, in order
 * @throws the error of `refusals` that belongs to the first constraint or guard that refused; else the
 *   error of the database
 */
export async function commit<const T extends readonly BatchItem<'sqlite'>[]>(
  db: Db,
  statements: T,
  refusals: Refusals = {},
): Promise<BatchResponse<T>> {
  if (statements.length === 0) return [] as unknown as BatchResponse<T>
  try {
    return await sendBatch(db, statements)
  } catch (error) {
    const cause = refusalsIn(error).find((one) => Object.hasOwn(refusals, one))
    throw (cause && (await refusals[cause]?.())) ?? error
  }
}

/**
 * A statement of a commit that refuses all of it unless the condition is true when its turn comes
 * (docs/decisions/data.md).
 * @param name what must hold, for `Refusals`: `guard('importState', …)`
 */
export function guard(name: string, condition: SQL) {
  return insertSelected(guards, { name, ok: condition }, sql`${always} WHERE 1`)
}

/** The statement before it wrote just so many rows. */
export function guardChanges(name: string, count: number) {
  return guard(name, sql`changes() = ${count}`)
}

/** @param name one guard; without it any */
export function isGuardRefused(error: unknown, name?: string): boolean {
  return refusalsIn(error).some((one) => one === (name ?? 'guard'))
}

/**
 * Reads, decides and writes; again when another request changed the row in between, three times in all.
 * @param refusal what refuses a commit that was overtaken, as in `Refusals`: a guard's name, `guard`, `unique` …
 * @throws DomainError Conflict
 */
export async function retryOnConflict<Saved>(
  refusal: string | readonly string[],
  save: () => Promise<Saved>,
): Promise<Saved> {
  const known = [refusal].flat()
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    try {
      return await save()
    } catch (error) {
      if (!refusalsIn(error).some((one) => known.includes(one))) throw error
    }
  }
  const message = 'Daran ändern gerade mehrere zugleich. Versuche es noch einmal.'
  throw new DomainError('Conflict', message)
}

type Versioned = SQLiteTable & { id: SQLiteColumn; version: SQLiteColumn }

/**
 * Stands before a write that was decided on the version `seen`: a row that has moved on since refuses the
 * commit as `versionUnchanged` (docs/decisions/data.md). Without `seen` the last write counts; a row
 * that is not there is left to the write.
 */
export function guardVersion(table: Versioned, id: number | SQL, seen: number | null | undefined) {
  if (seen === null || seen === undefined) return []
  const hasMovedOn = sql`SELECT 1 FROM ${table} WHERE ${table.id} = ${id} AND ${table.version} <> ${seen}`
  return [guard('versionUnchanged', sql`NOT EXISTS (${hasMovedOn})`)]
}
