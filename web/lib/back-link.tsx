import { createContext, type MouseEvent, type ReactNode, use, useEffect, useState } from 'react'
import { parsePath, useLocation, useNavigate } from 'react-router'

type Visit = { search: string; index: number }

const Visits = createContext<Map<string, Visit>>(new Map())

/** Remembers for each page its last filters and its place in the history, until the app is reloaded. */
export function VisitsProvider({ children }: { children: ReactNode }) {
  const [visits] = useState(() => new Map<string, Visit>())
  const { pathname, search } = useLocation()
  useEffect(() => {
    visits.set(pathname, { search, index: historyIndex() })
  }, [visits, pathname, search])
  return <Visits value={visits}>{children}</Visits>
}

/**
 * Props of a link to the parent page, with that page's last filters. When the user came directly from the
 * parent, a click goes back in the history, which also restores the scroll position.
 */
export function useBackLink(to: string) {
  const { pathname = to, search = '' } = parsePath(to)
  const visit = use(Visits).get(pathname)
  const navigate = useNavigate()
  const goBack = (event: MouseEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    if (!isPlain || visit?.index !== historyIndex() - 1) return
    event.preventDefault()
    void navigate(-1)
  }
  return { to: { pathname, search: visit?.search ?? search }, onClick: goBack }
}

/** The router's number of the current history entry; NaN when it has none. */
function historyIndex(): number {
  return window.history.state?.idx ?? Number.NaN
}
