import { lte, sql } from 'drizzle-orm'
import { commit, guard } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { setupLinks, users } from '#worker/db/schema.ts'
import type { Role } from '#worker/domain/codes.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { signToken } from '#worker/http/auth.ts'
import type { LoginResult, Setup } from './auth.contract.ts'
import { assertNotGuessable, assertPasswordRule, knownWordsOf } from './guessable-password.ts'
import { saveKnownBrowser } from './notices.queries.ts'
import { hashPassword, setupHash } from './password-hash.ts'
import { firstSession } from './sessions.queries.ts'
import type { SignInContext } from './sign-in-context.ts'
import { giveRoles, idOfAddress } from './users.queries.ts'

const roles: Role[] = ['management']

/**
 * Creates the first user of a guild and signs them in. An invalid or expired link and a guild with users run
 * the same statements and give the same response.
 * @throws DomainError PasswordRule, SetupDone
 */
export async function setUp(
  { token, password, device, shared, ...user }: Setup & { device: string },
  { db, secret, now, browser }: SignInContext,
): Promise<LoginResult> {
  assertPasswordRule(password, 'password')
  await assertNotGuessable(password, knownWordsOf({ ...user, guildWords: '' }), 'password')
  const to = await hashPassword(password)
  const at = now.toISOString()
  const isOpen = sql`EXISTS (SELECT 1 FROM setup_links WHERE hash = ${setupHash(token)}
    AND expires_at > ${at}) AND NOT EXISTS (SELECT 1 FROM users)`
  const userId = idOfAddress(user.emailAddress)
  const [, [made], , [started]] = await commit(
    db,
    [
      guard('setupOpen', isOpen),
      write
        .insert(users)
        .values({ ...user, passwordHash: to, createdAt: at })
        .returning({ id: users.id, tokenVersion: users.tokenVersion }),
      giveRoles(userId, roles),
      ...firstSession({ userId, device, shared, now }),
      ...saveKnownBrowser({ userId, key: browser.key, now }),
      write.delete(setupLinks),
    ],
    { setupOpen: setupDoneError },
  )
  browser.remember()
  const claims = {
    userId: made?.id ?? 0,
    tokenVersion: made?.tokenVersion ?? 0,
    sessionId: started?.id ?? 0,
  }
  return { accessToken: await signToken(claims, secret, now), ...user, roles }
}

/** Deletes expired set-up links. */
export function deleteOldSetupLinks(now: Date) {
  return write.delete(setupLinks).where(lte(setupLinks.expiresAt, now.toISOString()))
}

function setupDoneError(): DomainError {
  return new DomainError('SetupDone', 'Dieser Link gilt nicht mehr.')
}
