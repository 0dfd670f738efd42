import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import { type Db, write } from '#worker/db/db.ts'
import { recordEvent } from '#worker/db/record-event.ts'
import { mails, passkeyChallenges, userLinks, users } from '#worker/db/schema.ts'
import { correlated, insertSelected } from '#worker/db/statements.ts'
import type { LinkMailKind, LinkPurpose } from '#worker/domain/codes.ts'
import { idIn, isSameSignature, signedId } from '#worker/http/keyed-hash.ts'
import { type LoginUser, loginColumns } from './auth.queries.ts'

const minute = 60_000

/** docs/rules.md, "Zugänge": how long links are valid. */
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

/** The token is in the fragment, which is sent to no server and written to no log. */
export function loginLink(origin: string, link: UserLink, secret: string): string {
  return `${origin}/login#zugang=${linkToken(link, secret)}`
}

/** The token of a link: its id, signed together with user and creation time. */
function linkToken({ id, userId, createdAt }: UserLink, secret: string): string {
  return signedId(secret, 'user link', { id, content: `${userId} ${createdAt}` })
}

const linkColumns = {
  id: userLinks.id,
  userId: userLinks.userId,
  purpose: userLinks.purpose,
  createdAt: userLinks.createdAt,
  expiresAt: userLinks.expiresAt,
}

/** The link with this id, if it is valid: not used, not expired, and its user not locked. */
export function selectOpenLink(db: Db, id: number | SQL, now: Date) {
  return db
    .select({
      // Renamed, since a batch keys rows by column name.
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
 * Makes a link for a user who is not locked, with its mail, and invalidates older links; the link is an
 * invitation until the user has set a password. For a commit: the first statement returns the link, if one was
 * made.
 * @param whose the user's id, or SQL for it
 * @param onlyIf a condition, evaluated when the first statement runs
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

/** Invalidates the links of a user and cancels the waiting mails with them, except for the link `except`. */
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
 * SQL: whether another user of management allows this user a new password without a passkey. A new password, a
 * lock and the end of all sessions revoke it (`endSessionsOf`).
 */
export function waiverOf(userId: SQL, now: Date): SQL {
  return sql`SELECT EXISTS (SELECT 1 FROM ${passkeyChallenges} waived
    WHERE waived.user_id = ${userId} AND waived.purpose = 'waived'
      AND waived.expires_at > ${now.toISOString()})`
}

/** The valid link of a token, with its user; null for an invalid token. */
export async function findByToken(
  token: string,
  { db, secret, now }: { db: Db; secret: string; now: Date },
): Promise<{ link: UserLink; user: LoginUser; isWaived: boolean } | null> {
  const id = idIn(token)
  const [found] = id === null ? [] : await selectOpenLink(db, id, now)
  if (!found || !isSameSignature(token, linkToken(found.link, secret))) return null
  return found
}
