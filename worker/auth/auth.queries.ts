import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { loginFailures, users } from '#worker/db/schema.ts'
import { rolesOfUser } from '#worker/db/user-roles.ts'

/** Whose failures are counted: the address typed and the network it was typed from, as keyed hashes. */
export type LoginKey = { addressKey: string; networkKey: string }

/** The user of an address with everything a sign-in needs. */
export async function findForLogin(db: Db, emailAddress: string) {
  const [user] = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      emailAddress: users.emailAddress,
      passwordHash: users.passwordHash,
      tokenVersion: users.tokenVersion,
      locked: users.locked,
      roles: rolesOfUser,
    })
    .from(users)
    .where(eq(users.emailAddress, emailAddress))
  return user ?? null
}

/**
 * Counts an attempt as failed before it is looked at, so that many at once are counted as well.
 * @returns its id, and the instants of the earlier failures of the key, oldest first
 */
export async function recordAttempt(db: Db, key: LoginKey, at: string, since: string) {
  const [[attempt], failures] = await db.batch([
    db
      .insert(loginFailures)
      .values({ ...key, failedAt: at })
      .returning({ id: loginFailures.id }),
    db
      .select({ id: loginFailures.id, failedAt: loginFailures.failedAt })
      .from(loginFailures)
      .where(and(ofKey(key), gte(loginFailures.failedAt, since)))
      .orderBy(loginFailures.failedAt, loginFailures.id),
  ])
  const id = attempt?.id ?? 0
  return { id, earlier: failures.filter((row) => row.id < id).map((row) => row.failedAt) }
}

/** An attempt that was not let through does not count. */
export async function forgetAttempt(db: Db, id: number): Promise<void> {
  await db.delete(loginFailures).where(eq(loginFailures.id, id))
}

export async function forgetFailures(db: Db, key: LoginKey): Promise<void> {
  await db.delete(loginFailures).where(ofKey(key))
}

/** The nightly broom: failures older than any window count for nothing. */
export function deleteLoginFailuresBefore(db: Db, instant: string) {
  return db.delete(loginFailures).where(lt(loginFailures.failedAt, instant))
}

export async function findPasswordHash(db: Db, userId: number): Promise<string | null> {
  const [row] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.id, userId))
  return row?.passwordHash ?? null
}

/** The same password under today's parameters: sessions go on. A new one meanwhile wins. */
export async function saveRehash(
  db: Db,
  userId: number,
  change: { from: string; to: string },
): Promise<void> {
  await db
    .update(users)
    .set({ passwordHash: change.to })
    .where(and(eq(users.id, userId), eq(users.passwordHash, change.from)))
}

/** A new password ends every older session. null when the password was changed in the meantime. */
export async function savePassword(
  db: Db,
  userId: number,
  change: { from: string; to: string },
): Promise<number | null> {
  const [row] = await db
    .update(users)
    .set({ passwordHash: change.to, tokenVersion: sql`${users.tokenVersion} + 1` })
    .where(and(eq(users.id, userId), eq(users.passwordHash, change.from)))
    .returning({ tokenVersion: users.tokenVersion })
  return row?.tokenVersion ?? null
}

function ofKey(key: LoginKey) {
  return and(
    eq(loginFailures.addressKey, key.addressKey),
    eq(loginFailures.networkKey, key.networkKey),
  )
}
