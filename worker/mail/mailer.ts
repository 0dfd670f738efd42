import type { PdfFile } from '#worker/domain/attachments.ts'
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
  /** The name before the sender's address. */
  sender: string
  to: string
  subject: string
  text: string
  html: string
  attachments: MailAttachment[]
  /** Files that staff attached. */
  files?: readonly PdfFile[]
  /** Pictures that the HTML refers to. */
  codes: MailCode[]
  /** Address for answers; default: the sender's. */
  replyTo?: string
  headers?: Record<string, string>
}

export type MailAttachment = { filename: string; type: string; content: string }

/** Sends mails. After an error a retry may succeed, unless it is a `MailRejectedError`. */
export type Mailer = { from: string; send(message: MailMessage): Promise<void> }

/** The provider will never accept this message for this address. */
export class MailRejectedError extends Error {
  override readonly name = 'MailRejectedError'
}

/** The provider's limit for the day or for the moment is reached; the message itself is not rejected. */
export class MailLimitError extends Error {
  override readonly name = 'MailLimitError'
  readonly of: 'day' | 'moment'

  constructor(code: string, of: 'day' | 'moment') {
    super(code)
    this.of = of
  }
}

/** null where no sender is configured: no mail is sent, and everything else works. */
export function mailerOf(env: Pick<Env, 'EMAIL' | 'MAIL_FROM'>): Mailer | null {
  const from = env.MAIL_FROM?.trim() ?? ''
  const binding = env.EMAIL
  if (!binding || !isEmailAddress(from)) return null
  return {
    from,
    async send({ sender, attachments, codes, files = [], ...message }) {
      const written = attachments.map(({ content, ...file }) => ({
        ...file,
        disposition: 'attachment' as const,
        // Sent as bytes, since the service would decode a string as Base64.
        content: new TextEncoder().encode(content),
      }))
      const pictures = codes.map(({ contentId, gif }) => ({
        filename: `${contentId}.gif`,
        type: 'image/gif',
        disposition: 'inline' as const,
        contentId,
        content: gif,
      }))
      const documents = files.map(({ name, bytes }) => ({
        filename: name,
        type: 'application/pdf',
        disposition: 'attachment' as const,
        content: bytes,
      }))
      await binding
        .send({
          ...message,
          from: { email: from, name: sender },
          attachments: [...written, ...documents, ...pictures],
        })
        .catch((error: unknown) => {
          throw toMailError(error)
        })
    },
  }
}

// Codes of permanent errors in message or address. All others (an unverified sender, a limit, a failed delivery,
// a fault of the service) are worth a retry.
const rejectionCodes: readonly string[] = [
  'E_VALIDATION_ERROR',
  'E_FIELD_MISSING',
  'E_RECIPIENT_NOT_ALLOWED',
  'E_RECIPIENT_SUPPRESSED',
  'E_CONTENT_TOO_LARGE',
]

function toMailError(error: unknown): unknown {
  const code = mailErrorCode(error)
  if (rejectionCodes.includes(code)) return new MailRejectedError(code)
  if (code === 'E_DAILY_LIMIT_EXCEEDED') return new MailLimitError(code, 'day')
  if (code === 'E_RATE_LIMIT_EXCEEDED') return new MailLimitError(code, 'moment')
  return error
}

/** The service's `E_…` code, or the error's name. The error's message is not used: it may contain an address. */
export function mailErrorCode(error: unknown): string {
  if (error instanceof MailRejectedError || error instanceof MailLimitError) return error.message
  if (!(error instanceof Error)) return typeof error
  const code = 'code' in error ? String(error.code) : ''
  return /^E_[A-Z_]+$/.test(code) ? code : error.name
}

type MessageFrame = {
  to: string
  guildName: string
  /** The site's public address; "" = none, then the mail has no links. */
  origin: string
  attachments?: MailAttachment[]
}

/** Renders a mail document as the message that is sent. */
export async function messageOf(
  content: MailDocument,
  { to, guildName, origin, attachments = [] }: MessageFrame,
): Promise<MailMessage> {
  const document = { ...content, footer: [...(content.footer ?? []), ...legalLinks(origin)] }
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

/** The sender's name, also when the guild has not set its name. */
export function senderName(guildName: string): string {
  return oneLine(guildName) || 'Deine Narrenzunft'
}

/** The links that every mail contains: legal notice and privacy statement. */
function legalLinks(origin: string): MailLink[] {
  if (!origin) return []
  return [
    { text: 'Impressum', href: `${origin}/impressum` },
    { text: 'Datenschutz', href: `${origin}/datenschutz` },
  ]
}

/** Joins the lines of a text, since a mail header is one line. */
function oneLine(text: string): string {
  return text.replace(/[^\S\u00a0]+/g, ' ').trim()
}
