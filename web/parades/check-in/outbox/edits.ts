import type { CheckIn } from '#worker/check-in/check-in.contract.ts'
import { helperDateRange, isHelpersDay } from '#worker/domain/check-in.ts'
import type { Day } from '#worker/domain/dates.ts'
import type {
  Draft,
  FurtherActs,
  Helper,
  KeptList,
  RowDraft,
  StoredAct,
  StoredResult,
  Target,
} from './acts.ts'
import type { Edit, EditInput, StoreWrites } from './store.ts'

// Writes of the outbox, decided inside their transaction because another tab may write at the same time.

/** An exchange with the server, in milliseconds: its clock, and the device's before and after. */
export type ClockSample = { serverTime: number; askedAt: number; answeredAt: number }

/**
 * The offset of the server's clock. The server read its clock between request and answer, so the old
 * offset is kept if it lies between those limits.
 */
export function clockOffsetAfter(offset: number, exchange: ClockSample): number {
  const least = exchange.serverTime - exchange.answeredAt
  const most = exchange.serverTime - exchange.askedAt
  if (least <= offset && offset <= most) return offset
  // When the clock was set back meanwhile, the interval is invalid and the answer's time counts.
  return least > most ? least : Math.round((least + most) / 2)
}

type Tap = {
  draft: Draft
  also?: FurtherActs | undefined
  by: Helper
  /** The device's clock. */
  now: number
  newId: () => string
  /** The id of a rejected act that this one replaces; acts that depend on it move along. */
  replaces?: string | undefined
}

export function addActs(id: string, { draft, also, by, now, newId, replaces }: Tap): Edit {
  return ({ acts, meta }) => {
    // The act was stored by an earlier try, whose caller got no confirmation.
    if (acts.some((act) => act.id === id)) return {}
    const replaced = acts.find((act) => act.id === replaces)
    const along = replaced ? dependentActsOf(replaced, acts) : []
    const target: Target = draft.kind === 'enter' ? { actId: id } : draft.target
    const drafts = [
      ...[draft, ...(also?.(target) ?? [])].map((one) => retargetDraft(one, acts)),
      ...along.filter(targetField(draft)).map((act) => moved(act, target)),
    ]
    const first = Math.max(now + meta.offset, meta.lastAt + 1)
    const put = drafts.map(
      (one, index): StoredAct => ({
        ...one,
        seq: meta.lastSeq + 1 + index,
        id: index === 0 ? id : newId(),
        userId: by.id,
        userName: by.name,
        at: new Date(first + index).toISOString(),
        state: 'waiting',
        result: null,
      }),
    )
    const last = put.length - 1
    return {
      put,
      drop: [...(replaced ? [replaced] : []), ...along].map(({ seq }) => seq),
      meta: {
        device: meta.device || newId(),
        lastAt: first + last,
        lastSeq: meta.lastSeq + 1 + last,
      },
    }
  }
}

type DependentAct = Extract<StoredAct, RowDraft>

/** The unfinished acts on the person whom this act has entered. */
export function dependentActsOf(
  { id }: StoredAct,
  acts: readonly StoredAct[],
): readonly DependentAct[] {
  return acts.filter(
    (act): act is DependentAct =>
      act.kind !== 'enter' &&
      act.state !== 'done' &&
      'actId' in act.target &&
      act.target.actId === id,
  )
}

/**
 * Which dependent acts move from a rejected entry to its replacement: all to another entry, only the
 * cash to a person who was on the list already.
 */
const targetField =
  ({ kind }: Draft) =>
  (act: DependentAct) =>
    kind === 'enter' || act.kind === 'pay' || act.kind === 'unpay'

function moved({ kind, paradeId, memberName }: DependentAct, target: Target): RowDraft {
  return { kind, paradeId, memberName, target }
}

/** Settles a rejected act, with the acts that depend on it. */
export function dropRejectedAct(id: string): Edit {
  return ({ acts }) => {
    const rejected = acts.find((act) => act.id === id && act.state === 'rejected')
    return rejected
      ? { drop: [rejected, ...dependentActsOf(rejected, acts)].map(({ seq }) => seq) }
      : {}
  }
}

/** Assigns the waiting acts of other users to the current user. */
export function adoptActs(by: Helper): Edit {
  return ({ acts }) => ({
    put: acts
      .filter(({ state, userId }) => state === 'waiting' && userId !== by.id)
      .map((act) => ({ ...act, userId: by.id, userName: by.name })),
  })
}

/** Whether the server has sent only the outcome. */
export function isLate(act: StoredAct): boolean {
  return act.result !== null && act.result.participationId === undefined
}

/** Applies the server's results to the acts; `results` has them by the act's id. */
export function applyResults(
  results: ReadonlyMap<string, StoredResult>,
  exchange: ClockSample,
): Edit {
  return ({ acts, meta }) => {
    const ended = acts.flatMap((act) => {
      const result = results.get(act.id)
      const isOpen = act.state === 'waiting' || (act.state === 'rejected' && isLate(act))
      return result && isOpen ? [endedWith(act, result, meta.asked)] : []
    })
    return afterEnding(ended, { acts, meta }, exchange)
  }
}

