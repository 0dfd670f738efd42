import type { Db } from '#worker/db/db.ts'
import { uniqueViolation } from '#worker/db/sqlite.ts'
import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { sumInCent, toDebits } from '#worker/domain/sepa-debit.ts'
import { defaultDueDate, dueDateProblem } from '#worker/domain/sepa-due-date.ts'
import type { SignedInUser } from '#worker/http/factory.ts'
import { toCreditor } from './creditor.ts'
import { findFeeData } from './fees.queries.ts'
import { feesOf, isCollectible } from './list-fees.ts'
import { insertRun } from './runs.queries.ts'
import { sepaFile } from './sepa-file.ts'

type CollectDeps = { db: Db; now: Date; today: Day; user: SignedInUser }
type Order = { year: number; dueDate: Day | undefined }

/** The SEPA file with the collectible fees of a year, and a line in the log of files. */
export async function collectFees(deps: CollectDeps, { year, dueDate }: Order): Promise<string> {
  const { db, today } = deps
  const data = await findFeeData(db)
  const order = {
    creditor: toCreditor(data.settings),
    dueDate: dueDate ?? defaultDueDate(today, data.settings.sepaLeadDays),
    debits: toDebits(feesOf(data, year, today).filter(isCollectible), year),
  }
  refuseDueDate(order.dueDate, today)
  if (order.debits.length === 0) {
    throw new DomainError('NothingToCollect', 'Es gibt keine einziehbaren Beiträge')
  }
  return withUniqueStamp(deps.now, async (now, createdAt) => {
    const messageId = `MB${year}-${createdAt.replace(/\D/g, '')}`
    const file = sepaFile({ ...order, messageId, createdAt })
    await insertRun(db, {
      messageId,
      createdAt: now.toISOString(),
      createdBy: deps.user.id,
      year,
      dueDate: order.dueDate,
      debitCount: order.debits.length,
      sumInCent: sumInCent(order.debits),
    })
    return file
  })
}

function refuseDueDate(dueDate: Day, today: Day): void {
  const problem = dueDateProblem(dueDate, today)
  if (problem) throw new DomainError('DueDateImpossible', problem, { dueDate: problem })
}

/** Banks know a file by the second it was made in: who comes second takes the next one. */
async function withUniqueStamp<T>(
  now: Date,
  make: (now: Date, stamp: string) => Promise<T>,
): Promise<T> {
  try {
    return await make(now, berlinStamp(now))
  } catch (error) {
    if (!uniqueViolation(error)) throw error
    return withUniqueStamp(new Date(now.getTime() + 1000), make)
  }
}

const berlinClock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** `2026-11-21T13:42:05`, on the clock in Germany. */
function berlinStamp(instant: Date): string {
  return berlinClock.format(instant).replace(' ', 'T')
}
