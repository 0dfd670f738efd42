import { berlinDay, berlinTime, type Day, germanDate } from '#worker/domain/dates.ts'
import { germanEuro, sumOfPrices } from '#worker/domain/money.ts'
import { waitingReasonTexts } from '#worker/domain/waiting.ts'
import type { MyOrder, MyPerson, MyPlace } from '#worker/enrolment/enrolment.contract.ts'

// The texts about an order for its payer, on the result page and in "Meine Anmeldung".

/** The token in an order's link, in the fragment of one, or alone; null when there is none. */
export function orderTokenIn(link: string): string | null {
  const [, named, bare] = /^(?:[^#]*#)?(?:order=([\w-]{1,100})|([0-9a-f]{32}))$/i.exec(link) ?? []
  return named ?? bare ?? null
}

/**
 * `unknown`: the address claims success, and this browser has no order to prove it. `returned`: the
 * money is refunded, and no place is booked.
 */
export type Outcome =
  | 'success'
  | 'unknown'
  | 'pending'
  | 'waiting'
  | 'review'
  | 'failed'
  | 'paradeCancelled'
  | 'returned'

/** The outcome that the address states, for a browser without an order. */
export type OutcomeInAddress = { state: string | null; reason: string | null }

/**
 * If the order is known, it decides. Otherwise the address proves nothing: its "success" only refers
 * to the mail (docs/deviations.md), and every other state is a failure (Spec §2).
 */
export function outcomeOf(order: MyOrder | null, asked: OutcomeInAddress, now: Date): Outcome {
  if (!order) {
    if (asked.state === 'success') return 'unknown'
    return asked.reason === 'paradeCancelled' ? 'paradeCancelled' : 'failed'
  }
  switch (order.state) {
    case 'paid':
      return 'success'
    case 'pending':
      // The payment of offered places has ended, and the offer still stands.
      return isOnWaitingList(order, now) ? 'waiting' : 'pending'
    case 'waiting':
      return 'waiting'
    case 'review':
      return 'review'
    case 'refund_pending':
    case 'refunded':
      // The fee may be refunded while the place stays, to be paid on the day.
      if (placesOf(order).some(isBooked)) return 'success'
      return hasCancelledParade(order) ? 'paradeCancelled' : 'returned'
    case 'expired':
    case 'cancelled':
    case 'failed':
      return hasCancelledParade(order) ? 'paradeCancelled' : 'failed'
  }
}

export function placesOf(order: MyOrder): MyPlace[] {
  return order.people.flatMap((person) => person.places)
}

export function isOnePlace(order: MyOrder): boolean {
  return placesOf(order).length === 1
}

function isBooked({ state }: MyPlace): boolean {
  return state === 'booked'
}

/** The place is booked, and the parade takes place. */
export function takesPart({ state, parade }: MyPlace): boolean {
  return state === 'booked' && parade.cancelledAt === null
}

/** Whether the place is booked for today or later; the calendar file contains these places. */
export function isUpcoming(place: MyPlace, now: Date): boolean {
  return takesPart(place) && place.parade.date >= berlinDay(now)
}

function hasCancelledParade(order: MyOrder): boolean {
  return placesOf(order).some(({ parade }) => parade.cancelledAt !== null)
}

/**
 * The address to pay at while the places are held and no parade is cancelled, else null.
 */
export function payUrlOf(order: MyOrder, now: Date): string | null {
  return isHeld(order, now) && !hasCancelledParade(order) ? order.payUrl : null
}

function isHeld({ state, holdUntil }: MyOrder, now: Date): boolean {
  return state === 'pending' && holdUntil !== null && new Date(holdUntil) > now
}

/** Until when the places of an unpaid order are held. */
export function holdWords(order: MyOrder, now: Date): string {
  if (hasCancelledParade(order)) {
    return 'Ein Umzug Deiner Anmeldung ist abgesagt. Hast Du schon bezahlt, bekommst Du das Geld zurück, meist in 5 Werktagen. Für andere Umzüge melde Dich bitte neu an.'
  }
  const which = isOnePlace(order) ? 'Dein Platz ist' : 'Deine Plätze sind'
  if (order.holdUntil === null || !isHeld(order, now)) {
    return 'Die Zeit zum Bezahlen ist abgelaufen. Hast Du nicht bezahlt, melde Dich bitte neu an.'
  }
  return `${which} bis ${timeWords(order.holdUntil, now)} vorgemerkt. Angemeldet bist Du erst mit der Zahlung.`
}

/** Whether the order waits for places, or for its payer to accept them. */
export function isOnWaitingList(order: MyOrder, now: Date): boolean {
  const mayPayAgain = order.state === 'pending' && order.waiting?.state === 'offered'
  return order.state === 'waiting' || (mayPayAgain && payUrlOf(order, now) === null)
}

/** What an order on the waiting list waits for, or until when places are held for it. */
export function waitingWords(order: MyOrder, now: Date): string {
  const { waiting, people, amountInCent } = order
  if (waiting?.state === 'offered' && waiting.offeredUntil !== null) {
    const [held, it] = isOnePlace(order) ? ['ihn', 'ihn'] : ['die Plätze', 'sie']
    const pay = amountInCent > 0 ? ' und bezahle' : ''
    return `Es ist Platz frei. Wir halten ${held} bis ${timeWords(waiting.offeredUntil, now)} für Dich. Nimm ${it} an${pay}.`
  }
  const rank = waiting?.position ? `Dein Rang: ${waiting.position}. ` : ''
  const reason = waiting?.reason ?? 'paradeFull'
  if (reason !== 'paradeFull' && reason !== 'extraFull') {
    const another = reason === 'costumeTaken' ? ' Nenne unten ein anderes; Dein Rang bleibt.' : ''
    return `${rank}${waitingReasonTexts[reason]}${another} Zu bezahlen ist nichts.`
  }
  const all = people.length > 1 ? 'alle' : 'Dich'
  return `${rank}Wird für ${all} Platz frei, halten wir ihn und schreiben Dir. Wer weniger Plätze braucht, kommt manchmal früher dran; Dein Rang bleibt. Zu bezahlen ist noch nichts.`
}

/** Whether places are held for the order, and its payer has to accept them. */
export function isOffered({ waiting }: MyOrder): boolean {
  return waiting?.state === 'offered'
}

/** The label of the act that ends an order on the waiting list. */
export function leavingWords(order: MyOrder): string {
  return isOffered(order) ? 'Angebot ablehnen' : 'Warteliste verlassen'
}

/** The label of the act that accepts the offered places. */
export function acceptingWords({ amountInCent }: MyOrder): string {
  return amountInCent > 0 ? 'Annehmen und bezahlen' : 'Annehmen'
}

/** What follows when the payer ends an order on the waiting list. */
export function leavingConsequence(order: MyOrder): string {
  if (!isOffered(order)) return 'Dein Rang ist dann weg. Zu bezahlen ist nichts.'
  const others = isOnePlace(order)
    ? 'Den Platz bekommt dann jemand anderes'
    : 'Die Plätze bekommen dann andere'
  return `${others}, und Du stehst nicht mehr auf der Warteliste. Zu bezahlen ist nichts.`
}

/** "20:06 Uhr", with the date when it is another day. */
function timeWords(instant: string, now: Date): string {
  const at = new Date(instant)
  const time = `${berlinTime(at)}\u00a0Uhr`
  return berlinDay(at) === berlinDay(now) ? time : `${germanDate(berlinDay(at))}, ${time}`
}

/** The age of an order that is shown from this device, without the server. */
export function offlineCopyText(seenAt: string): string {
  const at = new Date(seenAt)
  return `So stand Deine Anmeldung am ${germanDate(berlinDay(at))} um ${berlinTime(at)}\u00a0Uhr. Die Codes gelten.`
}

/** The state of the mail; '' for an order that failed. */
export function mailWords({ mail, emailAddress }: Pick<MyOrder, 'mail' | 'emailAddress'>): string {
  switch (mail) {
    case 'waiting':
      return `Die Bestätigung an ${emailAddress} ist unterwegs.`
    case 'sent':
      return `Die Bestätigung an ${emailAddress} ist verschickt.`
    case 'failed':
      return `Die Bestätigung an ${emailAddress} ließ sich nicht zustellen. Heb Dir diese Seite auf oder drucke sie.`
    case 'skipped':
    case null:
      return 'Eine Bestätigung per E-Mail geht diesmal nicht hinaus. Heb Dir diese Seite auf oder drucke sie.'
  }
}

/** First names, with last names where first names repeat. */
export function shortNames(people: readonly MyPerson[]): string[] {
  const first = people.map(({ firstName }) => firstName)
  const isUnique = new Set(first.map((name) => name.toLocaleLowerCase('de'))).size === first.length
  return people.length > 1 && isUnique ? first : people.map(fullName)
}

export function fullName({
  firstName,
  lastName,
}: Pick<MyPerson, 'firstName' | 'lastName'>): string {
  return `${firstName} ${lastName}`
}

/** "Jörg, Mia und Ben" */
export function joinNames(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} und ${names.at(-1)}`
}

export function costumeWords({ costumeType, costumeNumber }: MyPlace): string {
  return `${costumeType} ${costumeNumber}`.trim()
}

/** A free order without any participation left; there is no refund to mention. */
export function isCalledOff(order: MyOrder): boolean {
  return order.state === 'paid' && order.amountInCent === 0 && !placesOf(order).some(takesPart)
}

/** A paid order of which everything with a price was given up and refunded, while places stand. */
export function isFreeNow(order: MyOrder): boolean {
  const booked = placesOf(order).filter(isBooked)
  return (
    order.state === 'paid' &&
    order.amountInCent > 0 &&
    booked.length > 0 &&
    booked.every(({ priceInCent }) => priceInCent === 0)
  )
}

/** The state of the whole order. */
export function stateWords(order: MyOrder, now: Date): string {
  switch (order.state) {
    case 'paid':
      if (isCalledOff(order)) return 'Abgesagt'
      if (order.amountInCent === 0) return 'Angemeldet, kostenlos'
      if (isFreeNow(order)) return 'Angemeldet, jetzt kostenlos'
      return order.paidAt
        ? `Bezahlt am ${germanDate(berlinDay(new Date(order.paidAt)))}`
        : 'Bezahlt'
    case 'pending':
      if (isOnWaitingList(order, now)) return placesHeld(order)
      return payUrlOf(order, now) ? 'Noch nicht bezahlt' : 'Nicht bezahlt'
    case 'waiting':
      return isOffered(order) ? placesHeld(order) : 'Auf der Warteliste'
    case 'review':
      return 'Deine Zahlung wird geprüft'
    case 'refund_pending':
      return 'Dein Geld geht zurück'
    case 'refunded':
      return 'Dein Geld ist zurückgegangen'
    case 'expired':
    case 'cancelled':
    case 'failed':
      return order.waiting ? 'Nicht mehr auf der Warteliste' : 'Nicht bezahlt, nicht angemeldet'
  }
}

const placesHeld = (order: MyOrder) => `${isOnePlace(order) ? 'Platz' : 'Plätze'} für Dich gehalten`

/** A place that is neither booked nor awaited (any more). */
export function isOver({ state, parade }: MyPlace): boolean {
  if (state === 'reserved') return false
  return parade.cancelledAt !== null || (state !== 'booked' && state !== 'waiting')
}

/** For an order in `review`: the amount received differs from the order's. */
export const reviewWords =
  'Dein Geld ist da, aber es ist ein anderer Betrag als verlangt. Die Plätze bleiben gehalten. Die Zunft sieht es sich an: Du bekommst eine E-Mail, sobald Du angemeldet bist oder das Geld zurückgeht.'

/** A remark on a place, beside parade and costume; null when there is none. */
export function placeWords(place: MyPlace): string | null {
  const { state, parade } = place
  if (parade.cancelledAt !== null && state !== 'cancelled')
    return join('Der Umzug ist abgesagt.', owedWords(place) ?? refundWords(place))
  const money = refundWords(place)
  switch (state) {
    case 'booked':
      if (money === null) return null
      return place.refund?.state === 'failed' ? money : `${money} Bezahlt wird vor Ort.`
    case 'cancelled':
      return join('Abgesagt.', money)
    case 'released':
      return join('Nicht angemeldet.', money)
    case 'waiting':
      return 'Auf der Warteliste.'
    case 'reserved':
      return 'Vorgemerkt.'
  }
}

function join(...sentences: (string | null)[]): string {
  return sentences.filter((one) => one !== null).join(' ')
}

/** The refund for a cancelled parade, and when it arrives. */
function owedWords({ owed, refund }: MyPlace): string | null {
  if (owed?.paid === 'cash') {
    return `${germanEuro(owed.amountInCent)} bekommst Du von der Zunft bar zurück.`
  }
  const pending = refund?.state === 'pending' ? refund : owed
  return pending && `${germanEuro(pending.amountInCent)} werden erstattet, ${whenBack}.`
}

/** How long a refund usually takes at banks and providers. */
const whenBack = 'meist in 5 Werktagen'

function refundWords({ refund }: MyPlace): string | null {
  if (!refund) return null
  const fee = `Die Gebühr von ${germanEuro(refund.amountInCent)}`
  switch (refund.state) {
    case 'pending':
      return `${fee} geht zurück.`
    case 'done':
    case 'byHand':
      return `${fee} ist erstattet.`
    case 'failed':
      return `${fee} ließ sich noch nicht erstatten. Die Zunft kümmert sich darum.`
  }
}

/** The refund for giving up these places, in cents, limited to what is left of the order. */
export function totalRefund(order: MyOrder, places: readonly MyPlace[]): number {
  const fees = places.reduce((sum, { cancelRefundInCent }) => sum + (cancelRefundInCent ?? 0), 0)
  return Math.min(fees, order.refundableInCent)
}

/** What happens to the fees of places that are given up, a sentence each. */
export function feesAfterCancelling(places: readonly MyPlace[], refundInCent: number): string[] {
  const kept = sumOfPrices(
    places.filter(({ refund, cancelRefundInCent }) => !refund && !cancelRefundInCent),
  )
  const isOne = places.length === 1
  const goes = isOne ? 'Die Gebühr von' : 'Zusammen gehen'
  const back = isOne ? 'geht auf dem Weg zurück' : 'auf dem Weg zurück'
  return [
    ...(refundInCent > 0
      ? [`${goes} ${germanEuro(refundInCent)} ${back}, auf dem Du bezahlt hast, ${whenBack}.`]
      : []),
    ...(kept > 0
      ? [
          `Ob ${isOne ? 'die Gebühr von' : refundInCent > 0 ? 'die übrigen' : 'die'} ${germanEuro(kept)} ${isOne ? 'zurückgeht' : 'zurückgehen'}, entscheidet die Zunft.`,
        ]
      : []),
  ]
}

/**
 * The refund for extras that are given up, in cents; as for a cancelled place, if its fee is refunded at all.
 * @param savedInCent by how much the place becomes cheaper
 */
export function extrasRefund(order: MyOrder, place: MyPlace, savedInCent: number): number {
  if (!place.cancelRefundInCent || savedInCent < 0) return 0
  return Math.min(savedInCent, order.refundableInCent)
}

/** What happens to the money for extras that are given up. */
export function feeAfterExtras(savedInCent: number, refundInCent: number): string | null {
  if (savedInCent <= 0) return null
  return refundInCent > 0
    ? `${germanEuro(refundInCent)} gehen auf dem Weg zurück, auf dem Du bezahlt hast, ${whenBack}.`
    : `Ob die ${germanEuro(savedInCent)} dafür zurückgehen, entscheidet die Zunft.`
}

/** "Abbrechen" would be ambiguous beside an action that is itself a cancellation. */
export const declineLabel = 'Doch nicht'

/** The button's label with the amount of the refund. */
export function cancelButtonWords(count: number, refundInCent: number): string {
  const yes = count === 1 ? 'Ja, absagen' : 'Ja, alle absagen'
  return refundInCent > 0 ? `${yes} (${germanEuro(refundInCent)} zurück)` : yes
}

export function untilWords(day: Day): string {
  return `Absagen kannst Du bis ${germanDate(day)}.`
}
