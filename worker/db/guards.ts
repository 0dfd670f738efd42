import { type SQL, sql } from 'drizzle-orm'
import { wordsOfDatabase } from './causes.ts'
import type { Db } from './db.ts'
import { insertSelected } from './insert-selected.ts'
import { always } from './rows-of.ts'
import { writeGuards } from './schema.ts'
import { notNullViolation } from './sqlite.ts'

/**
 * A statement of a writing batch that refuses all of it unless the condition is true as its turn comes
 * (docs/decisions.md, 113). `forgetGuards` stands at the end of such a batch.
 */
export function guard(db: Db, condition: SQL) {
  return insertSelected(db, writeGuards, { ok: condition }, sql`${always} WHERE 1`)
}

/** The statement before it wrote just so many rows. */
export function guardChanges(db: Db, count: number) {
  return guard(db, sql`changes() = ${count}`)
}

export function forgetGuards(db: Db) {
  return db.delete(writeGuards)
}

export function isGuardRefused(error: unknown): boolean {
  return (
    notNullViolation(error) === 'write_guards.ok' ||
    wordsOfDatabase(error).some((words) => /^CHECK constraint failed: ok = 1\b/.test(words))
  )
}
