import { useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * The token of the link that somebody came by. It stands in the fragment, which reaches no log, and is
 * taken out of the address at once: from then on only this page knows it, as long as it is open.
 * @param start what stands before it
 */
export function useLinkToken(start: '#' | '#zugang='): {
  token: string | null
  leave: () => void
} {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState(() => tokenOf(hash, start))
  useLayoutEffect(() => {
    const found = tokenOf(hash, start)
    if (found === null) return
    setToken(found)
    void navigate({ hash: '' }, { replace: true })
  }, [hash, start, navigate])
  return { token, leave: () => setToken(null) }
}

function tokenOf(hash: string, start: string): string | null {
  return hash.startsWith(start) ? hash.slice(start.length) : null
}
