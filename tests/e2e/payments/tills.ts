import { startFakeProvider } from '#tests/fakes/server.ts'
import { readRows } from '#tests/support/local-database.ts'

/** Where people pay, seen from outside: its page, its books, and whether it calls the app. */
export type Till = {
  /** What the worker has to be told to use it. */
  env: Record<string, string>
  /** Its pages stand below this address, each under its name for the payment. */
  pages: string
  payButton: string
  refundedCents: (ref: string) => number
  /** Off = the app hears of a payment only if the person comes back. */
  tellApp: (isOn: boolean) => void
  stop: () => Promise<void>
}

export type TillId = 'sandbox' | 'stripe' | 'mollie'

type Place = { appOrigin: string; stateDir: string }

export async function openTill(id: TillId, place: Place): Promise<Till> {
  return id === 'sandbox' ? sandboxTill(place) : fakeTill(id, place)
}

/** It lives in the worker, and always tells it. */
function sandboxTill({ appOrigin, stateDir }: Place): Till {
  return {
    env: { PAYMENT_PROVIDER: 'sandbox' },
    pages: `${appOrigin}/api/payments/sandbox/`,
    payButton: 'Jetzt bezahlen',
    refundedCents(ref) {
      const query = 'SELECT sum(amount_in_cent) AS cents FROM sandbox_refunds WHERE ref = ?'
      return readRows<{ cents: number | null }>(stateDir, query, ref)[0]?.cents ?? 0
    },
    tellApp() {},
    stop: async () => {},
  }
}

/**
 * A server of its own. Mollie's is given no address to call by an app without https, and calls the
 * one that a deployed app gives.
 */
async function fakeTill(id: 'stripe' | 'mollie', { appOrigin }: Place): Promise<Till> {
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
    tellApp: (isOn) => fake.tellApp(isOn),
    stop: () => fake.stop(),
  }
}
