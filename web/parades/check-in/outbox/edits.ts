import type { CheckIn } from '#worker/check-in/check-in.contract.ts'
import { helperDateRange, isHelpersDay } from '#worker/domain/check-in.ts'
import type { Day } from '#worker/domain/dates.ts'
import type {
  Also,
  Draft,
  Helper,
  KeptList,
  KeptResult,
  RowDraft,
  StoredAct,
  Target,
} from './acts.ts'
import type { Before, Change, Edit } from './store.ts'

// What is written, judged inside the transaction that writes it: another tab may be at it as well.

/** An exchange with the server, in milliseconds: its clock, and the device's before and after. */
export type Exchange = { serverTime: number; askedAt: number; answeredAt: number }

/** The server said its time somewhere in between: an offset that agrees with that stays. */
export function offsetAfter(offset: number, exchange: Exchange): number {
  const least = exchange.serverTime - exchange.answeredAt
  const most = exchange.serverTime - exchange.askedAt
  if (least <= offset && offset <= most) return offset
  // A clock that was set back meanwhile makes the span a nonsense: what is so now counts.
  return least > most ? least : Math.round((least + most) / 2)
}

type Tap = {
  draft: Draft
  also?: Also | undefined
  by: Helper
  /** The device's clock. */
  now: number
  newId: () => string
  /** A told act that this one stands for; what hung on it goes along. */
  replaces?: string | undefined
}

