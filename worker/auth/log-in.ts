import type { Db } from '#worker/db/db.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { isPasswordTooLong } from '#worker/domain/password.ts'
import { isPrintableLine } from '#worker/domain/text.ts'
import { maxLength } from '#worker/domain/text-limits.ts'
import { signToken } from '#worker/http/auth.ts'
import type { LoginResult } from './auth.contract.ts'
import { findForLogin, saveRehash } from './auth.queries.ts'
import { hashPassword, needsRehash, verifyNothing, verifyPassword } from './password-hash.ts'
import { countGuess } from './throttle.ts'

type Attempt = { emailAddress: string; password: string; network: string }
type Context = { db: Db; secret: string; now: Date }

/** Known and unknown addresses take the same time and get the same answer. */
export async function logIn(attempt: Attempt, { db, secret, now }: Context): Promise<LoginResult> {
  const emailAddress = normaliseAddress(attempt.emailAddress)
  // Nobody has such an address, and no backup could be read that holds it.
  if (emailAddress === null) {
    await isRightPassword(attempt.password, undefined)
    throw invalidCredentials()
  }
  const forgetFailures = await countGuess(
    { emailAddress, network: attempt.network },
    { db, secret, now },
  )
  const user = await findForLogin(db, emailAddress)

  const isRight = await isRightPassword(attempt.password, user?.passwordHash)
  if (!user || user.locked || !isRight) throw invalidCredentials()

  await forgetFailures()
  if (needsRehash(user.passwordHash)) {
    const to = await hashPassword(attempt.password)
    await saveRehash(db, user.id, { from: user.passwordHash, to })
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

/** E-mail addresses of users are kept trimmed and in lower case; null for what can be none. */
function normaliseAddress(typed: string): string | null {
  const emailAddress = typed.trim().toLowerCase()
  return isPrintableLine(typed) && emailAddress.length <= maxLength.eMail ? emailAddress : null
}

function isRightPassword(password: string, hash: string | undefined): Promise<boolean> {
  if (isPasswordTooLong(password)) return verifyNothing('')
  return hash ? verifyPassword(password, hash) : verifyNothing(password)
}

function invalidCredentials(): DomainError {
  // Spec §8, to the letter.
  return new DomainError('InvalidCredentials', 'Die E-Mail Adresse oder das Passwort ist falsch')
}
