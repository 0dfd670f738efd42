import { isUserMail, renderUserMail } from '#worker/auth/user-mails.ts'
import type { Db } from '#worker/db/db.ts'
import type { MailKind, UserMailKind } from '#worker/domain/codes.ts'
import type { Env } from '#worker/env.ts'
import { circularFiles, renderCircularMail } from '#worker/mail/circular-mail.ts'
import { renderDisclosureMail } from '#worker/mail/disclosure-mail.ts'
import { renderFeeLetterMail } from '#worker/mail/fee-letter-mail.ts'
import type { MailDocument } from '#worker/mail/mail-document.ts'
import {
  type MailAttachment,
  type MailMessage,
  mailerOf,
  messageOf,
  senderName,
} from '#worker/mail/mailer.ts'
import { type ClaimedMail, sendMails } from '#worker/mail/send-mails.ts'
import { cancelledMailOf, refundedMailOf, reinstatedMailOf } from './change-mails.ts'
import { addressChangedMailOf, enrolledMailOf, linksMailOf } from './enrolment-mails.ts'
import { type MailTerms, readMailFacts } from './mail-facts.queries.ts'
import { calendarHost, paradeCalendar } from './parade-calendar.ts'
import {
  costumeTakenMailOf,
  offeredMailOf,
  waitingEndedMailOf,
  waitingMailOf,
} from './waiting-mails.ts'
import { myOrderUrl } from './words.ts'

/**
 * A mail as it was or will be sent.
 * @param publicAddress the site's address; "" = none, then the mail has no links
 * @param reader `others` get the mail without the links that open the order
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
  const document = documentOf(terms)
  if (!document) return null
  const attachments = attachmentsOf(terms)
  return messageOf(document, { to: facts.emailAddress, guildName, origin, attachments })
}

type Template = {
  /** null when there is nothing to tell. */
  documentOf(terms: MailTerms): MailDocument | null
  attachmentsOf(terms: MailTerms): MailAttachment[]
}

/**
 * The kinds of mails about orders. Mails to staff (auth/user-mails.ts), disclosures, circulars and fee letters are
 * about no order.
 */
type OrderMailKind = Exclude<MailKind, UserMailKind | 'disclosure' | 'circular' | 'feeLetter'>

function isOfOrders(kind: MailKind): kind is OrderMailKind {
  return Object.hasOwn(templates, kind)
}

/** A new kind is added here and in `mail/outbox.queries.ts`. */
const templates: Record<OrderMailKind, Template> = {
  enrolled: { documentOf: enrolledMailOf, attachmentsOf: calendarOf },
  refunded: { documentOf: refundedDocument, attachmentsOf: () => [] },
  paradeCancelled: { documentOf: cancelledMailOf, attachmentsOf: () => [] },
  paradeReinstated: { documentOf: reinstatedMailOf, attachmentsOf: () => [] },
  orderLinks: { documentOf: linksMailOf, attachmentsOf: () => [] },
  addressChanged: { documentOf: addressChangedMailOf, attachmentsOf: () => [] },
  waiting: { documentOf: waitingMailOf, attachmentsOf: () => [] },
  offered: { documentOf: offeredMailOf, attachmentsOf: () => [] },
  waitingCostume: { documentOf: costumeTakenMailOf, attachmentsOf: () => [] },
  waitingEnded: { documentOf: waitingEndedMailOf, attachmentsOf: () => [] },
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

type Context = {
  db: Db
  now: Date
  env: Env
  /** The site's public address; "" = none. */
  origin: string
}

/** Sends waiting mails: those of one order, or all of every kind. */
export function sendOrderMails(
  { db, now, env, origin }: Context,
  only: { orderId?: number; limit: number },
): Promise<void> {
  const context = { db, now, secret: env.JWT_SECRET, origin }
  const filesOf = circularFiles(db)
  const render = ({ id, kind }: ClaimedMail) => {
    if (kind === 'circular') return renderCircularMail(context, id, filesOf)
    if (kind === 'feeLetter') return renderFeeLetterMail(context, id)
    if (kind === 'disclosure') return renderDisclosureMail(context, id)
    return isUserMail(kind) ? renderUserMail(context, id) : renderMail(db, id, origin)
  }
  return sendMails({ db, now, mailer: mailerOf(env), render }, only)
}
