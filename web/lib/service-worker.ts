import { can } from '#worker/domain/rights.ts'
import { currentUser, onSessionChange } from './session.ts'

const script = '/sw.js'
/** The beginning of the names of all caches that `web/service-worker/keeping.ts` makes. */
const cachePrefix = 'zunft-'
const patienceInMs = 2_000

let isWatching = false
/** The last caching or deleting; the next one starts when it has ended. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * Caches what the check-in needs offline, as soon as the browser is idle and again whenever the network
 * returns, the tab is shown or the session changes. Only for users who check in, and in production builds.
 */
export function keepOfflineCopyFresh(): void {
  if (!('serviceWorker' in navigator)) return
  // Waits until the browser is idle, so that caching does not delay the page.
  if ('requestIdleCallback' in window)
    requestIdleCallback(updateOfflineCopy, { timeout: patienceInMs })
  else setTimeout(updateOfflineCopy, patienceInMs)
  if (isWatching) return
  isWatching = true
  onSessionChange(updateOfflineCopy)
  addEventListener('online', updateOfflineCopy)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') updateOfflineCopy()
  })
}

/** Unregisters the worker and deletes its caches. */
export async function deleteOfflineCopy(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const done = inTurn(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations()) {
      // "Meine Anmeldung" has a worker of its own, independent of sessions.
      if (new URL(registration.scope).pathname !== '/') continue
      const { installing, waiting, active } = registration
      for (const worker of [installing, waiting, active]) worker?.postMessage('forget')
      await registration.unregister()
    }
    await deleteCaches()
  })
  // Deletes again after pauses: Chromium may recreate a deleted cache, empty, while it compiles a script from it.
  for (const pauseInMs of [100, 400, 1_500]) {
    void inTurn(async () => {
      await new Promise((resolve) => setTimeout(resolve, pauseInMs))
      await deleteCaches()
    })
  }
  await done
}

async function deleteCaches(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(cachePrefix)) await caches.delete(name)
  }
}

function updateOfflineCopy(): void {
  const user = currentUser()
  // Without a user the session has expired and the copy stays, since the user usually returns; `signOut` deletes it.
  if (!user) return
  const isBuilt = import.meta.env.KEEPS_SERVICE_WORKER === true
  const isWanted = isBuilt && can(user, 'checkIn')
  // Offline both fail; the next call of `updateOfflineCopy` tries again.
  void (isWanted ? inTurn(startOfflineCopy) : deleteOfflineCopy()).catch(() => {})
}

async function startOfflineCopy(): Promise<void> {
  const registration = await navigator.serviceWorker.register(script, { updateViaCache: 'none' })
  // A worker that `register` has just installed caches without this message.
  registration.active?.postMessage('keep')
  await registration.update()
}

function inTurn(work: () => Promise<void>): Promise<void> {
  const done = turn.then(work)
  turn = done.catch(() => {})
  return done
}
