import type { MembershipState } from '#worker/domain/codes.ts'
import { addDays, type Day } from '#worker/domain/dates.ts'
import { addYears, assemblyDay, daysBetween, earliest, latest } from './days.ts'
import type { Person } from './households.ts'
import { ownGuild } from './places.ts'
import type { Random } from './random.ts'

export type Span = { from: Day; to: Day | null }

/** Times of membership, and the present state. */
export type Membership = { state: MembershipState; spans: Span[] }

export const foundingDay: Day = `${ownGuild.founded}-11-11`

export function makeMembership(random: Random, person: Person, today: Day): Membership {
  const joined = makeJoiningDay(random, person.birthday, today)
  const state = makeState(random, person.birthday, joined, today)
  const isGone = state === 'Left' || state === 'Died'
  const end = isGone ? random.day(earliestEnd(joined), addDays(today, -30)) : null
  return { state, spans: splitByGaps(random, { from: joined, to: end }, today) }
}

export function firstDay(membership: Membership): Day {
  return membership.spans[0]?.from ?? foundingDay
}

export function lastDay(membership: Membership): Day | null {
  return membership.spans.at(-1)?.to ?? null
}

/** The span that contains a day; the last day of a span is exclusive. */
export function spanOn(membership: Membership, day: Day): Span | undefined {
  return membership.spans.find((span) => span.from <= day && (span.to === null || day < span.to))
}

function makeJoiningDay(random: Random, birthday: Day, today: Day): Day {
  const age = Math.floor(daysBetween(birthday, today) / 365.25)
  const asChild = age < 21 || random.chance(0.58)
  const joinedAt = asChild ? random.int(3, Math.min(19, age)) : random.int(20, Math.min(44, age))
  const wished = addYears(birthday, joinedAt)
  const year = Number(wished.slice(0, 4))
  const usual = random.weighted([
    [wished, 40],
    [`${year}-11-11`, 25],
    [`${year}-01-06`, 20],
    [assemblyDay(year), 15],
  ])
  const joined = latest(usual, foundingDay, addYears(birthday, 2))
  return joined < addDays(today, -10) ? joined : addDays(today, -random.int(10, 500))
}

/** The present state of a member; a member who joined recently has not left. */
function makeState(random: Random, birthday: Day, joined: Day, today: Day): MembershipState {
  if (earliestEnd(joined) > addDays(today, -30)) return 'Active'
  const age = daysBetween(birthday, today) / 365
  const weights =
    age < 18
      ? [92, 3, 5, 0]
      : age < 58
        ? [70, 14, 15, 1]
        : age < 72
          ? [42, 34, 15, 9]
          : [14, 46, 10, 30]
  const [active = 0, passive = 0, left = 0, died = 0] = weights
  return random.weighted([
    ['Active', active],
    ['Passive', passive],
    ['Left', left],
    ['Died', died],
  ])
}

function earliestEnd(joined: Day): Day {
  return addYears(joined, 2)
}

/** Splits the time of membership of some, who left for years and returned, a few of them twice. */
function splitByGaps(random: Random, whole: Span, today: Day): Span[] {
  const end = whole.to ?? today
  const years = Math.floor(daysBetween(whole.from, end) / 365)
  if (years < 9 || !random.chance(0.22)) return [whole]
  const to = random.day(addYears(whole.from, 2), addYears(whole.from, Math.floor(years / 2)))
  const from = random.day(addYears(to, 1), earliest(addYears(to, 6), addYears(end, -2)))
  return [{ from: whole.from, to }, ...splitByGaps(random, { from, to: whole.to }, today)]
}