export function adding(id: string, { draft, also, by, now, newId, replaces }: Tap): Edit {
  return ({ acts, meta }) => {
    // Written before, though nobody was told.
    if (acts.some((act) => act.id === id)) return {}
    const replaced = acts.find((act) => act.id === replaces)
    const along = replaced ? dependentActsOf(replaced, acts) : []
    const target: Target = draft.kind === 'enter' ? { actId: id } : draft.target
    const drafts = [
      ...[draft, ...(also?.(target) ?? [])].map((one) => followedBy(one, acts)),
      ...along.filter(movesTo(draft)).map((act) => moved(act, target)),
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

/** What was done with whom this act entered, and has not ended well. */
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

/** To another entry all of it; to somebody who stood there already the cash. */
const movesTo =
  ({ kind }: Draft) =>
  (act: DependentAct) =>
    kind === 'enter' || act.kind === 'pay' || act.kind === 'unpay'

function moved({ kind, paradeId, memberName }: DependentAct, target: Target): RowDraft {
  return { kind, paradeId, memberName, target }
}

/** A told act is pressed away, with what hung on it. */
export function dropping(id: string): Edit {
  return ({ acts }) => {
    const told = acts.find((act) => act.id === id && act.state === 'told')
    return told ? { drop: [told, ...dependentActsOf(told, acts)].map(({ seq }) => seq) } : {}
  }
}

/** What waits of others is sent by whoever is signed in. */
export function adopting(by: Helper): Edit {
  return ({ acts }) => ({
    put: acts
      .filter(({ state, userId }) => state === 'waiting' && userId !== by.id)
      .map((act) => ({ ...act, userId: by.id, userName: by.name })),
  })
}

/** Whether the server has said of it the outcome alone. */
export function isLate(act: StoredAct): boolean {
  return act.result !== null && act.result.participationId === undefined
}

/** What the server said of acts, by id. */
export function settling(results: ReadonlyMap<string, KeptResult>, exchange: Exchange): Edit {
  return ({ acts, meta }) => {
    const ended = acts.flatMap((act) => {
      const result = results.get(act.id)
      const isOpen = act.state === 'waiting' || (act.state === 'told' && isLate(act))
      return result && isOpen ? [endedWith(act, result, meta.asked)] : []
    })
    return afterEnding(ended, { acts, meta }, exchange)
  }
}

/** The server does not take it, alone as well. */
export function givingUp(id: string): Edit {
  return ({ acts, meta }) => {
    const ended = acts
      .filter((act) => act.id === id && act.state !== 'done')
      .map((act): StoredAct => ({ ...act, state: 'told', result: null }))
    return afterEnding(ended, { acts, meta })
  }
}

function endedWith(act: StoredAct, result: KeptResult, asked: number): StoredAct {
  const state = counts(act, result) ? 'done' : 'told'
  const ended = { state, result, endedAfter: asked } as const
  // A refused entry may be changed; else a birthday that was typed has done what it was for.
  if (act.kind !== 'enter' || result.outcome === 'refused') return { ...act, ...ended }
  return { ...act, ...ended, entry: { ...act.entry, birthday: null } }
}

/** Money that somebody else took as well has to be spoken of. */
function counts({ kind }: StoredAct, { outcome, row }: KeptResult): boolean {
  if (outcome === 'already') return kind !== 'pay' || row?.cash?.mine === true
  return outcome === 'done'
}

/** What hung on an entry follows it. */
function afterEnding(
  ended: readonly StoredAct[],
  { acts, meta }: Before,
  exchange?: Exchange,
): Change {
  const put = new Map(ended.map((act) => [act.seq, act]))
  for (const enter of ended) {
    if (enter.kind !== 'enter') continue
    for (const act of dependentActsOf(enter, acts)) {
      const now = put.get(act.seq) ?? act
      if (now.state === 'waiting') put.set(act.seq, followed(act, enter))
    }
  }
  const isEmpty = acts.every((act) => (put.get(act.seq) ?? act).state !== 'waiting')
  return {
    put: [...put.values()],
    meta: exchange
      ? {
          offset: offsetAfter(meta.offset, exchange),
          // A clock that was wrong once does not make every later act one of the future.
          lastAt: isEmpty ? Math.min(meta.lastAt, exchange.serverTime) : meta.lastAt,
        }
      : {},
  }
}

function followed(act: DependentAct, enter: StoredAct): StoredAct {
  if (enter.state === 'told') {
    const result = { id: act.id, outcome: 'noEntry', participationId: null } as const
    return { ...act, state: 'told', result }
  }
  return { ...act, target: enteredTarget(enter) ?? act.target }
}

/** Whom it entered, once the server has said so: the entry goes with the next list, and its id with it. */
function enteredTarget({ result }: StoredAct): Target | null {
  const participationId = result?.participationId
  return typeof participationId === 'number' ? { participationId } : null
}

/** A tap on somebody whose entry is done already. */
function followedBy(draft: Draft, acts: readonly StoredAct[]): Draft {
  if (draft.kind === 'enter' || !('actId' in draft.target)) return draft
  const { actId } = draft.target
  const enter = acts.find(({ id, state }) => id === actId && state === 'done')
  return { ...draft, target: (enter && enteredTarget(enter)) ?? draft.target }
}

/** The next list is asked for: `meta.asked` is its number then. */
export const asking: Edit = ({ meta }) => ({ meta: { asked: meta.asked + 1 } })

type Listing = {
  lists: readonly KeptList[]
  /** The number it was asked for with. */
  asked: number
  exchange: Exchange
}

/** A list that was asked for before the kept one is no news; acts that it knows are done with. */
export function keeping({ lists, asked, exchange }: Listing): Edit {
  return ({ acts, meta }) => {
    const fresh = lists.filter(({ paradeId }) => asked > (meta.listed[paradeId] ?? 0))
    const isKnown = (act: StoredAct) =>
      act.state === 'done' &&
      asked > (act.endedAfter ?? 0) &&
      fresh.some(({ paradeId }) => paradeId === act.paradeId)
    const offset = offsetAfter(meta.offset, exchange)
    const isSynced = fresh.length > 0 && acts.every((act) => act.state === 'told' || isKnown(act))
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

/** Lists are let go, and what ended well in them. */
export function forgetting(paradeIds: readonly number[]): Edit {
  return ({ acts }) => ({
    dropLists: paradeIds,
    drop: acts
      .filter(({ state, paradeId }) => state === 'done' && paradeIds.includes(paradeId))
      .map(({ seq }) => seq),
  })
}

/** A helper does not see it any more. */
export function isOver({ parade }: KeptList, today: Day): boolean {
  return parade.date < helperDateRange(today).from
}

/** Of which the server says the lists unasked. */
export function isOfTheseDays({ parade }: KeptList, today: Day): boolean {
  return isHelpersDay(parade.date, today)
}

/** As the server answers it. */
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
