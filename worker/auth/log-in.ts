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
import { hashPassword, needsRehash, verifyNothing, verifyPassword } from './password-hash.ts'
import { type Device, startSession } from './sessions.queries.ts'
import type { SignInContext } from './sign-in-context.ts'

type Attempt = { emailAddress: string; password: string; network: string } & Device

/**
 * Known and unknown addresses, those who are locked and those who have no password yet take the same
 * time and get the same answer.
 * @throws DomainError InvalidCredentials; when the password was right, what `requirePasskey` says
 */
export async function logIn(attempt: Attempt, context: SignInContext): Promise<LoginResult> {
  const emailAddress = normaliseAddress(attempt.emailAddress)
  // Such an address does not exist, and a backup with it could not be read.
  if (emailAddress === null) {
    await isRightPassword(attempt.password, undefined)
    throw invalidCredentials()
  }
  const { user, forget } = await countGuess({ emailAddress, network: attempt.network }, context)
  const isRight = await isRightPassword(attempt.password, user?.passwordHash)
  if (!user || user.locked || !isRight) throw invalidCredentials()

  const from = user.passwordHash
  const rehash = needsRehash(from)
    ? [saveRehash(user.id, { from, to: await hashPassword(attempt.password) })]
    : []
  await requirePasskey(user, context, [forget, ...rehash])
  const accessToken = await startSession(
    context,
    {
      userId: user.id,
      tokenVersion: user.tokenVersion,
      device: attempt.device,
      shared: attempt.shared,
      refusals: { accountUnchanged: invalidCredentials },
    },
    [forget, ...rehash],
  )
  return loginResult(user, accessToken)
}

export function loginResult(user: LoginUser, accessToken: string): LoginResult {
  const { firstName, lastName, emailAddress, roles } = user
  return { accessToken, firstName, lastName, emailAddress, roles }
}

/** E-mail addresses of users are kept cleaned and in lower case; null for what can be none. */
export function normaliseAddress(typed: string): string | null {
  const emailAddress = cleanLine(typed).toLowerCase()
  return isPrintableLine(emailAddress) && emailAddress.length <= maxLength.eMail
    ? emailAddress
    : null
}

/** @param hash '' or none: whatever is typed is wrong, and it takes as long */
export function isRightPassword(password: string, hash: string | undefined): Promise<boolean> {
  if (isPasswordTooLong(password)) return verifyNothing('')
  return hash ? verifyPassword(password, hash) : verifyNothing(password)
}

export function invalidCredentials(): DomainError {
  // Spec §8, to the letter.
  return new DomainError('InvalidCredentials', 'Die E-Mail Adresse oder das Passwort ist falsch')
}

type Guess = { emailAddress: string; network: string }
type Context = { db: Db; secret: string; now: Date }

/** As the platform has it: the browser's types know no `wait`. */
export const platform = globalThis as unknown as {
  scheduler: { wait(ms: number): Promise<unknown> }
}

/**
 * Lets a guess at a password through, or answers 429. Failures are counted per address typed and
 * network, so nobody can lock a helper out from elsewhere on the parade day. An address that is guessed at
 * from many networks is answered later, whether or not a user has it.
 * @returns whose password is guessed, and what forgets the failures once the guess was right
 */
export async function countGuess(
  { emailAddress, network }: Guess,
  { db, secret, now }: Context,
): Promise<{ user: LoginUser | null; forget: ReturnType<typeof deleteFailures> }> {
  const key = {
    addressKey: keyedHash(secret, 'login-address', emailAddress),
    networkKey: keyedHash(secret, 'login-network', network),
  }
  const { id, earlier, user, ofAddress } = await recordAttempt(db, { key, emailAddress, now })
  const until = lockedUntil(earlier, now)
  if (until) {
    await deleteAttempt(db, id)
    throw tooManyGuesses(until, now)
  }
  const delay = delayOfAddress(ofAddress)
  if (delay > 0) await platform.scheduler.wait(delay)
  return { user, forget: deleteFailures(key) }
}

function tooManyGuesses(until: Date, now: Date): DomainError {
  const retryAfter = Math.ceil((until.getTime() - now.getTime()) / 1000)
  const minutes = Math.ceil(retryAfter / 60)
  const message = `Zu viele Versuche. In ${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'} geht es wieder.`
  return new DomainError('TooManyRequests', message, undefined, { retryAfter })
}
