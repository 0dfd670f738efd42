import { eq, type SQL, sql } from 'drizzle-orm'
import { write } from '#worker/db/db.ts'
import { knownBrowsers, mails, users } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import type { NoticeMailKind } from '#worker/domain/codes.ts'
import { newToken } from '#worker/http/factory.ts'

/**
 * A mail about a change of the user's account. It belongs into the batch of that change: if the change is
 * refused, no mail is sent.
 * @param onlyIf whether it happened, when the statement's turn comes
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
 * Notes a sign-in in a browser. A user who has signed in before, but never in this browser, gets a mail,
 * at most one an hour. For a batch: its first answer has a row when there is a mail.
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

/** Of who is locked: no sign-in is looked at any more. */
export function deleteKnownBrowsers(userId: number) {
  return write.delete(knownBrowsers).where(eq(knownBrowsers.userId, userId))
}
