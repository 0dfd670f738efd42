import type { Db } from '#worker/db/db.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { failuresCountFrom, lockedUntil } from '#worker/domain/login-throttle.ts'
import { maxLength } from '#worker/domain/text-limits.ts'
import { signToken } from '#worker/http/auth.ts'
import type { LoginResult } from './auth.contract.ts'
import {
  findForLogin,
  forgetLoginFailures,
  recordLoginFailure,
  saveRehash,
} from './auth.queries.ts'
import { hashPassword, needsRehash, verifyNothing, verifyPassword } from './password-hash.ts'

type Attempt = { emailAddress: string; password: string; network: string }
type Context = { db: Db; secret: string; now: Date }

/**
 * Known and unknown addresses take the same time and get the same answer. Failures are counted per
 * address typed and network, so nobody can lock a helper out from elsewhere on the parade day.
 */
export async function logIn(attempt: Attempt, { db, secret, now }: Context): Promise<LoginResult> {
  const key = { emailAddress: normaliseAddress(attempt.emailAddress), network: attempt.network }
  const { user, failures } = await findForLogin(db, key, failuresCountFrom(now).toISOString())
  refuseWhileLocked(failures, now)

  const isRight = await isRightPassword(attempt.password, user?.passwordHash)
  if (!user || user.locked || !isRight) {
    await recordLoginFailure(db, key, now.toISOString())
    throw invalidCredentials()
  }
  if (failures.length > 0) await forgetLoginFailures(db, key)
  if (needsRehash(user.passwordHash)) {
    await saveRehash(db, user.id, await hashPassword(attempt.password))
  }
  const claims = { userId: user.id, tokenVersion: user.tokenVersion }
  return {
    accessToken: await signToken(claims, secret, now),
    firstName: user.firstName,
    lastName: user.lastName,
    emailAddress: user.emailAddress,
    roles: user.roles,
  }
}

/** E-mail addresses of users are kept trimmed and in lower case. */
export function normaliseAddress(emailAddress: string): string {
  return emailAddress.trim().toLowerCase().slice(0, maxLength.eMail)
}

function isRightPassword(password: string, hash: string | undefined): Promise<boolean> {
  const tooLong = password.length > maxLength.password * 2
  return hash && !tooLong
    ? verifyPassword(password, hash)
    : verifyNothing(password.slice(0, maxLength.password))
}

function refuseWhileLocked(failures: readonly string[], now: Date): void {
  const until = lockedUntil(failures, now)
  if (!until) return
  const retryAfter = Math.ceil((until.getTime() - now.getTime()) / 1000)
  const minutes = Math.ceil(retryAfter / 60)
  throw new DomainError(
    'TooManyRequests',
    `Zu viele Versuche. In ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'} geht es wieder.`,
    undefined,
    { retryAfter },
  )
}

function invalidCredentials(): DomainError {
  // Spec §8, to the letter.
  return new DomainError('InvalidCredentials', 'Die E-Mail Adresse oder das Passwort ist falsch')
}
