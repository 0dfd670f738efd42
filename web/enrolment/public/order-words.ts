import { berlinDay, berlinTime, type Day, germanDate } from '#worker/domain/dates.ts'
import { germanEuro, sumOfPrices } from '#worker/domain/money.ts'
import type { MyOrder, MyPerson, MyPlace } from '#worker/enrolment/enrolment.contract.ts'

// What is said of an order to its payer, on the result page and in "Meine Anmeldung".

/**
 * `unknown`: the address says success, and this browser made no order that could prove it.
 * `returned`: the money goes back, and nobody is enrolled for it.
 */
export type Outcome =
  | 'success'
  | 'unknown'
  | 'pending'
  | 'review'
  | 'failed'
  | 'paradeCancelled'
  | 'returned'

/** What the address says, when the browser brings no order along. */
export type AskedOutcome = { state: string | null; reason: string | null }

/**
 * The order alone counts where it is known. Without one an address proves nothing, so its "success" sends to
 * the mails (docs/deviations.md); Spec §2: every other state is a failure.
 */
export function outcomeOf(order: MyOrder | null, asked: AskedOutcome): Outcome {
  if (!order) {
    if (asked.state === 'success') return 'unknown'
    return asked.reason === 'paradeCancelled' ? 'paradeCancelled' : 'failed'
  }
  switch (order.state) {
    case 'paid':
      return 'success'
    case 'pending':
      return 'pending'
    case 'review':
      return 'review'
    case 'refund_pending':
    case 'refunded':
      // The fee may go back while the place stays, to be paid on the day.
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

function isBooked({ state }: MyPlace): boolean {
  return state === 'booked'
}

/** They dance there: booked, and the parade takes place. */
export function takesPart({ state, parade }: MyPlace): boolean {
  return state === 'booked' && parade.cancelledAt === null
}

/** It stands in the calendar file. */
export function isComing(place: MyPlace, now: Date): boolean {
  return takesPart(place) && place.parade.date >= berlinDay(now)
}

function hasCancelledParade(order: MyOrder): boolean {
  return placesOf(order).some(({ parade }) => parade.cancelledAt !== null)
}

/** Where it can be paid still: the places are held, and all of the parades take place. */
export function payUrlOf(order: MyOrder, now: Date): string | null {
  return isHeld(order, now) && !hasCancelledParade(order) ? order.payUrl : null
}

function isHeld({ state, holdUntil }: MyOrder, now: Date): boolean {
  return state === 'pending' && holdUntil !== null && new Date(holdUntil) > now
}

/** Of an order that is not paid yet. */
export function holdWords(order: MyOrder, now: Date): string {
  if (hasCancelledParade(order)) {
    return 'Ein Umzug Deiner Anmeldung ist abgesagt. Hast Du schon bezahlt, bekommst Du das Geld zurück, meist in 5 Werktagen. Für andere Umzüge melde Dich bitte neu an.'
  }
  const which = placesOf(order).length === 1 ? 'Dein Platz ist' : 'Deine Plätze sind'
  if (order.holdUntil === null || !isHeld(order, now)) {
    return 'Die Zeit zum Bezahlen ist abgelaufen. Hast Du nicht bezahlt, melde Dich bitte neu an.'
  }
  return `${which} bis ${timeWords(order.holdUntil, now)} vorgemerkt. Angemeldet bist Du erst mit der Zahlung.`
}

/** "20:06 Uhr", on another day with its date. */
function timeWords(instant: string, now: Date): string {
  const at = new Date(instant)
  const time = `${berlinTime(at)}\u00a0Uhr`
  return berlinDay(at) === berlinDay(now) ? time : `${germanDate(berlinDay(at))}, ${time}`
}

/** Of an order that is shown as it was, without the server. */
export function seenWords(seenAt: string): string {
  const at = new Date(seenAt)
  return `So stand Deine Anmeldung am ${germanDate(berlinDay(at))} um ${berlinTime(at)}\u00a0Uhr. Die Codes gelten.`
}

/** What came or will come by mail; an order that led to nothing has none. */
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

/** First names, as long as they tell one from another. */
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
export function inOneBreath(names: readonly string[]): string {
  if (names.length < 2) return names.join('')
  return `${names.slice(0, -1).join(', ')} und ${names.at(-1)}`
}

export function costumeWords({ costumeType, costumeNumber }: MyPlace): string {
  return `${costumeType} ${costumeNumber}`.trim()
}

/** Free, and nobody takes part any more: no money is left to be told of. */
export function isCalledOff(order: MyOrder): boolean {
  return order.state === 'paid' && order.amountInCent === 0 && !placesOf(order).some(takesPart)
}

/** How the order as a whole stands. */
export function stateWords(order: MyOrder, now: Date): string {
  switch (order.state) {
    case 'paid':
      if (isCalledOff(order)) return 'Abgesagt'
      if (order.amountInCent === 0) return 'Angemeldet, kostenlos'
      return order.paidAt
        ? `Bezahlt am ${germanDate(berlinDay(new Date(order.paidAt)))}`
        : 'Bezahlt'
    case 'pending':
      return payUrlOf(order, now) ? 'Noch nicht bezahlt' : 'Nicht bezahlt'
    case 'review':
      return 'Deine Zahlung wird geprüft'
    case 'refund_pending':
      return 'Dein Geld geht zurück'
    case 'refunded':
      return 'Dein Geld ist zurückgegangen'
    case 'expired':
    case 'cancelled':
    case 'failed':
      return 'Nicht bezahlt, nicht angemeldet'
  }
}

/** Another sum than ours came in. */
export const reviewWords =
  'Dein Geld ist da, aber es ist ein anderer Betrag als verlangt. Die Plätze bleiben gehalten. Die Zunft sieht es sich an: Du bekommst eine E-Mail, sobald Du angemeldet bist oder das Geld zurückgeht.'

/** What is to be said of a place beside parade and costume; null = nothing. */
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
    case 'reserved':
      return 'Vorgemerkt.'
  }
}

function join(...sentences: (string | null)[]): string {
  return sentences.filter((one) => one !== null).join(' ')
}

/** What comes back for a parade that is called off, and when. */
function owedWords({ owed, refund }: MyPlace): string | null {
  if (owed?.paid === 'cash') {
    return `${germanEuro(owed.amountInCent)} bekommst Du von der Zunft bar zurück.`
  }
  const pending = refund?.state === 'pending' ? refund : owed
  return pending && `${germanEuro(pending.amountInCent)} werden erstattet, ${whenBack}.`
}

/** What banks and providers need. */
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

/** What goes back when the payer gives all of these back: together at most what is left of the order. */
export function refundOfAll(order: MyOrder, places: readonly MyPlace[]): number {
  const fees = places.reduce((sum, { cancelRefundInCent }) => sum + (cancelRefundInCent ?? 0), 0)
  return Math.min(fees, order.refundableInCent)
}

/** What becomes of the fees when their payer gives these places back, a sentence each. */
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

/** Beside an act that is itself a cancelling "Abbrechen" could mean either. */
export const notAfterAll = 'Doch nicht'

/** The button that gives places back names the money that comes back with them. */
export function cancelButtonWords(count: number, refundInCent: number): string {
  const yes = count === 1 ? 'Ja, absagen' : 'Ja, alle absagen'
  return refundInCent > 0 ? `${yes} (${germanEuro(refundInCent)} zurück)` : yes
}

export function untilWords(day: Day): string {
  return `Absagen kannst Du bis ${germanDate(day)}.`
}
