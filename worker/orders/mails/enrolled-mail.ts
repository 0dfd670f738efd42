import { germanEuro } from '#worker/domain/money.ts'
import { type MailBlock, type MailDocument, paragraph } from '#worker/mail/mail-document.ts'
import type { MailFacts, MailPlace } from './mail-facts.queries.ts'
import { greeting, placeEntry, refundSentence, whatIfWrong } from './words.ts'

type Facts = Pick<MailFacts, 'firstName' | 'paidInCent' | 'places' | 'guildName'>

/** "Du bist angemeldet." */
export function enrolledMailOf({ firstName, paidInCent, places, guildName }: Facts): MailDocument {
  return {
    subject: `Deine Umzugsanmeldung${namesOf(places)}`,
    blocks: [
      greeting(firstName),
      ...listOf(places),
      { is: 'emphasis', text: paidInCent > 0 ? `Bezahlt: ${germanEuro(paidInCent)}` : 'Kostenlos' },
      ...moneyNote(places.filter(({ isCancelled, isPaid }) => isCancelled && isPaid)),
      ...calendarNote(places.filter(({ isCancelled }) => !isCancelled)),
      whatIfWrong,
    ],
    signature: ['Viel Spaß an der Fasnet!', guildName],
  }
}

function listOf(places: readonly MailPlace[]): MailBlock[] {
  if (places.length === 0) return [paragraph(allGone)]
  const which = places.length === 1 ? 'Dein Umzug' : 'Deine Umzüge'
  const isAllCancelled = places.every(({ isCancelled }) => isCancelled)
  return [
    paragraph(
      isAllCancelled
        ? `Deine Anmeldung ist angekommen. ${which} ${places.length === 1 ? 'ist' : 'sind'} inzwischen aber abgesagt:`
        : `Du bist angemeldet. ${which}:`,
    ),
    { is: 'list', entries: places.map(placeEntry) },
  ]
}

function moneyNote(paid: readonly MailPlace[]): MailBlock[] {
  const amount = paid.reduce((sum, { priceInCent }) => sum + priceInCent, 0)
  return amount === 0 ? [] : [paragraph(refundSentence(amount))]
}

function calendarNote({ length }: readonly MailPlace[]): MailBlock[] {
  if (length === 0) return []
  const what = length === 1 ? 'Der Termin hängt' : 'Die Termine hängen'
  const then = length === 1 ? 'steht er' : 'stehen sie'
  return [
    paragraph(
      `${what} an dieser E-Mail: Öffne die Datei „umzuege.ics“, dann ${then} in Deinem Kalender.`,
    ),
  ]
}

/** The mail had to wait, and the guild was quicker. */
const allGone =
  'Deine Anmeldung ist angekommen. Inzwischen hat die Zunft Dich aber von allen Umzügen wieder abgemeldet.'

function namesOf([first, ...others]: readonly MailPlace[]): string {
  if (!first) return ''
  if (others.length === 0) return `: ${first.title}`
  return `: ${first.title} und ${others.length} ${others.length === 1 ? 'weiterer' : 'weitere'}`
}
