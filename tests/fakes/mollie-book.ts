/** The fields of Mollie's published payment object that the worker reads. */
export type Payment = {
  resource: 'payment'
  id: string
  mode: 'live' | 'test'
  status: 'open' | 'pending' | 'authorized' | 'paid' | 'canceled' | 'expired' | 'failed'
  createdAt: string
  amount: Amount
  amountRefunded?: Amount
  amountRemaining?: Amount
  amountChargedBack?: Amount
  description: string
  redirectUrl: string
  cancelUrl?: string
  webhookUrl?: string
  locale: string
  metadata: unknown
  isCancelable?: boolean
  expiresAt?: string
  _links: { checkout?: { href: string; type: 'text/html' } }
}

export type Amount = { currency: string; value: string }

export type Refund = {
  resource: 'refund'
  id: string
  paymentId: string
  amount: Amount
  status: 'queued' | 'pending' | 'processing' | 'refunded' | 'failed' | 'canceled'
  description: string
  metadata: unknown
}

export type Book = {
  payments: Map<string, Payment>
  refunds: Refund[]
  /** Payments for which a webhook request is due. */
  unsent: string[]
  methods: string[]
  mode: Payment['mode']
  pageOrigin: string
  now: () => Date
  /** The next number for an id. */
  next: () => number
}

type Opening = Pick<Book, 'pageOrigin' | 'now' | 'methods' | 'mode'>

export function openBook(opening: Opening): Book {
  let number = 0
  return {
    ...opening,
    payments: new Map(),
    refunds: [],
    unsent: [],
    next: () => {
      number += 1
      return number
    },
  }
}

/** The payment in its current state: an open one expires by the clock. */
export function paymentOf(book: Book, id: string): Payment | undefined {
  const payment = book.payments.get(id)
  if (payment?.status === 'open' && (payment.expiresAt ?? '') <= book.now().toISOString()) {
    move(book, payment, 'expired')
  }
  return payment
}

/** A payment in a final state has no page and cannot be cancelled. */
export function move(book: Book, payment: Payment, status: Payment['status']): void {
  payment.status = status
  payment.isCancelable = false
  payment._links = {}
  delete payment.expiresAt
  book.unsent.push(payment.id)
}

/** "12.50" → 1250; NaN for an amount that Mollie would reject. */
export function cents(value: string): number {
  return /^\d+\.\d{2}$/.test(value) ? Number(value.replace('.', '')) : Number.NaN
}

export function amount(sum: number, currency: string): Amount {
  const digits = String(sum).padStart(3, '0')
  return { currency, value: `${digits.slice(0, -2)}.${digits.slice(-2)}` }
}

/** @throws Error with Mollie's message */
export function giveBack(
  book: Book,
  payment: Payment,
  sum: number,
  words: Pick<Refund, 'description' | 'metadata'>,
): Refund {
  const { currency } = payment.amount
  if (payment.status !== 'paid') throw new Error('The payment is not paid')
  const before = cents(payment.amountRefunded?.value ?? '0.00')
  const left = cents(payment.amount.value) - before
  if (left === 0) throw new Error('The payment has already been refunded')
  if (!(sum > 0 && sum <= left)) throw new Error('The amount is higher than the maximum')
  const refund: Refund = {
    resource: 'refund',
    id: `re_${book.next()}`,
    paymentId: payment.id,
    amount: amount(sum, currency),
    status: 'pending',
    ...words,
  }
  book.refunds.unshift(refund)
  payment.amountRefunded = amount(before + sum, currency)
  payment.amountRemaining = amount(left - sum, currency)
  book.unsent.push(payment.id)
  return refund
}
