import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { returnPathOf } from '#web/lib/back-to.ts'
import type { Failure, Result } from '#web/lib/result.ts'
import { startSession } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import type { LoginResult } from '#worker/auth/auth.contract.ts'

/** The state of a form used before signing in: one request at a time, and the last request's failure. */
export function useSignedOutSubmit<T>(
  send: () => Promise<Result<T>>,
  onSuccess: (data: T) => unknown,
) {
  const [isBusy, setBusy] = useState(false)
  const [refused, setRefused] = useState<{ failure: Failure; attempt: number } | null>(null)
  const isRunning = useRef(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    const result = await send()
    isRunning.current = false
    setBusy(false)
    if (result.ok) onSuccess(result.data)
    else {
      const { failure } = result
      setRefused((last) => ({ failure, attempt: (last?.attempt ?? 0) + 1 }))
    }
  }

  return { submit, isBusy, refused, forget: () => setRefused(null) }
}

/**
 * Stores the new session and opens the next page in place of the form, so that "back" skips it. A
 * user whose session had expired on another page returns to that page.
 */
export function useCompleteSignIn() {
  const navigate = useNavigate()
  const { state } = useLocation()
  return async (user: LoginResult): Promise<void> => {
    startSession(user)
    await navigate(returnPathOf(state) ?? paths.home, { replace: true })
  }
}

/**
 * The token of the link that opened the page. It is in the fragment, which servers do not log, and
 * is removed from the address at once; this page keeps it in memory.
 * @param start the fragment before the token
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
