import type { Day } from '#worker/domain/dates.ts'
import { bookedExtraLine } from '#worker/domain/extras.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { fullName } from '#worker/domain/names.ts'
import { planLines } from '#worker/domain/times.ts'
import { type MailBlock, type MailEntry, paragraph } from '#worker/mail/mail-document.ts'
import type { MailPlace } from './mail-facts.queries.ts'

/** A typed name with blanks in possible links: strangers type names that are mailed to any address. */
export function withoutLinks(text: string): string {
  return text.replace(/[.:@](?=\S)/g, '$& ')
}

export function greeting(firstName: string): MailBlock {
  return paragraph(firstName ? `Hallo ${withoutLinks(firstName)},` : 'Hallo,')
}

const contactHint = 'Antworte einfach auf diese E-Mail oder wende Dich an die Zunft.'

export const whatIfWrong = paragraph(
  `Stimmt etwas nicht, oder kannst Du doch nicht mit? ${contactHint}`,
)

export const whatIfUnclear = paragraph(`Hast Du Fragen dazu? ${contactHint}`)

/** What happens to a fee that was paid online for a cancelled parade. */
export function refundSentence(amountInCent: number): string {
  return `Die Zunft erstattet Dir ${germanEuro(amountInCent)} auf dem Weg, auf dem Du bezahlt hast, meist in 5 Werktagen.`
}

/** The payer's page of an order. The part behind the "#" reaches no server and no log. */
export function myOrderUrl(origin: string, token: string): string {
  return `${origin}/meine-anmeldung#order=${token}`
}

/** The order's page; none without a public address or an order. */
export function myOrderLink(url: string | null): MailBlock[] {
  return url === null ? [] : [{ is: 'link', link: { text: 'Meine Anmeldung', href: url } }]
}

/**
 * The places as one list, or, for several people, a list for each under their name.
 * @param feeText what is said about the price of a place
 */
export function placeLists(
  places: readonly MailPlace[],
  isFamily: boolean,
  feeText: (place: MailPlace) => string = feeOf,
): MailBlock[] {
  const entryOf = (place: MailPlace) => placeEntry(place, feeText)
  if (!isFamily) return [{ is: 'list', entries: places.map(entryOf) }]
  return peopleIn(places).map((ofPerson) => ({
    is: 'list',
    heading: withoutLinks(fullName(ofPerson[0])),
    entries: ofPerson.map(entryOf),
  }))
}

/** The first names as a list: "Jörg, Mia und Ben". */
export function namesIn(places: readonly MailPlace[]): string {
  return germanList(peopleIn(places).map(([{ firstName }]) => withoutLinks(firstName)))
}

const list = new Intl.ListFormat('de-DE')

export const germanList = (names: readonly string[]): string => list.format(names)

/** The places grouped by person, people in the order in which they were entered. */
export function peopleIn(places: readonly MailPlace[]): [MailPlace, ...MailPlace[]][] {
  const byPerson = Map.groupBy(
    places.toSorted((a, b) => a.enteredAs - b.enteredAs),
    ({ enteredAs }) => enteredAs,
  )
  return [...byPerson.values()].flatMap(([first, ...rest]) => (first ? [[first, ...rest]] : []))
}

/** Date, town, costume, price and extras; a cancelled parade has no price. */
function placeEntry(place: MailPlace, feeText: (place: MailPlace) => string): MailEntry {
  const where = `${longDate(place.date)}, ${place.town}`
  return place.isCancelled
    ? { title: `${place.title} (abgesagt)`, lines: [where, costumeOf(place)] }
    : {
        title: place.title,
        lines: [
          where,
          ...planLines(place),
          `${costumeOf(place)}, ${feeText(place)}`,
          ...place.extras.map(bookedExtraLine),
        ],
      }
}

type Costume = Pick<MailPlace, 'costumeType' | 'costumeNumber'>

export function costumeOf({ costumeType, costumeNumber }: Costume): string {
  return `${costumeType} ${withoutLinks(costumeNumber)}`.trim()
}

function feeOf(place: MailPlace): string {
  if (place.priceInCent === 0 || place.isPaid) return priceOf(place)
  return `${priceOf(place)} vor Ort zu bezahlen`
}

/** The price alone, of a place that is not enrolled. */
export function priceOf({ priceInCent }: MailPlace): string {
  return priceInCent === 0 ? 'kostenlos' : germanEuro(priceInCent)
}

const longDates = new Intl.DateTimeFormat('de-DE', { dateStyle: 'full', timeZone: 'UTC' })

/** The date with weekday and month in words: "Sonntag, 24. Januar 2027". */
export function longDate(day: Day): string {
  return longDates.format(new Date(`${day}T00:00:00Z`))
}
