import type { Db } from '#worker/db/db.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { passwordProblem } from '#worker/domain/password.ts'
import { maxLength } from '#worker/domain/text-limits.ts'
import { signToken } from '#worker/http/auth.ts'
import { findPasswordHash, savePassword } from './auth.queries.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

type Change = { userId: number; currentPassword: string; newPassword: string }
type Context = { db: Db; secret: string; now: Date }

/** Every older token stops working; the answer holds the one this client goes on with. */
export async function changePassword(change: Change, { db, secret, now }: Context) {
  const problem = passwordProblem(change.newPassword)
  if (problem) throw new DomainError('PasswordRule', problem, { newPassword: problem })

  const from = await findPasswordHash(db, change.userId)
  const current = change.currentPassword.slice(0, maxLength.password * 2)
  if (!from || !(await verifyPassword(current, from))) throw wrongPassword()

  const to = await hashPassword(change.newPassword)
  const tokenVersion = await savePassword(db, change.userId, { from, to })
  if (tokenVersion === null) throw wrongPassword()
  return { accessToken: await signToken({ userId: change.userId, tokenVersion }, secret, now) }
}

function wrongPassword(): DomainError {
  const message = 'Das aktuelle Passwort ist falsch.'
  return new DomainError('WrongPassword', message, { currentPassword: message })
}
