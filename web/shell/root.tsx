import { use, useEffect } from 'react'
import {
  type Location,
  Outlet,
  UNSAFE_DataRouterStateContext as RouterState,
  ScrollRestoration,
  useLocation,
} from 'react-router'
import { useGuildName } from '#web/lib/guild-name.ts'
import { useIsPartMissing } from '#web/lib/later.ts'
import { useUser } from '#web/lib/session.ts'
import { removeFromTab } from '#web/lib/storage.ts'
import { Alert } from '#web/ui/alert.tsx'
import { usePageHandle } from './page-handle.ts'

export function Root() {
  useDocumentTitle()
  useLateScroll()
  const isSomebodyIn = useUser() !== null
  useEffect(() => {
    if (!isSomebodyIn) removeFromTab(placesKey)
  }, [isSomebodyIn])
  return (
    <>
      <Outlet />
      {useIsPartMissing() && <PartMissing />}
      {isSomebodyIn && <ScrollRestoration getKey={placeKey} storageKey={placesKey} />}
    </>
  )
}

/** Something was pressed whose code does not come. */
function PartMissing() {
  return (
    <Alert
      tone="error"
      className="fixed inset-x-4 top-4 z-60 mx-auto w-fit max-w-[calc(100%-2rem)] shadow-md"
    >
      Das konnte nicht geladen werden. Prüfe die Verbindung und versuche es noch einmal.
    </Alert>
  )
}

/** Addresses, with what was searched for: nothing of it stays once nobody is signed in. */
const placesKey = 'places'

/** Every address that is opened anew has the key `default`: the place in one is not that in another. */
function placeKey({ key, pathname, search }: Location): string {
  return key === 'default' ? `${pathname}${search}` : key
}

/** "Umzüge · Narrenzunft Schellental" */
function useDocumentTitle(): void {
  const { title } = usePageHandle()
  const guildName = useGuildName()
  useEffect(() => {
    const text = [title, guildName].filter(Boolean).join(' · ')
    if (text) document.title = text
  }, [title, guildName])
}

const patienceInMs = 5000
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * A list is still short when somebody comes back to it: ScrollRestoration cannot reach the place
 * they left. As soon as the page is long enough it is gone to, unless they have moved on.
 */
function useLateScroll(): void {
  const wanted = use(RouterState)?.restoreScrollPosition
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same place can be wanted twice.
  useEffect(() => {
    if (typeof wanted !== 'number' || wanted <= window.scrollY) return
    const page = document.documentElement
    const look = () => {
      if (page.scrollHeight - page.clientHeight < wanted) return
      stop()
      window.scrollTo(0, wanted)
    }
    const observer = new ResizeObserver(look)
    const stop = () => {
      observer.disconnect()
      clearTimeout(timer)
      for (const move of ownMoves) window.removeEventListener(move, stop)
    }
    const timer = setTimeout(stop, patienceInMs)
    for (const move of ownMoves) window.addEventListener(move, stop, { passive: true })
    observer.observe(document.body)
    return stop
  }, [wanted, key])
}
