import { CallFailure } from '#web/lib/call-failure.ts'
import type { Failure } from '#web/lib/result.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import type { Draft, FurtherActs, Helper, KeptList, StoredAct } from './acts.ts'
import {
  addActs,
  adoptActs,
  applyResults,
  countListRequest,
  deleteLists,
  dropRejectedAct,
  isListInRange,
  isPastList,
  listsOf,
  rejectAct,
  storeLists,
} from './edits.ts'
import { actFailureTexts } from './outbox-words.ts'
import {
  type Answer,
  batchOutcomeOf,
  delayMs,
  listOutcomeOf,
  maxActs,
  type Network,
  nextBatch,
  sendRequest,
  type Trouble,
  toActInput,
} from './sender.ts'
import { type Edit, type EditInput, memoryStore, type Store, type StoredState } from './store.ts'

export type SignedIn = Helper & { token: string }

/** Everything outside the outbox: the browser, or a test. */
export type OutboxDeps = Network & {
  store: Store
  /** A random number n, 0 ≤ n < 1. */
  random: () => number
  newId: () => string
  /** Runs the work under a lock that all tabs share. */
  exclusively: (work: () => Promise<void>) => Promise<void>
  /** Makes other tabs reread the store (`reread`). */
  notifyTabs: () => void
  signedIn: () => SignedIn | null
  /** Resolves when the user has stopped touching the list. */
  whenIdle: () => Promise<void>
}

export type OutboxState = {
  /** Whether the store has been read. */
  isReady: boolean
  /** Whether the browser cannot store anything; acts are then sent at once, or fail. */
  keepsNothing: boolean
  /** Sorted by day and number. */
  lists: readonly KeptList[]
  /** The acts in the order of the taps. */
  acts: readonly StoredAct[]
  /** When all acts were last sent and the list loaded after that, in milliseconds; null when never. */
  syncedAt: number | null
  /** Server's clock minus the device's, in milliseconds. */
  offset: number
  /** `over`: acts or lists need a new sign-in. `ended`: the session was revoked, the lists deleted. */
  signIn: 'fine' | 'over' | 'ended'
  /** Whether the last request got no answer. */
  isOffline: boolean
  /** Why the server does not process acts; null until that has failed repeatedly (`recordTrouble`). */
  trouble: Trouble | null
  /** Requested parades that do not exist. */
  missing: ReadonlySet<number>
  /** Requested parades that helpers cannot see today. */
  closed: ReadonlySet<number>
  /** Parades whose last request was answered without a list. */
  notLoaded: ReadonlySet<number>
}

type Added =
  | { as: 'kept'; act: StoredAct }
  /** Sent at once because the browser stores nothing. Its state is `done` or `rejected`. */
  | { as: 'sent'; act: StoredAct }
  | { as: 'failed'; failure: CallFailure }

/** A button of a rejected act, except "change", which calls `addAct` with `replaces`. */
type Press = 'again' | 'existing' | 'withoutNumber' | 'discard'

export type Outbox = {
  state: () => OutboxState
  subscribe: (listener: () => void) => () => void
  /** Called when the page opens. */
  start: () => Promise<void>
  /** Stops all work until the next start. */
  stop: () => void
  /**
   * Resolves when the act is stored, then sends it.
   * @param replaces id of the rejected act that the new act replaces
   * @param also acts stored in the same transaction and sent after the act
   */
  addAct: (draft: Draft, replaces?: string, also?: FurtherActs) => Promise<Added>
  press: (id: string, button: Press) => Promise<void>
  /** Sends the waiting acts of other users in the current user's name. */
  sendAsMine: () => Promise<void>
  /** Call when the network may be back or a user has signed in. */
  retryNow: () => void
  /** Rereads the store after another tab has written. */
  reread: () => Promise<void>
  /** Keeps the parade's list up to date until the returned function is called. */
  watch: (paradeId: number) => () => void
  /** Loads the lists of the coming days. */
  preloadLists: () => Promise<void>
  /** After the session was revoked: deletes the lists, keeps the acts. */
  dropLists: () => Promise<void>
  /** On signing out: deletes everything. */
  wipe: () => Promise<void>
}

const refreshEveryMs = 30_000
/** Consecutive failures until `trouble` is shown. */
const failuresUntilTrouble = 3

const nothing: OutboxState = {
  isReady: false,
  keepsNothing: false,
  lists: [],
  acts: [],
  syncedAt: null,
  offset: 0,
  signIn: 'fine',
  isOffline: false,
  trouble: null,
  missing: new Set(),
  closed: new Set(),
  notLoaded: new Set(),
}

