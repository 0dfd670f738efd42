import { changedFrom } from '#worker/domain/conflicts.ts'
import { addDays, type Day } from '#worker/domain/dates.ts'
import type { MemberFields, Timespan } from '#worker/domain/member.ts'
import { isLeavingState } from './leaving.ts'

type Membership = Pick<
  MemberFields,
  'membershipState' | 'dateJoined' | 'dateLeft' | 'membershipActiveTimespan'
>

/**
 * The times that may begin when a member is saved: asked when something of the membership was changed
 * and none runs today. null: nothing to ask. Without any timespans the dates count as one, which goes
 * along when somebody comes back: else the first years would be lost.
 */
export function newTimes(stored: Membership, saved: Membership, today: Day): Timespan[] | null {
  const { membershipState, dateJoined, dateLeft, membershipActiveTimespan: spans } = saved
  const membership = {
    membershipState,
    dateJoined,
    dateLeft,
    membershipActiveTimespan: spans,
  } satisfies Membership
  const isChanged = Object.keys(changedFrom(stored, membership)).length > 0
  if (!isChanged || isLeavingState(membershipState)) return null
  if (spans.some(({ from, to }) => from <= today && (to === null || to >= today))) return null
  const next = spans.map(({ from }) => from).filter((from) => from > today)
  const begun = { from: today, to: next.length > 0 ? addDays(first(next), -1) : null }
  if (spans.length > 0) return [begun]
  const left = dateLeft ?? (isLeavingState(stored.membershipState) ? stored.dateLeft : null)
  // By its dates the membership runs, or nobody knows.
  if (!isLeavingState(stored.membershipState) && (left === null || left >= today)) return null
  const isKnown = dateJoined !== null && left !== null && dateJoined <= left && left < today
  return isKnown ? [{ from: dateJoined, to: left }, begun] : [begun]
}

const first = (days: readonly Day[]) => days.reduce((one, other) => (other < one ? other : one))
