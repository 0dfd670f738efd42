import Stripe from 'stripe'
import { ProviderRefusal } from './payment-provider.ts'

/** A person waits for the answer; the SDK tries a second time with the same idempotency key. */
const patience = { timeout: 10_000, maxNetworkRetries: 1 }

/** @param apiUrl where a stand-in for Stripe listens; undefined = Stripe itself */
export function openStripe(secretKey: string, apiUrl: string | undefined): Stripe {
  return new Stripe(secretKey, {
    ...patience,
    telemetry: false,
    // The key goes to Stripe alone: no redirect is followed.
    httpClient: Stripe.createFetchHttpClient((url: RequestInfo | URL, init?: RequestInit) =>
      fetch(url, { ...init, redirect: 'manual' }),
    ),
    ...(apiUrl && addressOf(new URL(apiUrl))),
  })
}

function addressOf({ hostname, port, protocol }: URL) {
  const isPlain = protocol === 'http:'
  return {
    host: hostname,
    port: port || (isPlain ? '80' : '443'),
    protocol: isPlain ? ('http' as const) : ('https' as const),
  }
}

/**
 * A call whose refusal is told apart from bad luck. A key that is not taken can be mended, so it is
 * no refusal of what was asked; the log says which it is.
 * @throws ProviderRefusal
 */
export async function askStripe<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (isKeyProblem(error)) logKeyProblem(error)
    if (isRefusal(error)) throw new ProviderRefusal(error.message, { cause: error })
    throw error
  }
}

const { StripeAuthenticationError, StripeCardError, StripeInvalidRequestError } = Stripe.errors
const { StripePermissionError } = Stripe.errors

export function isKeyProblem(error: unknown) {
  return error instanceof StripeAuthenticationError || error instanceof StripePermissionError
}

function isRefusal(error: unknown) {
  return error instanceof StripeInvalidRequestError || error instanceof StripeCardError
}

// Stripe's message holds a part of the key; the right that is missing may be told.
function logKeyProblem({ type, message }: { type: string; message: string }): void {
  const missingRight = /\brak_\w+/.exec(message)?.[0]
  const variable = 'STRIPE_SECRET_KEY'
  console.error(
    JSON.stringify({ level: 'error', event: 'payment_key_refused', variable, type, missingRight }),
  )
}
