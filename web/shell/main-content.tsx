import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

const id = 'inhalt'

export function SkipLink() {
  return (
    <a
      href={`#${id}`}
      className="absolute -top-16 left-4 z-60 rounded-md bg-card px-4 py-3 focus:top-3 focus:shadow-lg print:hidden"
    >
      Zum Inhalt springen
    </a>
  )
}

type MainContentProps = { className?: string | undefined; children: ReactNode }

/** The page's `main`, the target of the skip link and of every navigation. */
export function MainContent({ className, children }: MainContentProps) {
  const ref = useFocusOnNavigation()
  return (
    <main ref={ref} id={id} tabIndex={-1} className={className}>
      {children}
    </main>
  )
}

/**
 * Moves the focus to `main` after a navigation, unless the page has set it elsewhere. On the first
 * page of a visit the browser sets the focus.
 */
function useFocusOnNavigation(): RefObject<HTMLElement | null> {
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
