import { isEmailAddress } from '#worker/domain/text.ts'
import type { Env } from '#worker/env.ts'
import {
  codesIn,
  documentHtml,
  documentText,
  type MailCode,
  type MailDocument,
  type MailLink,
} from './mail-document.ts'

export type MailMessage = {
  /** Whose name stands before the sender's address. */
  sender: string
  to: string
  subject: string
  text: string
  html: string
  attachments: MailAttachment[]
  /** Their pictures stand in the HTML. */
  codes: MailCode[]
  /** Where an answer goes; left out, to the sender's own address. */
  replyTo?: string
  headers?: Record<string, string>
}

export type MailAttachment = { filename: string; type: string; content: string }

/** Something that mails can be handed to. What it throws may go well later, save a `MailRefusal`. */
export type Mailer = { from: string; send(message: MailMessage): Promise<void> }

/** This message to this address will never be taken. */
export class MailRefusal extends Error {
  override readonly name = 'MailRefusal'
}

/** The provider takes no more: of this day, or for a moment. It says nothing of this message. */
export class MailLimit extends Error {
  override readonly name = 'MailLimit'
  readonly of: 'day' | 'moment'

  constructor(code: string, of: 'day' | 'moment') {
    super(code)
    this.of = of
  }
}

/** Null where no sender is set up: nothing is sent, and all else goes on. */
export function mailerOf(env: Pick<Env, 'EMAIL' | 'MAIL_FROM'>): Mailer | null {
  const from = env.MAIL_FROM?.trim() ?? ''
  const binding = env.EMAIL
  if (!binding || !isEmailAddress(from)) return null
  return {
    from,
    async send({ sender, attachments, codes, ...message }) {
      const files = attachments.map(({ content, ...file }) => ({
        ...file,
        disposition: 'attachment' as const,
        // As bytes: the service reads a text as Base64.
        content: new TextEncoder().encode(content),
      }))
      const pictures = codes.map(({ contentId, gif }) => ({
        filename: `${contentId}.gif`,
        type: 'image/gif',
        disposition: 'inline' as const,
        contentId,
        content: gif,
      }))
      await binding
        .send({
          ...message,
          from: { email: from, name: sender },
          attachments: [...files, ...pictures],
        })
        .catch((error: unknown) => {
          throw toMailError(error)
        })
    },
  }
}

// What is wrong with the message or its address stays wrong. A sender that is not verified, a
// limit, a delivery that failed or trouble of the service may be right in an hour.
const refusals: readonly string[] = [
  'E_VALIDATION_ERROR',
  'E_FIELD_MISSING',
  'E_RECIPIENT_NOT_ALLOWED',
  'E_RECIPIENT_SUPPRESSED',
  'E_CONTENT_TOO_LARGE',
]

function toMailError(error: unknown): unknown {
  const code = mailErrorCode(error)
  if (refusals.includes(code)) return new MailRefusal(code)
  if (code === 'E_DAILY_LIMIT_EXCEEDED') return new MailLimit(code, 'day')
  if (code === 'E_RATE_LIMIT_EXCEEDED') return new MailLimit(code, 'moment')
  return error
}

/** `E_…` as the service names it, or what kind of error it is. Its message may name an address. */
export function mailErrorCode(error: unknown): string {
  if (error instanceof MailRefusal || error instanceof MailLimit) return error.message
  if (!(error instanceof Error)) return typeof error
  const code = 'code' in error ? String(error.code) : ''
  return /^E_[A-Z_]+$/.test(code) ? code : error.name
}

type Around = {
  to: string
  guildName: string
  /** Our own public address, "" when there is none: then the mail leads nowhere. */
  origin: string
  attachments?: MailAttachment[]
}

/** What is said, as it goes out. */
export async function messageOf(
  said: MailDocument,
  { to, guildName, origin, attachments = [] }: Around,
): Promise<MailMessage> {
  const document = { ...said, footer: [...(said.footer ?? []), ...legalLinks(origin)] }
  return {
    sender: guildName,
    to,
    subject: oneLine(document.subject),
    text: documentText(document),
    html: await documentHtml(document),
    attachments,
    codes: codesIn(document),
  }
}

/** Who writes, whatever the guild is called in its settings. */
export function senderName(guildName: string): string {
  return oneLine(guildName) || 'Deine Narrenzunft'
}

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
