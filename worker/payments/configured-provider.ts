import type { Db } from '#worker/db/db.ts'
import type { PaymentProviderId } from '#worker/domain/codes.ts'
import { DomainError } from '#worker/domain/errors.ts'
import type { Env } from '#worker/env.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { sandboxProvider } from './sandbox-provider.ts'

type Settings = Pick<Env, 'ENVIRONMENT' | 'PAYMENT_PROVIDER' | 'JWT_SECRET'>

/** The sandbox moves no money: it exists on one's own machine only. */
export function isSandboxActive(env: Settings): boolean {
  return env.PAYMENT_PROVIDER === 'sandbox' && env.ENVIRONMENT === 'local'
}

type Context = { env: Settings; db: Db; origin: string; now: Date }

/**
 * The provider named, or the configured one. Fails closed: a setting that is missing or unknown
 * means that nobody can pay.
 */
export function providerOf(context: Context, id?: PaymentProviderId): PaymentProvider {
  const { env, db, origin, now } = context
  const wanted = id ?? env.PAYMENT_PROVIDER
  if (wanted === 'sandbox' && isSandboxActive(env)) {
    return sandboxProvider({ db, secret: env.JWT_SECRET, origin, now })
  }
  throw paymentUnavailable(`provider "${wanted}" in ${env.ENVIRONMENT}`)
}

export function paymentUnavailable(reason: string): DomainError {
  console.error(JSON.stringify({ level: 'error', event: 'payment_unavailable', reason }))
  return new DomainError('PaymentUnavailable', 'Online-Zahlung ist derzeit nicht eingerichtet.')
}
