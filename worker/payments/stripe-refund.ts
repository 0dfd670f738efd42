import type Stripe from 'stripe'
import { ProviderRefusal, type Refund } from './payment-provider.ts'
import { askStripe } from './stripe-client.ts'

/**
 * Stripe forgets an idempotency key after a day, and a refund may be tried for longer: so the key
 * stands at the refund as well and is looked for first.
 */
export async function refundSession(
  stripe: Stripe,
  session: Stripe.Checkout.Session,
  { ref, amountInCent, key, attempt }: Refund,
): Promise<string> {
  const intent = session.payment_intent
  const payment_intent = typeof intent === 'string' ? intent : intent?.id
  if (!payment_intent) throw new ProviderRefusal('Zu dieser Zahlung ist kein Geld eingegangen.')

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
  throw new ProviderRefusal(`Stripe: ${refund.failure_reason ?? refund.status}`)
}

function hasFailed({ status }: Stripe.Refund): boolean {
  return status === 'failed' || status === 'canceled'
}