/** Rejects an act that the server does not accept even alone. */
export function rejectAct(id: string): Edit {
  return ({ acts, meta }) => {
    const ended = acts
      .filter((act) => act.id === id && act.state !== 'done')
      .map((act): StoredAct => ({ ...act, state: 'rejected', result: null }))
    return afterEnding(ended, { acts, meta })
  }
}

function endedWith(act: StoredAct, result: StoredResult, asked: number): StoredAct {
  const state = counts(act, result) ? 'done' : 'rejected'
  const ended = { state, result, endedAfter: asked } as const
  // The birthday is needed only to change a rejected entry; other ended entries lose it.
  if (act.kind !== 'enter' || result.outcome === 'refused') return { ...act, ...ended }
  return { ...act, ...ended, entry: { ...act.entry, birthday: null } }
}

/** Whether the act took effect. Cash that another helper also recorded must be settled between both. */
function counts({ kind }: StoredAct, { outcome, row }: StoredResult): boolean {
  if (outcome === 'already') return kind !== 'pay' || row?.cash?.mine === true
  return outcome === 'done'
}

/** Writes the ended acts. Acts about a person entered on site now refer to the stored participation. */
function afterEnding(
  ended: readonly StoredAct[],
  { acts, meta }: EditInput,
  exchange?: ClockSample,
): StoreWrites {
  const put = new Map(ended.map((act) => [act.seq, act]))
  for (const enter of ended) {
    if (enter.kind !== 'enter') continue
    for (const act of dependentActsOf(enter, acts)) {
      const now = put.get(act.seq) ?? act
      if (now.state === 'waiting') put.set(act.seq, retargetAct(act, enter))
    }
  }
  const isEmpty = acts.every((act) => (put.get(act.seq) ?? act).state !== 'waiting')
  return {
    put: [...put.values()],
    meta: exchange
      ? {
          offset: clockOffsetAfter(meta.offset, exchange),
          // A clock that was once ahead must not date all later acts into the future.
          lastAt: isEmpty ? Math.min(meta.lastAt, exchange.serverTime) : meta.lastAt,
        }
      : {},
  }
}

function retargetAct(act: DependentAct, enter: StoredAct): StoredAct {
  if (enter.state === 'rejected') {
    const result = { id: act.id, outcome: 'noEntry', participationId: null } as const
    return { ...act, state: 'rejected', result }
  }
  return { ...act, target: enteredTarget(enter) ?? act.target }
}

/**
 * The id of the entered person, once known; the entry is dropped when the next list contains the
 * person.
 */
function enteredTarget({ result }: StoredAct): Target | null {
  const participationId = result?.participationId
  return typeof participationId === 'number' ? { participationId } : null
}

/** Refers a tap on a person entered here to the stored participation, once the entry is finished. */
function retargetDraft(draft: Draft, acts: readonly StoredAct[]): Draft {
  if (draft.kind === 'enter' || !('actId' in draft.target)) return draft
  const { actId } = draft.target
  const enter = acts.find(({ id, state }) => id === actId && state === 'done')
  return { ...draft, target: (enter && enteredTarget(enter)) ?? draft.target }
}

/** Numbers the next list request in `meta.asked`. */
export const countListRequest: Edit = ({ meta }) => ({ meta: { asked: meta.asked + 1 } })

type Listing = {
  lists: readonly KeptList[]
  /** The number of the request. */
  asked: number
  exchange: ClockSample
}

/** Stores each list unless a newer one is stored, and drops acts that the stored lists contain. */
export function storeLists({ lists, asked, exchange }: Listing): Edit {
  return ({ acts, meta }) => {
    const fresh = lists.filter(({ paradeId }) => asked > (meta.listed[paradeId] ?? 0))
    const isKnown = (act: StoredAct) =>
      act.state === 'done' &&
      asked > (act.endedAfter ?? 0) &&
      fresh.some(({ paradeId }) => paradeId === act.paradeId)
    const offset = clockOffsetAfter(meta.offset, exchange)
    const isSynced =
      fresh.length > 0 && acts.every((act) => act.state === 'rejected' || isKnown(act))
    return {
      putLists: fresh,
      drop: acts.filter(isKnown).map(({ seq }) => seq),
      meta: {
        offset,
        listed: {
          ...meta.listed,
          ...Object.fromEntries(fresh.map((one) => [one.paradeId, asked])),
        },
        syncedAt: isSynced ? exchange.askedAt + offset : meta.syncedAt,
      },
    }
  }
}

/** Drops lists and the finished acts in them. */
export function deleteLists(paradeIds: readonly number[]): Edit {
  return ({ acts }) => ({
    dropLists: paradeIds,
    drop: acts
      .filter(({ state, paradeId }) => state === 'done' && paradeIds.includes(paradeId))
      .map(({ seq }) => seq),
  })
}

/** Whether the parade is before the days that helpers can see. */
export function isPastList({ parade }: KeptList, today: Day): boolean {
  return parade.date < helperDateRange(today).from
}

/** Whether the server sends the list without being asked for its parade. */
export function isListInRange({ parade }: KeptList, today: Day): boolean {
  return isHelpersDay(parade.date, today)
}

export function listsOf({ parades, costumeTypes }: CheckIn, userId: number, askedAt: number) {
  return parades.map(
    ({ parade, rows }): KeptList => ({
      paradeId: parade.id,
      askedAt,
      userId,
      parade,
      rows,
      costumeTypes,
    }),
  )
}
