import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { commit, guard } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { guildSettings, loginFailures, users } from '#worker/db/schema.ts'
import { correlated } from '#worker/db/statements.ts'
import {
  type KnownPasskey,
  passkeyRule,
  passkeysOfUser,
  rolesOfUser,
} from '#worker/db/user-columns.ts'
import type { Role } from '#worker/domain/codes.ts'
import {
  failuresCountFrom,
  mostCountedOfAddress,
  type PasskeyRule,
} from '#worker/domain/password.ts'

/** The key by which failures are counted: keyed hashes of the typed address and of its network. */
export type LoginKey = { addressKey: string; networkKey: string }

/** The data of a user that a sign-in needs. */
export type LoginUser = {
  id: number
  firstName: string
  lastName: string
  emailAddress: string
  /** The password's hash; '' when no password was ever set. */
  passwordHash: string
  tokenVersion: number
  locked: boolean
  roles: Role[]
  passkeys: KnownPasskey[]
  passkeyRule: PasskeyRule
  /** Names and town of the guild, which a password must not consist of. */
  guildWords: string
}

const guildWords = correlated<string>(
  sql`SELECT ${guildSettings.name} || ' ' || ${guildSettings.legalName} || ' ' || ${guildSettings.town}
    FROM ${guildSettings} WHERE ${guildSettings.id} = 1`,
).mapWith((words: string | null) => words ?? '')

export const loginColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  emailAddress: users.emailAddress,
  passwordHash: users.passwordHash,
  tokenVersion: users.tokenVersion,
  locked: users.locked,
  roles: rolesOfUser.as('roles'),
  passkeys: passkeysOfUser.as('passkeys'),
  passkeyRule: passkeyRule.as('passkey_rule'),
  guildWords: guildWords.as('guild_words'),
}

/**
 * Counts an attempt as failed before it is verified, so that concurrent attempts count as well.
 * @returns the attempt's id, the instants of the key's earlier failures, oldest first, the number of the
 * address's failures from all networks (limited), and the user
 */
export async function recordAttempt(
  db: Db,
  { key, emailAddress, now }: { key: LoginKey; emailAddress: string; now: Date },
) {
  const since = failuresCountFrom(now).toISOString()
  const [[attempt], failures, [user = null], ofAddress] = await commit(db, [
    write
      .insert(loginFailures)
      .values({ ...key, failedAt: now.toISOString() })
      .returning({ id: loginFailures.id }),
    db
      .select({ id: loginFailures.id, failedAt: loginFailures.failedAt })
      .from(loginFailures)
      .where(and(ofKey(key), gte(loginFailures.failedAt, since)))
      .orderBy(loginFailures.failedAt, loginFailures.id),
    db.select(loginColumns).from(users).where(eq(users.emailAddress, emailAddress)),
    db
      .select({ id: loginFailures.id })
      .from(loginFailures)
      .where(and(eq(loginFailures.addressKey, key.addressKey), gte(loginFailures.failedAt, since)))
      .limit(mostCountedOfAddress + 1),
  ])
  const id = attempt?.id ?? 0
  const earlier = failures.filter((row) => row.id < id).map((row) => row.failedAt)
  // The rows of `ofAddress` include this attempt.
  return { id, earlier, user, ofAddress: ofAddress.length - 1 }
}

/** Deletes a recorded attempt: an attempt that the lock rejected is not counted. */
export async function deleteAttempt(db: Db, id: number): Promise<void> {
  await commit(db, [write.delete(loginFailures).where(eq(loginFailures.id, id))])
}

export function deleteFailures(key: LoginKey) {
  return write.delete(loginFailures).where(ofKey(key))
}

/** Deletes failures that are too old to count; run by the cron. */
export function deleteLoginFailuresBefore(instant: string) {
  return write.delete(loginFailures).where(lt(loginFailures.failedAt, instant))
}

/**
 * Stores the same password hashed with today's parameters; sessions stay valid. A concurrent new password wins.
 */
export function saveRehash(userId: number, change: { from: string; to: string }) {
  return write
    .update(users)
    .set({ passwordHash: change.to })
    .where(and(eq(users.id, userId), eq(users.passwordHash, change.from)))
}

/**
 * Stores a new password, which invalidates all older tokens. Aborts as `passwordUnchanged` when the password
 * was changed meanwhile.
 */
export function savePassword(userId: number, change: { from: string; to: string }) {
  const { from, to } = change
  return [
    guard(
      'passwordUnchanged',
      sql`(SELECT ${users.passwordHash} FROM ${users} WHERE ${users.id} = ${userId}) = ${from}`,
    ),
    write
      .update(users)
      .set({ passwordHash: to, tokenVersion: sql`${users.tokenVersion} + 1` })
      .where(eq(users.id, userId))
      .returning({ tokenVersion: users.tokenVersion }),
  ] as const
}

function ofKey(key: LoginKey) {
  return and(
    eq(loginFailures.addressKey, key.addressKey),
    eq(loginFailures.networkKey, key.networkKey),
  )
}
