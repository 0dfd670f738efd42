import type { z } from 'zod'
import type { Db } from '#worker/db/db.ts'
import { uniqueViolation } from '#worker/db/sqlite.ts'
import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { sumInCent } from '#worker/domain/sepa-debit.ts'
import type { SignedInUser } from '#worker/http/factory.ts'
import { validationFailed } from '#worker/http/validate.ts'
import type { runBody, SepaRun } from './billing.contract.ts'
import { findCollection, refuseDueDate } from './collection.ts'
import { refuseOtherYear } from './current-year.ts'
import { messageIdOf } from './message-id.ts'
import { addRunAfter, type NewRun } from './runs.queries.ts'

type RunDeps = { db: Db; now: Date; today: Day; user: SignedInUser }

/**
 * Notes a file that goes to the bank. One more than the caller knows of is refused: two files at
 * the bank are two collections.
 */
export async function makeRun(deps: RunDeps, order: z.output<typeof runBody>): Promise<SepaRun> {
  const { today } = deps
  const { year, after } = order
  refuseOtherYear(String(year), today)
  const { debits, proposedDay } = await findCollection(deps, year)
  const dueDate = order.dueDate ?? proposedDay
  refuseDueDate(dueDate, today)
  const run = { year, dueDate, debitCount: debits.length, sumInCent: sumInCent(debits) }
  const { isAdded, newest } = await withUniqueStamp(deps.now, (now) =>
    addRunAfter(deps.db, after, {
      ...run,
      requestKey: crypto.randomUUID(),
      claimCount: debits.length,
      fileSha256: '',
      messageId: messageIdOf(year, now),
      createdAt: now.toISOString(),
      createdBy: deps.user.id,
    } satisfies NewRun),
  )
  if (!newest) throw validationFailed({ after: 'Diese Datei gibt es nicht.' })
  if (isAdded) return newest
  const message = `Für ${year} wurde schon eine Datei erzeugt.`
  throw new DomainError('RunExists', message, undefined, { run: newest })
}

/** Of two in the same second the later one takes the next: the database knows each id once. */
async function withUniqueStamp<T>(now: Date, make: (now: Date) => Promise<T>): Promise<T> {
  try {
    return await make(now)
  } catch (error) {
    if (!uniqueViolation(error)) throw error
    return withUniqueStamp(new Date(now.getTime() + 1000), make)
  }
}
