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
} from '#worker/domain/codes.ts'

export type OrderPerson = { firstName: string; lastName: string }

/** One payment of a public enrolment, as the list shows it. */
export type OrderRow = {
  id: number
  /** An instant, ISO 8601 in UTC. So are all other instants here. */
  createdAt: string
  firstName: string
  lastName: string
  emailAddress: string
  /** Who was enrolled with it, as they were written; the order's own name is the first one's. */
  people: OrderPerson[]
  /** The titles of its parades, soonest first, each once. */
  parades: string[]
  state: OrderState
  /** Why the management has to look at it; null = nothing to do. */
  attention: OrderAttention | null
  provider: PaymentProviderId
  amountInCent: number
  /** What came in; null = nothing. */
  receivedInCent: number | null
  /** What went back, by us, by hand or in the provider's own pages. */
  refundedInCent: number
  /** What is still to go back. */
  openRefundInCent: number
}

/** The orders of a season: July to June, named by the year in which it begins. */
export type OrderList = {
  season: number
  /** Seasons in which there are orders, newest first; always with the one asked for. */
  seasons: number[]
  orders: OrderRow[]
}

export type OrderPlace = {
  participationId: number
  /** Whose place: where they stand among the order's `people`. */
  person: number
  paradeId: number
  paradeTitle: string
  paradeDate: string
  /** When the parade was called off; null = it takes place. */
  paradeCancelledAt: string | null
  paradeCancelReason: string
  costumeType: string
  costumeNumber: string
  memberId: number | null
  priceInCent: number
  state: ParticipationState
  participationConfirmed: boolean
  /** Whether this place's fee goes back or went back; null = it does not. */
  refund: RefundState | null
  /** Whether its fee can be refunded now. */
  isRefundable: boolean
}

export type OrderRefund = {
  key: string
  /** null = all that was left of the order. */
  participationId: number | null
  amountInCent: number
  reason: RefundReason
  state: RefundState
  /** The provider's words, when it refused. */
  error: string | null
  requestedAt: string
  /** Name of the user; null = by itself. */
  requestedBy: string | null
  doneAt: string | null
}

export type OrderHistoryEntry = {
  at: string
  kind: OrderEvent | 'ordered'
  amountInCent: number | null
  /** What belongs to it: a parade's title, a sum that was paid instead, the provider's words. */
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
  /** Until when an unpaid order holds its places. */
  holdUntil: string
  /** The provider's name of the payment; null before the checkout was opened. */
  providerRef: string | null
  /** What a refund of everything would give back now; 0 = nothing left. */
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
  /** Of the people it is about, each with its picture, a data: URI. */
  codes: { name: string; src: string }[]
}

export const refundBody = z.object({
  /** One place, or null for all that is left of the order. */
  participationId: z.int().positive().nullable().default(null),
  /** Whether the places are given free as well; else they stay, not paid. */
  cancelPlaces: z.boolean(),
})

/** One place with a price of a parade that is called off. */
export type ParadeRefundRow = {
  participationId: number
  firstName: string
  lastName: string
  costumeType: string
  costumeNumber: string
  state: ParticipationState
  priceInCent: number
  /** How it was paid, the money given back or not. */
  paid: 'online' | 'cash' | 'unpaid'
  /** When cash was given back; null = not, or paid in another way. */
  cashReturnedAt: string | null
  /** The payment of what was paid online, else null. */
  orderId: number | null
  /** null = not asked for yet. */
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
  /** Paid online first, then in cash, then not paid; by name. */
  places: ParadeRefundRow[]
  /** Booked places without a paid fee: only a mail is needed. */
  unpaidCount: number
  /** Places of orders whose payment is open at this moment. */
  openPaymentCount: number
  /** Booked places that were ticked off. */
  confirmedCount: number
  /** Mails that calling off writes, one for each address. */
  mailCount: number
  /** Booked places whose people no mail can reach. */
  withoutAddressCount: number
}

export type PaymentHealth = {
  /** As configured; "" = none. */
  provider: string
  isLive: boolean
  /** What is missing or wrong, in German; empty = nothing. */
  problems: string[]
  /** Whether the provider answered just now; null = it could not be asked. */
  answers: boolean | null
  /** Newest first, at most 20. */
  events: { type: string; orderId: number | null; receivedAt: string }[]
  mail: {
    /** The address mails come from; null = no mail is sent. */
    from: string | null
    waiting: number
    failed: number
  }
}

export type EveningMinute = {
  /** The instant it begins. */
  minute: string
  /** Enrolments made in it that are not over, and those of them that nobody has paid yet. */
  enrolled: number
  open: number
  /** Payments that came in, of whichever minute's enrolments. */
  paid: number
  /** By the error's code. */
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
  /** Which network it came from, as `EveningNetwork` names it; null = not known (any more). */
  network: string | null
}

export type EveningNetwork = {
  /** A piece of a keyed hash: it says which are the same, and nothing of the address. */
  network: string
  /** Of its open payments. */
  orders: number
  places: number
  /** How long its next places are held; null = as long as usual, 0 = it gets none. */
  holdMinutes: number | null
}

/** The public door at this moment. */
export type Evening = {
  at: string
  /** The last sixty, the running one last. */
  minutes: EveningMinute[]
  today: { enrolled: number; places: number; receivedInCent: number }
  /** Orders that need attention. */
  toClear: number
  /** Of all unpaid orders; `orders` are the first 300. */
  open: { count: number; places: number; orders: OpenOrder[] }
  /** Those with open payments, the most places first. */
  networks: EveningNetwork[]
  /** Open for enrolment today, with the places that are taken for good. */
  parades: { id: number; title: string; date: string; places: number }[]
  provider: {
    lastMessageAt: string | null
    /** Payments are open, and it has said nothing for ten minutes. */
    isSilent: boolean
  }
  mails: { waiting: number; oldestAt: string | null }
  /** When the cron last went through the open payments. */
  checkedAt: string | null
  /** What was refused elsewhere within a day, the most frequent first; 20 lines at most. */
  doors: RefusedDoor[]
}

export type RefusedDoor = {
  /** The method and the path as the router knows it. */
  route: string
  /** The error's code. */
  code: string
  /** As in `EveningNetwork`, of a hash of its own; null = not told apart. */
  network: string | null
  count: number
  lastAt: string
}
