import { useEffect, useSyncExternalStore } from 'react'
import { useQuietMoment } from '#web/lib/quiet-moment.ts'
import { accessToken, currentUser, onSessionChange } from '#web/lib/session.ts'
import { shortName } from '#worker/domain/names.ts'
import { type Outbox, type OutboxState, openOutbox, type SignedIn } from './outbox.ts'
import { idbStore } from './store.ts'

/** The BroadcastChannel between tabs. */
const channelName = 'zunft-check-in'

/** How long to wait for a lock that a suspended tab holds; acts sent twice do no harm. */
const lockPatienceMs = 20_000

/** The longest delay in ms; for longer ones setTimeout fires at once. */
const longestMs = 2 ** 31 - 1

let channel: BroadcastChannel | null = null
const stillness = new Set<() => Promise<void>>()

/** The outbox of this tab. */
export const outbox: Outbox = openOutbox({
  store: idbStore(() => currentUser() !== null),
  fetch: (path, init) => fetch(path, init),
  now: () => Date.now(),
  random: () => Math.random(),
  newId: () => crypto.randomUUID(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, Math.min(milliseconds, longestMs))
    return () => clearTimeout(timer)
  },
  exclusively,
  notifyTabs: () => channel?.postMessage('changed'),
  signedIn,
  whenIdle: async () => {
    await Promise.all([...stillness].map((wait) => wait()))
  },
})

async function exclusively(work: () => Promise<void>): Promise<void> {
  let isMine = false
  const asMine = () => {
    isMine = true
    return work()
  }
  try {
    await navigator.locks.request(
      channelName,
      { signal: AbortSignal.timeout(lockPatienceMs) },
      asMine,
    )
  } catch (error) {
    if (isMine) throw error
    await work()
  }
}

/** The signed-in user. Acts are stored with the id from the token, never with the e-mail address. */
export function signedIn(): SignedIn | null {
  const user = currentUser()
  const token = accessToken()
  const id = subjectOf(token)
  return user && id ? { id, name: shortName(user), token } : null
}

/** The user id in a token; 0 when it cannot be read. */
function subjectOf(token: string): number {
  try {
    const payload = token.split('.')[1] ?? ''
    const claims: unknown = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/')))
    const subject = typeof claims === 'object' && claims !== null && Reflect.get(claims, 'sub')
    return Number(subject) || 0
  } catch {
    return 0
  }
}

/**
 * Starts the outbox on the staff's pages, for helpers and management.
 * @returns a function that stops it
 */
export function startOutbox(): () => void {
  const start = () => void outbox.start()
  const onVisible = () => {
    if (document.visibilityState === 'hidden') return
    void outbox.reread()
    outbox.retryNow()
  }
  const onMessage = () => void outbox.reread()
  channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName)
  channel?.addEventListener('message', onMessage)
  window.addEventListener('online', outbox.retryNow)
  document.addEventListener('visibilitychange', onVisible)
  const forgetSession = onSessionChange(start)
  start()
  return () => {
    channel?.close()
    channel = null
    window.removeEventListener('online', outbox.retryNow)
    document.removeEventListener('visibilitychange', onVisible)
    forgetSession()
    outbox.stop()
  }
}

export function useOutbox(): OutboxState {
  return useSyncExternalStore(outbox.subscribe, outbox.state)
}

/** Keeps the list up to date while the page is mounted; changes appear when the user pauses. */
export function useListUpdates(paradeId: number): void {
  const whenStill = useQuietMoment()
  useEffect(() => {
    stillness.add(whenStill)
    const unwatch = outbox.watch(paradeId)
    return () => {
      stillness.delete(whenStill)
      unwatch()
    }
  }, [paradeId, whenStill])
}
