import type { Answer, Call } from './front-door.ts'
import { amount, type Book, cents, giveBack, move, type Payment, paymentOf } from './mollie-book.ts'

/** An API call whose key and idempotency are already checked. */
export function answerOfMollie(book: Book, { method, path, text }: Call): Answer {
  if (path === '/v2/methods') {
    return { status: 200, body: { _embedded: { methods: book.methods.map((id) => ({ id })) } } }
  }
  if (path === '/v2/payments') return createPayment(book, JSON.parse(text))
  const [, id = '', refunds] = /^\/v2\/payments\/(\w+)(\/refunds)?$/.exec(path) ?? []
  const payment = paymentOf(book, id)
  if (!payment) return refusal(404, `No payment exists with token ${id}.`)
  if (refunds) {
    return method === 'POST' ? refund(book, payment, JSON.parse(text)) : listRefunds(book, payment)
  }
  return method === 'DELETE' ? cancel(book, payment) : { status: 200, body: payment }
}

export function refusal(status: number, detail: string, field?: string): Answer {
  return { status, body: { status, title: titles[status] ?? '', detail, field } }
}

const titles: Record<number, string> = {
  401: 'Unauthorized Request',
  404: 'Not Found',
  422: 'Unprocessable Entity',
}

type Asked = Partial<Payment>

const known = new Set([
  ...['amount', 'description', 'redirectUrl', 'cancelUrl', 'webhookUrl', 'locale', 'metadata'],
])

function createPayment(book: Book, asked: Asked): Answer {
  const unknown = Object.keys(asked).find((name) => !known.has(name))
  const { amount: sum, description, redirectUrl, cancelUrl, webhookUrl, locale } = asked
  if (unknown) return refusal(422, `Non-existent body parameter "${unknown}"`, unknown)
  if (sum?.currency !== 'EUR' || !(cents(sum.value) >= 1)) {
    return refusal(422, 'The amount is invalid', 'amount')
  }
  if (!description || description.length > 255) {
    return refusal(422, 'The description is invalid', 'description')
  }
  if (!redirectUrl || !URL.canParse(redirectUrl)) {
    return refusal(422, 'The redirect location is invalid', 'redirectUrl')
  }
  if (webhookUrl && !isReachable(webhookUrl)) {
    const said = "The webhook URL is invalid because it is unreachable from Mollie's point of view"
    return refusal(422, said, 'webhookUrl')
  }

  const id = `tr_${book.next()}`
  const href = `${book.pageOrigin}/pay/${id}`
  const payment: Payment = {
    resource: 'payment',
    id,
    mode: book.mode,
    status: 'open',
    createdAt: book.now().toISOString(),
    amount: amount(cents(sum.value), sum.currency),
    description,
    redirectUrl,
    ...(cancelUrl && { cancelUrl }),
    ...(webhookUrl && { webhookUrl }),
    locale: locale ?? 'en_US',
    metadata: asked.metadata ?? null,
    isCancelable: true,
    expiresAt: new Date(book.now().getTime() + 15 * 60_000).toISOString(),
    _links: { checkout: { href, type: 'text/html' } },
  }
  book.payments.set(id, payment)
  return { status: 201, body: payment }
}

function isReachable(address: string): boolean {
  return address.startsWith('https://') && new URL(address).hostname !== 'localhost'
}

function cancel(book: Book, payment: Payment): Answer {
  if (!payment.isCancelable) return refusal(422, 'The payment cannot be cancelled')
  move(book, payment, 'canceled')
  return { status: 200, body: payment }
}

type AskedRefund = {
  amount: { currency: string; value: string }
  description: string
  metadata: unknown
}

function refund(book: Book, payment: Payment, asked: AskedRefund): Answer {
  try {
    const { description, metadata } = asked
    const sum = cents(asked.amount.value)
    return { status: 201, body: giveBack(book, payment, sum, { description, metadata }) }
  } catch (error) {
    return refusal(422, (error as Error).message)
  }
}

function listRefunds(book: Book, { id }: Payment): Answer {
  const refunds = book.refunds.filter((one) => one.paymentId === id)
  return { status: 200, body: { count: refunds.length, _embedded: { refunds } } }
}
