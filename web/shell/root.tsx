import { use, useEffect } from 'react'
import {
  type Location,
  Outlet,
  UNSAFE_DataRouterStateContext as RouterState,
  ScrollRestoration,
  useLocation,
} from 'react-router'
import { useGuildName } from '#web/lib/guild-name.ts'
import { useIsPartMissing } from '#web/lib/on-demand.ts'
import { useUser } from '#web/lib/session.ts'
import { removeFromTab } from '#web/lib/storage.ts'
import { Alert } from '#web/ui/alert.tsx'
import { usePageHandle } from './page-handle.ts'

export function Root() {
  useDocumentTitle()
  useDelayedScrollRestoration()
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

/** Says that the code for a pressed button could not be loaded. */
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

/** The key in storage of the scroll positions by address; deleted on signing out, as addresses hold searches. */
const placesKey = 'places'

/** The key of a page's scroll position: the address for a visit's first entry, whose key is always `default`. */
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
 * A list is still short right after a return, so ScrollRestoration cannot reach the old position.
 * Scrolls there once the page is long enough, unless the user has scrolled meanwhile.
 */
function useDelayedScrollRestoration(): void {
  const wanted = use(RouterState)?.restoreScrollPosition
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same target may be requested twice.
  useEffect(() => {
    if (typeof wanted !== 'number' || wanted <= window.scrollY) return
    const page = document.documentElement
    const scrollWhenLongEnough = () => {
      if (page.scrollHeight - page.clientHeight < wanted) return
      stop()
      window.scrollTo(0, wanted)
    }
    const observer = new ResizeObserver(scrollWhenLongEnough)
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
