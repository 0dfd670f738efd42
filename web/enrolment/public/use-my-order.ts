import { useCallback, useEffect, useRef, useState } from 'react'
import { loadMyOrder } from '#web/enrolment/enrolment.api.ts'
import type { Failure, Result } from '#web/lib/result.ts'
import type { MyOrder } from '#worker/enrolment/enrolment.contract.ts'

/** What the page knows of the order whose token stands in its address. */
export type Sight =
  /** As the worker makes the page: it never sees the fragment. */
  | { is: 'arriving' }
  | { is: 'noLink' }
  | { is: 'unknown' }
  | { is: 'loading'; token: string }
  | { is: 'failed'; token: string; failure: Failure }
  | { is: 'shown'; token: string; order: MyOrder }

/** `#order={token}` as mails and pages write it, or the token alone. */
function tokenOf(fragment: string): string | null {
  const [, named, bare] = /^#(?:order=([\w-]{1,100})|([0-9a-f]{32}))$/i.exec(fragment) ?? []
  return named ?? bare ?? null
}

export function useMyOrder() {
  const [sight, setSight] = useState<Sight>({ is: 'arriving' })
  // An answer counts for the token that is asked for last.
  const asked = useRef<string | null>(null)

  const load = useCallback(async (token: string, isQuiet = false) => {
    asked.current = token
    if (!isQuiet) setSight({ is: 'loading', token })
    const result = await loadMyOrder(token)
    if (asked.current !== token) return
    // What is shown stays when looking again fails.
    if (result.ok || !isQuiet) setSight(seen(token, result))
  }, [])

  useEffect(() => {
    const read = () => {
      const token = tokenOf(window.location.hash)
      if (token) void load(token)
      // The skip link's own fragment: the address keeps the order, for a reload.
      else if (asked.current) window.history.replaceState(null, '', `#order=${asked.current}`)
      else setSight({ is: 'noLink' })
    }
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [load])

  // Whoever pays in another tab, or comes back from there, sees it.
  const pending = sight.is === 'shown' && sight.order.state === 'pending' ? sight.token : null
  useEffect(() => {
    if (!pending) return
    const look = () => document.visibilityState === 'visible' && void load(pending, true)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pageshow', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pageshow', look)
    }
  }, [pending, load])

  /** The order as a change has left it. */
  const take = useCallback((order: MyOrder) => {
    setSight((now) => (now.is === 'shown' ? { ...now, order } : now))
  }, [])

  return { sight, load, take }
}

function seen(token: string, result: Result<MyOrder>): Sight {
  if (result.ok) return { is: 'shown', token, order: result.data }
  if (result.failure.status === 404) return { is: 'unknown' }
  return { is: 'failed', token, failure: result.failure }
}
