import type { Db } from '#worker/db/db.ts'
import type { PaymentProviderId } from '#worker/domain/codes.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { mollieProvider } from './mollie-provider.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { obstacleTo, type ProviderSettings } from './provider-obstacle.ts'
import { sandboxProvider } from './sandbox-provider.ts'
import { stripeProvider } from './stripe-provider.ts'

/** Whether its pages exist. */
export function isSandboxActive(env: ProviderSettings): boolean {
  return env.PAYMENT_PROVIDER === 'sandbox' && obstacleTo(env, 'sandbox') === null
}

type Context = { env: ProviderSettings; db: Db; origin: string; now: Date }

/**
 * The provider named, or the configured one. Fails closed: a setting that is missing or unknown
 * means that nobody can pay.
 */
export function providerOf(context: Context, id?: PaymentProviderId): PaymentProvider {
  const { env, db, origin, now } = context
  const wanted = id ?? env.PAYMENT_PROVIDER
  const obstacle = obstacleTo(env, wanted)
  if (obstacle) throw paymentUnavailable(`${obstacle.variable}: ${obstacle.reason}`)

  const apiUrl = env.ENVIRONMENT === 'local' ? env.PAYMENT_API_URL || undefined : undefined
  switch (wanted) {
    case 'stripe': {
      const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_WEBHOOK_SECRET: webhookSecret = '' } = env
      return stripeProvider({ secretKey, webhookSecret, apiUrl, now })
    }
    case 'mollie':
      return mollieProvider({ apiKey: env.MOLLIE_API_KEY ?? '', apiUrl, origin })
    default:
      return sandboxProvider({ db, secret: env.JWT_SECRET, origin, now })
  }
}

/** What is missing or wrong, for the page of the management: no secret stands in it. */
export function providerProblems(env: ProviderSettings): string[] {
  const obstacle = obstacleTo(env, env.PAYMENT_PROVIDER)
  const problems = obstacle ? [obstacle.sentence] : []
  if (env.PAYMENT_PROVIDER === 'stripe' && !env.STRIPE_WEBHOOK_SECRET?.trim()) {
    problems.push(
      'STRIPE_WEBHOOK_SECRET fehlt: Stripe kann nichts melden. Zahlungen werden erst fest, wenn jemand zurückkehrt oder die Zeit abläuft.',
    )
  }
  if (env.PAYMENT_API_URL && env.ENVIRONMENT !== 'local') {
    problems.push('PAYMENT_API_URL gilt nur lokal und wird hier nicht beachtet.')
  }
  return problems
}

export function paymentUnavailable(reason: string): DomainError {
  console.error(JSON.stringify({ level: 'error', event: 'payment_unavailable', reason }))
  return new DomainError('PaymentUnavailable', 'Online-Zahlung ist derzeit nicht eingerichtet.')
}
