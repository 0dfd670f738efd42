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
  { ref, amountInCent, key }: Refund,
): Promise<string> {
  const intent = session.payment_intent
  const payment_intent = typeof intent === 'string' ? intent : intent?.id
  if (!payment_intent) throw new ProviderRefusal('Zu dieser Zahlung ist kein Geld eingegangen.')

  const earlier = await askStripe(stripe.refunds.list({ payment_intent, limit: 100 }))
  const made = earlier.data.find(({ metadata }) => metadata?.key === key)
  if (made) return idOf(made)

  return idOf(
    await askStripe(
      stripe.refunds.create(
        { payment_intent, amount: amountInCent, metadata: { key } },
        { idempotencyKey: `${ref}-${key}` },
      ),
    ),
  )
}

function idOf({ id, status, failure_reason }: Stripe.Refund): string {
  if (status !== 'failed' && status !== 'canceled') return id
  throw new ProviderRefusal(`Stripe: ${failure_reason ?? status}`)
}
