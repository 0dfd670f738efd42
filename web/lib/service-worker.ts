import { currentUser, hasRole, onSessionChange } from './session.ts'

const script = '/sw.js'
/** Of web/service-worker/keeping.ts. */
const cachePrefix = 'zunft-'
const patienceInMs = 2_000

let isWatching = false
/** One after the other: what is kept and what is forgotten must not meet. */
let turn: Promise<unknown> = Promise.resolve()

/**
 * Keeps on this device what the check-in needs without a network, in an idle moment, for those who
 * check in; looks again when the network or the person is back. In a built app alone.
 */
export function keepOfflineCopy(): void {
  if (!('serviceWorker' in navigator)) return
  // The page itself comes first.
  if ('requestIdleCallback' in window) requestIdleCallback(look, { timeout: patienceInMs })
  else setTimeout(look, patienceInMs)
  if (isWatching) return
  isWatching = true
  onSessionChange(look)
  addEventListener('online', look)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') look()
  })
}

/** Unregisters the worker and deletes all that the browser has kept for it. */
export async function deleteOfflineCopy(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const done = inTurn(async () => {
    for (const registration of await navigator.serviceWorker.getRegistrations()) {
      // "Meine Anmeldung" has one of its own, which is no sign-in's.
      if (new URL(registration.scope).pathname !== '/') continue
      const { installing, waiting, active } = registration
      for (const worker of [installing, waiting, active]) worker?.postMessage('forget')
      await registration.unregister()
    }
    await deleteCaches()
  })
  // Behind a script that it is just compiling, Chromium brings the cache of it back, empty.
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

function look(): void {
  const user = currentUser()
  // Whoever signs out takes it away; whose twelve hours are over comes back.
  if (!user) return
  const isBuilt = import.meta.env.KEEPS_SERVICE_WORKER === true
  const isWanted = isBuilt && hasRole(user, 'helper', 'management')
  // Without a network it fails, and the next look tries again.
  void (isWanted ? inTurn(keep) : deleteOfflineCopy()).catch(() => {})
}

async function keep(): Promise<void> {
  const registration = await navigator.serviceWorker.register(script, { updateViaCache: 'none' })
  // A new one keeps by itself.
  registration.active?.postMessage('keep')
  await registration.update()
}

function inTurn(work: () => Promise<void>): Promise<void> {
  const done = turn.then(work)
  turn = done.catch(() => {})
  return done
}
