import { createContext, type MouseEvent, type ReactNode, use, useEffect, useState } from 'react'
import { parsePath, useLocation, useNavigate } from 'react-router'

type Visit = { search: string; index: number }

const Visits = createContext<Map<string, Visit>>(new Map())

/** Knows how each page was left; ends with the session of who is signed in. */
export function VisitsProvider({ children }: { children: ReactNode }) {
  const [visits] = useState(() => new Map<string, Visit>())
  const { pathname, search } = useLocation()
  useEffect(() => {
    visits.set(pathname, { search, index: historyIndex() })
  }, [visits, pathname, search])
  return <Visits value={visits}>{children}</Visits>
}

/**
 * For a link to the page above: it leads to the list as it was left, else to the search that it names.
 * Who came straight from there goes back instead, and so to the same place in it.
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

/** The router counts the entries of the history that are its own. */
function historyIndex(): number {
  return window.history.state?.idx ?? Number.NaN
}
