import { eq, sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { sessions } from '#worker/db/schema.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { assertRecentAuth, sessionEnd, signToken } from '#worker/http/auth.ts'
import type { Session, SignedInUser } from '#worker/http/factory.ts'
import { savePassword } from './auth.queries.ts'
import { checkGuessable, checkRule, knownOf } from './guessable-password.ts'
import { countGuess, isRightPassword } from './log-in.ts'
import { noticeMail } from './notices.queries.ts'
import { passkeyRefused } from './passkey-questions.ts'
import { hashPassword } from './password-hash.ts'
import { confirmSession, endSessionsOf } from './sessions.queries.ts'
import type { SignInContext } from './sign-in-context.ts'
import { closeLinks } from './user-links.ts'

type PasswordCheck = { user: SignedInUser; session: Session; network: string; password: string }

/**
 * Every older token stops working and every other device is signed out; the answer holds the token this
 * client goes on with. A borrowed session must not guess the password either: wrong ones count as failed
 * sign-ins. Who has a passkey shows it as well, as for every change to an account.
 */
export async function changePassword(
  { newPassword, ...guess }: PasswordCheck & { newPassword: string },
  context: SignInContext,
) {
  const { user, session } = guess
  const { db, secret, now } = context
  checkRule(newPassword)
  const { from, forget, known, hasPasskey } = await checkPassword(
    guess,
    context,
    wrongCurrentPassword,
  )
  try {
    // The password alone proves nothing then, and a new one would count as "Bist Du es?" below.
    if (hasPasskey) assertRecentAuth(session, now)
    await checkGuessable(newPassword, known)
  } catch (error) {
    // The current one was right.
    await commit(db, [forget])
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
      forget,
      noticeMail('passwordChanged', { userId: user.id, now }),
    ],
    { passwordUnchanged: wrongCurrentPassword },
  )
  context.sendMails(user.id)
  const tokenVersion = saved?.tokenVersion ?? 0
  const claims = { userId: user.id, tokenVersion, sessionId: session.id }
  return { accessToken: await signToken(claims, secret, now) }
}

/** "Bist Du es?" of who has no passkey: where there is one, the password alone proves nothing. */
export async function confirmByPassword(
  guess: PasswordCheck,
  context: SignInContext,
): Promise<void> {
  const wrongPassword = () => {
    const message = 'Das Passwort ist falsch.'
    return new DomainError('WrongPassword', message, { password: message })
  }
  const { forget } = await checkPassword(guess, context, wrongPassword, 'alone')
  await commit(context.db, [confirmSession(guess.session.id, context.now), forget])
}

const passkeyInstead = 'Du hast einen Passkey. Zeige ihn: Das Passwort allein genügt hier nicht.'

async function checkPassword(
  { user: { id, emailAddress }, network, password }: PasswordCheck,
  context: SignInContext,
  wrong: () => DomainError,
  /** The password is all that is shown. */
  alone?: 'alone',
) {
  const { user, forget } = await countGuess({ emailAddress, network }, context)
  if (alone && user?.id === id && user.passkeys.length > 0) throw passkeyRefused(passkeyInstead)
  const isRight = await isRightPassword(password, user?.passwordHash)
  // The address may have moved to another user at this moment.
  if (user?.id !== id || !isRight) throw wrong()
  const hasPasskey = user.passkeys.length > 0
  return { from: user.passwordHash, forget, known: knownOf(user), hasPasskey }
}

function wrongCurrentPassword(): DomainError {
  const message = 'Das aktuelle Passwort ist falsch.'
  return new DomainError('WrongPassword', message, { currentPassword: message })
}
