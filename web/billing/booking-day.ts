import type { TypedDay } from '#web/lib/typed.ts'
import { type Day, germanDate } from '#worker/domain/dates.ts'

/** Why the day is rejected: it is in the future; undefined for other days. */
export function bookingDayProblem(day: TypedDay, today: Day): string | undefined {
  const isAhead = typeof day === 'string' && day > today
  return isAhead ? `Der Tag liegt in der Zukunft. Heute ist der ${germanDate(today)}.` : undefined
}
