import { eq, sql } from 'drizzle-orm'
import { userLinks } from '#worker/db/schema.ts'
import { DomainError } from '#worker/domain/errors.ts'
import type { LoginResult } from './auth.contract.ts'
import { checkPassword } from './change-password.ts'
import { loginResult } from './log-in.ts'
import { firstPasskeyOf } from './passkey-questions.ts'
import { hashPassword } from './password-hash.ts'
import { endSessions, isRefusedSession, startAnew } from './sessions.queries.ts'
import type { SignInContext } from './sign-in-context.ts'
import { closeLinks, findByToken, selectOpenLink } from './user-links.ts'

type Opening = { token: string; newPassword: string; device: string }

/**
 * Sets the password by a link, and signs in: nobody else is any more, on no device and with no passkey.
 * A password that breaks the rule leaves the link as it is.
 * @throws DomainError LinkInvalid, PasswordRule; PasskeyNeeded of whom a password does not let in
 */
export async function openLink(
  { token, newPassword, device }: Opening,
  context: SignInContext,
): Promise<LoginResult> {
  const found = await findByToken(token, context)
  if (!found) throw linkInvalid()
  checkPassword(newPassword)
  const to = await hashPassword(newPassword)
  const { user, linkId } = found
  const { db, now } = context
  const first = await firstPasskeyOf(user, context)
  // Used, replaced or locked meanwhile: a NULL refuses the whole batch.
  const stillOpen = sql`(SELECT user_id FROM ${selectOpenLink(db, linkId, now)})`
  try {
    const accessToken = await startAnew(context, { userId: user.id, stillOpen, device, to }, [
      db.update(userLinks).set({ usedAt: now.toISOString() }).where(eq(userLinks.id, linkId)),
      ...closeLinks(db, user.id, now),
      // The link is used, the password is the new one, and one is not in yet.
      ...(first ? [endSessions(db, user.id, now), first.question] : []),
    ])
    if (first) throw first.refusal
    return loginResult(user, accessToken)
  } catch (error) {
    if (isRefusedSession(error)) throw linkInvalid()
    throw error
  }
}

function linkInvalid(): DomainError {
  return new DomainError('LinkInvalid', 'Dieser Link gilt nicht mehr.')
}
