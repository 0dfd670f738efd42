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

/** It is gone with the look at it: each is answered once. */
function takeChallenge(id: string) {
  return write.delete(passkeyChallenges).where(eq(passkeyChallenges.id, id)).returning()
}

/** What was asked, and by whom it may be answered: the passkey named, with its owner. */
export async function takeForPasskey(db: Db, id: string, credentialId: string) {
  const [[challenge = null], found] = await commit(db, [
    takeChallenge(id),
    selectForPasskey(db, credentialId),
  ])
  return { challenge, ...named(found) }
}

/** The passkey named, with its owner. */
export async function findForPasskey(db: Db, credentialId: string) {
  return named(await selectForPasskey(db, credentialId))
}

function named([found]: Awaited<ReturnType<typeof selectForPasskey>>) {
  return { passkey: found?.passkey ?? null, user: found?.user ?? null }
}

function selectForPasskey(db: Db, credentialId: string) {
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

export type StoredPasskey = NonNullable<Awaited<ReturnType<typeof findForPasskey>>['passkey']>

/** What was asked, and who it was asked of. */
export async function takeForRegistration(db: Db, id: string) {
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

/** Questions that were not answered in time. */
export function deleteOldChallenges(now: Date) {
  return write.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now.toISOString()))
}

/** What the question for a new passkey needs to know: the guild's name, and those there are already. */
export async function findForRegistration(db: Db, userId: number) {
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

/** The first one of a user, who is signed in with it. Refused as `noPasskeyYet` when they have one by now. */
export function insertFirstPasskey(passkey: Omit<typeof passkeys.$inferInsert, 'id'>) {
  const own = sql`SELECT 1 FROM ${passkeys} WHERE ${passkeys.userId} = ${passkey.userId}`
  return [
    guard('noPasskeyYet', sql`NOT EXISTS (${own})`),
    write.insert(passkeys).values(passkey),
  ] as const
}

/** The passkey has answered. Refused as `passkeyUnchanged` when it was used or removed since it was read. */
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

/**
 * Removes a passkey of this user, unless it is the last one of somebody who needs one.
 * @returns what became of it
 */
export async function removePasskey(
  db: Db,
  userId: number,
  id: number,
  { now, today, isLocal }: Pick<SignInContext, 'now' | 'today' | 'isLocal'>,
): Promise<'removed' | 'needed' | 'unknown'> {
  const isOwn = and(eq(passkeys.id, id), eq(passkeys.userId, userId))
  // As `needsPasskey` says it.
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
