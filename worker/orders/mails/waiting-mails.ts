import type { OrderState } from '#worker/domain/codes.ts'
import { germanInstant } from '#worker/domain/dates.ts'
import { germanEuro, sumOfPrices } from '#worker/domain/money.ts'
import { type MailBlock, type MailDocument, paragraph } from '#worker/mail/mail-document.ts'
import type { MailTerms } from './mail-facts.queries.ts'
import { greeting, myOrderLink, namesIn, placeLists, priceOf, whatIfUnclear } from './words.ts'

type WaitingFacts = Pick<
  MailTerms,
  'firstName' | 'places' | 'isFamily' | 'guildName' | 'myOrderUrl' | 'offeredUntil' | 'orderState'
>

/** "Du stehst auf der Warteliste". */
export function waitingMailOf(facts: WaitingFacts): MailDocument {
  const { places, isFamily } = facts
  return document(facts, `Auf der Warteliste${parades(facts)}`, [
    paragraph(
      isFamily ? `Auf der Warteliste: ${namesIn(places)}.` : 'Du stehst auf der Warteliste.',
    ),
    ...placeLists(places, isFamily, priceOf),
    { is: 'emphasis', text: 'Noch nicht angemeldet, und noch nichts zu bezahlen.' },
    paragraph(
      `Wird Platz für ${isFamily ? 'alle' : 'alles'} frei, halten wir ihn für Dich und schreiben Dir. Wer weniger Plätze braucht, kommt manchmal früher dran; Dein Rang bleibt.`,
    ),
    paragraph('In „Meine Anmeldung“ siehst Du Deinen Rang und kannst die Warteliste verlassen.'),
  ])
}

/** "Es ist Platz frei": until when the places are held, and how to take them. */
export function offeredMailOf(facts: WaitingFacts): MailDocument | null {
  const { places, isFamily, offeredUntil } = facts
  // The offer has ended before the mail was sent.
  if (offeredUntil === null) return null
  const sum = sumOfPrices(places)
  const isOne = places.length === 1
  return document(facts, `Es ist Platz frei${parades(facts)}`, [
    paragraph(`Es ist Platz frei. Wir halten ihn bis ${germanInstant(offeredUntil)} für Dich:`),
    ...placeLists(places, isFamily, priceOf),
    { is: 'emphasis', text: sum > 0 ? `Zu bezahlen: ${germanEuro(sum)}` : 'Kostenlos' },
    paragraph(
      `Öffne „Meine Anmeldung“ und drücke „${sum > 0 ? 'Annehmen und bezahlen' : 'Annehmen'}“. Tust Du das bis dahin nicht, ${isOne ? 'bekommt jemand anderes den Platz' : 'bekommen andere die Plätze'}.`,
    ),
  ])
}

/** "Ein Kleid ist vergeben", so the order is offered nothing until it names another. */
export function costumeTakenMailOf(facts: WaitingFacts): MailDocument {
  return document(facts, `Warteliste: ein Kleid ist vergeben${parades(facts)}`, [
    paragraph('Ein Kleid von der Warteliste ist inzwischen vergeben:'),
    ...placeLists(facts.places, facts.isFamily, priceOf),
    paragraph(
      'Nenne in „Meine Anmeldung“ ein anderes: Erst dann können wir Dir Platz anbieten. Dein Rang bleibt.',
    ),
  ])
}

/** "Die Warteliste ist zu Ende", and why. */
export function waitingEndedMailOf(facts: WaitingFacts): MailDocument {
  return document(facts, `Nicht mehr auf der Warteliste${parades(facts)}`, [
    paragraph(`${whyEnded(facts)} Auf der Warteliste stand:`),
    ...placeLists(facts.places, facts.isFamily, priceOf),
  ])
}

function whyEnded({ orderState, offeredUntil, places }: WaitingFacts): string {
  const byStaff: OrderState = 'cancelled'
  if (orderState === byStaff) return 'Die Zunft hat Dich von der Warteliste genommen.'
  if (offeredUntil === null) return 'Es ist leider kein Platz mehr frei geworden.'
  return places.length === 1
    ? 'Du hast den Platz nicht angenommen. Jetzt bekommt ihn jemand anderes.'
    : 'Du hast die Plätze nicht angenommen. Jetzt bekommen sie andere.'
}

function document(facts: WaitingFacts, subject: string, blocks: MailBlock[]): MailDocument {
  return {
    subject,
    blocks: [greeting(facts.firstName), ...blocks, ...myOrderLink(facts.myOrderUrl), whatIfUnclear],
    signature: ['Viele Grüße', facts.guildName],
  }
}

function parades({ places }: WaitingFacts): string {
  const titles = [...new Set(places.map(({ title }) => title))]
  return titles.length === 1 ? `: ${titles[0]}` : ''
}
