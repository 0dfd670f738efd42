import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useLater } from '#web/lib/later.ts'
import { keepOfflineCopy } from '#web/lib/service-worker.ts'
import { hasRole, useUser } from '#web/lib/session.ts'
import { useInputIsOver } from '#web/lib/shared-device.ts'
import { paths } from '#web/paths.ts'
import { outboxPart } from './outbox.ts'
import { usePageHandle } from './page-handle.ts'

/** On a slow line the page has arrived by then. */
const patienceInMs = 3_000

/**
 * Keeps the lists of these days on the devices of users who check in, and sends their acts from any page. The
 * home page and the check-in load this code at once, other pages a moment later or with the first touch.
 */
export function useOfflineCopy(): void {
  const user = useUser()
  const isOver = useInputIsOver()
  const { pathname } = useLocation()
  const { bare } = usePageHandle()
  const checksIn = hasRole(user, 'helper', 'management')
  const isShown = bare === true || pathname === paths.home
  const token = user?.accessToken
  const part = useLater(outboxPart, false)
  useEffect(keepOfflineCopy, [])
  useEffect(() => {
    if (part || !checksIn) return
    const load = () => void outboxPart.load().catch(() => undefined)
    const timer = setTimeout(load, isShown ? 0 : patienceInMs)
    return () => clearTimeout(timer)
  }, [part, checksIn, isShown])
  useEffect(() => (checksIn ? part?.start() : undefined), [part, checksIn])
  // biome-ignore lint/correctness/useExhaustiveDependencies: who signs in anew has their own lists.
  useEffect(
    () => (checksIn && !isOver ? part?.keepLists() : undefined),
    [part, checksIn, isOver, token],
  )
}
