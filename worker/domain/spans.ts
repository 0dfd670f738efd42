import { addDays, type Day, fullMonths } from './dates.ts'
import type { Timespan } from './member.ts'

// Months and years over periods: docs/rules.md, "Ehrungen".

type ClosedSpan = { from: Day; to: Day }

/** The spans up to a day, on which later and open ends are set; spans that overlap or touch are joined. */
export function mergedSpans(spans: readonly Timespan[], until: Day): ClosedSpan[] {
  const closed = spans
    .filter(({ from }) => from <= until)
    .map(({ from, to }) => ({ from, to: to === null || to > until ? until : to }))
  return joinedSpans(closed).map(({ from, to }) => ({ from, to: to ?? until }))
}

/** The spans sorted by start; those that overlap or touch are joined, and an open span stays open. */
export function joinedSpans(spans: readonly Timespan[]): Timespan[] {
  const joined: Timespan[] = []
  for (const span of spans.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = joined.at(-1)
    if (!last || (last.to !== null && span.from > addDays(last.to, 1))) joined.push({ ...span })
    else if (last.to !== null && (span.to === null || span.to > last.to)) last.to = span.to
  }
  return joined
}

/**
 * Whole months over all spans up to a day; overlapping time counts once. The last day of a closed
 * span counts, `day` itself does not: joined on 2000-01-15, it is 25 years on 2025-01-15.
 */
export function monthsIn(spans: readonly Timespan[], day: Day): number {
  return mergedSpans(spans, day).reduce(
    (sum, { from, to }) => sum + Math.max(0, fullMonths(from, to < day ? addDays(to, 1) : day)),
    0,
  )
}

/** The years in a duty (Spec §9): a started year counts as a whole one from six months on. */
export function dutyYears(spans: readonly Timespan[], until: Day): number {
  return Math.floor((monthsIn(spans, until) + 6) / 12)
}

type Membership = { timespans: readonly Timespan[]; dateJoined: Day | null; dateLeft: Day | null }

/**
 * The stored membership periods; where none are stored, one from joining to leaving, or null when the day of joining
 * is unknown.
 */
export function membershipSpans({ timespans, dateJoined, dateLeft }: Membership) {
  if (timespans.length > 0) return timespans
  return dateJoined === null ? null : [{ from: dateJoined, to: dateLeft }]
}
