import { addDays, type Day } from '#worker/domain/dates.ts'
import { daysBetween, latest } from './days.ts'

/** The day of the n-th parade; null = not reached. Days in ascending order. */
export function dayOfParades(days: readonly Day[], count: number): Day | null {
  return days[count - 1] ?? null
}

type Span = { from: Day; to?: Day | null }

/** The day on which these spans add up to so many full years for certain; null = not yet. */
export function dayOfYears(spans: readonly Span[], years: number, today: Day): Day | null {
  let missing = Math.ceil(years * 365.25)
  let counted: Day = '0000-01-01'
  for (const span of spans.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const from = latest(span.from, counted)
    const to = latest(span.to ?? today, from)
    const length = daysBetween(from, to)
    if (length >= missing) return addDays(from, missing)
    missing -= length
    counted = to
  }
  return null
}
