import type { MembershipState } from './codes.ts'
import type { Day } from './dates.ts'
import type { Timespan } from './member.ts'
import { joinedSpans, membershipSpans } from './spans.ts'

// The number of members on a day, and entries and exits in a period: docs/rules.md, "Auswertungen".

export type MembershipTimes = {
  membershipState: MembershipState
  dateJoined: Day | null
  dateLeft: Day | null
  timespans: readonly Timespan[]
}

/** The periods of a membership, oldest first, and whether the last one ended by death. */
export type MembershipPeriods = { periods: readonly Timespan[]; isDeath: boolean }

/**
 * The periods of a membership, or the name of the date that is missing. An open span of a member
 * who left or died ends on the day of leaving.
 */
export function periodsOf(member: MembershipTimes): MembershipPeriods | 'dateJoined' | 'dateLeft' {
  const { membershipState, dateLeft } = member
  const spans = membershipSpans(member)
  if (spans === null) return 'dateJoined'
  const hasDied = membershipState === 'Died'
  if (!hasDied && membershipState !== 'Left') return { periods: joinedSpans(spans), isDeath: false }
  if (dateLeft === null && spans.some(({ to }) => to === null)) return 'dateLeft'
  const stays = joinedSpans(spans.map((span) => withEnd(span, dateLeft)))
  return { periods: stays, isDeath: hasDied && isMemberUntil(dateLeft, stays) }
}

/**
 * Whether the membership lasted until the day of death, `dateLeft`. A member who left before that day counts as an
 * exit, not as a death.
 */
function isMemberUntil(dateLeft: Day | null, stays: readonly Timespan[]): boolean {
  const last = stays.at(-1)?.to ?? null
  return dateLeft !== null && last !== null && last >= dateLeft
}

/** The span, an open one closed on the day of leaving; a day of leaving before its start becomes the start. */
function withEnd({ from, to }: Timespan, dateLeft: Day | null): Timespan {
  return { from, to: to ?? (dateLeft !== null && dateLeft < from ? from : dateLeft) }
}

/** Whether the person is a member at the end of a day; at the end of the last day of membership no more. */
export function isMemberAtEndOf(day: Day, { periods: stays }: MembershipPeriods): boolean {
  return stays.some(({ from, to }) => from <= day && (to === null || to > day))
}

/** The number of members at the end of a day. */
export function memberCountOn(day: Day, members: readonly MembershipPeriods[]): number {
  return members.filter((member) => isMemberAtEndOf(day, member)).length
}

export type Movements = { entries: number; reentries: number; exits: number; deaths: number }

/**
 * Entries and exits after one day until the end of another. Always: stock before + entries +
 * re-entries − exits − deaths = stock after.
 */
export function movementsBetween(
  before: Day,
  until: Day,
  members: readonly MembershipPeriods[],
): Movements {
  const movements = { entries: 0, reentries: 0, exits: 0, deaths: 0 }
  const isWithin = (day: Day) => day > before && day <= until
  for (const { periods: stays, isDeath } of members) {
    stays.forEach(({ from, to }, index) => {
      if (isWithin(from)) movements[index === 0 ? 'entries' : 'reentries'] += 1
      if (to === null || !isWithin(to)) return
      movements[isDeath && index === stays.length - 1 ? 'deaths' : 'exits'] += 1
    })
  }
  return movements
}
