import type {
  OrderDetails,
  OrderHistoryEntry,
  OrderList,
  OrderMail,
  OrderMailText,
  OrderPlace,
  OrderRefund,
  OrderRow,
  ParadeRefundRow,
  ParadeRefunds,
  PaymentHealth,
} from '#worker/orders/orders.contract.ts'
import { mailOf } from './member-rows.ts'

// Responses of orders.

export function anOrder(changes: Partial<OrderRow> = {}): OrderRow {
  const { firstName = 'Jörg', lastName = 'Straßer' } = changes
  return {
    id: 7,
    createdAt: '2027-01-16T10:58:00Z',
    firstName,
    lastName,
    emailAddress: mailOf(firstName, lastName),
    people: [{ firstName, lastName }],
    parades: ['Ringtreffen Moosried', 'Jubiläumsumzug 60 Jahre', 'Nachtumzug'],
    state: 'paid',
    attention: null,
    provider: 'stripe',
    amountInCent: 2400,
    receivedInCent: 2400,
    refundedInCent: 0,
    openRefundInCent: 0,
    ...changes,
  }
}

export function someOrders(orders: OrderRow[], changes: Partial<OrderList> = {}): OrderList {
  return { season: 2026, seasons: [2026, 2025], orders, ...changes }
}

export function aPlace(changes: Partial<OrderPlace> = {}): OrderPlace {
  return {
    participationId: 71,
    person: 0,
    paradeId: 1,
    paradeTitle: 'Ringtreffen Moosried',
    paradeDate: '2027-01-24',
    paradeCancelledAt: null,
    paradeCancelReason: '',
    costumeType: 'Schellenhansel',
    costumeNumber: '118',
    memberId: 41,
    priceInCent: 800,
    extras: [],
    state: 'booked',
    participationConfirmed: false,
    refund: null,
    isRefundable: true,
    ...changes,
  }
}

export const moosried = aPlace()
export const jubilee = aPlace({
  participationId: 72,
  paradeId: 2,
  paradeTitle: 'Jubiläumsumzug 60 Jahre',
  paradeDate: '2027-01-31',
})
const night = aPlace({
  participationId: 73,
  paradeId: 3,
  paradeTitle: 'Nachtumzug',
  paradeDate: '2027-02-06',
})

export function aRefund(changes: Partial<OrderRefund> = {}): OrderRefund {
  return {
    key: 'place-71',
    participationId: 71,
    amountInCent: 800,
    reason: 'staff',
    state: 'failed',
    error: 'Insufficient funds in the account',
    requestedAt: '2027-01-17T08:00:00Z',
    requestedBy: 'Sabine Kächele',
    doneAt: null,
    ...changes,
  }
}

export function anEntry(changes: Partial<OrderHistoryEntry> = {}): OrderHistoryEntry {
  return {
    at: '2027-01-16T11:03:00Z',
    kind: 'paid',
    amountInCent: 2400,
    detail: null,
    user: null,
    ...changes,
  }
}

export const ordered = anEntry({ at: '2027-01-16T10:58:00Z', kind: 'ordered' })

export function aMail(changes: Partial<OrderMail> = {}): OrderMail {
  return {
    id: 5,
    kind: 'enrolled',
    state: 'sent',
    createdAt: '2027-01-16T11:03:00Z',
    sentAt: '2027-01-16T11:04:00Z',
    ...changes,
  }
}

export const aMailText: OrderMailText = {
  to: 'joerg.strasser@example.de',
  subject: 'Deine Anmeldung für 3 Umzüge',
  text: 'Hallo Jörg,\n\nDu bist dabei: So 24.01.2027 Ringtreffen Moosried.',
  html: '<p>Hallo Jörg</p>',
  attachments: [{ filename: 'umzuege.ics', content: 'BEGIN:VCALENDAR' }],
  codes: [],
}

export function orderDetails(changes: Partial<OrderDetails> = {}): OrderDetails {
  return {
    ...anOrder(),
    paidAt: '2027-01-16T11:03:00Z',
    holdUntil: '2027-01-16T11:33:00Z',
    providerRef: 'cs_live_a1B2c3',
    refundableInCent: 2400,
    places: [moosried, jubilee, night],
    refunds: [],
    history: [ordered, anEntry()],
    mails: [aMail()],
    ...changes,
  }
}

export function aParadePlace(changes: Partial<ParadeRefundRow> = {}): ParadeRefundRow {
  return {
    participationId: 71,
    firstName: 'Jörg',
    lastName: 'Straßer',
    costumeType: 'Schellenhansel',
    costumeNumber: '118',
    state: 'booked',
    priceInCent: 800,
    paid: 'online',
    cashReturnedAt: null,
    orderId: 7,
    refund: null,
    ...changes,
  }
}

export function paradeRefunds(
  places: ParadeRefundRow[],
  changes: Partial<ParadeRefunds> = {},
): ParadeRefunds {
  return {
    parade: {
      id: 1,
      title: 'Ringtreffen Moosried',
      host: 'Butzenzunft Moosried',
      date: '2027-01-24',
      cancelledAt: '2027-01-16T11:00:00.000Z',
      cancelReason: 'Sturmwarnung',
    },
    places,
    unpaidCount: 0,
    openPaymentCount: 0,
    confirmedCount: 0,
    mailCount: 0,
    withoutAddressCount: 0,
    ...changes,
  }
}

export function someHealth(changes: Partial<PaymentHealth> = {}): PaymentHealth {
  return {
    provider: 'stripe',
    isLive: true,
    problems: [],
    answers: true,
    events: [
      { type: 'checkout.session.completed', orderId: 7, receivedAt: '2027-01-16T11:03:00Z' },
      { type: 'charge.refunded', orderId: null, receivedAt: '2027-01-15T09:00:00Z' },
    ],
    mail: { from: 'anmeldung@narrenzunft.example', waiting: 2, failed: 0 },
    ...changes,
  }
}
