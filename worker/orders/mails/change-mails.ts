import type { RefundReason } from '#worker/domain/codes.ts'
import { germanEuro, sumOfPrices } from '#worker/domain/money.ts'
import { type MailBlock, type MailDocument, paragraph } from '#worker/mail/mail-document.ts'
import type {
  MailPlace,
  MailTerms,
  ParadeFacts,
  ParadePerson,
  RefundFacts,
} from './mail-facts.queries.ts'
import {
  greeting,
  longDate,
  myOrderLink,
  placeLists,
  refundSentence,
  whatIfUnclear,
  withoutLinks,
} from './words.ts'

type ParadeMailFacts = Pick<
  MailTerms,
  'firstName' | 'parade' | 'people' | 'places' | 'guildName' | 'myOrderUrl'
>

/** "Der Umzug ist abgesagt": the reason, the people, and what happens to the fee. */
export function cancelledMailOf(facts: ParadeMailFacts): MailDocument {
  const { firstName, parade, people, places, guildName, myOrderUrl } = facts
  const staysEnrolled = places.some(({ isCancelled }) => !isCancelled)
  return {
    subject: parade ? `Abgesagt: ${parade.title}` : 'Ein Umzug ist abgesagt',
    blocks: [
      greeting(firstName),
      paragraph(`${nameOf(parade)} ist abgesagt.`),
      ...(parade?.reason ? [paragraph(`Grund: ${parade.reason}`)] : []),
      ...concernedPeople(people, firstName),
      ...sumOf(people, 'online', refundSentence),
      ...sumOf(
        people,
        'cash',
        (sum) => `Was bar bezahlt ist, bekommst Du zurück: ${germanEuro(sum)}.`,
      ),
      ...(parade && staysEnrolled
        ? [paragraph('Deine Anmeldung zu anderen Umzügen gilt weiter.')]
        : []),
      ...myOrderLink(myOrderUrl),
      whatIfUnclear,
    ],
    signature: ['Viele Grüße', guildName],
  }
}

/** "Der Umzug findet doch statt": who is still enrolled, and what is to be paid on site. */
export function reinstatedMailOf(facts: ParadeMailFacts): MailDocument {
  const { firstName, parade, people, guildName, myOrderUrl } = facts
  return {
    subject: parade ? `Findet doch statt: ${parade.title}` : 'Ein Umzug findet doch statt',
    blocks: [
      greeting(firstName),
      paragraph(`${nameOf(parade)} findet doch statt.`),
      ...(people.length > 0 ? [paragraph('Die Anmeldung gilt wie vorher.')] : []),
      ...concernedPeople(people, firstName),
      ...sumOf(people, null, (sum) => `Vor Ort zu bezahlen: ${germanEuro(sum)}.`),
      ...myOrderLink(myOrderUrl),
      whatIfUnclear,
    ],
    signature: ['Viele Grüße', guildName],
  }
}

function nameOf(parade: ParadeFacts): string {
  if (!parade) return 'Ein Umzug, für den Du angemeldet warst,'
  return `Der Umzug „${parade.title}“ (${longDate(parade.date)}, ${parade.town})`
}

/** The sentence about who is concerned, if these are several people or not the person addressed. */
function concernedPeople(people: readonly ParadePerson[], addressed: string): MailBlock[] {
  if (people.every((one) => one.firstName === addressed) && people.length < 2) return []
  return [paragraph(`Das gilt für ${people.map((one) => withoutLinks(one.firstName)).join(', ')}.`)]
}

function sumOf(
  people: readonly ParadePerson[],
  paid: ParadePerson['paid'],
  sentence: (sum: number) => string,
): MailBlock[] {
  const sum = sumOfPrices(people.filter((one) => one.paid === paid))
  return sum === 0 ? [] : [paragraph(sentence(sum))]
}

