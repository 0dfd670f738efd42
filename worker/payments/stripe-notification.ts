import type Stripe from 'stripe'
import { DomainError } from '#worker/domain/errors.ts'
import type { PaymentNotification } from './payment-provider.ts'
import { askStripe } from './stripe-client.ts'

/** Older than this a message is a replay. */
const toleranceInSeconds = 300

type Receiver = { stripe: Stripe; webhookSecret: string; isLive: boolean; now: Date }

/** @throws DomainError InvalidSignature */
export async function readStripeEvent(
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
  if (!webhookSecret.trim()) throw notFromStripe('STRIPE_WEBHOOK_SECRET is missing')
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
      throw notFromStripe('no valid signature for STRIPE_WEBHOOK_SECRET')
    })
  if (event.livemode !== isLive) throw notFromStripe('the event is of the other mode')
  return event
}

/** The checkout an event is about; what concerns a charge names the payment behind it. */
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

function notFromStripe(reason: string): DomainError {
  const entry = { level: 'warn', event: 'notification_refused', provider: 'stripe', reason }
  console.warn(JSON.stringify(entry))
  return new DomainError('InvalidSignature', 'Die Nachricht ist nicht von Stripe.')
}
