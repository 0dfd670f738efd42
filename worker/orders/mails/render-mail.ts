import type { Db } from '#worker/db/db.ts'
import type { MailKind } from '#worker/domain/codes.ts'
import { documentHtml, documentText, type MailDocument } from '#worker/mail/mail-document.ts'
import type { MailAttachment, MailMessage } from '#worker/mail/mailer.ts'
import { enrolledMailOf } from './enrolled-mail.ts'
import { type MailFacts, readMailFacts } from './mail-facts.queries.ts'
import { paradeCalendar } from './parade-calendar.ts'
import { cancelledMailOf, reinstatedMailOf } from './parade-mails.ts'
import { refundedMailOf } from './refunded-mail.ts'

/**
 * A mail as it was or will be sent.
 * @param origin our own public address, "" when there is none: names the calendar entries
 * @returns null when there is no such mail
 */
export async function renderMail(
  db: Db,
  mailId: number,
  origin: string,
): Promise<MailMessage | null> {
  const facts = await readMailFacts(db, mailId)
  if (!facts) return null
  const guildName = oneLine(facts.guildName) || 'Deine Narrenzunft'
  const { documentOf, attachmentsOf } = templates[facts.kind]
  const document = documentOf({ ...facts, guildName })
  return {
    sender: guildName,
    to: facts.emailAddress,
    subject: oneLine(document.subject),
    text: documentText(document),
    html: await documentHtml(document),
    attachments: attachmentsOf(facts, origin),
  }
}

type Template = {
  documentOf(facts: MailFacts): MailDocument
  attachmentsOf(facts: MailFacts, origin: string): MailAttachment[]
}

/** Each kind says its own thing; a new one is written here, and in `mail/outbox.queries.ts`. */
const templates: Record<MailKind, Template> = {
  enrolled: { documentOf: enrolledMailOf, attachmentsOf: calendarOf },
  refunded: { documentOf: refundedDocument, attachmentsOf: () => [] },
  paradeCancelled: { documentOf: cancelledMailOf, attachmentsOf: () => [] },
  paradeReinstated: { documentOf: reinstatedMailOf, attachmentsOf: () => [] },
}

function refundedDocument({ refund, ...facts }: MailFacts): MailDocument {
  if (!refund) throw new Error('a mail of a refund that is not there')
  return refundedMailOf({ ...facts, refund })
}

function calendarOf({ places: all, createdAt }: MailFacts, origin: string): MailAttachment[] {
  const places = all.filter(({ isCancelled }) => !isCancelled)
  if (places.length === 0) return []
  const host = URL.canParse(origin) ? new URL(origin).hostname : 'zunft'
  const content = paradeCalendar(places, host, createdAt)
  return [{ filename: 'umzuege.ics', type: 'text/calendar', content }]
}

/** A header of a mail is one line. */
function oneLine(text: string): string {
  return text.replace(/[^\S\u00a0]+/g, ' ').trim()
}
