import type { FeeRunSummary, SepaRun } from '#worker/billing/billing.contract.ts'
import { berlinDay, berlinTime, germanDate } from '#worker/domain/dates.ts'

/** A file as it is listed; of another year than the current one not everything is told. */
export type ShownRun = FeeRunSummary &
  Partial<Pick<SepaRun, 'createdBy' | 'voidReason' | 'submittedOn'>>

/** "21.11.2026, 13:42 Uhr" */
export function whenMade({ createdAt }: { createdAt: string }): string {
  const instant = new Date(createdAt)
  return `${germanDate(berlinDay(instant))}, ${berlinTime(instant)} Uhr`
}
