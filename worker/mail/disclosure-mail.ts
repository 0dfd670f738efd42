import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { disclosures, guildSettings, mails } from '#worker/db/schema.ts'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'
import { idIn, isSameSignature, signedId } from '#worker/http/keyed-hash.ts'
import { paragraph } from './mail-document.ts'
import { type MailMessage, messageOf, senderName } from './mailer.ts'

export type DisclosureLink = { id: number; emailAddress: string; createdAt: string }

/** Path of the page that the link opens. */
export const disclosurePath = '/auskunft'

/** The part behind the "#", which opens the data, reaches no server and no log. */
export function disclosureUrl(origin: string, link: DisclosureLink, secret: string): string {
  return `${origin}${disclosurePath}#${linkToken(link, secret)}`
}

/** The address that this token was issued for; null if it is invalid or expired. */
export async function findByToken(
  db: Db,
  typed: string,
  secret: string,
  now: Date,
): Promise<string | null> {
  const token = typed.trim()
  const id = idIn(token)
  if (id === null) return null
  const [link] = await db
    .select({
      id: disclosures.id,
      emailAddress: disclosures.emailAddress,
      createdAt: disclosures.createdAt,
    })
    .from(disclosures)
    .where(and(eq(disclosures.id, id), gt(disclosures.expiresAt, now.toISOString())))
  return link && isSameSignature(token, linkToken(link, secret)) ? link.emailAddress : null
}

/** The token of a disclosure link: its id, signed together with address and creation time. */
function linkToken({ id, emailAddress, createdAt }: DisclosureLink, secret: string): string {
  return signedId(secret, 'disclosure link', { id, content: `${createdAt} ${emailAddress}` })
}

type Context = {
  db: Db
  now: Date
  secret: string
  /** The site's public address; "" = none, then no mail is sent. */
  origin: string
}

/** The mail with the link to the disclosure; null when the link is no longer valid. */
export async function renderDisclosureMail(
  { db, now, secret, origin }: Context,
  mailId: number,
): Promise<MailMessage | null> {
  const [[link], [guild]] = await db.batch([
    db
      .select({
        id: disclosures.id,
        emailAddress: disclosures.emailAddress,
        createdAt: disclosures.createdAt,
        expiresAt: disclosures.expiresAt,
      })
      .from(mails)
      .innerJoin(disclosures, eq(disclosures.id, mails.disclosureId))
      .where(and(eq(mails.id, mailId), gt(disclosures.expiresAt, now.toISOString()))),
    db.select({ name: guildSettings.name }).from(guildSettings),
  ])
  if (!link || !origin) return null
  const guildName = senderName(guild?.name ?? '')
  const lastDay = germanDate(berlinDay(new Date(link.expiresAt)))
  const href = disclosureUrl(origin, link, secret)
  const document = {
    subject: 'Auskunft über Deine gespeicherten Daten',
    blocks: [
      paragraph('Hallo,'),
      paragraph('hier steht alles, was wir zu dieser E-Mail Adresse gespeichert haben:'),
      { is: 'link', link: { text: 'Auskunft ansehen', href } } as const,
      paragraph(
        `Der Link gilt bis ${lastDay}. Gib ihn nicht weiter: Wer ihn hat, sieht Deine Daten.`,
      ),
      paragraph('Hast Du nicht danach gefragt? Dann musst Du nichts tun.'),
    ],
    signature: ['Viele Grüße', guildName],
  }
  return messageOf(document, { to: link.emailAddress, guildName, origin })
}
