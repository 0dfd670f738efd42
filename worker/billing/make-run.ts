import type { z } from 'zod'
import { fullName } from '#worker/domain/names.ts'
import { validationFailed } from '#worker/http/validate.ts'
import type { runBody, SepaRun } from './billing.contract.ts'
import { refuseOtherYears } from './closable-years.ts'
import { closingOf, refuseWithoutRow } from './closing.ts'
import { collectionOf, proposedDay, refuseDueDate } from './collection.ts'
import { toCreditor } from './creditor.ts'
import type { NamedBillingDeps } from './deps.ts'
import { packFile } from './kept-file.ts'
import { feesOf, isClosed } from './list-fees.ts'
import { berlinStamp, messageIdOf } from './message-id.ts'
import { newestRun, noteRun, runExists } from './note-run.ts'
import type { Judge } from './obstacles.ts'
import { bookedMeanwhile, otherCollection } from './refusals.ts'
import { sepaFile } from './sepa-file.ts'
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