export function openOutbox(deps: OutboxDeps): Outbox {
  let { store } = deps
  let state = nothing
  let kept: StoredState | null = null
  let isStarted = false
  /** The stored lists and the user from which the state's lists were derived. */
  let listed: { from: readonly KeptList[] | null; userId: number | undefined } = {
    from: null,
    userId: undefined,
  }
  const listeners = new Set<() => void>()
  const watched = new Map<number, number>()

  function show(changes: Partial<OutboxState>): void {
    state = { ...state, ...changes }
    for (const listener of listeners) listener()
  }

  /**
   * Takes over what the store holds, unless a newer version is known: reads and writes may resolve in
   * another order than they ran.
   */
  function adoptStored(news: EditInput & { lists?: StoredState['lists'] }): void {
    const isSame = kept?.meta.device === news.meta.device
    if (kept && isSame && kept.meta.version > news.meta.version) return
    const lists = news.lists ?? kept?.lists ?? []
    kept = { acts: news.acts, meta: news.meta, lists }
    const { syncedAt, offset } = news.meta
    show({ isReady: true, acts: inOrder(news.acts), lists: ownLists(lists), syncedAt, offset })
  }

  /** The lists as the user sees them: in lists loaded for another user no cash counts as one's own. */
  function ownLists(lists: readonly KeptList[]): readonly KeptList[] {
    const userId = deps.signedIn()?.id
    if (lists === listed.from && userId === listed.userId) return state.lists
    listed = { from: lists, userId }
    return sorted(lists).map((list) => (list.userId === userId ? list : withoutOwnMarks(list)))
  }

  /** Shows what the store holds. A failed read is ignored, since the next change reads again. */
  async function reread(): Promise<void> {
    if (!deps.signedIn()) return forget()
    try {
      adoptStored(await store.read(kept?.meta.listsVersion))
    } catch {
      return
    }
  }

  /** Empties the state, for when no user is signed in. */
  function forget(): void {
    kept = null
    show(nothing)
  }

  async function change(edit: Edit): Promise<EditInput> {
    const news = await write(edit)
    if (news.meta.listsVersion === kept?.meta.listsVersion) adoptStored(news)
    else await reread()
    deps.notifyTabs()
    return news
  }

  async function write(edit: Edit): Promise<EditInput> {
    try {
      return await store.change(edit)
    } catch (error) {
      if (!deps.signedIn()) throw error
      keepNothing()
      return store.change(edit)
    }
  }

  function keepNothing(): void {
    store = memoryStore(kept ?? {})
    show({ isReady: true, keepsNothing: true })
  }

  // ── Network ─────────────────────────────────────────────────────────────────────────────

  let asked = 0
  let judgedBy = 0

  /**
   * Sends a request and shows whether the network is there. The request that was sent last decides: the answer to
   * an earlier one may arrive after the network has gone.
   */
  async function ask(path: string, token: string, body?: unknown): Promise<Answer> {
    asked += 1
    const turn = asked
    const asking = visit
    const answer = await sendRequest(deps, path, token, body)
    if (turn < judgedBy || visit !== asking || !isStarted || !deps.signedIn()) return answer
    judgedBy = turn
    if (state.isOffline === Boolean(answer)) show({ isOffline: !answer })
    return answer
  }

  // ── Acts ───────────────────────────────────────────────────────────────────────────────

  let isSending = false
  let isWanted = false
  let failures = 0
  /** Consecutive answers without a result. */
  let troubles = 0
  let limit = maxActs
  /** Whether a waiting time that the server has set is running. */
  let isHeld = false
  let cancelRetry: (() => void) | null = null
  /** The last token that the server rejected, and the last one answered with outcomes only. */
  let refused: string | null = null
  let lateToken: string | null = null

  function send(): void {
    if (!isStarted || isHeld) return
    isWanted = true
    if (isSending) return
    isSending = true
    cancelRetry?.()
    cancelRetry = null
    void sendWaiting()
      .catch(() => retryLater(null))
      .finally(() => {
        isSending = false
        if (isWanted) send()
      })
  }

  async function sendWaiting(): Promise<void> {
    let hasSettled = false
    while (isWanted && isStarted) {
      isWanted = false
      await deps.exclusively(async () => {
        while (isStarted && !isHeld && (await sendBatch())) hasSettled = true
      })
    }
    const me = deps.signedIn()?.id
    const isEmpty = !state.acts.some((act) => act.state === 'waiting' && act.userId === me)
    if (hasSettled && isEmpty) refresh()
  }

  /** @returns whether a result became known */
  async function sendBatch(): Promise<boolean> {
    const user = deps.signedIn()
    if (!user || user.token === refused) return false
    const { acts, meta } = await store.read(kept?.meta.listsVersion)
    const batch = nextOf(acts, user)
    if (batch.length === 0) return false
    const body = { device: meta.device, acts: batch.map(toActInput) }
    const answer = await ask('/api/check-in/acts', user.token, body)
    return applyBatchAnswer(batch, answer, user)
  }

  function nextOf(acts: readonly StoredAct[], { id, token }: SignedIn): readonly StoredAct[] {
    return nextBatch(acts, id, lateToken !== token, limit)
  }

  async function applyBatchAnswer(
    batch: readonly StoredAct[],
    answer: Answer,
    user: SignedIn,
  ): Promise<boolean> {
    // Results that arrive after signing out are dropped.
    if (!isStarted || !deps.signedIn()) return false
    const verdict = batchOutcomeOf(answer)
    switch (verdict.is) {
      case 'unknown':
        recordTrouble(verdict.why)
        retryLater(answer?.retryAfterMs ?? null)
        return false
      case 'refused':
        refused = user.token
        await signInIsOver(user, verdict.ended)
        return false
      case 'notTaken': {
        const [alone] = batch
        if (batch.length > 1 || !alone) {
          limit = Math.floor(batch.length / 2)
          return true
        }
        await change(rejectAct(alone.id))
        limit = maxActs
        return true
      }
      case 'answered': {
        const { results, serverTime } = verdict
        const { askedAt, answeredAt } = answer ?? { askedAt: serverTime, answeredAt: serverTime }
        const known = batch.filter(({ id }) => results.has(id))
        const isLate = [...results.values()].some((one) => one.participationId === undefined)
        if (isLate) lateToken = user.token
        // Even without results the answer contains the server's time.
        await change(applyResults(results, { serverTime, askedAt, answeredAt }))
        if (known.length > 0) {
          failures = 0
          recordTrouble(null)
          limit = maxActs
        }
        if (known.length === batch.length) return true
        retryLater(answer?.retryAfterMs ?? null)
        return false
      }
    }
  }

  /** A server error is shown from the third time on, a missing right at once. */
  function recordTrouble(why: Trouble | null): void {
    troubles = why === null ? 0 : troubles + 1
    const trouble = why === 'notAllowed' || troubles >= failuresUntilTrouble ? why : null
    if (trouble !== state.trouble) show({ trouble })
  }

  /** Sends the acts of other tabs later, since such a tab may be closed before it has sent them. */
  function scheduleActsOfOtherTabs(): void {
    const user = deps.signedIn()
    if (!isStarted || isSending || cancelRetry || !user) return
    if (nextOf(state.acts, user).length > 0) retryIn(refreshEveryMs)
  }

  function retryLater(retryAfterMs: number | null): void {
    isHeld = retryAfterMs !== null
    const wait = retryAfterMs ?? delayMs(failures, deps.random())
    failures += 1
    retryIn(wait)
  }

  function retryIn(milliseconds: number): void {
    cancelRetry?.()
    cancelRetry = deps.after(milliseconds, () => {
      cancelRetry = null
      isHeld = false
      send()
    })
  }

  /** Shows that a sign-in is needed, unless the user has signed in again since. */
  async function signInIsOver({ token }: SignedIn, isEnded: boolean): Promise<void> {
    const isSameSession = () => deps.signedIn()?.token === token
    // The lists are deleted first: listeners sign out, after which the database cannot be opened.
    if (isEnded && isSameSession()) await dropLists().catch(() => undefined)
    if (isSameSession()) show({ signIn: isEnded ? 'ended' : 'over' })
  }

  // ── Lists ──────────────────────────────────────────────────────────────────────────────

  let isAsking = false
  let isListWanted = false
  let refusedLists: string | null = null
  let cancelRefresh = () => {}
  /** The waiting time set by the server for lists; null when none. */
  let listWaitMs: number | null = null
  /** Replaced when the page ends: answers for an earlier visit are ignored. */
  let visit = {}

  function refresh(): void {
    if (!isStarted) return
    isListWanted = true
    if (isAsking) return
    isAsking = true
    cancelRefresh()
    const asking = visit
    void requestLists()
      .catch(() => undefined)
      .finally(() => {
        if (visit !== asking) return
        isAsking = false
        if (isListWanted) refresh()
        else if (isStarted && wanted().size > 0) {
          cancelRefresh = deps.after(listWaitMs ?? refreshEveryMs, refresh)
        }
      })
  }

  /** The parades that are watched, and those whose lists would complete finished acts. */
  function wanted(): ReadonlySet<number> {
    const done = state.acts.filter((act) => act.state === 'done').map(({ paradeId }) => paradeId)
    return new Set([...watched.keys(), ...done])
  }

  async function requestLists(): Promise<void> {
    const asking = visit
    while (isListWanted && isStarted && visit === asking) {
      isListWanted = false
      for (const paradeId of wanted()) await requestList(paradeId)
    }
  }

  async function requestList(paradeId: number | null): Promise<void> {
    const user = deps.signedIn()
    if (!isStarted || !user || user.token === refusedLists) return
    const now = visit
    const before = await change(countListRequest)
    const query = paradeId === null ? '' : `?parade=${paradeId}`
    const answer = await ask(`/api/check-in${query}`, user.token)
    if (visit !== now) return
    const verdict = listOutcomeOf(answer)
    listWaitMs = answer?.retryAfterMs ?? null
    const isUnknown = answer !== null && verdict.is === 'unknown'
    show({ notLoaded: toggled(state.notLoaded, paradeId, isUnknown) })
    if (verdict.is === 'refused') {
      refusedLists = user.token
      await signInIsOver(user, verdict.ended)
    }
    if ((verdict.is === 'missing' || verdict.is === 'closed') && paradeId !== null) {
      await change(deleteLists([paradeId]))
      show({ [verdict.is]: new Set([...state[verdict.is], paradeId]) })
    }
    if (!answer || verdict.is !== 'answered') return
    const { checkIn, serverTime } = verdict
    const { askedAt, answeredAt } = answer
    const lists = listsOf(checkIn, user.id, askedAt + before.meta.offset)
    // Only a list that replaces another moves rows, so only then the user's pause is awaited.
    const moves = lists.some((list) => state.lists.some((old) => old.paradeId === list.paradeId))
    if (moves) await deps.whenIdle()
    // The user has changed meanwhile and loads their own lists.
    if (visit !== now || deps.signedIn()?.token !== user.token) return
    const exchange = { serverTime, askedAt, answeredAt }
    await change(storeLists({ lists, asked: before.meta.asked, exchange }))
    const moved = paradeId === null ? removedLists(lists, serverTime) : []
    if (moved.length > 0) await change(deleteLists(moved))
  }

  /** Stored lists of the coming days that the server no longer sends, unless they are watched. */
  function removedLists(lists: readonly KeptList[], serverTime: number): readonly number[] {
    const there = new Set(lists.map(paradeOf))
    const today = berlinDay(new Date(serverTime))
    return state.lists
      .filter((list) => isListInRange(list, today))
      .map(paradeOf)
      .filter((id) => !there.has(id) && !watched.has(id))
  }

  async function dropLists(): Promise<void> {
    // A running request would store its list afterwards.
    abortListRequest()
    const { lists } = await store.read()
    await change(deleteLists((lists ?? []).map(({ paradeId }) => paradeId)))
  }

  // ── Interface ──────────────────────────────────────────────────────────────────────────

  async function addAct(draft: Draft, replaces?: string, also?: FurtherActs): Promise<Added> {
    const by = deps.signedIn()
    if (!by) return failedResult(draft, { type: 'AuthenticationError' })
    const id = deps.newId()
    const replaced = state.acts.filter((one) => one.id === replaces)
    const tap = { draft, also, by, now: deps.now(), newId: deps.newId, replaces }
    const { acts, meta } = await change(addActs(id, tap))
    const act = acts.find((one) => one.id === id)
    if (!act) return failedResult(draft, { type: 'UnknownError' })
    if (state.keepsNothing) {
      const added = acts.filter(({ seq }) => seq >= act.seq)
      return sendAtOnce(act, added, replaced, meta.device, by)
    }
    send()
    return { as: 'kept', act }
  }

  async function sendAtOnce(
    act: StoredAct,
    added: readonly StoredAct[],
    replaced: readonly StoredAct[],
    device: string,
    by: SignedIn,
  ): Promise<Added> {
    const body = { device, acts: added.map(toActInput) }
    const answer = await sendRequest(deps, '/api/check-in/acts', by.token, body)
    await applyBatchAnswer(added, answer, by)
    const now = state.acts.find(({ id }) => id === act.id)
    if (now && now.state !== 'waiting') {
      refresh()
      return { as: 'sent', act: now }
    }
    // A failed act is removed again, and the act that it was to replace stays rejected.
    await change(() => ({ drop: added.map(({ seq }) => seq), put: replaced }))
    return failedResult(act, failureOf(answer))
  }

  async function press(id: string, button: Press): Promise<void> {
    const rejected = state.acts.find((act) => act.id === id && act.state === 'rejected')
    if (!rejected) return
    const draft = button === 'discard' ? null : draftFor(rejected, button)
    if (draft) await addAct(draft, id)
    else await change(dropRejectedAct(id))
  }

  async function start(): Promise<void> {
    isStarted = true
    const user = deps.signedIn()
    if (!user) return forget()
    if (state.keepsNothing) {
      store = deps.store
      kept = null
    }
    const isFine = user.token !== refused && user.token !== refusedLists
    show({ keepsNothing: false, ...(isFine && { signIn: 'fine' }) })
    try {
      adoptStored(await store.read())
    } catch {
      keepNothing()
    }
    const today = berlinDay(new Date(deps.now() + state.offset))
    const over = state.lists.filter((list) => isPastList(list, today)).map(paradeOf)
    const left = new Set(state.lists.map(paradeOf).filter((id) => !over.includes(id)))
    const done = state.acts.filter((act) => act.state === 'done').map(paradeOf)
    const leave = [...over, ...done.filter((id) => !left.has(id))]
    if (leave.length > 0) await change(deleteLists(leave))
    send()
    refresh()
  }

  function stop(): void {
    isStarted = false
    isHeld = false
    cancelRetry?.()
    cancelRetry = null
    abortListRequest()
  }

  function abortListRequest(): void {
    cancelRefresh()
    visit = {}
    isAsking = false
  }

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start,
    stop,
    addAct,
    press,
    async sendAsMine() {
      const by = deps.signedIn()
      if (!by) return
      await change(adoptActs(by))
      send()
    },
    retryNow() {
      send()
      refresh()
    },
    async reread() {
      await reread()
      scheduleActsOfOtherTabs()
    },
    watch(paradeId) {
      watched.set(paradeId, (watched.get(paradeId) ?? 0) + 1)
      refresh()
      return () => {
        const others = (watched.get(paradeId) ?? 1) - 1
        if (others > 0) watched.set(paradeId, others)
        else watched.delete(paradeId)
      }
    },
    preloadLists: () => requestList(null),
    dropLists,
    async wipe() {
      stop()
      await deps.store.wipe()
      store = deps.store
      forget()
      deps.notifyTabs()
    },
  }
}

