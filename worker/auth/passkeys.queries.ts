import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { commit, guard } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { guildSettings, passkeyChallenges, passkeys, userRoles, users } from '#worker/db/schema.ts'
import { loginColumns } from './auth.queries.ts'
import { noticeMail } from './notices.queries.ts'
import type { Passkey } from './passkeys.contract.ts'
import type { SignInContext } from './sign-in-context.ts'

export type Challenge = typeof passkeyChallenges.$inferSelect

export function insertChallenge(challenge: Challenge) {
  return write.insert(passkeyChallenges).values(challenge)
}

/** Reads and deletes a challenge, so that it is used once. */
function takeChallenge(id: string) {
  return write.delete(passkeyChallenges).where(eq(passkeyChallenges.id, id)).returning()
}

/** Takes the challenge, and reads the passkey that responds to it together with the passkey's owner. */
export async function takeChallengeAndPasskey(db: Db, id: string, credentialId: string) {
  const [[challenge = null], found] = await commit(db, [
    takeChallenge(id),
    selectPasskeyAndUser(db, credentialId),
  ])
  return { challenge, ...toPasskeyAndUser(found) }
}

/** The passkey with this credential id and the user who owns it; both null when there is none. */
export async function findPasskeyAndUser(db: Db, credentialId: string) {
  return toPasskeyAndUser(await selectPasskeyAndUser(db, credentialId))
}

function toPasskeyAndUser([found]: Awaited<ReturnType<typeof selectPasskeyAndUser>>) {
  return { passkey: found?.passkey ?? null, user: found?.user ?? null }
}

function selectPasskeyAndUser(db: Db, credentialId: string) {
  return db
    .select({
      passkey: {
        id: sql<number>`${passkeys.id}`.as('passkey_id'),
        userId: passkeys.userId,
        credentialId: passkeys.credentialId,
        publicKey: passkeys.publicKey,
        counter: passkeys.counter,
      },
      user: loginColumns,
    })
    .from(passkeys)
    .innerJoin(users, eq(users.id, passkeys.userId))
    .where(eq(passkeys.credentialId, credentialId))
}

export type StoredPasskey = NonNullable<Awaited<ReturnType<typeof findPasskeyAndUser>>['passkey']>

/** Takes the challenge, and reads the user for whom it was made. */
export async function takeChallengeAndUser(db: Db, id: string) {
  const [[user = null], [challenge = null]] = await commit(db, [
    db
      .select(loginColumns)
      .from(passkeyChallenges)
      .innerJoin(users, eq(users.id, passkeyChallenges.userId))
      .where(eq(passkeyChallenges.id, id)),
    takeChallenge(id),
  ])
  return { challenge, user }
}

/** Deletes challenges that have expired. */
export function deleteOldChallenges(now: Date) {
  return write.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now.toISOString()))
}

/** The guild's name and the user's passkeys, which a challenge names. */
export async function findGuildAndPasskeys(db: Db, userId: number) {
  const [[guild], known] = await db.batch([
    db.select({ guildName: guildSettings.name }).from(guildSettings).where(eq(guildSettings.id, 1)),
    db
      .select({ credentialId: passkeys.credentialId, transports: passkeys.transports })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(asc(passkeys.id)),
  ])
  return { guildName: guild?.guildName ?? '', known }
}

export function insertPasskey(passkey: Omit<typeof passkeys.$inferInsert, 'id'>) {
  return write.insert(passkeys).values(passkey).returning(ownColumns)
}

/** Inserts the first passkey of a user. Aborts as `noPasskeyYet` when the user has a passkey by now. */
export function insertFirstPasskey(passkey: Omit<typeof passkeys.$inferInsert, 'id'>) {
  const own = sql`SELECT 1 FROM ${passkeys} WHERE ${passkeys.userId} = ${passkey.userId}`
  return [
    guard('noPasskeyYet', sql`NOT EXISTS (${own})`),
    write.insert(passkeys).values(passkey),
  ] as const
}

/**
 * Stores that a passkey was used. Aborts as `passkeyUnchanged` when another request has used or removed the passkey
 * since it was read.
 */
export function recordPasskeyUse(passkey: { id: number; counter: number }, to: number, now: Date) {
  const isAsRead = sql`EXISTS (SELECT 1 FROM ${passkeys}
    WHERE ${passkeys.id} = ${passkey.id} AND ${passkeys.counter} = ${passkey.counter})`
  return [
    guard('passkeyUnchanged', isAsRead),
    write
      .update(passkeys)
      .set({ counter: to, lastUsedAt: now.toISOString() })
      .where(eq(passkeys.id, passkey.id)),
  ] as const
}

const ownColumns = {
  id: passkeys.id,
  name: passkeys.name,
  createdAt: passkeys.createdAt,
  lastUsedAt: passkeys.lastUsedAt,
}

export function findPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  return db
    .select(ownColumns)
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.id))
}

/** Removes a passkey of this user, unless the user needs a passkey and has no other. */
export async function removePasskey(
  db: Db,
  userId: number,
  id: number,
  { now, today, isLocal }: Pick<SignInContext, 'now' | 'today' | 'isLocal'>,
): Promise<'removed' | 'needed' | 'unknown'> {
  const isOwn = and(eq(passkeys.id, id), eq(passkeys.userId, userId))
  // `needsPasskey` in SQL, and no other passkey.
  const isNeeded = sql`${Number(!isLocal)} AND EXISTS (SELECT 1 FROM ${guildSettings}
      WHERE ${guildSettings.passkeysRequired} = 1
      AND coalesce(${guildSettings.passkeysRequiredFrom}, '') <= ${today})
    AND EXISTS (SELECT 1 FROM ${userRoles} WHERE ${userRoles.userId} = ${userId}
      AND ${userRoles.role} = 'management')
    AND (SELECT count(*) FROM ${passkeys} WHERE ${passkeys.userId} = ${userId}) = 1`
  const [removed, , [left]] = await commit(db, [
    write
      .delete(passkeys)
      .where(and(isOwn, sql`NOT (${isNeeded})`))
      .returning({ id: passkeys.id }),
    noticeMail('passkeyRemoved', { userId, now, onlyIf: sql`changes() > 0` }),
    db.select({ id: passkeys.id }).from(passkeys).where(isOwn),
  ])
  if (removed.length > 0) return 'removed'
  return left ? 'needed' : 'unknown'
}
