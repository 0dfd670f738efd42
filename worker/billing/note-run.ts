import { eq } from 'drizzle-orm'
import { uniqueViolation } from '#worker/db/causes.ts'
import { commit } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { sepaRuns } from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { fullName } from '#worker/domain/names.ts'
import type { SepaRun } from './billing.contract.ts'
import { closingOf, insertClaims, refuseWithoutRow } from './closing.ts'
import type { Collection } from './collection.ts'
import type { NamedBillingDeps } from './deps.ts'
import { insertParts, type KeptFile } from './kept-file.ts'
import { isClosed } from './list-fees.ts'
import { bookedMeanwhile } from './refusals.ts'
import { insertDebits, insertRunAfter, type NewRun, selectRuns } from './runs.queries.ts'
import type { YearData } from './year-data.ts'

type Noted = {
  /** The newest run of the year that counts, as the caller knows it. */
  after: number | null
  collection: Collection
  messageId: string
  dueDate: Day
  /** A file that is kept, or one that was handed in on a day without having been made here. */
  file: KeptFile | { submittedOn: Day }
}

/** Somebody was faster: another file has the message id, or the year was closed. */
type Overtaken = 'messageId' | 'closed'

/**
 * A run and its debits, with the claims of a year that is not closed yet: all of it or nothing.
 * @throws DomainError FeeRuleMissing, RunExists, FeesChanged
 */
export async function noteRun(
  { db, now, user }: NamedBillingDeps,
  data: YearData,
  { after, collection, messageId, dueDate, file }: Noted,
): Promise<SepaRun | Overtaken> {
  const { year } = data
  const written = { year, requestKey: crypto.randomUUID(), at: now.toISOString(), userId: user.id }
  const run = {
    createdAt: written.at,
    year,
    dueDate,
    debitCount: collection.debits.length,
    sumInCent: collection.sumInCent,
    messageId,
    submittedOn: 'submittedOn' in file ? file.submittedOn : null,
  }
  try {
    const [added] = await commit(
      db,
      [
        insertRunAfter({ after, last: data.runs[0]?.id ?? null }, {
          ...run,
          requestKey: written.requestKey,
          createdBy: user.id,
          claimCount: collection.count,
          fileSha256: 'sha256' in file ? file.sha256 : null,
        } satisfies NewRun).returning({ id: sepaRuns.id }),
        ...closingStatements(data, written),
        insertDebits(collection.debits, { ...written, dueDate }),
        ...('parts' in file ? insertParts(written.requestKey, file) : []),
      ],
      {
        'ledger: no run': async () => {
          await refuseOvertaken(db, year, after)
          return bookedMeanwhile()
        },
        ledger: bookedMeanwhile,
        // A member was deleted, or merged into another.
        foreignKey: bookedMeanwhile,
      },
    )
    const id = added[0]?.id
    if (id === undefined) throw new Error('debits were booked without their run')
    const createdBy = fullName(user)
    const fresh = { creditedOn: null, voidedAt: null, voidReason: '' }
    return { id, ...run, createdBy, count: collection.count, ...fresh }
  } catch (error) {
    const taken = uniqueViolation(error)
    if (taken?.includes('sepa_runs.message_id')) return 'messageId'
    if (taken?.includes('fee_claims.member_id')) return 'closed'
    throw error
  }
}

type Written = { year: number; at: string; userId: number }

/** What closing the year writes; nothing of one that is closed. */
function closingStatements(data: YearData, written: Written) {
  if (isClosed(data)) return []
  const closing = closingOf(data, data.year)
  refuseWithoutRow(closing)
  const { claims, sumInCent } = closing
  const changes = { year: data.year, count: claims.length, sumInCent }
  return [
    insertClaims(claims, written),
    recordEvent({ entity: 'feeYear', entityId: data.year, changes }),
  ]
}

/** @throws DomainError RunExists, unless the one that is newest was known of, or is void by now */
async function refuseOvertaken(db: Db, year: number, after: number | null): Promise<void> {
  const runs = await selectRuns(db, eq(sepaRuns.year, year))
  const newest = newestRun(runs)
  if (newest && newest.id !== after) throw runExists(newest)
}

/** The newest run that counts. */
export function newestRun(runs: readonly SepaRun[]): SepaRun | undefined {
  return runs.find(({ voidedAt }) => voidedAt === null)
}

export function runExists(run: SepaRun): DomainError {
  const message = `Für ${run.year} wurde schon eine Datei erzeugt.`
  return new DomainError('RunExists', message, undefined, { run })
}
