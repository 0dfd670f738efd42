import type Stripe from 'stripe'

// The fields that the worker reads, typed by the SDK: a renamed field fails the type check here.

export type Session = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'mode'
  | 'status'
  | 'payment_status'
  | 'amount_total'
  | 'currency'
  | 'client_reference_id'
  | 'customer_email'
  | 'metadata'
  | 'expires_at'
  | 'livemode'
  | 'url'
  | 'success_url'
  | 'cancel_url'
> & { payment_intent: string | null }

type Intent = Pick<
  Stripe.PaymentIntent,
  'id' | 'object' | 'status' | 'amount' | 'currency' | 'metadata' | 'livemode'
> & { latest_charge: string | null }

type Charge = Pick<
  Stripe.Charge,
  'id' | 'object' | 'amount' | 'amount_refunded' | 'currency' | 'disputed' | 'refunded' | 'livemode'
> & { payment_intent: string }

type Refund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'currency' | 'status' | 'metadata' | 'created'
> & { payment_intent: string; charge: string }

export type Payment = { session: Session; name: string; intent?: Intent; charge?: Charge }

export type Event = Pick<Stripe.Event, 'id' | 'object' | 'type' | 'livemode' | 'created'> & {
  data: { object: object }
}

export type Book = {
  payments: Map<string, Payment>
  refunds: Refund[]
  unsent: Event[]
  isLive: boolean
  pageOrigin: string
  now: () => Date
  /** The next number for an id. */
  next: () => number
}

type Opening = Pick<Book, 'pageOrigin' | 'now' | 'isLive'>

export function openBook({ pageOrigin, now, isLive }: Opening): Book {
  let number = 0
  return {
    payments: new Map(),
    refunds: [],
    unsent: [],
    isLive,
    pageOrigin,
    now,
    next: () => {
      number += 1
      return number
    },
  }
}

export const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000)

export function note(book: Book, type: Event['type'], object: object): void {
  book.unsent.push({
    id: `evt_${book.next()}`,
    object: 'event',
    type,
    livemode: book.isLive,
    created: secondsOf(book.now()),
    data: { object: structuredClone(object) },
  })
}

/** The payment in its current state: an open checkout expires by the clock. */
export function paymentOf(book: Book, ref: string): Payment | undefined {
  const payment = book.payments.get(ref)
  const session = payment?.session
  if (session?.status === 'open' && session.expires_at <= secondsOf(book.now())) {
    expireSession(book, session)
  }
  return payment
}

export function expireSession(book: Book, session: Session): void {
  session.status = 'expired'
  session.url = null
  note(book, 'checkout.session.expired', session)
}

/** @throws Error where Stripe would answer `charge_already_refunded` or `amount_too_large` */
export function giveBack(book: Book, payment: Payment, amount: number, metadata: Stripe.Metadata) {
  const { charge } = payment
  if (!charge) throw new Error('This PaymentIntent does not have a successful charge to refund.')
  if (charge.amount_refunded === charge.amount) {
    throw new Error(`Charge ${charge.id} has already been refunded.`)
  }
  if (charge.amount_refunded + amount > charge.amount) {
    throw new Error('Refund amount is greater than unrefunded amount on charge')
  }
  const { payment_intent, currency } = charge
  const refund: Refund = {
    id: `re_${book.next()}`,
    object: 'refund',
    amount,
    currency,
    status: 'succeeded',
    metadata,
    created: secondsOf(book.now()),
    payment_intent,
    charge: charge.id,
  }
  book.refunds.unshift(refund)
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  note(book, 'charge.refunded', charge)
  return refund
}
