import type { FeeRunSummary } from '#worker/billing/billing.contract.ts'
import { berlinDay, berlinTime, germanDate } from '#worker/domain/dates.ts'

/** "21.11.2026, 13:42 Uhr" */
export function whenMade({ createdAt }: Pick<FeeRunSummary, 'createdAt'>): string {
  const instant = new Date(createdAt)
  return `${germanDate(berlinDay(instant))}, ${berlinTime(instant)} Uhr`
}
