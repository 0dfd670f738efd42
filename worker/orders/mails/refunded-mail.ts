import type { RefundReason } from '#worker/domain/codes.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { type MailBlock, type MailDocument, paragraph } from '#worker/mail/mail-document.ts'
import type { MailPlace, MailTerms, RefundFacts } from './mail-facts.queries.ts'
import { greeting, myOrderLink, placeLists, whatIfUnclear, withoutLinks } from './words.ts'

type Facts = Pick<MailTerms, 'firstName' | 'places' | 'isFamily' | 'guildName' | 'myOrderUrl'> & {
  refund: RefundFacts
}

/** "Du bekommst Geld zurück": how much, why, and what is left of the enrolment. */
export function refundedMailOf(facts: Facts): MailDocument {
  const { firstName, refund, places, isFamily, guildName, myOrderUrl } = facts
  const amount = germanEuro(refund.amountInCent)
  return {
    subject: `Erstattung: ${amount}`,
    blocks: [
      greeting(firstName),
      paragraph(whyOf(refund, isFamily)),
      { is: 'emphasis', text: `Du bekommst zurück: ${amount}` },
      paragraph(
        'Das Geld kommt auf dem Weg, auf dem Du bezahlt hast. Es kann einige Tage dauern, bis Du es auf Deinem Konto siehst.',
      ),
      ...remaining(
        places.filter((place) => !isCalledOff(place, refund)),
        isFamily,
      ),
      ...myOrderLink(myOrderUrl),
      whatIfUnclear,
    ],
    signature: ['Viele Grüße', guildName],
  }
}

const whyOrder: Record<RefundReason, string> = {
  late: 'Deine Zahlung kam erst an, als Deine Plätze nicht mehr vorgemerkt waren, und sie ließen sich nicht mehr alle buchen. Deshalb geht das Geld an Dich zurück. Solange die Anmeldung offen ist, kannst Du Dich neu anmelden; hast Du das schon getan, gilt die neue Anmeldung.',
  double:
    'Deine Umzugsanmeldung wurde zweimal bezahlt. Was zu viel war, geht an Dich zurück; an Deiner Anmeldung ändert das nichts.',
  review:
    'Für Deine Umzugsanmeldung kam ein anderer Betrag an, als zu bezahlen war. Deshalb geht das Geld an Dich zurück.',
  staff: 'Die Zunft erstattet Dir, was Du für Deine Umzugsanmeldung bezahlt hast.',
  paradeCancelled:
    'Ein Umzug, für den Du angemeldet bist, ist abgesagt. Deshalb geht das Geld dafür an Dich zurück.',
  self: 'Du hast eine Anmeldung abgesagt. Deshalb geht das Geld dafür an Dich zurück.',
  outside: 'Für Deine Umzugsanmeldung geht Geld an Dich zurück.',
}

function whyOf({ reason, paradeTitle, person }: RefundFacts, isFamily: boolean): string {
  if (paradeTitle === null) return whyOrder[reason]
  const name = isFamily && person !== null ? withoutLinks(person) : null
  switch (reason) {
    case 'paradeCancelled':
      return `Der Umzug „${paradeTitle}“ ist abgesagt. Deshalb geht das Geld ${name ? `für ${name}` : 'dafür'} an Dich zurück.`
    case 'self':
      return `Du hast ${name ? `die Anmeldung von ${name}` : 'Deine Anmeldung'} für den Umzug „${paradeTitle}“ abgesagt. Deshalb geht das Geld dafür an Dich zurück.`
    case 'staff':
      return `Die Zunft erstattet Dir, was Du ${name ? `für ${name} beim` : 'für den'} Umzug „${paradeTitle}“ bezahlt hast.`
    case 'late':
    case 'double':
    case 'review':
    case 'outside':
      return whyOrder[reason]
  }
}

/** The place in a parade that does not take place may stand in the books still. */
function isCalledOff({ participationId, isCancelled }: MailPlace, refund: RefundFacts): boolean {
  const isOfRefund = refund.participationId === participationId
  return isCancelled || (refund.reason === 'paradeCancelled' && isOfRefund)
}

function remaining(places: readonly MailPlace[], isFamily: boolean): MailBlock[] {
  if (places.length === 0) {
    return [
      paragraph(
        isFamily
          ? 'Mit dieser Anmeldung ist niemand mehr bei einem Umzug dabei.'
          : 'Mit dieser Anmeldung bist Du bei keinem Umzug mehr dabei.',
      ),
    ]
  }
  const what = isFamily ? 'Angemeldet bleiben:' : 'Angemeldet bleibst Du für:'
  return [paragraph(what), ...placeLists(places, isFamily)]
}
