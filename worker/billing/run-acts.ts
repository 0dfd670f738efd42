import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { feeBookings, sepaRuns } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import { addDays, berlinDay, berlinMidnight, type Day, germanDate } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { notFoundError, validationError } from '#worker/http/validate.ts'
import type { adoptRunBody, SepaRun } from './billing.contract.ts'
import { assertClosableYear } from './closable-years.ts'
import { collectionOf } from './collection.ts'
import type { BillingDeps, NamedBillingDeps } from './deps.ts'
import { isClosed } from './list-fees.ts'
import { assertExpectedCollection, newestRun, runExistsError, storeRun } from './make-run.ts'
import { selectRuns } from './runs.queries.ts'
import { findYearData } from './year-data.ts'

/**
 * Voids a run whose file was not submitted, or one that was made elsewhere: reverts all its debits.
 * @throws DomainError RunFinal when it was submitted or credited or a debit was returned
 */
export async function voidRun(
  { db, now, today, user }: BillingDeps,
  id: number,
  reason: string,
): Promise<SepaRun> {
  const at = now.toISOString()
  const hasNoReturn = sql`NOT EXISTS (SELECT 1 FROM fee_bookings debit
    WHERE debit.run_id = ${id} AND debit.kind = 'returned' AND ${isNotReversed})`
  const [voided, , [run]] = await commit(
    db,
    [
      write
        .update(sepaRuns)
        .set({ voidedAt: at, voidedBy: user.id, voidReason: reason })
        .where(
          and(
            eq(sepaRuns.id, id),
            isNull(sepaRuns.voidedAt),
            isNull(sepaRuns.creditedOn),
            or(isNull(sepaRuns.submittedOn), isNull(sepaRuns.fileSha256)),
            hasNoReturn,
          ),
        )
        .returning({ id: sepaRuns.id }),
      // The ledger rejects this for a run that the statement before has not voided.
      insertSelected(
        feeBookings,
        {
          claimId: sql`debit.claim_id`,
          kind: 'undone',
          amountInCent: sql`-debit.amount_in_cent`,
          day: today,
          runId: sql`debit.run_id`,
          endToEndId: sql`debit.end_to_end_id`,
          mandateId: sql`debit.mandate_id`,
          reversesId: sql`debit.id`,
          note: reason,
          createdAt: at,
          createdBy: user.id,
        },
        sql`fee_bookings debit WHERE debit.run_id = ${id} AND debit.amount_in_cent < 0 AND ${isNotReversed}`,
      ),
      selectRuns(db, eq(sepaRuns.id, id)),
    ],
    { ledger: runFinalError },
  )
  if (!run) throw notFoundError()
  if (voided.length === 0) throw runFinalError()
  return run
}

const isNotReversed = sql`NOT EXISTS (SELECT 1 FROM fee_bookings back WHERE back.reverses_id = debit.id)`

/** Sets the day on which the money was credited, not before the file was made; null removes it. */
export async function creditRun(
  { db, today }: BillingDeps,
  id: number,
  day: Day | null,
): Promise<SepaRun> {
  assertNotAhead(day, today)
  const [credited, [run]] = await commit(db, [
    write
      .update(sepaRuns)
      .set({ creditedOn: day })
      .where(
        and(
          eq(sepaRuns.id, id),
          isNull(sepaRuns.voidedAt),
          day === null ? undefined : existedOn(day),
        ),
      )
      .returning({ id: sepaRuns.id }),
    selectRuns(db, eq(sepaRuns.id, id)),
  ])
  if (!run) throw notFoundError()
  if (credited.length > 0) return run
  if (run.voidedAt === null) assertExistedOn(day, run)
  throw runFinalError()
}

/**
 * Sets the day on which the file was submitted to the bank, not before it was made; null removes it. A file
 * made elsewhere keeps its day.
 */
export async function submitRun(
  { db, today }: BillingDeps,
  id: number,
  day: Day | null,
): Promise<SepaRun> {
  assertNotAhead(day, today)
  const [submitted, [run]] = await commit(db, [
    write
      .update(sepaRuns)
      .set({ submittedOn: day })
      .where(
        and(
          eq(sepaRuns.id, id),
          isNull(sepaRuns.voidedAt),
          isNull(sepaRuns.creditedOn),
          day === null
            ? isNotNull(sepaRuns.fileSha256)
            : and(isNull(sepaRuns.submittedOn), existedOn(day)),
        ),
      )
      .returning({ id: sepaRuns.id }),
    selectRuns(db, eq(sepaRuns.id, id)),
  ])
  if (!run) throw notFoundError()
  if (submitted.length > 0) return run
  if (run.voidedAt === null && run.creditedOn === null && run.submittedOn === null) {
    assertExistedOn(day, run)
  }
  throw runFinalError()
}

function assertNotAhead(day: Day | null, today: Day): void {
  if (day !== null && day > today) {
    throw validationError({ day: 'Der Tag liegt in der Zukunft.' })
  }
}

function assertExistedOn(day: Day | null, run: SepaRun): void {
  const madeOn = run.submittedOn ?? berlinDay(new Date(run.createdAt))
  if (day !== null && day < madeOn) {
    const what = run.submittedOn && run.hasFile ? 'Eingereicht ist die Datei' : 'Die Datei gibt es'
    throw validationError({ day: `${what} erst seit ${germanDate(madeOn)}.` })
  }
}

/** Whether the file had been submitted, or at least made if it was not submitted, by the end of the day. */
function existedOn(day: Day): SQL {
  const nextMidnight = berlinMidnight(addDays(day, 1)).toISOString()
  return sql`CASE WHEN ${sepaRuns.submittedOn} IS NULL THEN ${sepaRuns.createdAt} < ${nextMidnight}
    ELSE ${sepaRuns.submittedOn} <= ${day} END`
}

function runFinalError(): DomainError {
  const message =
    'Das geht nicht mehr: Die Datei ist verworfen, eingereicht, gutgeschrieben, oder die Bank hat etwas zurückgegeben.'
  return new DomainError('RunFinal', message)
}

/**
 * Records a file that was made with another program and submitted: all collectible fees count as collected.
 * @throws DomainError FeesChanged unless count and sum are current, RunExists when the file is known
 */
export async function adoptRun(
  deps: NamedBillingDeps,
  body: z.output<typeof adoptRunBody>,
): Promise<SepaRun> {
  const { db, today } = deps
  const { year, submittedOn, messageId, expected } = body
  if (submittedOn > today) {
    throw validationError({ submittedOn: 'Der Tag liegt in der Zukunft.' })
  }
  const data = await findYearData(db, year, submittedOn)
  if (!isClosed(data)) assertClosableYear(year, today)
  const collection = collectionOf(data, { today, dueDate: submittedOn })
  assertExpectedCollection(collection, expected)
  const run = await storeRun(deps, data, {
    after: newestRun(data.runs)?.id ?? null,
    collection,
    messageId,
    dueDate: submittedOn,
    file: { submittedOn },
  })
  if (run === 'closed') return adoptRun(deps, body)
  return run === 'messageId' ? rejectKnownRun(db, messageId) : run
}

/** @throws DomainError RunExists */
async function rejectKnownRun(db: Db, messageId: string): Promise<never> {
  const [run] = await selectRuns(db, eq(sepaRuns.messageId, messageId))
  throw run ? runExistsError(run) : notFoundError()
}
