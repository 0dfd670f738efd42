import { useCallback, useEffect, useRef, useState } from 'react'
import { loadMyOrder } from '#web/enrolment/enrolment.api.ts'
import type { Failure, Result } from '#web/lib/result.ts'
import type { MyOrder } from '#worker/enrolment/enrolment.contract.ts'
import { cachePage } from './keep-page.ts'
import { keepOrder, readKeptOrder } from './kept-order.ts'
import { orderTokenIn } from './order-words.ts'

/** The state of the order whose token is in the address. */
export type OrderView =
  /** The state that the worker renders, since it never sees the fragment. */
  | { is: 'arriving' }
  | { is: 'noLink' }
  | { is: 'unknown' }
  | { is: 'loading'; token: string }
  | { is: 'failed'; token: string; failure: Failure }
  | {
      is: 'shown'
      token: string
      order: MyOrder
      /** Whether this device has stored the order for offline use. */
      isKept: boolean
      /** When the shown copy was stored, if the server does not answer; null for the server's answer. */
      seenAt: string | null
    }

export function useMyOrder() {
  const [sight, setSight] = useState<OrderView>({ is: 'arriving' })
  // The token last asked for; answers for an earlier one are ignored.
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
    if (isKept) void cachePage().catch(() => {})
    // A failed quiet reload keeps the order that is shown.
    const stays = isQuiet || (kept && isUnreached(result))
    if (result.ok || !stays) setSight(viewOf(token, result, isKept))
  }, [])

  useEffect(() => {
    const read = () => {
      const token = orderTokenIn(window.location.hash)
      if (token) void load(token)
      // The skip link has replaced the fragment, which is restored so that a reload finds the order.
      else if (asked.current) window.history.replaceState(null, '', `#order=${asked.current}`)
      else setSight({ is: 'noLink' })
    }
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [load])

  // Reloads when the tab becomes visible after paying elsewhere, and when the network is back.
  const isOpen =
    sight.is === 'shown' &&
    (['pending', 'waiting'].includes(sight.order.state) || sight.seenAt !== null)
  const pending = isOpen ? sight.token : null
  useEffect(() => {
    if (!pending) return
    const reloadIfVisible = () => document.visibilityState === 'visible' && void load(pending, true)
    document.addEventListener('visibilitychange', reloadIfVisible)
    window.addEventListener('pageshow', reloadIfVisible)
    window.addEventListener('online', reloadIfVisible)
    return () => {
      document.removeEventListener('visibilitychange', reloadIfVisible)
      window.removeEventListener('pageshow', reloadIfVisible)
      window.removeEventListener('online', reloadIfVisible)
    }
  }, [pending, load])

  /** Replaces the order with the one that a change has returned. */
  const take = useCallback((order: MyOrder) => {
    setSight((now) => (now.is === 'shown' ? { ...now, order } : now))
    if (asked.current) void keepOrder(asked.current, order, new Date())
  }, [])

  return { sight, load, take }
}

/** On a slow network the stored order is shown after this time. */
const patienceInMs = 4_000

const later = (ms: number) => new Promise<true>((resolve) => setTimeout(() => resolve(true), ms))

/** No network, or a server error (5xx). */
function isUnreached(result: Result<unknown>): boolean {
  return !result.ok && !((result.failure.status ?? 500) < 500)
}

function viewOf(token: string, result: Result<MyOrder>, isKept: boolean): OrderView {
  if (result.ok) return { is: 'shown', token, order: result.data, isKept, seenAt: null }
  if (result.failure.status === 404) return { is: 'unknown' }
  return { is: 'failed', token, failure: result.failure }
}
