import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { type Db, write } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { mails, passkeyChallenges, userLinks, users } from '#worker/db/schema.ts'
import { correlated, insertSelected } from '#worker/db/statements.ts'
import type { LinkMailKind, LinkPurpose } from '#worker/domain/codes.ts'
import { idIn, isSameSeal, sealedId } from '#worker/http/keyed-hash.ts'
import { type LoginUser, loginColumns } from './auth.queries.ts'

const minute = 60_000

/** docs/rules.md, "Zugänge": how long a link is good for. */
const lifetimes: Record<LinkPurpose, number> = {
  invite: 7 * 24 * 60 * minute,
  reset: 60 * minute,
}

export const mailKindOf: Record<LinkPurpose, LinkMailKind> = {
  invite: 'invitation',
  reset: 'passwordReset',
}

export type UserLink = {
  id: number
  userId: number
  purpose: LinkPurpose
  createdAt: string
  expiresAt: string
}

/** Behind the "#" no server and no log sees what opens the account. */
export function loginLink(origin: string, link: UserLink, secret: string): string {
  return `${origin}/login#zugang=${linkToken(link, secret)}`
}

/** Whose it is and from when is sealed as well. */
function linkToken({ id, userId, createdAt }: UserLink, secret: string): string {
  return sealedId(secret, 'user link', { id, content: `${userId} ${createdAt}` })
}

const linkColumns = {
  id: userLinks.id,
  userId: userLinks.userId,
  purpose: userLinks.purpose,
  createdAt: userLinks.createdAt,
  expiresAt: userLinks.expiresAt,
}

/** The link of this id while it opens something: not used, not too old, and its user not locked. */
export function selectOpenLink(db: Db, id: number | SQL, now: Date) {
  return db
    .select({
      // Named apart from the user's: rows of a batch know each name once.
      link: { ...linkColumns, id: sql<number>`${userLinks.id}`.as('link_id') },
      user: loginColumns,
      isWaived: correlated<boolean>(waiverOf(sql`${users.id}`, now))
        .mapWith(Boolean)
        .as('is_waived'),
    })
    .from(userLinks)
    .innerJoin(users, eq(users.id, userLinks.userId))
    .where(
      and(
        eq(userLinks.id, id),
        isNull(userLinks.usedAt),
        gt(userLinks.expiresAt, now.toISOString()),
        eq(users.locked, false),
      ),
    )
}

/**
 * A new link for somebody who is not locked, with the mail that brings it and what ends the older ones;
 * an invitation until they have set a password. For a batch: its first answer is the link, if there is one.
 * @param whose the id of the user, or SQL that finds it
 * @param onlyIf whether there is to be one, when the turn of the first statement comes
 */
export function newLink(whose: number | SQL, now: Date, onlyIf: SQL = sql`1`) {
  const at = now.toISOString()
  const until = (purpose: LinkPurpose) => new Date(now.getTime() + lifetimes[purpose]).toISOString()
  const isInvited = sql`${users.passwordHash} = ''`
  const newest = sql`(SELECT max(id) FROM user_links WHERE user_id = ${whose})`
  return [
    insertSelected(
      userLinks,
      {
        userId: users.id,
        purpose: sql`CASE WHEN ${isInvited} THEN 'invite' ELSE 'reset' END`,
        createdAt: at,
        expiresAt: sql`CASE WHEN ${isInvited} THEN ${until('invite')} ELSE ${until('reset')} END`,
      },
      sql`${users} WHERE ${onlyIf} AND ${users.id} = ${whose} AND ${users.locked} = 0`,
    ).returning(linkColumns),
    insertSelected(
      mails,
      {
        key: sql`CASE l.purpose WHEN 'invite' THEN 'invitation-' ELSE 'passwordReset-' END || l.id`,
        kind: sql`CASE l.purpose WHEN 'invite' THEN 'invitation' ELSE 'passwordReset' END`,
        emailAddress: users.emailAddress,
        userId: users.id,
        userLinkId: sql`l.id`,
        state: 'waiting',
        notBefore: at,
        createdAt: at,
      },
      sql`user_links l JOIN ${users} ON ${users.id} = l.user_id
        WHERE changes() > 0 AND l.id = last_insert_rowid()`,
    ),
    recordEvent({ entity: 'user', entityId: sql`${whose}`, onlyIf: sql`changes() > 0` }),
    ...closeLinks(whose, now, newest),
  ] as const
}

/** The links of a user open nothing any more, and none is on its way; but for one. */
export function closeLinks(whose: number | SQL, now: Date, except: SQL = sql`0`) {
  const at = now.toISOString()
  return [
    write
      .update(userLinks)
      .set({ expiresAt: at })
      .where(
        and(
          sql`${userLinks.userId} = ${whose}`,
          isNull(userLinks.usedAt),
          gt(userLinks.expiresAt, at),
          sql`${userLinks.id} <> ${except}`,
        ),
      ),
    write
      .update(mails)
      .set({ state: 'skipped' })
      .where(
        and(
          sql`${mails.userId} = ${whose}`,
          eq(mails.state, 'waiting'),
          sql`${mails.userLinkId} <> ${except}`,
        ),
      ),
  ] as const
}

/**
 * SQL: whether somebody else of the management lets this user set a new password without their passkey.
 * A new password, a lock and the end of all sessions take it away (`endSessionsOf`).
 */
export function waiverOf(userId: SQL, now: Date): SQL {
  return sql`SELECT EXISTS (SELECT 1 FROM ${passkeyChallenges} waived
    WHERE waived.user_id = ${userId} AND waived.purpose = 'waived'
      AND waived.expires_at > ${now.toISOString()})`
}

/** Whose link this token is, while it opens something. */
export async function findByToken(
  token: string,
  { db, secret, now }: { db: Db; secret: string; now: Date },
): Promise<{ link: UserLink; user: LoginUser; isWaived: boolean } | null> {
  const id = idIn(token)
  const [found] = id === null ? [] : await selectOpenLink(db, id, now)
  if (!found || !isSameSeal(token, linkToken(found.link, secret))) return null
  return found
}
