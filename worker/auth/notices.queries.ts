import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { insertSelected } from '#worker/db/insert-selected.ts'
import { knownBrowsers, mails, users } from '#worker/db/schema.ts'
import type { NoticeMailKind } from '#worker/domain/codes.ts'
import { newToken } from '#worker/http/factory.ts'

/**
 * Tells somebody what became of their account. For the batch of what it tells of: when that comes to
 * nothing, so does the mail.
 * @param onlyIf whether it happened, when the statement's turn comes
 */
export function noticeMail(
  db: Db,
  kind: NoticeMailKind,
  { userId, now, onlyIf = sql`1` }: { userId: number | SQL; now: Date; onlyIf?: SQL },
) {
  const at = now.toISOString()
  return insertSelected(
    db,
    mails,
    {
      key: `${kind}-${newToken()}`,
      kind,
      emailAddress: users.emailAddress,
      userId: users.id,
      state: 'waiting',
      notBefore: at,
      createdAt: at,
    },
    sql`${users} WHERE ${onlyIf} AND ${users.id} = ${userId}`,
  ).returning({ id: mails.id })
}

const anHour = 60 * 60_000

/**
 * A sign-in on a browser. Somebody who has signed in before, but never on this one, is told by mail, once an
 * hour at most. For a batch: its first answer has a row when there is a mail.
 */
export function noteBrowser(
  db: Db,
  { userId, key, now }: { userId: number | SQL; key: string; now: Date },
) {
  const at = now.toISOString()
  const known = sql`SELECT 1 FROM ${knownBrowsers} WHERE ${knownBrowsers.userId} = ${userId}`
  const isTold = sql`SELECT 1 FROM mails m WHERE m.user_id = ${userId} AND m.kind = 'newSignIn'
    AND m.created_at > ${new Date(now.getTime() - anHour).toISOString()}`
  const isNew = sql`EXISTS (${known}) AND NOT EXISTS (${known} AND ${knownBrowsers.browserKey} = ${key})
    AND NOT EXISTS (${isTold})`
  return [
    noticeMail(db, 'newSignIn', { userId, now, onlyIf: isNew }),
    db
      .insert(knownBrowsers)
      .values({ userId: sql`${userId}`, browserKey: key, lastSeenAt: at })
      .onConflictDoUpdate({
        target: [knownBrowsers.userId, knownBrowsers.browserKey],
        set: { lastSeenAt: at },
      }),
  ] as const
}

/** Of who is locked: no sign-in is looked at any more. */
export function forgetBrowsers(db: Db, userId: number) {
  return db.delete(knownBrowsers).where(eq(knownBrowsers.userId, userId))
}
