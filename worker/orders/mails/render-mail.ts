import type { Db } from '#worker/db/db.ts'
import type { MailKind } from '#worker/domain/codes.ts'
import {
  documentHtml,
  documentText,
  type MailDocument,
  type MailLink,
} from '#worker/mail/mail-document.ts'
import type { MailAttachment, MailMessage } from '#worker/mail/mailer.ts'
import { enrolledMailOf } from './enrolled-mail.ts'
import { linksMailOf } from './links-mail.ts'
import { type MailTerms, readMailFacts } from './mail-facts.queries.ts'
import { calendarHost, paradeCalendar } from './parade-calendar.ts'
import { cancelledMailOf, reinstatedMailOf } from './parade-mails.ts'
import { refundedMailOf } from './refunded-mail.ts'
import { myOrderUrl } from './words.ts'

/**
 * A mail as it was or will be sent.
 * @param publicAddress our own, "" when there is none: then the mail leads nowhere
 * @param reader `others` see it without what opens the order
 * @returns null when there is no such mail, or nothing (more) to tell
 */
export async function renderMail(
  db: Db,
  mailId: number,
  publicAddress: string,
  reader: 'payer' | 'others' = 'payer',
): Promise<MailMessage | null> {
  const facts = await readMailFacts(db, mailId)
  if (!facts) return null
  const guildName = oneLine(facts.guildName) || 'Deine Narrenzunft'
  const origin = URL.canParse(publicAddress) ? new URL(publicAddress).origin : ''
  const token = reader === 'payer' ? facts.token : facts.token && '…'
  const terms: MailTerms = {
    ...facts,
    guildName,
    origin,
    myOrderUrl: origin && token ? myOrderUrl(origin, token) : null,
  }
  const { documentOf, attachmentsOf } = templates[facts.kind]
  const said = documentOf(terms)
  if (!said) return null
  const document = { ...said, footer: legalLinks(origin) }
  return {
    sender: guildName,
    to: facts.emailAddress,
    subject: oneLine(document.subject),
    text: documentText(document),
    html: await documentHtml(document),
    attachments: attachmentsOf(terms),
  }
}

type Template = {
  /** null: there is nothing to tell. */
  documentOf(terms: MailTerms): MailDocument | null
  attachmentsOf(terms: MailTerms): MailAttachment[]
}

/** Each kind says its own thing; a new one is written here, and in `mail/outbox.queries.ts`. */
const templates: Record<MailKind, Template> = {
  enrolled: { documentOf: enrolledMailOf, attachmentsOf: calendarOf },
  refunded: { documentOf: refundedDocument, attachmentsOf: () => [] },
  paradeCancelled: { documentOf: cancelledMailOf, attachmentsOf: () => [] },
  paradeReinstated: { documentOf: reinstatedMailOf, attachmentsOf: () => [] },
  orderLinks: { documentOf: linksMailOf, attachmentsOf: () => [] },
}

function refundedDocument({ refund, ...terms }: MailTerms): MailDocument {
  if (!refund) throw new Error('a mail of a refund that is not there')
  return refundedMailOf({ ...terms, refund })
}

function calendarOf(terms: MailTerms): MailAttachment[] {
  const places = terms.places.filter(({ isCancelled }) => !isCancelled)
  if (places.length === 0) return []
  const { isFamily, origin, createdAt } = terms
  const content = paradeCalendar(places, { isFamily, host: calendarHost(origin), at: createdAt })
  return [{ filename: calendarFile, type: 'text/calendar', content }]
}

export const calendarFile = 'umzuege.ics'

/** In each mail: who writes, and what becomes of what they know. */
function legalLinks(origin: string): MailLink[] {
  if (!origin) return []
  return [
    { text: 'Impressum', href: `${origin}/impressum` },
    { text: 'Datenschutz', href: `${origin}/datenschutz` },
  ]
}

/** A header of a mail is one line. */
function oneLine(text: string): string {
  return text.replace(/[^\S\u00a0]+/g, ' ').trim()
}
