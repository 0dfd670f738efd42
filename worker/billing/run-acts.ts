import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { feeBookings, sepaRuns } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import { addDays, berlinDay, berlinMidnight, type Day, germanDate } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { notFound, validationFailed } from '#worker/http/validate.ts'
import type { adoptRunBody, SepaRun } from './billing.contract.ts'
import { refuseOtherYears } from './closable-years.ts'
import { collectionOf } from './collection.ts'
import type { BillingDeps, NamedBillingDeps } from './deps.ts'
import { isClosed } from './list-fees.ts'
import { newestRun, noteRun, refuseOther, runExists } from './make-run.ts'
import { selectRuns } from './runs.queries.ts'
import { findYearData } from './year-data.ts'

/**
 * The file never went to the bank: every debit of it is undone.
 * @throws DomainError RunFinal once it was credited or something came back
 */
export async function voidRun(
  { db, now, today, user }: BillingDeps,
  id: number,
  reason: string,
): Promise<SepaRun> {
  const at = now.toISOString()
  const nothingBack = sql`NOT EXISTS (SELECT 1 FROM fee_bookings debit
    WHERE debit.run_id = ${id} AND debit.kind = 'returned' AND ${stands})`
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
            nothingBack,
          ),
        )
        .returning({ id: sepaRuns.id }),
      // Of a run that was not voided just now the ledger refuses it.
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
        sql`fee_bookings debit WHERE debit.run_id = ${id} AND debit.amount_in_cent < 0 AND ${stands}`,
      ),
      selectRuns(db, eq(sepaRuns.id, id)),
    ],
    { ledger: runFinal },
  )
  if (!run) throw notFound()
  if (voided.length === 0) throw runFinal()
  return run
}

const stands = sql`NOT EXISTS (SELECT 1 FROM fee_bookings back WHERE back.reverses_id = debit.id)`

/** The money is on the guild's account since a day, not before there was a file; null takes that back. */
export async function creditRun(
  { db, today }: BillingDeps,
  id: number,
  day: string | null,
): Promise<SepaRun> {
  if (day !== null && day > today) {
    throw validationFailed({ day: 'Der Tag liegt in der Zukunft.' })
  }
  const [credited, [run]] = await commit(db, [
    write
      .update(sepaRuns)
      .set({ creditedOn: day })
      .where(
        and(
          eq(sepaRuns.id, id),
          isNull(sepaRuns.voidedAt),
          day === null ? undefined : wasAtBank(day),
        ),
      )
      .returning({ id: sepaRuns.id }),
    selectRuns(db, eq(sepaRuns.id, id)),
  ])
  if (!run) throw notFound()
  if (credited.length > 0) return run
  const madeOn = run.submittedOn ?? berlinDay(new Date(run.createdAt))
  if (run.voidedAt === null && day !== null && day < madeOn) {
    throw validationFailed({ day: `Die Datei gibt es erst seit ${germanDate(madeOn)}.` })
  }
  throw runFinal()
}

/** The file was made, or handed in, by the end of the day. */
function wasAtBank(day: Day): SQL {
  const nextMidnight = berlinMidnight(addDays(day, 1)).toISOString()
  return sql`CASE WHEN ${sepaRuns.submittedOn} IS NULL THEN ${sepaRuns.createdAt} < ${nextMidnight}
    ELSE ${sepaRuns.submittedOn} <= ${day} END`
}

function runFinal(): DomainError {
  const message =
    'Das geht nicht mehr: Die Datei ist verworfen, gutgeschrieben, oder die Bank hat etwas zurückgegeben.'
  return new DomainError('RunFinal', message)
}

/**
 * A file that was made without a run went to the bank: all that is collectible counts as collected.
 * @throws DomainError FeesChanged unless count and sum are those of today, RunExists when the file is known
 */
export async function adoptRun(
  deps: NamedBillingDeps,
  body: z.output<typeof adoptRunBody>,
): Promise<SepaRun> {
  const { db, today } = deps
  const { year, submittedOn, messageId, expected } = body
  if (submittedOn > today) {
    throw validationFailed({ submittedOn: 'Der Tag liegt in der Zukunft.' })
  }
  const data = await findYearData(db, year, submittedOn)
  if (!isClosed(data)) refuseOtherYears(year, today)
  const collection = collectionOf(data, { today, dueDate: submittedOn })
  refuseOther(collection, expected)
  const run = await noteRun(deps, data, {
    after: newestRun(data.runs)?.id ?? null,
    collection,
    messageId,
    dueDate: submittedOn,
    file: { submittedOn },
  })
  if (run === 'closed') return adoptRun(deps, body)
  return run === 'messageId' ? refuseKnown(db, messageId) : run
}

/** @throws DomainError RunExists */
async function refuseKnown(db: Db, messageId: string): Promise<never> {
  const [run] = await selectRuns(db, eq(sepaRuns.messageId, messageId))
  throw run ? runExists(run) : notFound()
}