const paradeOf = ({ paradeId }: { paradeId: number }) => paradeId

function toggled(ids: ReadonlySet<number>, id: number | null, isIn: boolean): ReadonlySet<number> {
  if (id === null || ids.has(id) === isIn) return ids
  return isIn ? new Set([...ids, id]) : new Set([...ids].filter((one) => one !== id))
}

const inOrder = (acts: readonly StoredAct[]) => [...acts].sort((a, b) => a.seq - b.seq)

function sorted(lists: readonly KeptList[]): readonly KeptList[] {
  return [...lists].sort(
    ({ parade: a }, { parade: b }) =>
      a.date.localeCompare(b.date) || a.paradeNumber - b.paradeNumber || a.id - b.id,
  )
}

function withoutOwnMarks(list: KeptList): KeptList {
  const rows = list.rows.map((row) => ({
    ...row,
    mine: false,
    cash: row.cash && { ...row.cash, mine: false },
  }))
  return { ...list, rows }
}

function failedResult({ kind }: Draft, failure: Failure): Added {
  return { as: 'failed', failure: new CallFailure(actFailureTexts[kind], failure) }
}

function failureOf(answer: Answer): Failure {
  if (!answer) return { type: 'NetworkError' }
  const { status } = answer
  return { type: status === 401 ? 'AuthenticationError' : 'ApiError', status }
}

/** The act that a button sends; null when the target no longer exists. */
function draftFor(rejected: StoredAct, button: Exclude<Press, 'discard'>): Draft | null {
  const { paradeId, memberName } = rejected
  if (button === 'existing') {
    const participationId = rejected.result?.participationId
    if (typeof participationId !== 'number') return null
    const name = rejected.result?.row?.memberName ?? memberName
    return { paradeId, memberName: name, kind: 'confirm', target: { participationId } }
  }
  if (rejected.kind !== 'enter') {
    const { kind, target } = rejected
    return { paradeId, memberName, kind, target }
  }
  const { kind, entry, costumeType, priceInCent } = rejected
  const costumeNumber = button === 'withoutNumber' ? '' : entry.costumeNumber
  const changed = { ...entry, costumeNumber }
  return { paradeId, memberName, kind, costumeType, priceInCent, entry: changed }
}
