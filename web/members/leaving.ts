import type { MembershipState } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { DutyEntry, LeaveBody } from '#worker/members/members.contract.ts'
import type { CostumeOfMember } from './member.api.ts'

export type LeavingState = LeaveBody['state']

export function isLeavingState(state: MembershipState): state is LeavingState {
  return state === 'Left' || state === 'Died'
}

/** Something that is still open and can be ended on the day somebody leaves. */
export type OpenEntry =
  | { kind: 'timespan'; id: 0; from: Day }
  | { kind: 'duty'; id: number; from: Day; entry: DutyEntry }
  | { kind: 'costume'; id: number; from: Day; costume: CostumeOfMember }

export const keyOf = ({ kind, id }: OpenEntry) => `${kind}-${id}`

type Belongings = {
  /** The start of the timespan that has no end. */
  memberSince: Day | null
  duties: readonly DutyEntry[]
  costumes: readonly CostumeOfMember[]
}

/** What is not over on that day. */
export function openEntries({ memberSince, duties, costumes }: Belongings, date: Day): OpenEntry[] {
  return [
    ...(memberSince ? [{ kind: 'timespan', id: 0, from: memberSince } as const] : []),
    ...duties
      .filter(({ to }) => to === null || to > date)
      .map((entry) => ({ kind: 'duty', id: entry.id, from: entry.from, entry }) as const),
    ...costumes
      .filter(({ ownedTo }) => ownedTo === null)
      .map(
        (costume) =>
          ({ kind: 'costume', id: costume.id, from: costume.ownedFrom, costume }) as const,
      ),
  ]
}

/** Exactly what was chosen ends, nothing else. */
export function leaveBody(
  state: LeavingState,
  date: Day,
  chosen: readonly OpenEntry[],
): Required<LeaveBody> {
  const idsOf = (kind: OpenEntry['kind']) =>
    chosen.filter((entry) => entry.kind === kind).map((entry) => entry.id)
  return {
    state,
    date,
    endTimespans: idsOf('timespan').length > 0,
    dutyIds: idsOf('duty'),
    costumeIds: idsOf('costume'),
  }
}

/** The start of the timespan that is still open. */
export function openSince(timespans: readonly { from: Day | null; to: Day | null }[]): Day | null {
  return timespans.find(({ from, to }) => from !== null && to === null)?.from ?? null
}
