import { and, sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { members } from '#worker/db/schema.ts'
import { readOptOut } from '#worker/mail/circular-mail.ts'

type Context = { db: Db; now: Date; secret: string }

/**
 * No circulars any more: for the members of the link, whatever their address is today, and for everybody
 * at the address it was sent to. What is none of our links, or was pressed before, changes nothing.
 */
export async function optOut({ db, now, secret }: Context, token: string): Promise<void> {
  const link = readOptOut(token, secret)
  if (!link) return
  // A record that was merged into another is that one.
  const named = sql`(SELECT coalesce(g.kept_id, j.value) FROM json_each(${JSON.stringify(link.memberIds)}) j
    LEFT JOIN member_merges g ON g.gone_id = j.value AND g.undone_at IS NULL)`
  const found = await db
    .select({ eMail: members.eMail })
    .from(members)
    .where(sql`${members.id} IN ${named}`)
  const eMail = found.find((one) => link.isAddress(one.eMail))?.eMail ?? ''
  const address = sql`lower(trim(${eMail}))`
  await commit(db, [
    write
      .update(members)
      .set({
        mailOptOut: true,
        version: sql`${members.version} + 1`,
        updatedAt: now.toISOString(),
      })
      .where(
        and(
          sql`${members.id} IN (SELECT id FROM members WHERE id IN ${named}
          UNION SELECT id FROM members WHERE e_mail <> '' AND lower(trim(e_mail)) = ${address})`,
          sql`${members.mailOptOut} = 0 AND ${members.anonymisedAt} IS NULL`,
        ),
      ),
  ])
}
