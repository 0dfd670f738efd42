import { eq, sql } from 'drizzle-orm'
import { recordEvent } from '#worker/db/record-event.ts'
import { sepaRuns } from '#worker/db/schema.ts'
import { ledgerRefusal, uniqueViolation } from '#worker/db/sqlite.ts'
import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import type { SepaRun } from './billing.contract.ts'
import { closingOf, insertClaims, refuseWithoutRow } from './closing.ts'
import type { Collection } from './collection.ts'
import type { BillingDeps } from './deps.ts'
import { insertParts, type KeptFile } from './kept-file.ts'
import { isClosed } from './list-fees.ts'
import { insertDebits, insertRunAfter, selectRuns, selectRunsOf } from './runs.queries.ts'
import type { YearData } from './year-data.ts'

type Noted = {
  /** The newest run of the year that counts, as the caller knows it. */
  after: number | null
  collection: Collection
  messageId: string
  createdAt: string
  dueDate: Day
} & ({ file: KeptFile } | { submittedOn: Day })

/** Somebody was faster: the message id is taken, or the year was closed. */
export type Overtaken = 'messageId' | 'closed'

/**
 * A run and its debits, and before them the claims of a year that is not closed yet: all of it or nothing.
 * @throws DomainError FeeRuleMissing, RunExists, FeesChanged
 */
export async function noteRun(
  deps: BillingDeps,
  data: YearData,
  noted: Noted,
): Promise<SepaRun | Overtaken> {
  const { db, now, user } = deps
  const { year } = data
  const { collection, dueDate, messageId } = noted
  const requestKey = crypto.randomUUID()
  const at = now.toISOString()
  const isKept = 'file' in noted
  try {
    const answers = await db.batch([
      // In a batch because its answer comes last: whatever stands before it can only refuse.
      ...[selectNothing(deps)],
      ...closingStatements(deps, data),
      insertRunAfter(db, noted.after, {
        requestKey,
        messageId,
        createdAt: noted.createdAt,
        createdBy: user.id,
        year,
        dueDate,
        debitCount: collection.debits.length,
        claimCount: collection.count,
        sumInCent: collection.sumInCent,
        submittedOn: isKept ? null : noted.submittedOn,
        fileSha256: isKept ? noted.file.sha256 : null,
      }),
      insertDebits(db, collection.debits, { year, dueDate, requestKey, at, userId: user.id }),
      ...(isKept ? insertParts(db, requestKey, noted.file) : []),
      selectRuns(db, eq(sepaRuns.requestKey, requestKey)),
    ])
    return answers
  } catch (error) {
    throw error
  }
}
