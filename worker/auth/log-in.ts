import { DomainError } from '#worker/domain/errors.ts'
import { isPasswordTooLong } from '#worker/domain/password.ts'
import { cleanLine, isPrintableLine } from '#worker/domain/text.ts'
import { maxLength } from '#worker/domain/text-limits.ts'
import type { LoginResult } from './auth.contract.ts'
import { type LoginUser, saveRehash } from './auth.queries.ts'
import { requirePasskey } from './passkey-questions.ts'
import { hashPassword, needsRehash, verifyNothing, verifyPassword } from './password-hash.ts'
import { type Device, startSession } from './sessions.queries.ts'
import type { SignInContext } from './sign-in-context.ts'
import { countGuess } from './throttle.ts'

type Attempt = { emailAddress: string; password: string; network: string } & Device

/**
 * Known and unknown addresses, those who are locked and those who have no password yet take the same
 * time and get the same answer.
 * @throws DomainError InvalidCredentials; when the password was right, what `requirePasskey` says
 */
export async function logIn(attempt: Attempt, context: SignInContext): Promise<LoginResult> {
  const emailAddress = normaliseAddress(attempt.emailAddress)
  // Nobody has such an address, and no backup could be read that holds it.
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
