import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

const start = '#zugang='

/**
 * The token of the link that somebody came by. It stands in the fragment, which reaches no log, and is
 * taken out of the address at once: from then on only this page knows it, as long as it is open.
 */
export function useLinkToken(): { token: string | null; leave: () => void } {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [token, setToken] = useState(() => tokenOf(hash))
  useEffect(() => {
    const found = tokenOf(hash)
    if (found === null) return
    setToken(found)
    void navigate({ hash: '' }, { replace: true })
  }, [hash, navigate])
  return { token, leave: () => setToken(null) }
}

function tokenOf(hash: string): string | null {
  return hash.startsWith(start) ? hash.slice(start.length) : null
}
