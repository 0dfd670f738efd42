import { type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { DomainError } from '#worker/domain/errors.ts'
import { notNullViolation } from './sqlite.ts'

/**
 * The next version of a row. Where `seen` was decided on, a row that has moved on since refuses the
 * whole batch by a NULL (docs/decisions.md, 2 and 75); without it whoever writes last is right.
 */
export function nextVersion(version: SQLiteColumn, seen: number | null = null): SQL {
  return seen === null
    ? sql`${version} + 1`
    : sql`CASE WHEN ${version} = ${seen} THEN ${version} + 1 END`
}

/**
 * Reads, decides and writes; once more for as long as somebody was quicker, three times in all.
 * @param version the column whose `nextVersion` refuses: `members.version`
 */
export async function unlessOvertaken<Saved>(
  version: `${string}.version`,
  save: () => Promise<Saved>,
): Promise<Saved> {
  for (let round = 1; round <= 3; round += 1) {
    try {
      return await save()
    } catch (error) {
      if (notNullViolation(error) !== version) throw error
    }
  }
  throw new DomainError(
    'Conflict',
    'Daran ändern gerade mehrere zugleich. Versuche es noch einmal.',
  )
}
