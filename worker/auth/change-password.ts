import { eq, sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { sessions } from '#worker/db/schema.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { assertRecentAuth, sessionEnd, signToken } from '#worker/http/auth.ts'
import type { Session, SignedInUser } from '#worker/http/factory.ts'
import { savePassword } from './auth.queries.ts'
import { assertNotGuessable, assertPasswordRule, knownWordsOf } from './guessable-password.ts'
import { countGuess, isRightPassword } from './log-in.ts'
import { noticeMail } from './notices.queries.ts'
import { passkeyRejectedError } from './passkey-questions.ts'
import { hashPassword } from './password-hash.ts'
import { confirmSession, endSessionsOf } from './sessions.queries.ts'
import type { SignInContext } from './sign-in-context.ts'
import { closeLinks } from './user-links.ts'

type PasswordCheck = { user: SignedInUser; session: Session; network: string; password: string }

/**
 * Changes the password: all older tokens become invalid and all other sessions end; the response contains a new
 * token. Wrong current passwords count as failed sign-ins, so that a stolen session cannot be used to guess. A
 * user with a passkey must have confirmed their identity by passkey within ten minutes.
 */
export async function changePassword(
  { newPassword, ...guess }: PasswordCheck & { newPassword: string },
  context: SignInContext,
) {
  const { user, session } = guess
  const { db, secret, now } = context
  assertPasswordRule(newPassword)
  const { from, clearFailures, known, hasPasskey } = await checkPassword(
    guess,
    context,
    wrongCurrentPasswordError,
  )
  try {
    // For a user with a passkey the password alone is no proof of identity, and the change below confirms the
    // session.
    if (hasPasskey) assertRecentAuth(session, now)
    await assertNotGuessable(newPassword, known)
  } catch (error) {
    // The current password was right, so the failures are cleared.
    await commit(db, [clearFailures])
    throw error
  }
  const to = await hashPassword(newPassword)
  const at = now.toISOString()
  const [, [saved]] = await commit(
    db,
    [
      ...savePassword(user.id, { from, to }),
      ...endSessionsOf(user.id, now, session.id),
      ...closeLinks(user.id, now),
      write
        .update(sessions)
        .set({
          expiresAt: sql`iif(${sessions.shared}, ${sessionEnd(now, true)}, ${sessionEnd(now)})`,
          confirmedAt: at,
          lastSeenAt: at,
        })
        .where(eq(sessions.id, session.id)),
      clearFailures,
      noticeMail('passwordChanged', { userId: user.id, now }),
    ],
    { passwordUnchanged: wrongCurrentPasswordError },
  )
  context.sendMails(user.id)
  const tokenVersion = saved?.tokenVersion ?? 0
  const claims = { userId: user.id, tokenVersion, sessionId: session.id }
  return { accessToken: await signToken(claims, secret, now) }
}

/** Confirms the identity ("Bist Du es?") by password. Users with a passkey are rejected: they confirm by passkey. */
export async function confirmByPassword(
  guess: PasswordCheck,
  context: SignInContext,
): Promise<void> {
  const wrongPasswordError = () => {
    const message = 'Das Passwort ist falsch.'
    return new DomainError('WrongPassword', message, { password: message })
  }
  const { clearFailures } = await checkPassword(guess, context, wrongPasswordError, 'alone')
  await commit(context.db, [confirmSession(guess.session.id, context.now), clearFailures])
}

const passkeyInstead = 'Du hast einen Passkey. Zeige ihn: Das Passwort allein genügt hier nicht.'

async function checkPassword(
  { user: { id, emailAddress }, network, password }: PasswordCheck,
  context: SignInContext,
  wrong: () => DomainError,
  /** `alone`: the password is the only proof, so users with a passkey are rejected. */
  alone?: 'alone',
) {
  const { user, clearFailures } = await countGuess({ emailAddress, network }, context)
  if (alone && user?.id === id && user.passkeys.length > 0)
    throw passkeyRejectedError(passkeyInstead)
  const isRight = await isRightPassword(password, user?.passwordHash)
  // The address may belong to another user by now.
  if (user?.id !== id || !isRight) throw wrong()
  const hasPasskey = user.passkeys.length > 0
  return { from: user.passwordHash, clearFailures, known: knownWordsOf(user), hasPasskey }
}

function wrongCurrentPasswordError(): DomainError {
  const message = 'Das aktuelle Passwort ist falsch.'
  return new DomainError('WrongPassword', message, { currentPassword: message })
}
