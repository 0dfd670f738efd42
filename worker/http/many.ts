import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { changedInBetweenError, DomainError, type RejectedRow } from '#worker/domain/errors.ts'
import { maxRowsAtOnce } from '#worker/domain/limits.ts'
import { id } from './fields.ts'

// Requests that change many rows at once, all of them or none.

/** The ids of a request that changes many rows, without duplicates. */
export const ids = (missing: string, most = maxRowsAtOnce) =>
  z
    .array(id())
    .transform((all) => [...new Set(all)])
    .refine((all) => all.length > 0, missing)
    .refine((all) => all.length <= most, `Höchstens ${most} auf einmal.`)

/** `json_each` over the ids, for a FROM: one parameter, since D1 allows 100. */
export function eachId(all: readonly number[]): SQL {
  return sql`json_each(${JSON.stringify(all)})`
}

/**
 * The error when nothing was changed, with the rejected rows and their reasons. Without a rejected row another
 * request came in between, and a retry may succeed.
 */
export function rowsRejectedError(rows: RejectedRow[], of: number): DomainError {
  if (rows.length === 0) return changedInBetweenError()
  const which = of === 1 ? 'Das geht nicht' : `Bei ${rows.length} von ${of} geht das nicht`
  return new DomainError('RowsRefused', `${which}. Es ist nichts geändert.`, undefined, { rows })
}
