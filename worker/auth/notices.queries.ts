import { eq, type SQL, sql } from 'drizzle-orm'
import { write } from '#worker/db/db.ts'
import { knownBrowsers, mails, users } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import type { NoticeMailKind } from '#worker/domain/codes.ts'
import { newToken } from '#worker/http/factory.ts'

/**
 * A mail to a user about a change of their account; belongs into the commit of that change, so that it is not
 * sent when the change is rejected.
 * @param onlyIf a condition, evaluated when the statement runs
 */
export function noticeMail(
  kind: NoticeMailKind,
  { userId, now, onlyIf = sql`1` }: { userId: number | SQL; now: Date; onlyIf?: SQL },
) {
  const at = now.toISOString()
  return insertSelected(
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
 * Remembers a browser after a sign-in. A user with earlier sign-ins gets a mail about a new browser, at most
 * one per hour. For a commit: the first statement returns a row when there is a mail.
 */
export function saveKnownBrowser({
  userId,
  key,
  now,
}: {
  userId: number | SQL
  key: string
  now: Date
}) {
  const at = now.toISOString()
  const known = sql`SELECT 1 FROM ${knownBrowsers} WHERE ${knownBrowsers.userId} = ${userId}`
  const isTold = sql`SELECT 1 FROM mails m WHERE m.user_id = ${userId} AND m.kind = 'newSignIn'
    AND m.created_at > ${new Date(now.getTime() - anHour).toISOString()}`
  const isNew = sql`EXISTS (${known}) AND NOT EXISTS (${known} AND ${knownBrowsers.browserKey} = ${key})
    AND NOT EXISTS (${isTold})`
  return [
    noticeMail('newSignIn', { userId, now, onlyIf: isNew }),
    write
      .insert(knownBrowsers)
      .values({ userId: sql`${userId}`, browserKey: key, lastSeenAt: at })
      .onConflictDoUpdate({
        target: [knownBrowsers.userId, knownBrowsers.browserKey],
        set: { lastSeenAt: at },
      }),
  ] as const
}

/** Deletes the browsers of a locked user. */
export function deleteKnownBrowsers(userId: number) {
  return write.delete(knownBrowsers).where(eq(knownBrowsers.userId, userId))
}
