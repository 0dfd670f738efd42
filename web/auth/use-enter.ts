import { useLocation, useNavigate } from 'react-router'
import { placeToGoOn } from '#web/lib/back-to.ts'
import { startSession } from '#web/lib/session.ts'
import { paths } from '#web/paths.ts'
import type { LoginResult } from '#worker/auth/auth.contract.ts'

/**
 * Somebody is let in: they are signed in here, and "back" does not lead to the form again. Who came from
 * a page whose sign-in was over goes on there.
 */
export function useEnter() {
  const navigate = useNavigate()
  const { state } = useLocation()
  return async (user: LoginResult): Promise<void> => {
    startSession(user)
    await navigate(placeToGoOn(state) ?? paths.home, { replace: true })
  }
}
