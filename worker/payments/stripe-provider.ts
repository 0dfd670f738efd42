import Stripe from 'stripe'
import { DomainError } from '#worker/domain/errors.ts'
import type { PaymentReport } from '#worker/domain/settlement.ts'
import {
  type Checkout,
  type PaymentNotification,
  type PaymentProvider,
  type ProviderProbe,
  ProviderRejectedError,
  type Refund,
} from './payment-provider.ts'
import { isLiveKey, stripeKey } from './provider-definition.ts'
import { askStripe, isKeyProblem, openStripe } from './stripe-client.ts'

/** Minutes of a checkout: Stripe's minimum is 30, and Stripe's clock may be fast. */
const checkoutMinutes = 31

/** The smallest amount that Stripe accepts, in cents. */
export const smallestInCent = 50

type Settings = {
  secretKey: string
  /** "" = every notification is rejected. */
  webhookSecret: string
  apiUrl: string | undefined
  now: Date
}

/** Stripe Checkout. A payment's reference is the id of its checkout session. */
export function stripeProvider(settings: Settings): PaymentProvider {
  const isLive = isLiveKey(stripeKey, settings.secretKey)
  const stripe = openStripe(settings.secretKey, settings.apiUrl)
  const sessions = stripe.checkout.sessions

  async function findSession(ref: string): Promise<Stripe.Checkout.Session> {
    const session = await askStripe(sessions.retrieve(ref, { expand: expandForReport }))
    expectSameMode(session, isLive)
    return session
  }

  async function openSession(checkout: Checkout): Promise<Stripe.Checkout.Session> {
    const params = sessionParams(checkout)
    const idempotencyKey = `order-${checkout.token}${checkout.attempt}`
    try {
      return await askStripe(sessions.create(params, { idempotencyKey }))
    } catch (error) {
      if (!isAddressRejected(error)) throw error
      // Stripe rejects some addresses that are accepted here: without one, the payer types it at Stripe.
      const { customer_email: _, ...rest } = params
      const options = { idempotencyKey: `${idempotencyKey}-without-address` }
      return await askStripe(sessions.create(rest, options))
    }
  }

  return {
    id: 'stripe',
    isLive,
    checkoutMinutes,
    leastMinutes: checkoutMinutes,

    async createCheckout(checkout) {
      const session = await openSession(checkout)
      expectSameMode(session, isLive)
      if (!session.url) throw new Error('Stripe opened a checkout without a page')
      const expiresAt = new Date(session.expires_at * 1000)
      return { ref: session.id, redirectUrl: session.url, expiresAt }
    },

    lookUp: async (ref) => reportOfSession(await findSession(ref)),

    async close(ref) {
      try {
        await askStripe(sessions.expire(ref))
        return 'closed'
      } catch (error) {
        if (!(error instanceof ProviderRejectedError)) throw error
      }
      // Only an open session can be closed, so its present state decides.
      const { state } = reportOfSession(await findSession(ref))
      if (state === 'paid') return 'paid'
      return state === 'open' || state === 'processing' ? 'notClosable' : 'closed'
    },

    refund: async (refund) => refundSession(stripe, await findSession(refund.ref), refund),

    readNotification: (rawBody, headers) =>
      readStripeEvent({ ...settings, stripe, isLive }, rawBody, headers),

    probe: () => probeStripe(stripe),
  }
}

function isAddressRejected(error: unknown): boolean {
  const cause = error instanceof ProviderRejectedError ? error.cause : null
  return cause instanceof Stripe.errors.StripeError && cause.param === 'customer_email'
}

function sessionParams(checkout: Checkout): Stripe.Checkout.SessionCreateParams {
  const { token, amountInCent, currency, description, emailAddress } = checkout
  if (amountInCent < smallestInCent) {
    throw new ProviderRejectedError('Stripe nimmt keine Zahlung unter 0,50 €.')
  }
  return {
    mode: 'payment',
    locale: 'de',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: amountInCent,
          product_data: { name: description },
        },
      },
    ],
    client_reference_id: token,
    metadata: { token },
    payment_intent_data: { metadata: { token } },
    customer_email: emailAddress,
    expires_at: Math.floor(checkout.expiresAt.getTime() / 1000),
    success_url: checkout.returnUrl,
    cancel_url: checkout.cancelUrl,
    // These methods report only days later whether the money was received: a place is not reserved for so long.
    excluded_payment_method_types: ['sepa_debit', 'customer_balance'],
  }
}

/** Fields of a session that a report needs expanded. */
const expandForReport = ['payment_intent.latest_charge']

function reportOfSession(session: Stripe.Checkout.Session): PaymentReport {
  const intent = expanded(session.payment_intent)
  const charge = expanded(intent?.latest_charge)
  return {
    state: stateOf(session, intent),
    amountInCent: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    refundedInCent: charge?.amount_refunded ?? 0,
    isDisputed: charge?.disputed ?? false,
    token: session.metadata?.token ?? '',
  }
}

