import type { MemberCostume } from '#web/data/members.ts'
import { type ReadResult, readFields, requiredDay, type TypedDay } from '#web/lib/typed.ts'
import type { MembershipState } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { DutyEntry, LeaveBody, Member } from '#worker/members/members.contract.ts'

export type LeavingState = LeaveBody['state']

/** "Austritt eintragen", "Todesfall eingetragen". */
export const leavingNouns: Record<LeavingState, string> = { Left: 'Austritt', Died: 'Todesfall' }

export const undoLabels: Record<LeavingState, string> = {
  Left: 'Austritt zurücknehmen',
  Died: 'Todesfall zurücknehmen',
}

export function isLeavingState(state: MembershipState): state is LeavingState {
  return state === 'Left' || state === 'Died'
}

/** An office, costume or period that runs on the day of an exit and may end with it. */
export type OpenEntry = { id: number; from: Day; to: Day | null } & (
  | { kind: 'timespan' }
  | { kind: 'duty'; entry: DutyEntry }
  | { kind: 'costume'; costume: MemberCostume }
)

export const keyOf = ({ kind, id }: OpenEntry) => `${kind}-${id}`

/** The day of a pending exit, null for none. A new exit first undoes the pending one with everything that it has ended. */
export function pendingExitDay({ exit }: Pick<Member, 'exit'>): Day | null {
  return exit && !exit.effective ? exit.date : null
}

type Belongings = {
  /** The start of the open period of membership; null when none is open. */
  since: Day | null
  waiting: Day | null
  duties: readonly DutyEntry[]
  costumes: readonly MemberCostume[]
}

/** What has begun by `date` and runs beyond it; what the pending exit has ended (`waiting`) counts as running. */
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

/** Whether the entry is ticked to end with an exit: not when it has ended before today. */
export function endsByDefault({ to }: OpenEntry, today: Day): boolean {
  return to === null || to >= today
}

export type LeaveDraft = {
  state: LeavingState
  date: TypedDay
  /** The ticks that were changed, by `keyOf`. */
  choices: Record<string, boolean>
}

/** The body of the exit, in which the `chosen` entries end; or the error of a missing date. */
export function readLeaving(
  { choices: _, ...draft }: LeaveDraft,
  chosen: readonly OpenEntry[],
): ReadResult<LeaveBody> {
  const idsOf = (kind: OpenEntry['kind']) =>
    chosen.filter((entry) => entry.kind === kind).map((entry) => entry.id)
  const ending = {
    endTimespans: idsOf('timespan').length > 0,
    dutyIds: idsOf('duty'),
    costumeIds: idsOf('costume'),
  }
  return readFields({ ...draft, ...ending }, { date: requiredDay('Es fehlt noch das Datum.') })
}

/** The start of the period that runs without an end or was ended by the pending exit (`waiting`); null for none. */
export function openPeriodStart(
  timespans: readonly { from: TypedDay; to: TypedDay }[],
  waiting: Day | null,
): Day | null {
  const starts = timespans
    .filter(({ to }) => to === null || (waiting !== null && to === waiting))
    .map(({ from }) => from)
  return starts.find((from) => typeof from === 'string') ?? null
}
