import type { Db } from '#worker/db/db.ts'
import type { MailKind, UserMailKind } from '#worker/domain/codes.ts'
import type { MailDocument } from '#worker/mail/mail-document.ts'
import { messageOf, senderName } from '#worker/mail/mail-message.ts'
import type { MailAttachment, MailMessage } from '#worker/mail/mailer.ts'
import { addressChangedMailOf } from './address-changed-mail.ts'
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
  if (!facts || !isOfOrders(facts.kind)) return null
  const guildName = senderName(facts.guildName)
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
  const attachments = attachmentsOf(terms)
  return messageOf(said, { to: facts.emailAddress, guildName, origin, attachments })
}

type Template = {
  /** null: there is nothing to tell. */
  documentOf(terms: MailTerms): MailDocument | null
  attachmentsOf(terms: MailTerms): MailAttachment[]
}

/** Mails to staff are the accounts' (auth/user-mails.ts); the disclosure's, circulars and letters about fees are of no order. */
type OrderMailKind = Exclude<MailKind, UserMailKind | 'disclosure' | 'circular' | 'feeLetter'>

function isOfOrders(kind: MailKind): kind is OrderMailKind {
  return Object.hasOwn(templates, kind)
}

/** Each kind says its own thing; a new one is written here, and in `mail/outbox.queries.ts`. */
const templates: Record<OrderMailKind, Template> = {
  enrolled: { documentOf: enrolledMailOf, attachmentsOf: calendarOf },
  refunded: { documentOf: refundedDocument, attachmentsOf: () => [] },
  paradeCancelled: { documentOf: cancelledMailOf, attachmentsOf: () => [] },
  paradeReinstated: { documentOf: reinstatedMailOf, attachmentsOf: () => [] },
  orderLinks: { documentOf: linksMailOf, attachmentsOf: () => [] },
  addressChanged: { documentOf: addressChangedMailOf, attachmentsOf: () => [] },
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
