import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Db } from '#worker/db/db.ts'
import { passkeyChallenges, sessions, users } from '#worker/db/schema.ts'
import { notNullViolation } from '#worker/db/sqlite.ts'
import { sessionEnd, signToken } from '#worker/http/auth.ts'
import type { OwnSession } from './auth.contract.ts'

type Context = { db: Db; secret: string; now: Date }

/** Who signs in, as read before: locked or given another password meanwhile, they do not. */
type SigningIn = { userId: number; tokenVersion: number; device: string }

/**
 * Signs somebody in whose password or passkey was right.
 * @param beside what else is stored of it: all of the batch, or nothing
 * @returns the access token; null when the account was changed in the meantime
 */
export async function startSession(
  { db, secret, now }: Context,
  { userId, tokenVersion, device }: SigningIn,
  beside: readonly BatchItem<'sqlite'>[] = [],
): Promise<string | null> {
  const stillSo = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.tokenVersion, tokenVersion), eq(users.locked, false)))
  try {
    const [[started]] = await db.batch([
      insertSession(db, sql`(${stillSo})`, device, now),
      ...beside,
    ])
    if (!started) return null
    return await signToken({ userId, tokenVersion, sessionId: started.id }, secret, now)
  } catch (error) {
    if (notNullViolation(error) === 'sessions.user_id') return null
    throw error
  }
}

/** @param userId SQL that is NULL when the session must not begin: that refuses the whole batch */
export function insertSession(db: Db, userId: ReturnType<typeof sql>, device: string, now: Date) {
  const at = now.toISOString()
  return db
    .insert(sessions)
    .values({
      userId,
      device,
      createdAt: at,
      lastSeenAt: at,
      confirmedAt: at,
      expiresAt: sessionEnd(now),
    })
    .returning({ id: sessions.id })
}

/** Every device of this user, and what their passkeys were asked: whoever began to sign in begins anew. */
export function endSessionsOf(db: Db, userId: number, now: Date, except?: number) {
  return [
    endOtherSessions(db, userId, except, now),
    db.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId)),
  ] as const
}

/** Everywhere but there. */
export function endOtherSessions(db: Db, userId: number, here: number | undefined, now: Date) {
  const isOpen = and(eq(sessions.userId, userId), isNull(sessions.endedAt))
  return db
    .update(sessions)
    .set({ endedAt: now.toISOString() })
    .where(here === undefined ? isOpen : and(isOpen, ne(sessions.id, here)))
}

/** One device of this user. */
export function endSession(db: Db, userId: number, id: number, now: Date) {
  return db
    .update(sessions)
    .set({ endedAt: now.toISOString() })
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isNull(sessions.endedAt)))
}

/** The password or a passkey was shown once more. */
export function confirmSession(db: Db, id: number, now: Date) {
  return db
    .update(sessions)
    .set({ confirmedAt: now.toISOString() })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
}

/** Where this user is signed in. */
export async function findSessions(
  db: Db,
  userId: number,
  current: number,
  now: Date,
): Promise<OwnSession[]> {
  const rows = await db
    .select({
      id: sessions.id,
      device: sessions.device,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.expiresAt, now.toISOString()),
        isNull(sessions.endedAt),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
  return rows.map((row) => ({ ...row, current: row.id === current }))
}
