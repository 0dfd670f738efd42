import { type MailDocument, paragraph } from '#worker/mail/mail-document.ts'
import type { MailTerms } from './mail-facts.queries.ts'
import { greeting } from './words.ts'

/**
 * To the address that an order had before. It may belong to a stranger who was meant by a slip: no name, no
 * new address, and no link that opens the order.
 */
export function addressChangedMailOf({ guildName }: Pick<MailTerms, 'guildName'>): MailDocument {
  return {
    subject: 'Die E-Mail Adresse Deiner Anmeldung wurde geändert',
    blocks: [
      greeting(''),
      paragraph(
        'Die E-Mail Adresse Deiner Anmeldung wurde geändert. Warst Du das nicht, melde Dich bei der Zunft.',
      ),
    ],
    signature: ['Viele Grüße', guildName],
  }
}
