import type {
  MailKind,
  MailState,
  OrderAttention,
  OrderState,
  ParticipationState,
  PaymentProviderId,
  RefundReason,
  RefundState,
} from '#worker/domain/codes.ts'
import { berlinDay, berlinTime, germanDateWithWeekday } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { OrderHistoryEntry, OrderRow } from '#worker/orders/orders.contract.ts'

export const attentionLabels: Record<OrderAttention, string> = {
  noPlace: 'Bezahlt, aber kein Platz',
  extrasGivenUp: 'Zusatz abgegeben, nicht erstattet',
  review: 'Anderer Betrag bezahlt',
  refundFailed: 'Erstattung klappt nicht',
  refundedOutside: 'Außerhalb erstattet',
  disputed: 'Rückbuchung oder Einspruch',
  undecided: 'Zahlungsdienst antwortet nicht',
}

type Troubled = Pick<OrderRow, 'amountInCent' | 'receivedInCent' | 'openRefundInCent'>

/** The problem in one sentence. */
export function describeProblem(attention: OrderAttention, order: Troubled): string {
  switch (attention) {
    case 'noPlace':
      return 'Es wurde bezahlt, aber ein Platz dafür ist vergeben oder gestrichen.'
    case 'extrasGivenUp':
      return 'Der Zahler hat einen bezahlten Zusatz abgegeben. Erstattet ist er nicht.'
    case 'review':
      return `Verlangt waren ${germanEuro(order.amountInCent)}, angekommen ${receivedPhrase(order)}.`
    case 'refundFailed':
      return `Der Zahlungsdienst hat eine Erstattung abgelehnt. Offen ${isOrAre(order)} noch ${germanEuro(order.openRefundInCent)}.`
    case 'refundedOutside':
      return 'Beim Zahlungsdienst wurde Geld zurückgegeben, ohne dass es hier jemand veranlasst hat.'
    case 'disputed':
      return 'Die Bank des Zahlers hat das Geld zurückgeholt oder will es zurückholen.'
    case 'undecided':
      return 'Der Zahlungsdienst sagt seit über einer Stunde nicht, ob bezahlt wurde. Die Plätze bleiben so lange gehalten.'
  }
}

/** "sind 12,00 €", "ist 1,00 €"; "ist etwas anderes" when the amount is unknown. */
function receivedPhrase({ receivedInCent }: Troubled): string {
  if (receivedInCent === null) return 'ist etwas anderes'
  return `${isPlural(receivedInCent) ? 'sind' : 'ist'} ${germanEuro(receivedInCent)}`
}

const isOrAre = ({ openRefundInCent }: Troubled) => (isPlural(openRefundInCent) ? 'sind' : 'ist')
const isPlural = (cents: number) => cents !== 100

/** Advice for users who may act. */
export const attentionAdvice: Record<OrderAttention, string> = {
  noPlace:
    'Erstatte den Betrag, oder such mit dem Zahler einen anderen Platz und hake es danach als erledigt ab.',
  extrasGivenUp:
    'Entscheide, ob das Geld zurückgeht, und hake es dann als erledigt ab. Wie viel es ist, steht im Verlauf.',
  review:
    'Nimm den Betrag an, dann gelten die Plätze als bezahlt, oder erstatte ihn, dann werden sie frei.',
  refundFailed:
    'Versuche es unten bei „Erstattungen“ noch einmal. Klappt es nicht, überweise das Geld selbst und trage es als „Von Hand erstattet“ ein.',
  refundedOutside:
    'Die Plätze sind davon unberührt. Streiche beim Umzug, wer nicht mitgeht, und hake es dann als erledigt ab.',
  undecided:
    'Sieh in den Seiten des Zahlungsdienstes nach. Ist dort nichts bezahlt, gib die Plätze frei.',
  disputed:
    'Antworte in den Seiten des Zahlungsdienstes. Hake es als erledigt ab, wenn es geklärt ist.',
}

