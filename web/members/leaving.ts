import type { CostumeOfMember } from '#web/data/members.ts'
import { type Read, read, requiredDay, type TypedDay } from '#web/lib/typed.ts'
import type { MembershipState } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { DutyEntry, LeaveBody, Member } from '#worker/members/members.contract.ts'

export type LeavingState = LeaveBody['state']

/** "Austritt eintragen", "Todesfall eingetragen". */
export const leavingNouns: Record<LeavingState, string> = { Left: 'Austritt', Died: 'Todesfall' }

export function isLeavingState(state: MembershipState): state is LeavingState {
  return state === 'Left' || state === 'Died'
}

/** Something that is going on on the day somebody leaves, and can be ended then. */
export type OpenEntry = { id: number; from: Day; to: Day | null } & (
  | { kind: 'timespan' }
  | { kind: 'duty'; entry: DutyEntry }
  | { kind: 'costume'; costume: CostumeOfMember }
)

export const keyOf = ({ kind, id }: OpenEntry) => `${kind}-${id}`

/** The day of a leave that waits: the next one takes it back first, and what it ended with it. */
export function waitingOn({ exit }: Pick<Member, 'exit'>): Day | null {
  return exit && !exit.effective ? exit.date : null
}

type Belongings = {
  /** The start of the timespan that has no end. */
  since: Day | null
  waiting: Day | null
  duties: readonly DutyEntry[]
  costumes: readonly CostumeOfMember[]
}

/** What began before that day and is not over then. */
export function openEntries(
  { since, waiting, duties, costumes }: Belongings,
  date: Day,
): OpenEntry[] {
  const entries: OpenEntry[] = [
    ...(since ? [{ kind: 'timespan', id: 0, from: since, to: null } as const] : []),
    ...duties.map((entry) => {
      const { id, from, to } = entry
      return { kind: 'duty', id, from, to, entry } as const
    }),
    ...costumes
      .filter(({ ownedTo }) => ownedTo === null || ownedTo === waiting)
      .map((costume) => {
        const { id, ownedFrom: from } = costume
        return { kind: 'costume', id, from, to: null, costume } as const
      }),
  ]
  return entries.filter(
    ({ from, to }) => from <= date && (to === null || to > date || to === waiting),
  )
}

/** What was over before today is history: it is shortened only when somebody asks for it. */
export function endsUnlessKept({ to }: OpenEntry, today: Day): boolean {
  return to === null || to >= today
}

export type LeaveDraft = {
  state: LeavingState
  date: TypedDay
  /** By `keyOf` what was ticked or unticked. */
  choices: Record<string, boolean>
}

/** Exactly what was chosen ends, nothing else. */
export function readLeaving(
  { choices: _, ...draft }: LeaveDraft,
  chosen: readonly OpenEntry[],
): Read<LeaveBody> {
  const idsOf = (kind: OpenEntry['kind']) =>
    chosen.filter((entry) => entry.kind === kind).map((entry) => entry.id)
  const ending = {
    endTimespans: idsOf('timespan').length > 0,
    dutyIds: idsOf('duty'),
    costumeIds: idsOf('costume'),
  }
  return read({ ...draft, ...ending }, { date: requiredDay('Es fehlt noch das Datum.') })
}

/** The start of the timespan that is still open, or was before the leave that waits. */
export function openSince(
  timespans: readonly { from: TypedDay; to: TypedDay }[],
  waiting: Day | null,
): Day | null {
  const starts = timespans
    .filter(({ to }) => to === null || (waiting !== null && to === waiting))
    .map(({ from }) => from)
  return starts.find((from) => typeof from === 'string') ?? null
}
