import type { Day } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { type MailBlock, type MailEntry, paragraph } from '#worker/mail/mail-document.ts'
import type { MailPlace } from './mail-facts.queries.ts'

/** Whoever enrols for a free parade makes us write to any address: their words must be no link. */
export function withoutLinks(text: string): string {
  return text.replace(/[.:@](?=\S)/g, '$& ')
}

export function greeting(firstName: string): MailBlock {
  return paragraph(`Hallo ${withoutLinks(firstName)},`)
}

const whomToAsk = 'Antworte einfach auf diese E-Mail oder wende Dich an die Zunft.'

export const whatIfWrong = paragraph(
  `Stimmt etwas nicht, oder kannst Du doch nicht mit? ${whomToAsk}`,
)

export const whatIfUnclear = paragraph(`Hast Du Fragen dazu? ${whomToAsk}`)

/** What somebody paid online for a parade that does not take place. */
export function refundSentence(amountInCent: number): string {
  return `Die Zunft erstattet Dir ${germanEuro(amountInCent)} auf dem Weg, auf dem Du bezahlt hast. Es kann einige Tage dauern, bis Du das Geld siehst.`
}

/** Where, when, as what, and for how much; what is called off costs nobody anything. */
export function placeEntry(place: MailPlace): MailEntry {
  const where = `${longDate(place.date)}, ${place.town}`
  return place.isCancelled
    ? { title: `${place.title} (abgesagt)`, lines: [where, costumeOf(place)] }
    : { title: place.title, lines: [where, `${costumeOf(place)}, ${feeOf(place)}`] }
}

export function costumeOf({ costumeType, costumeNumber }: MailPlace): string {
  return `${costumeType} ${withoutLinks(costumeNumber)}`.trim()
}

function feeOf({ priceInCent, isPaid }: MailPlace): string {
  if (priceInCent === 0) return 'kostenlos'
  return isPaid ? germanEuro(priceInCent) : `${germanEuro(priceInCent)} vor Ort zu bezahlen`
}

const longDates = new Intl.DateTimeFormat('de-DE', { dateStyle: 'full', timeZone: 'UTC' })

/** "Sonntag, 24. Januar 2027" */
export function longDate(day: Day): string {
  return longDates.format(new Date(`${day}T00:00:00Z`))
}
