import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { isViolationOf } from '#worker/db/causes.ts'
import { commit } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { sepaRuns } from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { fullName } from '#worker/domain/names.ts'
import { validationError } from '#worker/http/validate.ts'
import type { runBody, SepaRun } from './billing.contract.ts'
import { assertClosableYear, yearOpenError } from './closable-years.ts'
import { assertEveryFeeHasRule, closingOf, insertClaims } from './closing.ts'
import { assertDueDate, type Collection, collectionOf, proposedDay } from './collection.ts'
import { bookedMeanwhileError, collectionChangedError } from './collection-errors.ts'
import { toCreditor } from './creditor.ts'
import type { NamedBillingDeps } from './deps.ts'
import { feesOf, isClosed } from './list-fees.ts'
import type { Judge } from './obstacles.ts'
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
 * Makes a SEPA file: books the collectible fees as collected and stores the file. Rejected when there is a run
 * that the caller does not know, since two files at the bank would collect twice.
 * @throws DomainError RunExists, FeesChanged, FeeRuleMissing, NothingToCollect, SepaSettingsMissing,
 * DueDateImpossible, YearOpen
 */
export async function makeRun(deps: NamedBillingDeps, order: Order): Promise<SepaRun> {
  const { today } = deps
  const data = await findYearData(deps.db, order.year, today)
  if (!isClosed(data)) assertClosableYear(order.year, today)
  assertKnownRun(data, order.after)
  const creditor = toCreditor(data.settings)
  const dueDate = order.dueDate ?? proposedDay(data, today)
  assertDueDate(dueDate, today)
  if (!isClosed(data)) assertEveryFeeHasRule(closingOf(data, order.year))
  const judge = { today, dueDate, released: new Set(order.includeReturned) }
  assertReleasable(data, judge)
  const collection = collectionOf(data, judge)
  assertExpectedCollection(collection, order.expected)
  if (!isClosed(data) && !order.confirmClosing) {
    const { claims, sumInCent } = closingOf(data, order.year)
    throw yearOpenError(order.year, { count: claims.length, sumInCent })
  }
  const messageId = messageIdOf(order.year, deps.now)
  const { debits } = collection
  const createdAt = berlinStamp(deps.now)
  const file = await packFile(sepaFile({ messageId, createdAt, dueDate, creditor, debits }))
  const run = await storeRun(deps, data, {
    after: order.after,
    collection,
    messageId,
    dueDate,
    file,
  })
  // Another run of the same second has this message id, which banks accept once: try with the next second.
  if (run === 'messageId') {
    return makeRun({ ...deps, now: new Date(deps.now.getTime() + 1000) }, order)
  }
  return run === 'closed' ? makeRun(deps, order) : run
}

/** @throws DomainError RunExists, ValidationFailed, FeesChanged when the named run is void by now */
function assertKnownRun({ runs }: YearData, after: number | null): void {
  const newest = newestRun(runs)
  if ((newest?.id ?? null) === after) return
  if (newest) throw runExistsError(newest)
  if (runs.some(({ id }) => id === after)) throw bookedMeanwhileError()
  throw validationError({ after: 'Diese Datei gibt es nicht.' })
}

/** @throws DomainError ValidationFailed naming the member whose fee cannot be collected again */
function assertReleasable(data: YearData, judge: Judge & { released: ReadonlySet<number> }): void {
  if (judge.released.size === 0) return
  const fees = new Map(feesOf(data, judge).map((fee) => [fee.claimId, fee]))
  for (const id of judge.released) {
    const fee = fees.get(id)
    if (fee && fee.obstacle === null) continue
    const problem = fee
      ? `${fullName(fee)}: ${fee.obstacle}`
      : `Diesen Beitrag gibt es für ${data.year} nicht.`
    throw validationError({ includeReturned: problem })
  }
}

/** @throws DomainError FeesChanged */
export function assertExpectedCollection(
  found: { count: number; sumInCent: number },
  expected: Order['expected'],
): void {
  if (!expected) return
  if (expected.count === found.count && expected.sumInCent === found.sumInCent) return
  throw collectionChangedError({ count: found.count, sumInCent: found.sumInCent })
}

type RunToStore = {
  /** The year's newest run in effect, as the caller knows it. */
  after: number | null
  collection: Collection
  messageId: string
  dueDate: Day
  /** A stored file, or the day on which a file made elsewhere was submitted. */
  file: KeptFile | { submittedOn: Day }
}

/** A concurrent request has used the message id, or closed the year. */
type RunConflict = 'messageId' | 'closed'

/**
 * Stores a run and its debits, and for an open year its claims, all in one commit.
 * @throws DomainError FeeRuleMissing, RunExists, FeesChanged
 */
export async function storeRun(
  { db, now, user }: NamedBillingDeps,
  data: YearData,
  { after, collection, messageId, dueDate, file }: RunToStore,
): Promise<SepaRun | RunConflict> {
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
          await rejectNewerRun(db, year, after)
          return bookedMeanwhileError()
        },
        ledger: bookedMeanwhileError,
        // A member was deleted, or merged into another.
        foreignKey: bookedMeanwhileError,
      },
    )
    const id = added[0]?.id
    if (id === undefined) throw new Error('debits were booked without their run')
    const createdBy = fullName(user)
    const hasFile = 'sha256' in file
    const fresh = { creditedOn: null, voidedAt: null, voidReason: '', hasFile }
    return { id, ...run, createdBy, count: collection.count, ...fresh }
  } catch (error) {
    if (isViolationOf(error, 'sepa_runs.message_id')) return 'messageId'
    if (isViolationOf(error, 'fee_claims.member_id')) return 'closed'
    throw error
  }
}

type Written = { year: number; at: string; userId: number }

/** The statements that close the year; none when it is closed. */
function closingStatements(data: YearData, written: Written) {
  if (isClosed(data)) return []
  const closing = closingOf(data, data.year)
  assertEveryFeeHasRule(closing)
  const { claims, sumInCent } = closing
  const changes = { year: data.year, count: claims.length, sumInCent }
  return [
    insertClaims(claims, written),
    recordEvent({ entity: 'feeYear', entityId: data.year, changes }),
  ]
}

/** @throws DomainError RunExists, unless the newest run is the known one or is void by now */
async function rejectNewerRun(db: Db, year: number, after: number | null): Promise<void> {
  const runs = await selectRuns(db, eq(sepaRuns.year, year))
  const newest = newestRun(runs)
  if (newest && newest.id !== after) throw runExistsError(newest)
}

/** The newest run in effect. */
export function newestRun(runs: readonly SepaRun[]): SepaRun | undefined {
  return runs.find(({ voidedAt }) => voidedAt === null)
}

export function runExistsError(run: SepaRun): DomainError {
  const message = `Für ${run.year} wurde schon eine Datei erzeugt.`
  return new DomainError('RunExists', message, undefined, { run })
}
