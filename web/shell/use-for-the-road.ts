import { useEffect } from 'react'
import { markStale } from '#web/lib/query.ts'
import { keepForTheRoad } from '#web/lib/service-worker.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { useInputIsOver } from '#web/lib/shared-device.ts'
import { outbox, startOutbox } from '#web/parades/check-in/outbox/use-outbox.ts'

/** The page itself comes first. */
const patienceInMs = 300
/** Lists are asked for again when somebody comes back later than this. */
const freshForMs = 10 * 60_000

/** Whoever checks in has the lists of these days with them, and what they did is sent from any page. */
export function useForTheRoad(): void {
  const user = useUser()
  const isOver = useInputIsOver()
  const checksIn = hasRole(user, 'helper', 'management')
  const token = user?.accessToken
  useEffect(keepForTheRoad, [])
  useEffect(() => {
    if (!checksIn) return
    const stop = startOutbox()
    const stopMarking = markWhatIsOutdated()
    return () => {
      stopMarking()
      stop()
    }
  }, [checksIn])
  // biome-ignore lint/correctness/useExhaustiveDependencies: who signs in anew has their own lists.
  useEffect(() => (checksIn && !isOver ? loadNowAndThen() : undefined), [checksIn, isOver, token])
}

/** Each act changes what other pages know. */
function markWhatIsOutdated(): () => void {
  let { acts } = outbox.state()
  return outbox.subscribe(() => {
    if (outbox.state().acts === acts) return
    acts = outbox.state().acts
    markStale()
  })
}

function loadNowAndThen(): () => void {
  let askedAt = Number.NEGATIVE_INFINITY
  const load = () => {
    if (document.visibilityState === 'hidden' || Date.now() - askedAt < freshForMs) return
    askedAt = Date.now()
    void keepLists().then((areHere) => {
      if (!areHere) askedAt = Number.NEGATIVE_INFINITY
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

/** False: nobody answered. */
async function keepLists(): Promise<boolean> {
  await outbox.loadForTheRoad()
  const { lists, keepsNothing, isOffline } = outbox.state()
  // Asked, not trusted: whoever is asked by their browser may say no.
  if (lists.length > 0 && !keepsNothing) void navigator.storage?.persist?.()
  return !isOffline
}

function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(work, { timeout: 2000 })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, patienceInMs)
  return () => clearTimeout(timer)
}
