import type { FakeProvider, FakeSettings } from './fake-provider.ts'
import { frontDoor } from './front-door.ts'
import { answerOfMollie, refusal } from './mollie-api.ts'
import { amount, cents, giveBack, move, openBook, type Payment, paymentOf } from './mollie-book.ts'

type Settings = FakeSettings & {
  /** The payment methods enabled in the account. */
  methods?: string[]
}

/** The part of Mollie that the worker uses. */
export function fakeMollie({ key, methods = ['creditcard', 'paypal'], ...rest }: Settings) {
  const { pageOrigin = 'https://www.mollie.com', now = () => new Date() } = rest
  const mode = rest.mode ?? (key.startsWith('live_') ? 'live' : 'test')
  const book = openBook({ mode, methods, pageOrigin, now })
  const door = frontDoor({
    key,
    answer: (call) => answerOfMollie(book, call),
    failure: (status) => refusal(status, 'Something went wrong'),
    keyReused: refusal(422, 'The idempotency key was used with another request'),
  })
  const find = (ref: string): Payment => {
    const payment = paymentOf(book, ref)
    if (!payment) throw new Error(`no payment ${ref}`)
    return payment
  }
  const findOpen = (ref: string): Payment => {
    const payment = find(ref)
    if (payment.status === 'open' || payment.status === 'pending') return payment
    throw new Error(`${ref} is ${payment.status}: it cannot be paid`)
  }

  const fake: FakeProvider = {
    id: 'mollie',
    host: 'api.mollie.com',
    ...door,
    refs: () => [...book.payments.keys()],
    page(ref) {
      const payment = find(ref)
      return {
        description: payment.description,
        amountInCent: cents(payment.amount.value),
        isOpen: payment.status === 'open',
        successUrl: payment.redirectUrl,
        cancelUrl: payment.cancelUrl ?? payment.redirectUrl,
      }
    },
    pay(ref, change = {}) {
      const payment = findOpen(ref)
      if (change.amount !== undefined) payment.amount = amount(change.amount, 'EUR')
      move(book, payment, 'paid')
    },
    payLate: (ref) => move(book, find(ref), 'paid'),
    process: (ref) => move(book, findOpen(ref), 'pending'),
    fail: (ref) => move(book, findOpen(ref), 'failed'),
    expire: (ref) => move(book, findOpen(ref), 'expired'),
    abandon: (ref) => move(book, findOpen(ref), 'canceled'),
    refundOutside(ref, sum) {
      giveBack(book, find(ref), sum, { description: 'Dashboard', metadata: null })
    },
    dispute(ref) {
      const payment = find(ref)
      payment.amountChargedBack = payment.amount
      book.unsent.push(ref)
    },
    refundedCents: (ref) => cents(find(ref).amountRefunded?.value ?? '0.00'),
    // The webhook carries only the id and no signature: the receiver has to fetch the payment.
    events: async () =>
      book.unsent.splice(0).map((ref) => ({
        body: `id=${ref}`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      })),
  }
  return fake
}
