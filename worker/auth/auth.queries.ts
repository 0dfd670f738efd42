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

/** Whose failures are counted: the address typed and the network it was typed from, as keyed hashes. */
export type LoginKey = { addressKey: string; networkKey: string }

/** Everything that a sign-in needs to know of a user. */
export type LoginUser = {
  id: number
  firstName: string
  lastName: string
  emailAddress: string
  /** '' = none was ever set. */
  passwordHash: string
  tokenVersion: number
  locked: boolean
  roles: Role[]
  passkeys: KnownPasskey[]
  passkeyRule: PasskeyRule
  /** The guild's names and its place: no password is made of them. */
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
 * Counts an attempt as failed before it is looked at, so that many at once are counted as well.
 * @returns its id, the instants of the earlier failures of the key, oldest first, how many there are of
 *   the address from all networks, as far as they count, and whose it is
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
  // This one is among them.
  return { id, earlier, user, ofAddress: ofAddress.length - 1 }
}

/** An attempt that was not let through does not count. */
export async function deleteAttempt(db: Db, id: number): Promise<void> {
  await commit(db, [write.delete(loginFailures).where(eq(loginFailures.id, id))])
}

export function deleteFailures(key: LoginKey) {
  return write.delete(loginFailures).where(ofKey(key))
}

/** The nightly broom: failures older than any window count for nothing. */
export function deleteLoginFailuresBefore(instant: string) {
  return write.delete(loginFailures).where(lt(loginFailures.failedAt, instant))
}

/** The same password under today's parameters: sessions go on. A new one meanwhile wins. */
export function saveRehash(userId: number, change: { from: string; to: string }) {
  return write
    .update(users)
    .set({ passwordHash: change.to })
    .where(and(eq(users.id, userId), eq(users.passwordHash, change.from)))
}

/** A new password makes every older token worthless. Refused as `passwordUnchanged` when it is another by now. */
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
