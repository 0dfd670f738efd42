import Stripe from 'stripe'
import { ProviderRejectedError } from './payment-provider.ts'

/** Short, because a payer waits; the SDK retries once with the same idempotency key. */
const patience = { timeout: 10_000, maxNetworkRetries: 1 }

/** @param apiUrl address of a stand-in for Stripe; undefined = Stripe itself */
export function openStripe(secretKey: string, apiUrl: string | undefined): Stripe {
  return new Stripe(secretKey, {
    ...patience,
    telemetry: false,
    // The key must not be sent to another host, so redirects are not followed.
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
 * Tells rejections from errors that a retry may pass. A rejected key counts as an error, because it can
 * be corrected; the log names the setting.
 * @throws ProviderRejectedError
 */
export async function askStripe<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (isKeyProblem(error)) logKeyProblem(error)
    if (isRejectedRequest(error)) throw new ProviderRejectedError(error.message, { cause: error })
    throw error
  }
}

const { StripeAuthenticationError, StripeCardError, StripeInvalidRequestError } = Stripe.errors
const { StripePermissionError } = Stripe.errors

export function isKeyProblem(error: unknown) {
  return error instanceof StripeAuthenticationError || error instanceof StripePermissionError
}

function isRejectedRequest(error: unknown) {
  return error instanceof StripeInvalidRequestError || error instanceof StripeCardError
}

// Stripe's message contains a part of the key; only the name of the missing permission is logged.
function logKeyProblem({ type, message }: { type: string; message: string }): void {
  const missingRight = /\brak_\w+/.exec(message)?.[0]
  const variable = 'STRIPE_SECRET_KEY'
  console.error(
    JSON.stringify({ level: 'error', event: 'payment_key_rejected', variable, type, missingRight }),
  )
}
