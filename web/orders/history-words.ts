import { germanEuro } from '#worker/domain/money.ts'
import type { OrderHistoryEntry } from '#worker/orders/orders.contract.ts'

type Kind = OrderHistoryEntry['kind']

const words: Record<Kind, string> = {
  ordered: 'Angemeldet',
  paid: 'Bezahlt',
  paidLate: 'Nach der Frist bezahlt',
  paidDouble: 'Ein zweites Mal bezahlt',
  review: 'Anderer Betrag bezahlt',
  accepted: 'Betrag angenommen',
  expired: 'Frist abgelaufen, Plätze wieder frei',
  cancelled: 'Bezahlung abgebrochen, Plätze wieder frei',
  failed: 'Bezahlung fehlgeschlagen, Plätze wieder frei',
  placeCancelled: 'Platz abgesagt',
  refundRequested: 'Erstattung veranlasst',
  refunded: 'Erstattet',
  refundRefused: 'Erstattung abgelehnt',
  refundRetried: 'Erstattung noch einmal versucht',
  refundedByHand: 'Von Hand erstattet',
  refundedOutside: 'Beim Anbieter erstattet',
  disputed: 'Rückbuchung oder Einspruch gemeldet',
  releasedByHand: 'Plätze von Hand freigegeben',
  settled: 'Als erledigt abgehakt',
}

/** "Bezahlt: 24,00 €" */
export function historyWords({ kind, amountInCent }: OrderHistoryEntry): string {
  return amountInCent === null ? words[kind] : `${words[kind]}: ${germanEuro(amountInCent)}`
}

export type HistoryTone = 'good' | 'back' | 'bad' | 'quiet'

const tones: Partial<Record<Kind, HistoryTone>> = {
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

/** Money that stayed, money that went back, trouble, and all the rest. */
export function historyTone({ kind }: OrderHistoryEntry): HistoryTone {
  return tones[kind] ?? 'quiet'
}
