import { berlinDay, germanDate } from '#worker/domain/dates.ts'
import { type MailDocument, type MailEntry, paragraph } from '#worker/mail/mail-document.ts'
import type { LinkedPlace, MailTerms } from './mail-facts.queries.ts'
import { greeting, joined, longDate, myOrderUrl, withoutLinks } from './words.ts'

type Facts = Pick<MailTerms, 'linked' | 'createdAt' | 'origin' | 'guildName'>

/**
 * "Die Links zu Deinen Anmeldungen": each order of the address that has a parade to come; null when
 * there is none (more), or no address of ours to lead to.
 */
export function linksMailOf(facts: Facts): MailDocument | null {
  const { linked, createdAt, origin, guildName } = facts
  const today = berlinDay(new Date(createdAt))
  const toCome = linked.filter(({ date }) => date >= today)
  const entries = [...Map.groupBy(toCome, ({ orderId }) => orderId).values()].flatMap((places) =>
    orderEntry(places, origin),
  )
  if (entries.length === 0 || !origin) return null
  const isOne = entries.length === 1
  return {
    subject: isOne ? 'Der Link zu Deiner Anmeldung' : 'Die Links zu Deinen Anmeldungen',
    blocks: [
      greeting(''),
      paragraph(
        isOne ? 'hier geht es zu Deiner Anmeldung:' : 'hier geht es zu Deinen Anmeldungen:',
      ),
      { is: 'list', entries },
      paragraph(
        isOne
          ? 'Nur wer diesen Link hat, sieht sie: Gib ihn nicht weiter.'
          : 'Nur wer diese Links hat, sieht sie: Gib sie nicht weiter.',
      ),
      paragraph('Hast Du nicht danach gefragt? Dann musst Du nichts tun.'),
    ],
    signature: ['Viele Grüße', guildName],
  }
}

function orderEntry(places: readonly LinkedPlace[], origin: string): MailEntry[] {
  const [order] = places
  if (!order) return []
  const names = [...new Set(places.map(({ firstName }) => withoutLinks(firstName)))]
  const parades = new Map(places.map((place) => [place.paradeId, place]))
  return [
    {
      title: `${joined(names)}, angemeldet am ${germanDate(berlinDay(new Date(order.createdAt)))}`,
      lines: [
        ...[...parades.values()].map(({ title, date }) => `${title}, ${longDate(date)}`),
        ...(order.state === 'pending' ? ['Noch nicht bezahlt.'] : []),
      ],
      link: { text: 'Meine Anmeldung', href: myOrderUrl(origin, order.token) },
    },
  ]
}
