import { z } from 'zod'
import type {
  MailKind,
  MailState,
  OrderAttention,
  OrderEvent,
  OrderState,
  ParticipationState,
  PaymentProviderId,
  RefundReason,
  RefundState,
  WaitingEnd,
  WaitingReason,
  WaitingState,
} from '#worker/domain/codes.ts'
import type { PlacedExtra } from '#worker/domain/extras.ts'

export type OrderPerson = { firstName: string; lastName: string }

type WaitingExtra = { id: number; title: string; quantity: number }

/** An order that was put on the waiting list of a parade, as staff see it. */
export type WaitingRow = {
  /** The order's id. */
  id: number
  /** The position among those that wait for this parade; null unless the state is `waiting`. */
  position: number | null
  createdAt: string
  /** The people of the order in this parade, with their extras. */
  people: (OrderPerson & { extras: WaitingExtra[] })[]
  /** The extras of all of them. */
  extras: WaitingExtra[]
  state: WaitingState
  /** null unless the state is `removed`. */
  removedBy: WaitingEnd | null
  /** The instant until which the places are held; null unless the state is `offered`. */
  offeredUntil: string | null
  /** Why no places are offered now; null when they could be, or the state is not `waiting`. */
  reason: WaitingReason | null
}

/** One payment of a public enrolment, as the list shows it. */
export type OrderRow = {
  id: number
  /** An instant, ISO 8601 in UTC, like all instants in this file. */
  createdAt: string
  firstName: string
  lastName: string
  emailAddress: string
  /** Enrolled people, as typed; the order's own name is the first one's. */
  people: OrderPerson[]
  /** The titles of its parades, soonest first, each once. */
  parades: string[]
  state: OrderState
  /** Why management has to look at the order; null = nothing to do. */
  attention: OrderAttention | null
  provider: PaymentProviderId
  amountInCent: number
  /** Received from the provider; null = nothing. */
  receivedInCent: number | null
  /** Refunded by the application, by hand or in the provider's own pages. */
  refundedInCent: number
  /** Refunds still to be made. */
  openRefundInCent: number
}

/** The orders of a season: July to June, named by the year in which it begins. */
export type OrderList = {
  season: number
  /** Seasons with orders, newest first; includes the requested one. */
  seasons: number[]
  orders: OrderRow[]
}

export type OrderPlace = {
  participationId: number
  /** Index of the person in the order's `people`. */
  person: number
  paradeId: number
  paradeTitle: string
  paradeDate: string
  /** When the parade was cancelled; null if not. */
  paradeCancelledAt: string | null
  paradeCancelReason: string
  costumeType: string
  costumeNumber: string
  memberId: number | null
  /** The price of the place with its extras. */
  priceInCent: number
  extras: PlacedExtra[]
  state: ParticipationState
  participationConfirmed: boolean
  /** State of this place's refund; null without one. */
  refund: RefundState | null
  /** Whether the place's fee can be refunded now. */
  isRefundable: boolean
}

export type OrderRefund = {
  key: string
  /** null: the refund of all that was left of the order. */
  participationId: number | null
  amountInCent: number
  reason: RefundReason
  state: RefundState
  /** The provider's message when it rejected the refund. */
  error: string | null
  requestedAt: string
  /** Name of the user; null = the application. */
  requestedBy: string | null
  doneAt: string | null
}

export type OrderHistoryEntry = {
  at: string
  kind: OrderEvent | 'ordered'
  amountInCent: number | null
  /** Detail of the event: a parade's title, the sum that was paid instead, the provider's message. */
  detail: string | null
  /** Name of the user; null = not done by a user. */
  user: string | null
}

export type OrderMail = {
  id: number
  kind: MailKind
  state: MailState
  createdAt: string
  sentAt: string | null
}

export type OrderDetails = OrderRow & {
  paidAt: string | null
  /** End of the reservation while the order is unpaid. */
  holdUntil: string
  /** The payment's id at the provider; null before the checkout was opened. */
  providerRef: string | null
  /** What a full refund would give back now, in cents. */
  refundableInCent: number
  places: OrderPlace[]
  /** Oldest first. */
  refunds: OrderRefund[]
  /** Oldest first, beginning with `ordered`. */
  history: OrderHistoryEntry[]
  mails: OrderMail[]
}

