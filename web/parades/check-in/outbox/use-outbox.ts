import { useEffect, useSyncExternalStore } from 'react'
import { useQuietMoment } from '#web/lib/quiet-moment.ts'
import { accessToken, currentUser, onSessionChange } from '#web/lib/session.ts'
import { shortName } from '#worker/domain/names.ts'
import { type Outbox, type OutboxState, openOutbox, type SignedIn } from './outbox.ts'
import { idbStore } from './store.ts'

/** What tabs call each other by. */
const channelName = 'zunft-check-in'

/** A tab that sleeps with the lock in its hand is not waited for: what is sent twice counts once. */
const lockPatienceMs = 20_000

/** A timer that shall wait longer is done at once. */
const longestMs = 2 ** 31 - 1

let channel: BroadcastChannel | null = null
const stillness = new Set<() => Promise<void>>()

/** This tab's. */
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
  tellTabs: () => channel?.postMessage('changed'),
  signedIn,
  whenStill: async () => {
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

/** By the number in their token: an e-mail has no business on the device. */
export function signedIn(): SignedIn | null {
  const user = currentUser()
  const token = accessToken()
  const id = subjectOf(token)
  return user && id ? { id, name: shortName(user), token } : null
}

/** Whom a token was made for; 0 when it cannot be read. */
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

/** With the staff's pages, for helpers and management; answers how to stop. */
export function startOutbox(): () => void {
  const start = () => void outbox.start()
  const look = () => {
    if (document.visibilityState === 'hidden') return
    void outbox.lookAgain()
    outbox.retryNow()
  }
  const hear = () => void outbox.lookAgain()
  channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(channelName)
  channel?.addEventListener('message', hear)
  window.addEventListener('online', outbox.retryNow)
  document.addEventListener('visibilitychange', look)
  const forgetSession = onSessionChange(start)
  start()
  return () => {
    channel?.close()
    channel = null
    window.removeEventListener('online', outbox.retryNow)
    document.removeEventListener('visibilitychange', look)
    forgetSession()
    outbox.stop()
  }
}

export function useOutbox(): OutboxState {
  return useSyncExternalStore(outbox.subscribe, outbox.state)
}

/** As long as the page is there its list is kept up to date, and changes in a quiet moment. */
export function useKeptUpToDate(paradeId: number): void {
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