function stateOf(
  { status, payment_status }: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): PaymentReport['state'] {
  if (status === 'expired') return 'expired'
  if (status !== 'complete') return 'open'
  if (payment_status !== 'unpaid') return 'paid'
  // The payer has finished, and the bank decides later.
  const hasFailed = intent?.status === 'canceled' || intent?.status === 'requires_payment_method'
  return hasFailed ? 'failed' : 'processing'
}

function expanded<T extends object>(value: string | T | null | undefined): T | null {
  return typeof value === 'object' ? value : null
}

/** @throws Error for a payment of the other mode: test payments never count as real ones, nor the reverse */
function expectSameMode(session: { livemode: boolean }, isLive: boolean): void {
  if (session.livemode !== isLive) throw new Error('Stripe answered in the other mode')
}

/**
 * Stripe forgets an idempotency key after a day, and a refund may be retried for longer, so the key is stored
 * in the refund's metadata and searched for first.
 */
async function refundSession(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
  { ref, amountInCent, key, attempt }: Refund,
): Promise<string> {
  const intent = session.payment_intent
  const payment_intent = typeof intent === 'string' ? intent : intent?.id
  if (!payment_intent)
    throw new ProviderRejectedError('Zu dieser Zahlung ist kein Geld eingegangen.')

  const earlier = await askStripe(stripe.refunds.list({ payment_intent, limit: 100 }))
  const made = earlier.data.find((refund) => refund.metadata?.key === key && !hasFailed(refund))
  if (made) return made.id

  return idOf(
    await askStripe(
      stripe.refunds.create(
        { payment_intent, amount: amountInCent, metadata: { key } },
        { idempotencyKey: `${ref}-${key}-${attempt}` },
      ),
    ),
  )
}

function idOf(refund: Stripe.Refund): string {
  if (!hasFailed(refund)) return refund.id
  throw new ProviderRejectedError(`Stripe: ${refund.failure_reason ?? refund.status}`)
}

function hasFailed({ status }: Stripe.Refund): boolean {
  return status === 'failed' || status === 'canceled'
}

/** The greatest age of a message; an older message is rejected as a replay. */
const toleranceInSeconds = 300

type Receiver = { stripe: Stripe; webhookSecret: string; isLive: boolean; now: Date }

/** @throws DomainError InvalidSignature */
async function readStripeEvent(
  receiver: Receiver,
  rawBody: string,
  headers: Headers,
): Promise<PaymentNotification | null> {
  const event = await verifiedEvent(receiver, rawBody, headers.get('Stripe-Signature') ?? '')
  const ref = await sessionOf(receiver.stripe, event)
  return ref ? { eventId: event.id, type: event.type, ref } : null
}

async function verifiedEvent(
  { stripe, webhookSecret, isLive, now }: Receiver,
  rawBody: string,
  signature: string,
): Promise<Stripe.Event> {
  if (!webhookSecret.trim()) throw invalidSignatureError('STRIPE_WEBHOOK_SECRET is missing')
  const event = await stripe.webhooks
    .constructEventAsync(
      rawBody,
      signature,
      webhookSecret,
      toleranceInSeconds,
      undefined,
      now.getTime(),
    )
    .catch(() => {
      throw invalidSignatureError('no valid signature for STRIPE_WEBHOOK_SECRET')
    })
  if (event.livemode !== isLive) throw invalidSignatureError('the event is of the other mode')
  return event
}

/** The checkout session of an event; events about a charge are mapped by its payment intent. */
async function sessionOf(stripe: Stripe, event: Stripe.Event): Promise<string | null> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.expired':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
      return event.data.object.id
    case 'charge.refunded':
    case 'charge.dispute.created':
    case 'charge.refund.updated':
    case 'refund.failed':
      return sessionOfIntent(stripe, event.data.object.payment_intent)
    default:
      return null
  }
}

async function sessionOfIntent(
  stripe: Stripe,
  intent: string | Stripe.PaymentIntent | null,
): Promise<string | null> {
  const id = typeof intent === 'string' ? intent : intent?.id
  if (!id) return null
  const { data } = await askStripe(stripe.checkout.sessions.list({ payment_intent: id, limit: 1 }))
  return data[0]?.id ?? null
}

function invalidSignatureError(reason: string): DomainError {
  const entry = { level: 'warn', event: 'notification_rejected', provider: 'stripe', reason }
  console.warn(JSON.stringify(entry))
  return new DomainError('InvalidSignature', 'Die Nachricht ist nicht von Stripe.')
}

/** One cheap read: whether the key is accepted and may read checkouts. */
async function probeStripe(stripe: Stripe): Promise<ProviderProbe> {
  try {
    await askStripe(stripe.checkout.sessions.list({ limit: 1 }))
    return { answers: true, problems: [] }
  } catch (error) {
    if (!isKeyProblem(error)) return { answers: false, problems: ['Stripe antwortet nicht.'] }
    const problem =
      error.type === 'StripePermissionError'
        ? 'Dem Schlüssel STRIPE_SECRET_KEY fehlt ein Recht: Checkout Sessions (Schreiben).'
        : 'Stripe nimmt den Schlüssel STRIPE_SECRET_KEY nicht an.'
    return { answers: true, problems: [problem] }
  }
}
