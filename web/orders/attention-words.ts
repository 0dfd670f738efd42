import type { OrderAttention } from '#worker/domain/codes.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { OrderRow } from '#worker/orders/orders.contract.ts'

export const attentionLabels: Record<OrderAttention, string> = {
  noPlace: 'Bezahlt, aber kein Platz',
  review: 'Anderer Betrag bezahlt',
  refundFailed: 'Erstattung klappt nicht',
  refundedOutside: 'Außerhalb erstattet',
  disputed: 'Rückbuchung oder Einspruch',
  undecided: 'Anbieter antwortet nicht',
}

type Troubled = Pick<OrderRow, 'amountInCent' | 'receivedInCent' | 'openRefundInCent'>

/** What is wrong, in one sentence. */
export function whatIsWrong(attention: OrderAttention, order: Troubled): string {
  switch (attention) {
    case 'noPlace':
      return 'Es wurde bezahlt, aber der Platz dafür ist vergeben oder gestrichen.'
    case 'review':
      return `Verlangt waren ${germanEuro(order.amountInCent)}, angekommen ${cameIn(order)}.`
    case 'refundFailed':
      return `Der Anbieter hat eine Erstattung abgelehnt. Offen ${sumsUp(order)} noch ${germanEuro(order.openRefundInCent)}.`
    case 'refundedOutside':
      return 'Beim Anbieter wurde Geld zurückgegeben, ohne dass es hier jemand veranlasst hat.'
    case 'disputed':
      return 'Die Bank des Zahlers hat das Geld zurückgeholt oder will es zurückholen.'
    case 'undecided':
      return 'Der Anbieter sagt seit über einer Stunde nicht, ob bezahlt wurde. Die Plätze bleiben so lange gehalten.'
  }
}

function cameIn({ receivedInCent }: Troubled): string {
  if (receivedInCent === null) return 'ist etwas anderes'
  return `${isPlural(receivedInCent) ? 'sind' : 'ist'} ${germanEuro(receivedInCent)}`
}

const sumsUp = ({ openRefundInCent }: Troubled) => (isPlural(openRefundInCent) ? 'sind' : 'ist')
const isPlural = (cents: number) => cents !== 100

/** What those who may act can do about it. */
export const whatToDo: Record<OrderAttention, string> = {
  noPlace:
    'Erstatte den Betrag, oder such mit dem Zahler einen anderen Platz und hake es danach als erledigt ab.',
  review:
    'Nimm den Betrag an, dann gelten die Plätze als bezahlt, oder erstatte ihn, dann werden sie frei.',
  refundFailed:
    'Versuche es unten bei „Erstattungen“ noch einmal. Klappt es nicht, überweise das Geld selbst und trage es als „Von Hand erstattet“ ein.',
  refundedOutside:
    'Die Plätze sind davon unberührt. Nimm den Zahler vom Umzug, wenn er nicht mitgeht, und hake es dann als erledigt ab.',
  undecided: 'Sieh in den Seiten des Anbieters nach. Ist dort nichts bezahlt, gib die Plätze frei.',
  disputed: 'Antworte in den Seiten des Anbieters. Hake es als erledigt ab, wenn es geklärt ist.',
}
