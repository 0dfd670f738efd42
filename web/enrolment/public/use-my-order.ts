import { useCallback, useEffect, useRef, useState } from 'react'
import { loadMyOrder } from '#web/enrolment/enrolment.api.ts'
import type { Failure, Result } from '#web/lib/result.ts'
import type { MyOrder } from '#worker/enrolment/enrolment.contract.ts'
import { keepPage } from './keep-page.ts'
import { keepOrder, readKeptOrder } from './kept-order.ts'

/** What the page knows of the order whose token stands in its address. */
export type Sight =
  /** As the worker makes the page: it never sees the fragment. */
  | { is: 'arriving' }
  | { is: 'noLink' }
  | { is: 'unknown' }
  | { is: 'loading'; token: string }
  | { is: 'failed'; token: string; failure: Failure }
  | {
      is: 'shown'
      token: string
      order: MyOrder
      /** Whether this device shows it without a network, too. */
      isKept: boolean
      /** As it was then, since the server does not answer; null = as it is. */
      seenAt: string | null
    }

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
    const answer = loadMyOrder(token)
    const kept = isQuiet ? null : await readKeptOrder(token)
    const isSlow = kept && (await Promise.race([answer.then(isUnreached), later(patienceInMs)]))
    if (asked.current !== token) return
    if (kept && isSlow) setSight({ is: 'shown', token, isKept: true, ...kept })
    const result = await answer
    const isKept = result.ok && (await keepOrder(token, result.data, new Date()))
    if (asked.current !== token) return
    if (isKept) void keepPage().catch(() => {})
    // What is shown stays when looking again fails.
    const stays = isQuiet || (kept && isUnreached(result))
    if (result.ok || !stays) setSight(seen(token, result, isKept))
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

  // Whoever pays in another tab, or comes back from there, sees it; so does who has a network again.
  const isOpen = sight.is === 'shown' && (sight.order.state === 'pending' || sight.seenAt !== null)
  const pending = isOpen ? sight.token : null
  useEffect(() => {
    if (!pending) return
    const look = () => document.visibilityState === 'visible' && void load(pending, true)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('pageshow', look)
    window.addEventListener('online', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('pageshow', look)
      window.removeEventListener('online', look)
    }
  }, [pending, load])

  /** The order as a change has left it. */
  const take = useCallback((order: MyOrder) => {
    setSight((now) => (now.is === 'shown' ? { ...now, order } : now))
    if (asked.current) void keepOrder(asked.current, order, new Date())
  }, [])

  return { sight, load, take }
}

/** Where the network is thin, nobody waits longer for what is here already. */
const patienceInMs = 4_000

const later = (ms: number) => new Promise<true>((resolve) => setTimeout(() => resolve(true), ms))

/** There is no network, or the server has trouble of its own. */
function isUnreached(result: Result<unknown>): boolean {
  return !result.ok && !((result.failure.status ?? 500) < 500)
}

function seen(token: string, result: Result<MyOrder>, isKept: boolean): Sight {
  if (result.ok) return { is: 'shown', token, order: result.data, isKept, seenAt: null }
  if (result.failure.status === 404) return { is: 'unknown' }
  return { is: 'failed', token, failure: result.failure }
}