// Labels of payment codes.

export const providerLabels: Record<PaymentProviderId, string> = {
  sandbox: 'Testzahlung',
  stripe: 'Stripe',
  mollie: 'Mollie',
  none: 'Ohne Bezahlung',
}

export const placeStateLabels: Record<ParticipationState, string> = {
  reserved: 'Vorgemerkt',
  booked: 'Angemeldet',
  released: 'Wieder frei',
  cancelled: 'Abgesagt',
  waiting: 'Auf der Warteliste',
}

export const refundStateLabels: Record<RefundState, string> = {
  pending: 'Erstattung läuft',
  done: 'Erstattet',
  failed: 'Erstattung abgelehnt',
  byHand: 'Von Hand erstattet',
}

export const refundReasonLabels: Record<RefundReason, string> = {
  late: 'Zu spät bezahlt',
  double: 'Doppelt bezahlt',
  review: 'Anderer Betrag bezahlt',
  staff: 'Von der Verwaltung',
  paradeCancelled: 'Umzug abgesagt',
  self: 'Vom Zahler abgesagt',
  extras: 'Zusätze vom Zahler abbestellt',
  outside: 'Beim Zahlungsdienst erstattet',
}

export const mailKindLabels: Record<MailKind, string> = {
  paradeCancelled: 'Absage eines Umzugs',
  paradeReinstated: 'Umzug findet doch statt',
  enrolled: 'Bestätigung der Anmeldung',
  refunded: 'Nachricht zur Erstattung',
  orderLinks: 'Link zu „Meine Anmeldung“',
  addressChanged: 'Nachricht an die bisherige E-Mail Adresse',
  waiting: 'Nachricht zur Warteliste',
  offered: 'Angebot von der Warteliste',
  waitingCostume: 'Warteliste: Kleid vergeben',
  waitingEnded: 'Ende der Warteliste',
  disclosure: 'Auskunft',
  circular: 'Rundmail',
  feeLetter: 'Schreiben zum Beitrag',
  invitation: 'Einladung',
  passwordReset: 'Link für ein neues Passwort',
  passwordChanged: 'Nachricht zum Passwort',
  passkeyAdded: 'Nachricht zum Passkey',
  passkeyRemoved: 'Nachricht zum Passkey',
  newSignIn: 'Nachricht zu einer Anmeldung',
}

export const mailStateLabels: Record<MailState, string> = {
  waiting: 'Wartet',
  sending: 'Wird verschickt',
  sent: 'Verschickt',
  skipped: 'Nicht verschickt',
  failed: 'Fehlgeschlagen',
}

type Kind = OrderHistoryEntry['kind']

const historyLabels: Record<Kind, string> = {
  ordered: 'Angemeldet',
  paid: 'Bezahlt',
  paidLate: 'Nach der Frist bezahlt',
  paidDouble: 'Ein zweites Mal bezahlt',
  review: 'Anderer Betrag bezahlt',
  accepted: 'Betrag angenommen',
  expired: 'Frist abgelaufen, Plätze wieder frei',
  cancelled: 'Bezahlung abgebrochen, Plätze wieder frei',
  failed: 'Bezahlung fehlgeschlagen, Plätze wieder frei',
  placeCancelled: 'Platz gestrichen',
  placeCancelledByPayer: 'Platz vom Zahler abgesagt',
  costumeChangedByPayer: 'Kleid vom Zahler geändert',
  extrasChangedByPayer: 'Zusätze vom Zahler geändert',
  addressChangedByPayer: 'E-Mail Adresse vom Zahler geändert',
  refundRequested: 'Erstattung veranlasst',
  refunded: 'Erstattet',
  refundRefused: 'Erstattung abgelehnt',
  refundRetried: 'Erstattung noch einmal versucht',
  refundedByHand: 'Von Hand erstattet',
  refundedOutside: 'Beim Zahlungsdienst erstattet',
  disputed: 'Rückbuchung oder Einspruch gemeldet',
  releasedByHand: 'Plätze von Hand freigegeben',
  ended: 'Zahlung beendet, Plätze wieder frei',
  settled: 'Als erledigt abgehakt',
  waiting: 'Auf die Warteliste gesetzt',
  offered: 'Plätze angeboten',
  offerAccepted: 'Angebot angenommen',
  offerKept: 'Bezahlung beendet, Angebot gilt weiter',
  offerTakenBack: 'Umzug abgesagt, wieder auf der Warteliste',
  movedFirst: 'Auf der Warteliste nach oben gesetzt',
  replaced: 'Durch eine neue Anmeldung ersetzt',
  costumeTaken: 'Ein Kleid ist inzwischen vergeben',
}

