import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * A new page is read from its start: focus goes to `main`, unless the page itself put it somewhere.
 * The first page of a visit is left to the browser.
 */
export function useFocusOnNavigation(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!main.current?.contains(document.activeElement)) {
      main.current?.focus({ preventScroll: true })
    }
  }, [pathname])
  return main
}
