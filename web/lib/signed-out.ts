import type { Failure } from './result.ts'

/** Why nobody is signed in any more: the twelve hours are over, or somebody has ended the session. */
type Reason = 'expired' | 'ended'

export const signedOutWords: Record<Reason, string> = {
  expired: 'Deine Anmeldung ist abgelaufen.',
  ended: 'Du wurdest abgemeldet.',
}

/** Of a call that was refused with 401; whoever is not told why has been away for long. */
export function whySignedOut({ error }: Pick<Failure, 'error'>): Reason {
  return (error?.code === 'AuthenticationError' && error.reason) || 'expired'
}

/** As the address of the sign-in says it. */
export function isReason(text: string | null): text is Reason {
  return text !== null && Object.hasOwn(signedOutWords, text)
}
