import {
  codesIn,
  documentHtml,
  documentText,
  type MailDocument,
  type MailLink,
} from './mail-document.ts'
import type { MailAttachment, MailMessage } from './mailer.ts'

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
