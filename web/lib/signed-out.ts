import type { Failure } from './result.ts'

/** Why the session ended: it expired after twelve hours, or it was revoked. */
type Reason = 'expired' | 'ended'

export const signedOutWords: Record<Reason, string> = {
  expired: 'Deine Anmeldung ist abgelaufen.',
  ended: 'Du wurdest abgemeldet.',
}

/** Why a call was rejected with 401; without a reason in the answer the session counts as expired. */
export function signOutReasonOf({ error }: Pick<Failure, 'error'>): Reason {
  return (error?.code === 'AuthenticationError' && error.reason) || 'expired'
}

/** Whether `text`, from the address of the sign-in page, is a reason. */
export function isSignOutReason(text: string | null): text is Reason {
  return text !== null && Object.hasOwn(signedOutWords, text)
}
