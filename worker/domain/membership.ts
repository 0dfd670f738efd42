import type { Day } from './dates.ts'
import type { FieldMessages } from './errors.ts'

/** A span of membership; `to` null = still a member. Both days belong to it. */
export type Timespan = { from: Day; to: Day | null }

/** Each from ≤ to, none overlaps another, and an open one is the last (docs/rules.md, "Mitglieder"). */
export function timespanProblems(timespans: readonly Timespan[]): FieldMessages {
  const problems: FieldMessages = {}
  const inOrder = timespans
    .map((span, index) => ({ ...span, index }))
    .sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : a.index - b.index))
  inOrder.forEach((span, position) => {
    const field = `membershipActiveTimespan.${span.index}`
    if (span.to !== null && span.to < span.from) {
      problems[`${field}.to`] = 'Der Zeitraum endet, bevor er beginnt.'
    }
    const before = inOrder[position - 1]
    if (before && (before.to === null || before.to >= span.from)) {
      problems[`${field}.from`] = 'Dieser Zeitraum überschneidet sich mit einem anderen.'
    }
  })
  return problems
}
