import { markStale } from '#web/lib/query.ts'
import { outbox, startOutbox } from '#web/parades/check-in/outbox/use-outbox.ts'

export { SignOutQuestion } from './sign-out-question.tsx'
export { outbox }

/** Lists older than this are reloaded when the tab becomes visible. */
const freshForMs = 10 * 60_000

/**
 * Starts sending acts.
 * @returns a function that stops it
 */
export function startSending(): () => void {
  const stop = startOutbox()
  const stopMarking = markQueriesStale()
  return () => {
    stopMarking()
    stop()
  }
}

/** Marks cached queries stale with each act, because acts change data of other pages. */
function markQueriesStale(): () => void {
  let { acts } = outbox.state()
  return outbox.subscribe(() => {
    if (outbox.state().acts === acts) return
    acts = outbox.state().acts
    markStale()
  })
}

/**
 * Loads the lists of the coming days now, and again when the tab becomes visible or the network is
 * back.
 * @returns a function that stops it
 */
export function refreshLists(): () => void {
  let askedAt = Number.NEGATIVE_INFINITY
  const load = () => {
    if (document.visibilityState === 'hidden' || Date.now() - askedAt < freshForMs) return
    askedAt = Date.now()
    void loadLists().then((isLoaded) => {
      if (!isLoaded) askedAt = Number.NEGATIVE_INFINITY
    })
  }
  const callOff = whenIdle(load)
  window.addEventListener('online', load)
  document.addEventListener('visibilitychange', load)
  return () => {
    callOff()
    window.removeEventListener('online', load)
    document.removeEventListener('visibilitychange', load)
  }
}

/** @returns false when the server did not answer */
async function loadLists(): Promise<boolean> {
  await outbox.preloadLists()
  const { lists, keepsNothing, isOffline } = outbox.state()
  // The browser may ask the user and refuse; the lists are kept either way.
  if (lists.length > 0 && !keepsNothing) void navigator.storage?.persist?.()
  return !isOffline
}

/** How long to wait after the page has loaded in browsers without an idle callback. */
const patienceInMs = 300

function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(work, { timeout: 2000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, patienceInMs)
  return () => clearTimeout(timer)
}
