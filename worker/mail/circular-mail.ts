import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import {
  circularAttachmentParts,
  circularAttachments,
  circularRecipients,
  circulars,
  guildSettings,
  mails,
  users,
} from '#worker/db/schema.ts'
import { joinBytes } from '#worker/db/stored-bytes.ts'
import type { PdfFile } from '#worker/domain/attachments.ts'
import { addressKey, personalise } from '#worker/domain/circular.ts'
import { isEmailAddress } from '#worker/domain/text.ts'
import { isSameSignature, seal } from '#worker/http/keyed-hash.ts'
import { paragraph } from './mail-document.ts'
import { type MailMessage, messageOf, senderName } from './mailer.ts'

/** Path of the page that the link opens. */
export const optOutPath = '/abbestellen'

const purpose = 'circular opt-out'

/** Maximum number of members that a link names; others at the same address are found by the address. */
const maxIds = 20

/** The opt-out link. The token stands behind the "#", which reaches no server and no log. */
export function optOutUrl(
  origin: string,
  memberIds: readonly number[],
  emailAddress: string,
  secret: string,
): string {
  const said = `${memberIds.slice(0, maxIds).join('-')}.${addressSeal(emailAddress, secret)}`
  return `${origin}${optOutPath}#${said}.${seal(secret, purpose, said)}`
}

/** The members that an opt-out link names, and a check of their address; null for an invalid link. */
export function readOptOut(
  typed: string,
  secret: string,
): { memberIds: number[]; isAddress: (emailAddress: string) => boolean } | null {
  const token = typed.trim()
  const [, said = '', ids = '', address = '', given = ''] =
    /^(((?:[1-9]\d{0,14}(?:-[1-9]\d{0,14})*)?)\.([\w-]{16}))\.([\w-]{43})$/.exec(token) ?? []
  if (!isSameSignature(given, seal(secret, purpose, said)) || ids === '') return null
  return {
    memberIds: ids.split('-').map(Number),
    isAddress: (emailAddress) => isSameSignature(address, addressSeal(emailAddress, secret)),
  }
}

function addressSeal(emailAddress: string, secret: string): string {
  return seal(secret, `${purpose} address`, addressKey(emailAddress)).slice(0, 16)
}

/** Reads the files of a circular, and keeps them for its next mail. */
export function circularFiles(db: Db): (circularId: number) => Promise<PdfFile[]> {
  let kept: { circularId: number; files: PdfFile[] } | null = null
  return async (circularId) => {
    if (kept?.circularId !== circularId)
      kept = { circularId, files: await readFiles(db, circularId) }
    return kept.files
  }
}

async function readFiles(db: Db, circularId: number): Promise<PdfFile[]> {
  const [files, parts] = await db.batch([
    db
      .select({ number: circularAttachments.number, name: circularAttachments.name })
      .from(circularAttachments)
      .where(eq(circularAttachments.circularId, circularId))
      .orderBy(asc(circularAttachments.number)),
    db
      .select({ number: circularAttachmentParts.number, bytes: circularAttachmentParts.bytes })
      .from(circularAttachmentParts)
      .where(eq(circularAttachmentParts.circularId, circularId))
      .orderBy(asc(circularAttachmentParts.number), asc(circularAttachmentParts.part)),
  ])
  return Promise.all(
    files.map(async ({ number, name }) => {
      const own = parts.filter((part) => part.number === number)
      return { name, bytes: await joinBytes(own.map(({ bytes }) => bytes)) }
    }),
  )
}

type Context = {
  db: Db
  secret: string
  /** The site's public address; "" = none, then the mail has no links. */
  origin: string
}

/** The content of a circular; the signature is the sender's. */
type CircularWords = { subject: string; body: string; signature: string }
type GuildWords = { name: string; contactEmail: string }
type Reader = { id: number; firstName: string; lastName: string }
type To = { emailAddress: string; members: readonly Reader[] }

/** A circular as a mail to one address. */
export async function circularMessage(
  { subject, body, signature }: CircularWords,
  { emailAddress, members: readers }: To,
  guild: GuildWords,
  { origin, secret }: Pick<Context, 'origin' | 'secret'>,
): Promise<MailMessage> {
  const ids = readers.map(({ id }) => id)
  const href = origin && optOutUrl(origin, ids, emailAddress, secret)
  const text = personalise(body.replace(/\r\n?/g, '\n'), readers)
  const said = {
    subject: personalise(subject, readers),
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
 * A circular's mail with the present names, to the address it was written for. Members who have opted out,
 * died or been anonymised since are not named; `skip` when no recipient is left, null when there is no such
 * mail.
 * @param filesOf the files of a circular, read once for all of its mails
 */
export async function renderCircularMail(
  { db, secret, origin }: Context,
  mailId: number,
  filesOf: (circularId: number) => Promise<PdfFile[]>,
): Promise<MailMessage | null | 'skip'> {
  const [[circular], found, [guild]] = await db.batch([
    db
      .select({
        id: circulars.id,
        hasFiles: sql<boolean>`EXISTS (SELECT 1 FROM circular_attachments a
          WHERE a.circular_id = ${circulars.id})`
          .mapWith(Boolean)
          .as('has_files'),
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
      // A recipient whose record was merged is replaced by the record that was kept.
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
  const { emailAddress, id, hasFiles, ...words } = circular
  if (emailAddress === null || readers.length === 0) return 'skip'
  const files = hasFiles ? await filesOf(id) : []
  const to = { emailAddress, members: readers }
  return { ...(await circularMessage(words, to, guild, { origin, secret })), files }
}
