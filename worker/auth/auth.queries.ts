import { and, eq, gte, lt, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { loginFailures, users } from '#worker/db/schema.ts'
import { rolesOfUser } from '#worker/db/user-roles.ts'

/** Whose failures are counted: the address typed, and the network it was typed from. */
export type LoginKey = { emailAddress: string; network: string }

/** The user of an address and the recent failures of the key, in one round trip. */
export async function findForLogin(db: Db, key: LoginKey, failuresSince: string) {
  const [found, failures] = await db.batch([
    db
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
      .where(eq(users.emailAddress, key.emailAddress)),
    db
      .select({ failedAt: loginFailures.failedAt })
      .from(loginFailures)
      .where(and(ofKey(key), gte(loginFailures.failedAt, failuresSince)))
      .orderBy(loginFailures.failedAt),
  ])
  return { user: found[0] ?? null, failures: failures.map((row) => row.failedAt) }
}

export async function recordLoginFailure(db: Db, key: LoginKey, failedAt: string): Promise<void> {
  await db.insert(loginFailures).values({ ...key, failedAt })
}

export async function forgetLoginFailures(db: Db, key: LoginKey): Promise<void> {
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

/** The same password under today's parameters: sessions go on. */
export async function saveRehash(db: Db, userId: number, passwordHash: string): Promise<void> {
  await db.update(users).set({ passwordHash }).where(eq(users.id, userId))
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
    eq(loginFailures.emailAddress, key.emailAddress),
    eq(loginFailures.network, key.network),
  )
}
