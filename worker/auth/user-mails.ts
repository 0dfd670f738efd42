import { eq, sql } from 'drizzle-orm'
import type { Context as HonoContext } from 'hono'
import { causeOf } from '#worker/db/causes.ts'
import type { Db } from '#worker/db/db.ts'
import { guildSettings, mails, users } from '#worker/db/schema.ts'
import {
  type LinkMailKind,
  type MailKind,
  type NoticeMailKind,
  noticeMailKinds,
  type UserMailKind,
  userMailKinds,
} from '#worker/domain/codes.ts'
import { berlinDay, berlinTime, germanDate } from '#worker/domain/dates.ts'
import { type AppEnv, publicAddress } from '#worker/http/factory.ts'
import { type MailDocument, paragraph } from '#worker/mail/mail-document.ts'
import { type MailMessage, mailerOf, messageOf, senderName } from '#worker/mail/mailer.ts'
import { sendMails } from '#worker/mail/send-mails.ts'
import { loginLink, mailKindOf, selectOpenLink, type UserLink } from './user-links.ts'

type Context = {
  db: Db
  now: Date
  secret: string
  /** The public address; "" when there is none, so that no link can be sent. */
  origin: string
}

export function isUserMail(kind: MailKind): kind is UserMailKind {
  return userMailKinds.some((one) => one === kind)
}

/** Sends the waiting mails to this user; the cron retries failed ones. */
export async function sendUserMails(c: HonoContext<AppEnv>, userId: number): Promise<void> {
  const { db, now } = c.var
  const context = { db, now, secret: c.env.JWT_SECRET, origin: publicAddress(c) }
  const render = ({ id }: { id: number }) => renderUserMail(context, id)
  await sendMails({ db, now, mailer: mailerOf(c.env), render }, { userId, limit: mailsAtOnce })
}

/** Runs `work` after the response, so that the response time reveals nothing. */
export function runAfterResponse(c: HonoContext<AppEnv>, work: () => Promise<void>): void {
  const requestId = c.get('requestId')
  const log = (error: unknown) => {
    const name = error instanceof Error ? error.name : typeof error
    const line = { level: 'error', event: 'user_mails_failed', requestId, error: name }
    console.error(JSON.stringify({ ...line, cause: causeOf(error) }))
  }
  c.executionCtx.waitUntil(work().catch(log))
}

/** The most mails sent at once: the new one, and earlier ones that are due again. */
const mailsAtOnce = 5

/** The rendered mail; null when its link is no longer valid. */
export async function renderUserMail(
  { db, now, secret, origin }: Context,
  mailId: number,
): Promise<MailMessage | null> {
  const linkId = sql`(SELECT user_link_id FROM mails WHERE id = ${mailId})`
  const [[mail], [open], [guild]] = await db.batch([
    selectMail(db, mailId),
    selectOpenLink(db, linkId, now),
    db.select({ name: guildSettings.name }).from(guildSettings),
  ])
  if (!mail?.to) return null
  const guildName = senderName(guild?.name ?? '')
  if (isNotice(mail.kind)) {
    const at = new Date(mail.createdAt)
    const notice = noticeWords[mail.kind]({ at, device: mail.device })
    return messageOf(noticeOf(notice, mail.firstName, guildName), {
      to: mail.to,
      guildName,
      origin,
    })
  }
  if (!open || !origin) return null
  const { firstName } = open.user
  const facts = {
    firstName,
    guildName,
    link: open.link,
    href: loginLink(origin, open.link, secret),
  }
  const document = templates[mailKindOf[open.link.purpose]](facts)
  return messageOf(document, { to: mail.to, guildName, origin })
}

/** The facts of a mail to a user, with the device of the sign-in that caused the mail, if any. */
function selectMail(db: Db, mailId: number) {
  return db
    .select({
      to: mails.emailAddress,
      kind: mails.kind,
      createdAt: mails.createdAt,
      firstName: users.firstName,
      device: sql<string | null>`(SELECT s.device FROM sessions s
        WHERE s.user_id = mails.user_id AND s.created_at = mails.created_at LIMIT 1)`.as('device'),
    })
    .from(mails)
    .innerJoin(users, eq(users.id, mails.userId))
    .where(eq(mails.id, mailId))
}

type Facts = { firstName: string; guildName: string; link: UserLink; href: string }

