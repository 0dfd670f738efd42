import type Stripe from 'stripe'
import type { ProviderProbe } from './payment-provider.ts'
import { askStripe, isKeyProblem } from './stripe-client.ts'

/** One cheap read: is the key taken, and may it see checkouts? */
export async function probeStripe(stripe: Stripe): Promise<ProviderProbe> {
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
