import { use, useEffect } from 'react'
import { UNSAFE_DataRouterStateContext as RouterState, useLocation } from 'react-router'

const patienceInMs = 5000
const ownMoves = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/**
 * A list is still short when somebody comes back to it: ScrollRestoration cannot reach the place
 * they left. As soon as the page is long enough it is gone to, unless they have moved on.
 */
export function useLateScroll(): void {
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