const templates: Record<LinkMailKind, (facts: Facts) => MailDocument> = {
  invitation: ({ firstName, guildName, link, href }) => ({
    subject: `Dein Zugang: ${guildName}`,
    blocks: [
      paragraph(`Hallo ${firstName},`),
      paragraph(
        'Du hast jetzt einen Zugang zur Verwaltung der Zunft. Lege Dein Passwort fest, dann bist Du angemeldet:',
      ),
      { is: 'link', link: { text: 'Passwort festlegen', href } },
      paragraph(validity(link)),
      paragraph('Weißt Du nichts davon? Dann musst Du nichts tun.'),
    ],
    signature: ['Viele Grüße', guildName],
  }),
  passwordReset: ({ firstName, guildName, link, href }) => ({
    subject: 'Dein neues Passwort',
    blocks: [
      paragraph(`Hallo ${firstName},`),
      paragraph('hier legst Du ein neues Passwort fest:'),
      { is: 'link', link: { text: 'Neues Passwort festlegen', href } },
      paragraph(validity(link)),
      paragraph(
        'Mit dem neuen Passwort wirst Du überall sonst abgemeldet. Hast Du einen Passkey, wirst Du danach gefragt.',
      ),
      paragraph(
        'Hast Du nicht danach gefragt? Dann musst Du nichts tun: Dein Passwort bleibt, wie es ist.',
      ),
    ],
    signature: ['Viele Grüße', guildName],
  }),
}

function validity({ expiresAt }: UserLink): string {
  const until = new Date(expiresAt)
  return `Der Link gilt einmal, und bis ${germanDate(berlinDay(until))}, ${berlinTime(until)} Uhr. Gib ihn nicht weiter: Wer ihn hat, kann sich damit anmelden.`
}

// Mails about a change of a user's account. They contain no link, so that users do not get used to following
// links in such mails.

function isNotice(kind: MailKind): kind is NoticeMailKind {
  return noticeMailKinds.some((one) => one === kind)
}

type Notice = {
  subject: string
  /** What happened, when, and on which device if known. */
  what: string
  /** What the user should do who did not make the change. */
  otherwise: string
}

type NoticeFacts = { at: Date; device: string | null }

const renew =
  'Öffne das Programm, drücke beim Anmelden auf „Passwort vergessen?“ und lege ein neues Passwort fest. Damit wirst Du überall sonst abgemeldet.'

const noticeWords: Record<NoticeMailKind, (facts: NoticeFacts) => Notice> = {
  passwordChanged: (facts) => ({
    subject: 'Dein Passwort wurde geändert',
    what: `Das Passwort zu Deinem Zugang wurde ${when(facts)} geändert${where(facts)}.`,
    otherwise: renew,
  }),
  passkeyAdded: (facts) => ({
    subject: 'Du hast einen neuen Passkey',
    what: `Für Deinen Zugang wurde ${when(facts)} ein Passkey angelegt${where(facts)}.`,
    otherwise: `Melde Dich an und entferne ihn unter „Mein Account“. ${renew}`,
  }),
  passkeyRemoved: (facts) => ({
    subject: 'Ein Passkey wurde entfernt',
    what: `Bei Deinem Zugang wurde ${when(facts)} ein Passkey entfernt.`,
    otherwise: renew,
  }),
  newSignIn: (facts) => ({
    subject: 'Neue Anmeldung mit Deinem Zugang',
    what: `Mit Deinem Zugang hat sich ${when(facts)} jemand auf einem Gerät angemeldet, auf dem Du noch nie angemeldet warst${where(facts)}.`,
    otherwise: renew,
  }),
}

function noticeOf(
  { subject, what, otherwise }: Notice,
  firstName: string,
  guildName: string,
): MailDocument {
  return {
    subject,
    blocks: [
      paragraph(`Hallo ${firstName},`),
      paragraph(what),
      paragraph('Warst Du das? Dann musst Du nichts tun.'),
      paragraph(`Warst Du es nicht? ${otherwise} Sag danach jemandem aus der Verwaltung Bescheid.`),
    ],
    signature: ['Viele Grüße', guildName],
  }
}

function when({ at }: NoticeFacts): string {
  return `am ${germanDate(berlinDay(at))} um ${berlinTime(at)} Uhr`
}

function where({ device }: NoticeFacts): string {
  return device ? ` (${device})` : ''
}
