import type { Db } from '#worker/db/db.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { isPasswordTooLong, passwordProblem } from '#worker/domain/password.ts'
import { signToken } from '#worker/http/auth.ts'
import type { SignedInUser } from '#worker/http/factory.ts'
import { findPasswordHash, savePassword } from './auth.queries.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { countGuess } from './throttle.ts'

type Change = {
  user: SignedInUser
  network: string
  currentPassword: string
  newPassword: string
}
type Context = { db: Db; secret: string; now: Date }

/**
 * Every older token stops working; the answer holds the one this client goes on with. A borrowed
 * session must not guess the password either: wrong ones count as failed sign-ins.
 */
export async function changePassword(change: Change, { db, secret, now }: Context) {
  const { user, currentPassword, newPassword } = change
  const problem = passwordProblem(newPassword)
  if (problem) throw new DomainError('PasswordRule', problem, { newPassword: problem })

  const key = { emailAddress: user.emailAddress, network: change.network }
  const forgetFailures = await countGuess(key, { db, secret, now })
  const from = await findPasswordHash(db, user.id)
  const isRight =
    from && !isPasswordTooLong(currentPassword) && (await verifyPassword(currentPassword, from))
  if (!isRight) throw wrongPassword()
  await forgetFailures()

  const to = await hashPassword(newPassword)
  const tokenVersion = await savePassword(db, user.id, { from, to })
  if (tokenVersion === null) throw wrongPassword()
  return { accessToken: await signToken({ userId: user.id, tokenVersion }, secret, now) }
}

function wrongPassword(): DomainError {
  const message = 'Das aktuelle Passwort ist falsch.'
  return new DomainError('WrongPassword', message, { currentPassword: message })
}
