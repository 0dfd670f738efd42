import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { disclosures, guildSettings, mails } from '#worker/db/schema.ts'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'
import { disclosureUrl } from './disclosure-links.ts'
import { paragraph } from './mail-document.ts'
import { messageOf, senderName } from './mail-message.ts'
import type { MailMessage } from './mailer.ts'

type Context = {
  db: Db
  now: Date
  secret: string
  /** Our own public address, "" when there is none: then there is nothing to send. */
  origin: string
}

/** The link to what is stored of an address; null when it opens nothing any more. */
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
  const said = {
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
  return messageOf(said, { to: link.emailAddress, guildName, origin })
}