/** A mail as it was or will be sent. */
export type OrderMailText = {
  to: string
  subject: string
  text: string
  html: string
  attachments: { filename: string; content: string }[]
  /** The check-in codes in the mail, each picture as a data: URI. */
  codes: { name: string; src: string }[]
}

export const refundBody = z.object({
  /** Id of one place, or null for all that is left of the order. */
  participationId: z.int().positive().nullable().default(null),
  /** Whether the places are cancelled as well; otherwise they stay, unpaid. */
  cancelPlaces: z.boolean(),
})

/** A place with a price in a cancelled parade. */
export type ParadeRefundRow = {
  participationId: number
  firstName: string
  lastName: string
  costumeType: string
  costumeNumber: string
  state: ParticipationState
  priceInCent: number
  /** How the place was paid, whether refunded since or not. */
  paid: 'online' | 'cash' | 'unpaid'
  /** When cash was given back; null if not, or paid in another way. */
  cashReturnedAt: string | null
  /** The order of an online payment, else null. */
  orderId: number | null
  /** null = no refund was requested. */
  refund: RefundState | null
}

export type ParadeRefunds = {
  parade: {
    id: number
    title: string
    host: string
    date: string
    cancelledAt: string | null
    cancelReason: string
  }
  /** Paid online first, then in cash, then unpaid; each by name. */
  places: ParadeRefundRow[]
  /** Booked places without a paid fee: only a mail is needed. */
  unpaidCount: number
  /** Places of orders whose payment is open. */
  openPaymentCount: number
  /** Booked places whose people were ticked off as present. */
  confirmedCount: number
  /** Number of mails that cancelling sends, one for each address. */
  mailCount: number
  /** Booked places without a mail address. */
  withoutAddressCount: number
}

export type PaymentHealth = {
  /** The configured id; "" = none. */
  provider: string
  isLive: boolean
  /** Missing or wrong settings, in German. */
  problems: string[]
  /** Whether the provider answered just now; null = it could not be asked. */
  answers: boolean | null
  /** Newest first, at most 20. */
  events: { type: string; orderId: number | null; receivedAt: string }[]
  mail: {
    /** Sender address; null = mails are not sent. */
    from: string | null
    waiting: number
    failed: number
  }
}

export type EveningMinute = {
  /** Instant at which the minute begins. */
  minute: string
  /** Orders made in this minute that have not ended unpaid, and how many of those are unpaid. */
  enrolled: number
  open: number
  /** Payments received in this minute, for orders of any minute. */
  paid: number
  /** Rejected enrolments by error code. */
  refused: { code: string; count: number }[]
}

export type OpenOrder = {
  id: number
  firstName: string
  lastName: string
  people: number
  places: number
  parades: number
  amountInCent: number
  createdAt: string
  holdUntil: string
  /** The network, named as in `EveningNetwork`; null = unknown or deleted. */
  network: string | null
}

export type EveningNetwork = {
  /** The beginning of a keyed hash: equal networks are recognised, and the address cannot be read from it. */
  network: string
  /** The number of orders whose payment is open. */
  orders: number
  places: number
  /** Minutes for which the network's next places are reserved; null = as usual, 0 = it gets no more places. */
  holdMinutes: number | null
}

/** Public enrolment at this moment. */
export type Evening = {
  at: string
  /** The last sixty minutes, the current one last. */
  minutes: EveningMinute[]
  today: { enrolled: number; places: number; receivedInCent: number }
  /** Number of orders that need attention. */
  toClear: number
  /** All unpaid orders; `orders` holds the first 300. */
  open: { count: number; places: number; orders: OpenOrder[] }
  /** Networks with open payments, the most places first. */
  networks: EveningNetwork[]
  /** Parades open for enrolment today, with the number of booked places. */
  parades: { id: number; title: string; date: string; places: number }[]
  provider: {
    lastMessageAt: string | null
    /** Whether payments are open and the provider has sent no notification for ten minutes. */
    isSilent: boolean
  }
  mails: { waiting: number; oldestAt: string | null }
  /** When the cron last checked the open payments. */
  checkedAt: string | null
  /** Requests rejected outside of enrolment within a day, the most frequent first; at most 20 lines. */
  doors: RejectionCount[]
}

export type RejectionCount = {
  /** Method and path as the router names them. */
  route: string
  /** The error's code. */
  code: string
  /** A network as in `EveningNetwork`, but from a separate hash; null = all networks together. */
  network: string | null
  count: number
  lastAt: string
}