/** "Bezahlt: 24,00 €"; `earlier` are the entries before it. */
export function historyWords(
  { kind, amountInCent }: OrderHistoryEntry,
  earlier: readonly OrderHistoryEntry[],
): string {
  const had = (one: Kind) => earlier.some((entry) => entry.kind === one)
  // An order that waits, or whose offer is open, has no payment that could be ended.
  if (kind === 'ended' && had('waiting') && !had('offerAccepted')) {
    return 'Von der Warteliste genommen'
  }
  return amountInCent === null
    ? historyLabels[kind]
    : `${historyLabels[kind]}: ${germanEuro(amountInCent)}`
}

export type HistoryTone = 'good' | 'back' | 'bad' | 'quiet'

const historyTones: Partial<Record<Kind, HistoryTone>> = {
  paid: 'good',
  paidLate: 'good',
  accepted: 'good',
  refunded: 'back',
  refundedByHand: 'back',
  refundedOutside: 'back',
  review: 'bad',
  paidDouble: 'bad',
  refundRefused: 'bad',
  disputed: 'bad',
}

/** The tone of a history entry: money received, money refunded, a problem, or neutral. */
export function historyTone({ kind }: OrderHistoryEntry): HistoryTone {
  return historyTones[kind] ?? 'quiet'
}

/** "Sa 16.01.2027, 12:03 Uhr" in Berlin. */
export function instantWords(at: string): string {
  const instant = new Date(at)
  return `${germanDateWithWeekday(berlinDay(instant))}, ${berlinTime(instant)}\u00a0Uhr`
}

/** The state of an order with regard to refunds. */
export type ShownState = OrderState | 'partlyRefunded' | 'enrolledRefunded'

export const shownStates = [
  'paid',
  'pending',
  'waiting',
  'review',
  'refund_pending',
  'partlyRefunded',
  'enrolledRefunded',
  'refunded',
  'expired',
  'cancelled',
  'failed',
] as const satisfies readonly ShownState[]

export const shownStateLabels: Record<ShownState, string> = {
  paid: 'Bezahlt',
  pending: 'Offen',
  waiting: 'Warteliste',
  review: 'Zu prüfen',
  refund_pending: 'Erstattung offen',
  partlyRefunded: 'Teilweise erstattet',
  enrolledRefunded: 'Erstattet, angemeldet',
  refunded: 'Erstattet',
  expired: 'Abgelaufen',
  cancelled: 'Abgebrochen',
  failed: 'Fehlgeschlagen',
}

type Money = Pick<OrderRow, 'state' | 'receivedInCent' | 'refundedInCent' | 'openRefundInCent'>

/**
 * The state to show: the stored one, but for a paid order also a refund under way, or made: of a part, or of all of it
 * while places stand that cost nothing (any more). A complete refund without such a place is a stored state.
 */
export function shownState({ state, ...money }: Money): ShownState {
  if (state !== 'paid') return state
  if (money.openRefundInCent > 0) return 'refund_pending'
  if (money.refundedInCent === 0) return 'paid'
  return money.refundedInCent < (money.receivedInCent ?? 0) ? 'partlyRefunded' : 'enrolledRefunded'
}
