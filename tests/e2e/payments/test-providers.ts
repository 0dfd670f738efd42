import { startFakeProvider } from '#tests/fakes/server.ts'
import { readRows } from '#tests/support/local-database.ts'

/** A payment provider as seen from outside: its page, its payments, and its webhooks. */
export type TestProvider = {
  /** The worker's settings for this provider. */
  env: Record<string, string>
  /** The start of the addresses of its payment pages, followed by the payment's id. */
  pages: string
  payButton: string
  refundedCents: (ref: string) => number
  /**
   * Turns webhooks on or off; without them the app learns of a payment only when the payer returns.
   */
  setWebhooks: (isOn: boolean) => void
  stop: () => Promise<void>
}

export type ProviderName = 'sandbox' | 'stripe' | 'mollie'

type Place = { appOrigin: string; stateDir: string }

export async function startProvider(id: ProviderName, place: Place): Promise<TestProvider> {
  return id === 'sandbox' ? sandboxProvider(place) : fakeProvider(id, place)
}

/** The sandbox runs in the worker and always notifies it. */
function sandboxProvider({ appOrigin, stateDir }: Place): TestProvider {
  return {
    env: { PAYMENT_PROVIDER: 'sandbox' },
    pages: `${appOrigin}/api/payments/sandbox/`,
    payButton: 'Jetzt bezahlen',
    refundedCents(ref) {
      const query = 'SELECT sum(amount_in_cent) AS cents FROM sandbox_refunds WHERE ref = ?'
      return readRows<{ cents: number | null }>(stateDir, query, ref)[0]?.cents ?? 0
    },
    setWebhooks() {},
    stop: async () => {},
  }
}

/**
 * A fake provider on a server of its own. An app without https passes Mollie no webhook address, so
 * the fake calls the address that a deployed app would pass.
 */
async function fakeProvider(id: 'stripe' | 'mollie', { appOrigin }: Place): Promise<TestProvider> {
  const secret = 'whsec_of_the_story'
  const key = id === 'stripe' ? 'sk_test_story' : 'test_story'
  const fake = await startFakeProvider({ id, key, webhookSecret: secret, appOrigin })
  const secrets: Record<string, string> =
    id === 'stripe'
      ? { STRIPE_SECRET_KEY: key, STRIPE_WEBHOOK_SECRET: secret }
      : { MOLLIE_API_KEY: key }
  return {
    env: { PAYMENT_PROVIDER: id, PAYMENT_API_URL: fake.url, ...secrets },
    pages: `${fake.url}/pay/`,
    payButton: 'Bezahlen',
    refundedCents: (ref) => fake.provider.refundedCents(ref),
    setWebhooks: (isOn) => fake.tellApp(isOn),
    stop: () => fake.stop(),
  }
}
