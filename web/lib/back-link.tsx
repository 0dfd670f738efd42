import { createContext, type MouseEvent, type ReactNode, use, useEffect, useState } from 'react'
import { parsePath, useLocation, useNavigate } from 'react-router'

type Visit = { search: string; index: number }

const Visits = createContext<Map<string, Visit>>(new Map())

/** Remembers how each page was left, for the duration of a session. */
export function VisitsProvider({ children }: { children: ReactNode }) {
  const [visits] = useState(() => new Map<string, Visit>())
  const { pathname, search } = useLocation()
  useEffect(() => {
    visits.set(pathname, { search, index: historyIndex() })
  }, [visits, pathname, search])
  return <Visits value={visits}>{children}</Visits>
}

/**
 * For a link to the parent page: it leads to the list with its last filters. When the user came
 * directly from there, it goes back in the history, which also restores the scroll position.
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

/** The router numbers its history entries. */
function historyIndex(): number {
  return window.history.state?.idx ?? Number.NaN
}
