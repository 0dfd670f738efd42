import { eq, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import {
  circularRecipients,
  circulars,
  guildSettings,
  mails,
  users,
} from '#worker/db/schema.ts'
import { filledIn } from '#worker/domain/circular.ts'
import { isEmailAddress } from '#worker/domain/text.ts'
import { optOutUrl } from './circular-links.ts'
import { paragraph } from './mail-document.ts'
import { messageOf, senderName } from './mail-message.ts'
import type { MailMessage } from './mailer.ts'

type Context = {
  db: Db
  secret: string
  /** Our own public address, "" when there is none: then the mail leads nowhere. */
  origin: string
}

/** What is said to all, and by whom. */
export type CircularWords = { subject: string; body: string; signature: string }
export type GuildWords = { name: string; contactEmail: string }
type Reader = { id: number; firstName: string; lastName: string }
type To = { emailAddress: string; members: readonly Reader[] }

/** A circular as one address reads it. */
export async function circularMessage(
  { subject, body, signature }: CircularWords,
  { emailAddress, members: readers }: To,
  guild: GuildWords,
  { origin, secret }: Pick<Context, 'origin' | 'secret'>,
): Promise<MailMessage> {
  const ids = readers.map(({ id }) => id)
  const href = origin && optOutUrl(origin, ids, emailAddress, secret)
  const text = filledIn(body.replace(/\r\n?/g, '\n'), readers)
  const said = {
    subject: filledIn(subject, readers),
    blocks: text
      .split(/\n\s*\n/)
      .map((part) => part.trim())
      .filter(Boolean)
      .map(paragraph),
    signature: signature.split('\n').map((line) => line.trim()),
    footer: href ? [{ text: 'Keine Rundmails mehr', href }] : [],
  }
  const { name, contactEmail } = guild
  const message = await messageOf(
    { ...said, signature: signature.trim() ? said.signature : [] },
    { to: emailAddress, guildName: senderName(name), origin },
  )
  return {
    ...message,
    ...(isEmailAddress(contactEmail) && { replyTo: contactEmail.trim() }),
    ...(href && { headers: { 'List-Unsubscribe': `<${href}>` } }),
  }
}

/**
 * A circular's mail as it is sent: the names as they are now, at the address it was written for. Who said
 * no or died meanwhile is not named; `skip` when nobody is left, null when there is no such mail.
 */
export async function renderCircularMail(
  { db, secret, origin }: Context,
  mailId: number,
): Promise<MailMessage | null | 'skip'> {
  const [[circular], found, [guild]] = await db.batch([
    db
      .select({
        subject: circulars.subject,
        body: circulars.body,
        signature: users.mailSignature,
        emailAddress: circularRecipients.emailAddress,
      })
      .from(mails)
      .innerJoin(circulars, eq(circulars.id, mails.circularId))
      .innerJoin(users, eq(users.id, circulars.createdBy))
      .leftJoin(circularRecipients, eq(circularRecipients.mailId, mails.id))
      .where(eq(mails.id, mailId)),
    db
      .select({
        id: sql<number>`members.id`.as('id'),
        firstName: sql<string>`members.first_name`.as('first_name'),
        lastName: sql<string>`members.last_name`.as('last_name'),
      })
      // A record that was merged into another is that one.
      .from(sql`circular_recipients r CROSS JOIN json_each(r.member_ids) j
        LEFT JOIN member_merges g ON g.gone_id = j.value AND g.undone_at IS NULL
        CROSS JOIN members ON members.id = coalesce(g.kept_id, j.value)`)
      .where(
        sql`r.mail_id = ${mailId} AND members.anonymised_at IS NULL
          AND members.mail_opt_out = 0 AND members.membership_state <> 'Died'`,
      )
      .orderBy(sql`j.key`),
    db
      .select({ name: guildSettings.name, contactEmail: guildSettings.contactEmail })
      .from(guildSettings),
  ])
  if (!circular || !guild) return null
  const readers = [...new Map(found.map((one) => [one.id, one])).values()]
  const { emailAddress, ...words } = circular
  if (emailAddress === null || readers.length === 0) return 'skip'
  return circularMessage(words, { emailAddress, members: readers }, guild, { origin, secret })
}