type RefundMailFacts = Pick<
  MailTerms,
  'firstName' | 'places' | 'isFamily' | 'guildName' | 'myOrderUrl'
> & {
  refund: RefundFacts
}

/** "Du bekommst Geld zurück": how much, why, and what is left of the enrolment. */
export function refundedMailOf(facts: RefundMailFacts): MailDocument {
  const { firstName, refund, places, isFamily, guildName, myOrderUrl } = facts
  const amount = germanEuro(refund.amountInCent)
  return {
    subject: `Erstattung: ${amount}`,
    blocks: [
      greeting(firstName),
      paragraph(reasonSentence(refund, isFamily)),
      { is: 'emphasis', text: `Du bekommst zurück: ${amount}` },
      paragraph(
        'Das Geld kommt auf dem Weg, auf dem Du bezahlt hast. Es kann einige Tage dauern, bis Du es auf Deinem Konto siehst.',
      ),
      ...remaining(
        places.filter((place) => !isInCancelledParade(place, refund)),
        isFamily,
      ),
      ...myOrderLink(myOrderUrl),
      whatIfUnclear,
    ],
    signature: ['Viele Grüße', guildName],
  }
}

const orderReasons: Record<RefundReason, string> = {
  late: 'Deine Zahlung kam erst an, als Deine Plätze nicht mehr vorgemerkt waren, und sie ließen sich nicht mehr alle buchen. Deshalb geht das Geld an Dich zurück. Solange die Anmeldung offen ist, kannst Du Dich neu anmelden; hast Du das schon getan, gilt die neue Anmeldung.',
  double:
    'Deine Umzugsanmeldung wurde zweimal bezahlt. Was zu viel war, geht an Dich zurück; an Deiner Anmeldung ändert das nichts.',
  review:
    'Für Deine Umzugsanmeldung kam ein anderer Betrag an, als zu bezahlen war. Deshalb geht das Geld an Dich zurück.',
  staff: 'Die Zunft erstattet Dir, was Du für Deine Umzugsanmeldung bezahlt hast.',
  paradeCancelled:
    'Ein Umzug, für den Du angemeldet bist, ist abgesagt. Deshalb geht das Geld dafür an Dich zurück.',
  self: 'Du hast eine Anmeldung abgesagt. Deshalb geht das Geld dafür an Dich zurück.',
  extras: 'Du hast Zusätze abbestellt. Deshalb geht das Geld dafür an Dich zurück.',
  outside: 'Für Deine Umzugsanmeldung geht Geld an Dich zurück.',
}

function reasonSentence({ reason, paradeTitle, person }: RefundFacts, isFamily: boolean): string {
  if (paradeTitle === null) return orderReasons[reason]
  const name = isFamily && person !== null ? withoutLinks(person) : null
  switch (reason) {
    case 'paradeCancelled':
      return `Der Umzug „${paradeTitle}“ ist abgesagt. Deshalb geht das Geld ${name ? `für ${name}` : 'dafür'} an Dich zurück.`
    case 'self':
      return `Du hast ${name ? `die Anmeldung von ${name}` : 'Deine Anmeldung'} für den Umzug „${paradeTitle}“ abgesagt. Deshalb geht das Geld dafür an Dich zurück.`
    case 'extras':
      return `Du hast ${name ? `bei ${name} ` : ''}Zusätze für den Umzug „${paradeTitle}“ abbestellt. Deshalb geht das Geld dafür an Dich zurück.`
    case 'staff':
      return `Die Zunft erstattet Dir, was Du ${name ? `für ${name} beim` : 'für den'} Umzug „${paradeTitle}“ bezahlt hast.`
    case 'late':
    case 'double':
    case 'review':
    case 'outside':
      return orderReasons[reason]
  }
}

/** Whether the place's parade is cancelled; the place itself may still be booked. */
function isInCancelledParade(
  { participationId, isCancelled }: MailPlace,
  refund: RefundFacts,
): boolean {
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
