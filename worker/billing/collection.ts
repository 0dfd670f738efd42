import type { Db } from '#worker/db/db.ts'
import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { type Debit, toDebits } from '#worker/domain/sepa-debit.ts'
import { defaultDueDate, dueDateProblem } from '#worker/domain/sepa-due-date.ts'
import { type Creditor, toCreditor } from './creditor.ts'
import { findFeeData } from './fees.queries.ts'
import { feesOf, isCollectible } from './list-fees.ts'

type CollectionDeps = { db: Db; today: Day }

export type Collection = {
  creditor: Creditor
  /** At least one. */
  debits: Debit[]
  /** When it is due unless somebody chooses a day. */
  proposedDay: Day
}

/** What can be collected for a year, as its fees and the settings stand today. */
export async function findCollection(
  { db, today }: CollectionDeps,
  year: number,
): Promise<Collection> {
  const data = await findFeeData(db)
  const creditor = toCreditor(data.settings)
  const debits = toDebits(feesOf(data, year, today).filter(isCollectible), year)
  if (debits.length === 0) {
    throw new DomainError('NothingToCollect', 'Es gibt keine einziehbaren Beiträge')
  }
  return { creditor, debits, proposedDay: defaultDueDate(today, data.settings.sepaLeadDays) }
}

/** @throws DomainError DueDateImpossible, naming a day on which the banks collect */
export function refuseDueDate(dueDate: Day, today: Day): void {
  const problem = dueDateProblem(dueDate, today)
  if (problem) throw new DomainError('DueDateImpossible', problem, { dueDate: problem })
}
