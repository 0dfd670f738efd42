import { germanEuro, sumOfPrices } from '#worker/domain/money.ts'
import { type MailBlock, type MailDocument, paragraph } from '#worker/mail/mail-document.ts'
import type { MailTerms, ParadeFacts, ParadePerson } from './mail-facts.queries.ts'
import {
  greeting,
  longDate,
  myOrderLink,
  refundSentence,
  whatIfUnclear,
  withoutLinks,
} from './words.ts'

type Facts = Pick<
  MailTerms,
  'firstName' | 'parade' | 'people' | 'places' | 'guildName' | 'myOrderUrl'
>

/** "Der Umzug ist abgesagt": why, for whom, and what happens to the money. */
export function cancelledMailOf(facts: Facts): MailDocument {
  const { firstName, parade, people, places, guildName, myOrderUrl } = facts
  const staysEnrolled = places.some(({ isCancelled }) => !isCancelled)
  return {
    subject: parade ? `Abgesagt: ${parade.title}` : 'Ein Umzug ist abgesagt',
    blocks: [
      greeting(firstName),
      paragraph(`${nameOf(parade)} ist abgesagt.`),
      ...(parade?.reason ? [paragraph(`Grund: ${parade.reason}`)] : []),
      ...concerned(people, firstName),
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

/** "Der Umzug findet doch statt": who is enrolled still, and what is to be paid on site. */
export function reinstatedMailOf(facts: Facts): MailDocument {
  const { firstName, parade, people, guildName, myOrderUrl } = facts
  return {
    subject: parade ? `Findet doch statt: ${parade.title}` : 'Ein Umzug findet doch statt',
    blocks: [
      greeting(firstName),
      paragraph(`${nameOf(parade)} findet doch statt.`),
      ...(people.length > 0 ? [paragraph('Die Anmeldung gilt wie vorher.')] : []),
      ...concerned(people, firstName),
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

/** Only where one address stands for several, or for somebody else. */
function concerned(people: readonly ParadePerson[], addressed: string): MailBlock[] {
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
