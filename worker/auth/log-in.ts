import type { Db } from '#worker/db/db.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { maxLength } from '#worker/domain/limits.ts'
import { delayOfAddress, isPasswordTooLong, lockedUntil } from '#worker/domain/password.ts'
import { cleanLine, isPrintableLine } from '#worker/domain/text.ts'
import { keyedHash } from '#worker/http/keyed-hash.ts'
import type { LoginResult } from './auth.contract.ts'
import {
  deleteAttempt,
  deleteFailures,
  type LoginUser,
  recordAttempt,
  saveRehash,
} from './auth.queries.ts'
import { requirePasskey } from './passkey-questions.ts'
import { hashPassword, needsRehash, verifyDummyPassword, verifyPassword } from './password-hash.ts'
import { type Device, startSession } from './sessions.queries.ts'
import type { SignInContext } from './sign-in-context.ts'

type Attempt = { emailAddress: string; password: string; network: string } & Device

/**
 * Signs a user in by password. Unknown addresses, locked users and users without a password get the same response in
 * the same time.
 * @throws DomainError InvalidCredentials; with the right password those of `requirePasskey`
 */
export async function logIn(attempt: Attempt, context: SignInContext): Promise<LoginResult> {
  const emailAddress = normaliseAddress(attempt.emailAddress)
  // An address that `normaliseAddress` rejects cannot belong to a user, and no backup could store it.
  if (emailAddress === null) {
    await isRightPassword(attempt.password, undefined)
    throw invalidCredentialsError()
  }
  const { user, clearFailures } = await countGuess(
    { emailAddress, network: attempt.network },
    context,
  )
  const isRight = await isRightPassword(attempt.password, user?.passwordHash)
  if (!user || user.locked || !isRight) throw invalidCredentialsError()

  const from = user.passwordHash
  const rehash = needsRehash(from)
    ? [saveRehash(user.id, { from, to: await hashPassword(attempt.password) })]
    : []
  await requirePasskey(user, context, [clearFailures, ...rehash])
  const accessToken = await startSession(
    context,
    {
      userId: user.id,
      tokenVersion: user.tokenVersion,
      device: attempt.device,
      shared: attempt.shared,
      constraintErrors: { accountUnchanged: invalidCredentialsError },
    },
    [clearFailures, ...rehash],
  )
  return loginResult(user, accessToken)
}

export function loginResult(user: LoginUser, accessToken: string): LoginResult {
  const { firstName, lastName, emailAddress, roles } = user
  return { accessToken, firstName, lastName, emailAddress, roles }
}

/** The address as users' addresses are stored, cleaned and in lower case; null when no user can have it. */
export function normaliseAddress(typed: string): string | null {
  const emailAddress = cleanLine(typed).toLowerCase()
  return isPrintableLine(emailAddress) && emailAddress.length <= maxLength.eMail
    ? emailAddress
    : null
}

/** Whether the password has this hash. Without a hash ('' or undefined) false, after the same time. */
export function isRightPassword(password: string, hash: string | undefined): Promise<boolean> {
  if (isPasswordTooLong(password)) return verifyDummyPassword('')
  return hash ? verifyPassword(password, hash) : verifyDummyPassword(password)
}

export function invalidCredentialsError(): DomainError {
  // The sentence is that of Spec §8, verbatim.
  return new DomainError('InvalidCredentials', 'Die E-Mail Adresse oder das Passwort ist falsch')
}

type Guess = { emailAddress: string; network: string }
type Context = { db: Db; secret: string; now: Date }

/** The global object with `scheduler.wait`, which the runtime has and the browser's types lack. */
export const platform = globalThis as unknown as {
  scheduler: { wait(ms: number): Promise<unknown> }
}

/**
 * Counts a guess at a password, or rejects it with 429. Failures are counted per address and network, so that
 * a stranger in another network cannot lock a user out. An address with failures from many networks is answered with
 * a delay, whether or not the address belongs to a user.
 * @returns the user, and the statement that clears the failures after a right guess
 */
export async function countGuess(
  { emailAddress, network }: Guess,
  { db, secret, now }: Context,
): Promise<{ user: LoginUser | null; clearFailures: ReturnType<typeof deleteFailures> }> {
  const key = {
    addressKey: keyedHash(secret, 'login-address', emailAddress),
    networkKey: keyedHash(secret, 'login-network', network),
  }
  const { id, earlier, user, ofAddress } = await recordAttempt(db, { key, emailAddress, now })
  const until = lockedUntil(earlier, now)
  if (until) {
    await deleteAttempt(db, id)
    throw tooManyAttemptsError(until, now)
  }
  const delay = delayOfAddress(ofAddress)
  if (delay > 0) await platform.scheduler.wait(delay)
  return { user, clearFailures: deleteFailures(key) }
}

function tooManyAttemptsError(until: Date, now: Date): DomainError {
  const retryAfter = Math.ceil((until.getTime() - now.getTime()) / 1000)
  const minutes = Math.ceil(retryAfter / 60)
  const message = `Zu viele Versuche. In ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'} geht es wieder.`
  return new DomainError('TooManyRequests', message, undefined, { retryAfter })
}
