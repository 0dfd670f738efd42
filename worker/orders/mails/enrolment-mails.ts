import { checkInLink } from '#worker/domain/check-in.ts'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'
import { noWithdrawal } from '#worker/domain/legal.ts'
import { germanEuro, sumOfPrices } from '#worker/domain/money.ts'
import { fullName } from '#worker/domain/names.ts'
import {
  type MailBlock,
  type MailDocument,
  type MailEntry,
  paragraph,
} from '#worker/mail/mail-document.ts'
import { codeGif } from '#worker/orders/code-pictures.ts'
import type { LinkedPlace, MailPlace, MailTerms } from './mail-facts.queries.ts'
import {
  germanList,
  greeting,
  longDate,
  myOrderLink,
  myOrderUrl,
  namesIn,
  peopleIn,
  placeLists,
  refundSentence,
  whatIfWrong,
  withoutLinks,
} from './words.ts'

type EnrolledFacts = Pick<
  MailTerms,
  | 'firstName'
  | 'paidInCent'
  | 'places'
  | 'isFamily'
  | 'guildName'
  | 'myOrderUrl'
  | 'origin'
  | 'createdAt'
>

/** The mail "Du bist angemeldet". */
export function enrolledMailOf(facts: EnrolledFacts): MailDocument {
  const { firstName, paidInCent, places, guildName, myOrderUrl } = facts
  return {
    subject: `Deine Umzugsanmeldung${paradesIn(places)}`,
    blocks: [
      greeting(firstName),
      ...listOf(facts),
      { is: 'emphasis', text: paidInCent > 0 ? `Bezahlt: ${germanEuro(paidInCent)}` : 'Kostenlos' },
      ...moneyNote(places.filter(({ isCancelled, isPaid }) => isCancelled && isPaid)),
      ...calendarNote(places.filter(({ isCancelled }) => !isCancelled)),
      ...codesOf(facts),
      ...linkNote(myOrderUrl),
      whatIfWrong,
      ...(paidInCent > 0 ? [paragraph(noWithdrawal)] : []),
    ],
    signature: ['Viel Spaß an der Fasnet!', guildName],
  }
}

function listOf({ places, isFamily }: EnrolledFacts): MailBlock[] {
  if (places.length === 0) return [paragraph(allCancelled)]
  return [
    paragraph(isFamily ? enrolledNames(places) : enrolledSentence(places)),
    ...placeLists(places, isFamily),
  ]
}

const isAllCancelled = (places: readonly MailPlace[]) =>
  places.every(({ isCancelled }) => isCancelled)

function enrolledSentence(places: readonly MailPlace[]): string {
  const which = places.length === 1 ? 'Dein Umzug' : 'Deine Umzüge'
  return isAllCancelled(places)
    ? `Deine Anmeldung ist angekommen. ${which} ${places.length === 1 ? 'ist' : 'sind'} inzwischen aber abgesagt:`
    : `Du bist angemeldet. ${which}:`
}

function enrolledNames(places: readonly MailPlace[]): string {
  const names = namesIn(places)
  const { size } = new Set(places.map(({ enteredAs }) => enteredAs))
  return isAllCancelled(places)
    ? `Die Anmeldung von ${names} ist angekommen. Inzwischen ist aber alles abgesagt:`
    : `Angemeldet ${size === 1 ? 'ist' : 'sind'} ${names}:`
}

function moneyNote(paid: readonly MailPlace[]): MailBlock[] {
  const amount = sumOfPrices(paid)
  return amount === 0 ? [] : [paragraph(refundSentence(amount))]
}

function calendarNote(places: readonly MailPlace[]): MailBlock[] {
  const { size } = new Set(places.map(({ paradeId }) => paradeId))
  if (size === 0) return []
  const what = size === 1 ? 'Der Termin hängt' : 'Die Termine hängen'
  const then = size === 1 ? 'steht er' : 'stehen sie'
  return [
    paragraph(
      `${what} an dieser E-Mail: Öffne die Datei „umzuege.ics“, dann ${then} in Deinem Kalender.`,
    ),
  ]
}

/** A code for each person with a parade to come; none without a public address for its link. */
function codesOf({ places, origin, createdAt }: EnrolledFacts): MailBlock[] {
  if (!origin) return []
  const today = berlinDay(new Date(createdAt))
  const toCome = places.filter(
    ({ isCancelled, date, checkInCode }) => !isCancelled && date >= today && checkInCode !== '',
  )
  const people = peopleIn(toCome)
  if (people.length === 0) return []
  const codes = people.map(([place], index): MailBlock => {
    const href = checkInLink(origin, place.checkInCode)
    const name = withoutLinks(fullName(place))
    return { is: 'code', code: { name, href, contentId: `code-${index + 1}`, gif: codeGif(href) } }
  })
  return [paragraph(people.length === 1 ? showOneCode : showAllCodes), ...codes]
}

const showOneCode = 'Zeig diesen Code am Umzugstag. Er gilt für alle Deine Umzüge.'
const showAllCodes =
  'Zeigt diese Codes am Umzugstag. Jeder hat seinen eigenen, und er gilt für alle seine Umzüge.'

function linkNote(url: string | null): MailBlock[] {
  if (url === null) return []
  return [
    paragraph(
      'Deine Anmeldung siehst Du jederzeit unter diesem Link, und Du änderst sie dort, solange das geht. Nur wer ihn hat, sieht sie: Gib ihn nicht weiter.',
    ),
    ...myOrderLink(url),
  ]
}

/** The text when all places were cancelled before the mail was sent. */
const allCancelled =
  'Deine Anmeldung ist angekommen. Inzwischen bist Du aber für keinen Umzug mehr angemeldet.'

function paradesIn(places: readonly MailPlace[]): string {
  const [first, ...others] = new Map(
    places.map(({ paradeId, title }) => [paradeId, title]),
  ).values()
  if (first === undefined) return ''
  if (others.length === 0) return `: ${first}`
  return `: ${first} und ${others.length} ${others.length === 1 ? 'weiterer' : 'weitere'}`
}

type LinksFacts = Pick<MailTerms, 'linked' | 'createdAt' | 'origin' | 'guildName'>

/**
 * "Die Links zu Deinen Anmeldungen": each order of the address that has a parade to come; null without such
 * an order or without a public address.
 */
export function linksMailOf(facts: LinksFacts): MailDocument | null {
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
      title: `${germanList(names)}, angemeldet am ${germanDate(berlinDay(new Date(order.createdAt)))}`,
      lines: [
        ...[...parades.values()].map(({ title, date }) => `${title}, ${longDate(date)}`),
        ...(order.state === 'pending' ? ['Noch nicht bezahlt.'] : []),
        ...(order.state === 'waiting' ? ['Auf der Warteliste.'] : []),
      ],
      link: { text: 'Meine Anmeldung', href: myOrderUrl(origin, order.token) },
    },
  ]
}

/**
 * The mail to the order's previous address. A typo may have made that a stranger's, so the mail has no name, no
 * new address and no link that opens the order.
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
