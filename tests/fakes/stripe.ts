import Stripe from 'stripe'
import type { FakeProvider, FakeSettings, SentEvent } from './fake-provider.ts'
import { frontDoor } from './front-door.ts'
import { answerOfStripe, refusal } from './stripe-api.ts'
import {
  type Book,
  type Event,
  expireSession,
  giveBack,
  note,
  openBook,
  type Payment,
  paymentOf,
  secondsOf,
} from './stripe-book.ts'

type Settings = FakeSettings & { webhookSecret: string }

/** The part of Stripe that the worker uses. */
export function fakeStripe({ key, webhookSecret, ...rest }: Settings): FakeProvider {
  const { mode, pageOrigin = 'https://checkout.stripe.com', now = () => new Date() } = rest
  const book = openBook({ pageOrigin, now, isLive: (mode ?? key).includes('live') })
  const door = frontDoor({
    key,
    answer: (call) => answerOfStripe(book, call),
    failure,
    keyReused: {
      status: 400,
      body: {
        error: {
          type: 'idempotency_error',
          message: 'Keys for idempotent requests can only be used with the same parameters.',
        },
      },
    },
  })
  const find = (ref: string): Payment => {
    const payment = paymentOf(book, ref)
    if (!payment) throw new Error(`no checkout ${ref}`)
    return payment
  }
  const findOpen = (ref: string): Payment => {
    const payment = find(ref)
    const { status, payment_status } = payment.session
    const isUndecided = payment.intent?.status === 'processing'
    if (status === 'open' || (payment_status === 'unpaid' && isUndecided)) return payment
    throw new Error(`${ref} is ${status}: it cannot be paid`)
  }

  return {
    id: 'stripe',
    host: 'api.stripe.com',
    ...door,
    refs: () => [...book.payments.keys()],
    page(ref) {
      const { session, name } = find(ref)
      return {
        description: name,
        amountInCent: session.amount_total ?? 0,
        isOpen: session.status === 'open',
        successUrl: session.success_url ?? '',
        cancelUrl: session.cancel_url ?? '',
      }
    },
    pay: (ref, { amount } = {}) => receive(book, findOpen(ref), amount),
    payLate: (ref) => receive(book, find(ref)),
    process(ref) {
      const payment = findOpen(ref)
      complete(book, payment, 'processing')
      note(book, 'checkout.session.completed', payment.session)
    },
    fail(ref) {
      const payment = findOpen(ref)
      complete(book, payment, 'requires_payment_method')
      note(book, 'checkout.session.async_payment_failed', payment.session)
    },
    expire: (ref) => expireSession(book, findOpen(ref).session),
    // Stripe keeps the page open after "back": the payer may still pay.
    abandon: (ref) => void find(ref),
    refundOutside: (ref, cents) => void giveBack(book, find(ref), cents, {}),
    dispute(ref) {
      const { charge } = find(ref)
      if (!charge) throw new Error('nothing to dispute')
      charge.disputed = true
      const { payment_intent } = charge
      note(book, 'charge.dispute.created', { id: `du_${book.next()}`, payment_intent })
    },
    refundedCents: (ref) => find(ref).charge?.amount_refunded ?? 0,
    events: () =>
      Promise.all(book.unsent.splice(0).map((event) => signed(event, webhookSecret, now()))),
  }
}

/** The event with Stripe's signature. */
export async function signed(event: Event, secret: string, at: Date): Promise<SentEvent> {
  const payload = JSON.stringify(event)
  const timestamp = secondsOf(at)
  const header = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret, timestamp })
  const headers = { 'Stripe-Signature': header, 'Content-Type': 'application/json' }
  return { body: payload, headers }
}

function complete(book: Book, payment: Payment, status: Stripe.PaymentIntent.Status): void {
  const { session } = payment
  payment.intent ??= {
    id: `pi_${book.next()}`,
    object: 'payment_intent',
    status,
    amount: session.amount_total ?? 0,
    currency: session.currency ?? '',
    metadata: session.metadata ?? {},
    livemode: book.isLive,
    latest_charge: null,
  }
  payment.intent.status = status
  session.status = 'complete'
  session.url = null
  session.payment_intent = payment.intent.id
}

function receive(book: Book, payment: Payment, amount?: number): void {
  const { session } = payment
  const wasProcessing = payment.intent?.status === 'processing'
  if (amount !== undefined) session.amount_total = amount
  complete(book, payment, 'succeeded')
  session.payment_status = 'paid'
  payment.charge = {
    id: `ch_${book.next()}`,
    object: 'charge',
    amount: session.amount_total ?? 0,
    amount_refunded: 0,
    currency: session.currency ?? '',
    disputed: false,
    refunded: false,
    livemode: book.isLive,
    payment_intent: session.payment_intent ?? '',
  }
  const type = wasProcessing
    ? 'checkout.session.async_payment_succeeded'
    : 'checkout.session.completed'
  note(book, type, session)
}

function failure(status: number) {
  if (status === 401) return refusal(401, 'Invalid API Key provided: sk_test_****')
  if (status === 403) {
    return refusal(403, "The provided key does not have the 'rak_checkout_session_write' right.")
  }
  return { status, body: { error: { type: 'api_error', message: 'An unknown error occurred' } } }
}
