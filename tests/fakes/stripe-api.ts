import type { Answer, Call } from './front-door.ts'
import {
  type Book,
  expireSession,
  giveBack,
  type Payment,
  paymentOf,
  type Session,
  secondsOf,
} from './stripe-book.ts'

/** An API call whose key and idempotency are already checked. */
export function answerOfStripe(book: Book, { method, path, query, text }: Call): Answer {
  const form = new URLSearchParams(text)
  const [, ref = '', verb] = /^\/v1\/checkout\/sessions\/(\w+)(\/expire)?$/.exec(path) ?? []
  if (method === 'POST' && path === '/v1/checkout/sessions') return createSession(book, form)
  if (method === 'GET' && path === '/v1/checkout/sessions') return listSessions(book, query)
  if (path === '/v1/refunds') {
    return method === 'POST' ? createRefund(book, form) : listRefunds(book, query)
  }
  const payment = paymentOf(book, ref)
  if (!payment) return refusal(404, `No such checkout session: '${ref}'`, 'resource_missing')
  if (method === 'POST' && verb) return expire(book, payment)
  return ok(method === 'GET' ? expanded(payment, query) : {})
}

export function refusal(status: number, message: string, code?: string, param?: string): Answer {
  return { status, body: { error: { type: 'invalid_request_error', message, code, param } } }
}

const ok = (body: object): Answer => ({ status: 200, body })
const list = (data: object[]) => ok({ object: 'list', has_more: false, data })

const known =
  /^(mode|locale|client_reference_id|customer_email|expires_at|success_url|cancel_url|line_items\[0\]\[(quantity|price_data\]\[(currency|unit_amount|product_data\]\[name))\]|(payment_intent_data\[metadata\]|metadata)\[\w+\]|excluded_payment_method_types\[\d\])$/

function createSession(book: Book, form: URLSearchParams): Answer {
  const value = (name: string) => form.get(name) ?? ''
  const item = (name: string) => value(`line_items[0][${name}]`)
  const unknown = [...form.keys()].find((name) => !known.test(name))
  if (unknown) return refusal(400, `Received unknown parameter: ${unknown}`, 'parameter_unknown')
  const amount = Number(item('price_data][unit_amount')) * Number(item('quantity'))
  const expiresAt = Number(value('expires_at'))
  const wrong = wrongIn({ mode: value('mode'), amount, expiresAt, now: secondsOf(book.now()) })
  if (wrong) return refusal(400, wrong)
  const email = value('customer_email')
  // Stripe only accepts ASCII addresses.
  if (/[^!-~]/.test(email)) {
    return refusal(400, `Invalid email address: ${email}`, 'email_invalid', 'customer_email')
  }
  if (!URL.canParse(value('success_url'))) return refusal(400, 'Not a valid URL', 'url_invalid')

  const id = `cs_${book.isLive ? 'live' : 'test'}_${book.next()}`
  const session: Session = {
    id,
    object: 'checkout.session',
    mode: 'payment',
    status: 'open',
    payment_status: 'unpaid',
    amount_total: amount,
    currency: item('price_data][currency'),
    client_reference_id: form.get('client_reference_id'),
    customer_email: form.get('customer_email'),
    metadata: metadataIn(form),
    expires_at: expiresAt,
    livemode: book.isLive,
    url: `${book.pageOrigin}/pay/${id}`,
    success_url: form.get('success_url'),
    cancel_url: form.get('cancel_url'),
    payment_intent: null,
  }
  book.payments.set(id, { session, name: item('price_data][product_data][name') })
  return ok(session)
}

type Asked = { mode: string; amount: number; expiresAt: number; now: number }

function wrongIn({ mode, amount, expiresAt, now }: Asked): string | null {
  if (mode !== 'payment') return 'You must provide a mode'
  if (!Number.isInteger(amount)) return 'Invalid integer'
  if (amount < 50) return "The Checkout Session's total amount must convert to at least 50 cents."
  if (expiresAt < now + 30 * 60)
    return 'The `expires_at` timestamp must be at least 30 minutes away'
  return expiresAt > now + 24 * 3600
    ? 'The `expires_at` timestamp must be less than 24 hours'
    : null
}

function metadataIn(form: URLSearchParams): Record<string, string> {
  const entries = [...form].flatMap(([name, value]) => {
    const [, key] = /^metadata\[(\w+)\]$/.exec(name) ?? []
    return key ? [[key, value] as const] : []
  })
  return Object.fromEntries(entries)
}

function listSessions(book: Book, query: URLSearchParams): Answer {
  const intent = query.get('payment_intent')
  const sessions = [...book.payments.values()].map(({ session }) => session)
  const found = intent ? sessions.filter((one) => one.payment_intent === intent) : sessions
  return list(found.slice(0, Number(query.get('limit') ?? 10)))
}

function expire(book: Book, { session }: Payment): Answer {
  if (session.status !== 'open') {
    return refusal(400, `Only Checkout Sessions with a status in ["open"] can be expired.`)
  }
  expireSession(book, session)
  return ok(session)
}

function expanded({ session, intent, charge }: Payment, query: URLSearchParams): object {
  if (query.get('expand[0]') !== 'payment_intent.latest_charge' || !intent) return session
  return { ...session, payment_intent: { ...intent, latest_charge: charge ?? null } }
}

function createRefund(book: Book, form: URLSearchParams): Answer {
  const intent = form.get('payment_intent')
  const payment = [...book.payments.values()].find((one) => one.session.payment_intent === intent)
  if (!payment) return refusal(404, `No such payment_intent: '${intent}'`, 'resource_missing')
  try {
    return ok(giveBack(book, payment, Number(form.get('amount')), metadataIn(form)))
  } catch (error) {
    return refusal(400, (error as Error).message, 'charge_already_refunded')
  }
}

function listRefunds(book: Book, query: URLSearchParams): Answer {
  const intent = query.get('payment_intent')
  return list(book.refunds.filter((refund) => refund.payment_intent === intent))
}
