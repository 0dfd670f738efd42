import type { Day } from '#worker/domain/dates.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { sumInCent, toDebits } from '#worker/domain/sepa-debit.ts'
import { defaultDueDate, dueDateProblem } from '#worker/domain/sepa-due-date.ts'
import type { MembershipFees } from './billing.contract.ts'
import { feesOf, isCollectible, toCollectInCent, toMembershipFees } from './list-fees.ts'
import { type Judge, toAccount } from './obstacles.ts'
import type { CollectedClaim, FeeDebit } from './runs.queries.ts'
import type { YearData } from './year-data.ts'

/** The debits of a new file; there is at least one. */
export type Collection = { debits: FeeDebit[]; count: number; sumInCent: number }

/**
 * The debits that can be made for a year.
 * @throws DomainError NothingToCollect
 */
export function collectionOf(
  data: YearData,
  judge: Judge & { released?: ReadonlySet<number> },
): Collection {
  const fees = feesOf(data, judge)
    .filter(isCollectible)
    .map((fee): CollectedClaim => {
      const { memberId, firstName, lastName, claimId } = fee
      const payer = toAccount(fee.payer)
      return { memberId, firstName, lastName, claimId, amountInCent: toCollectInCent(fee), payer }
    })
  if (fees.length === 0) {
    throw new DomainError('NothingToCollect', 'Es gibt keine einziehbaren Beiträge')
  }
  const used = data.claims.flatMap(({ bookings }) =>
    bookings.flatMap(({ endToEndId }) => endToEndId ?? []),
  )
  const debits = toDebits(fees, data.year, new Set(used))
  return { debits, count: fees.length, sumInCent: sumInCent(fees) }
}

/** The list of a year, with the obstacles for a file made today. */
export function listFees(data: YearData, today: Day): MembershipFees {
  const dueDate = proposedDay(data, today)
  return toMembershipFees(data, feesOf(data, { today, dueDate }))
}

/** The due date that is proposed for a new file. */
export function proposedDay({ settings }: YearData, today: Day): Day {
  return defaultDueDate(today, settings.sepaLeadDays)
}

/** @throws DomainError DueDateImpossible, naming a day that is possible */
export function assertDueDate(dueDate: Day, today: Day): void {
  const problem = dueDateProblem(dueDate, today)
  if (problem) throw new DomainError('DueDateImpossible', problem, { dueDate: problem })
}
