import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { isRefusedBy } from '#worker/db/causes.ts'
import { commit } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { sepaRuns } from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { fullName } from '#worker/domain/names.ts'
import { validationFailed } from '#worker/http/validate.ts'
import type { runBody, SepaRun } from './billing.contract.ts'
import { refuseOtherYears } from './closable-years.ts'
import { closingOf, insertClaims, refuseWithoutRow } from './closing.ts'
import { type Collection, collectionOf, proposedDay, refuseDueDate } from './collection.ts'
import { toCreditor } from './creditor.ts'
import type { NamedBillingDeps } from './deps.ts'
import { feesOf, isClosed } from './list-fees.ts'
import type { Judge } from './obstacles.ts'
import { bookedMeanwhile, otherCollection } from './refusals.ts'
import {
  insertDebits,
  insertParts,
  insertRunAfter,
  type KeptFile,
  type NewRun,
  packFile,
  selectRuns,
} from './runs.queries.ts'
import { berlinStamp, messageIdOf, sepaFile } from './sepa-file.ts'
import { findYearData, type YearData } from './year-data.ts'

type Order = z.output<typeof runBody>

/**
 * Books what is collectible as collected and keeps the file that goes to the bank. One more than the caller
 * knows of is refused: two files at the bank are two collections.
 * @throws DomainError RunExists, FeesChanged, FeeRuleMissing, NothingToCollect, SepaSettingsMissing, DueDateImpossible
 */
export async function makeRun(deps: NamedBillingDeps, order: Order): Promise<SepaRun> {
  const { today } = deps
  const data = await findYearData(deps.db, order.year, today)
  if (!isClosed(data)) refuseOtherYears(order.year, today)
  refuseUnknownRun(data, order.after)
  const creditor = toCreditor(data.settings)
  const dueDate = order.dueDate ?? proposedDay(data, today)
  refuseDueDate(dueDate, today)
  if (!isClosed(data)) refuseWithoutRow(closingOf(data, order.year))
  const judge = { today, dueDate, released: new Set(order.includeReturned) }
  refuseUnreleasable(data, judge)
  const collection = collectionOf(data, judge)
  refuseOther(collection, order.expected)
  const messageId = messageIdOf(order.year, deps.now)
  const { debits } = collection
  const createdAt = berlinStamp(deps.now)
  const file = await packFile(sepaFile({ messageId, createdAt, dueDate, creditor, debits }))
  const run = await noteRun(deps, data, {
    after: order.after,
    collection,
    messageId,
    dueDate,
    file,
  })
  // Of two in the same second the later one takes the next: banks know each id once.
  if (run === 'messageId') {
    return makeRun({ ...deps, now: new Date(deps.now.getTime() + 1000) }, order)
  }
  return run === 'closed' ? makeRun(deps, order) : run
}

/** @throws DomainError RunExists, ValidationFailed, FeesChanged when the one that was named is void by now */
function refuseUnknownRun({ runs }: YearData, after: number | null): void {
  const newest = newestRun(runs)
  if ((newest?.id ?? null) === after) return
  if (newest) throw runExists(newest)
  if (runs.some(({ id }) => id === after)) throw bookedMeanwhile()
  throw validationFailed({ after: 'Diese Datei gibt es nicht.' })
}

/** @throws DomainError ValidationFailed naming who cannot be collected again */
function refuseUnreleasable(
  data: YearData,
  judge: Judge & { released: ReadonlySet<number> },
): void {
  if (judge.released.size === 0) return
  const fees = new Map(feesOf(data, judge).map((fee) => [fee.claimId, fee]))
  for (const id of judge.released) {
    const fee = fees.get(id)
    if (fee && fee.obstacle === null) continue
    const problem = fee
      ? `${fullName(fee)}: ${fee.obstacle}`
      : `Diesen Beitrag gibt es für ${data.year} nicht.`
    throw validationFailed({ includeReturned: problem })
  }
}

/** @throws DomainError FeesChanged */
export function refuseOther(
  found: { count: number; sumInCent: number },
  expected: Order['expected'],
): void {
  if (!expected) return
  if (expected.count === found.count && expected.sumInCent === found.sumInCent) return
  throw otherCollection({ count: found.count, sumInCent: found.sumInCent })
}

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
    if (isRefusedBy(error, 'sepa_runs.message_id')) return 'messageId'
    if (isRefusedBy(error, 'fee_claims.member_id')) return 'closed'
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
