import { useNavigate } from 'react-router'
import { startSession } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import type { LoginResult } from '#worker/auth/auth.contract.ts'

/** Somebody is let in: they are signed in here, and "back" does not lead to the form again. */
export function useEnter() {
  const navigate = useNavigate()
  return async (user: LoginResult): Promise<void> => {
    startSession(user)
    await navigate(paths.home, { replace: true })
  }
}
