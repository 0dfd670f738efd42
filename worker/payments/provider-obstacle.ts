import type { PaymentProviderId } from '#worker/domain/codes.ts'
import type { Env } from '#worker/env.ts'
import { modeOfKey } from './provider-keys.ts'

export type ProviderSettings = Pick<
  Env,
  | 'ENVIRONMENT'
  | 'PAYMENT_PROVIDER'
  | 'JWT_SECRET'
  | 'STRIPE_SECRET_KEY'
  | 'STRIPE_WEBHOOK_SECRET'
  | 'MOLLIE_API_KEY'
  | 'PAYMENT_API_URL'
>

/** Why nobody can pay: the setting and what is wrong with it, never its value. */
export type Obstacle = { variable: string; reason: string; sentence: string }

/** Null when this provider can be used. A setting that is missing or odd counts as a no. */
export function obstacleTo(
  env: ProviderSettings,
  provider: PaymentProviderId | string,
): Obstacle | null {
  switch (provider) {
    case 'sandbox':
      // It moves no money.
      return env.PAYMENT_PROVIDER === 'sandbox' && env.ENVIRONMENT === 'local'
        ? null
        : noProvider('sandbox', 'Die Testzahlung gibt es nur lokal.')
    case 'stripe':
      return obstacleOfKey(env, 'stripe', 'STRIPE_SECRET_KEY')
    case 'mollie':
      return obstacleOfKey(env, 'mollie', 'MOLLIE_API_KEY')
    case '':
      return noProvider('none', 'PAYMENT_PROVIDER ist nicht gesetzt.')
    default:
      return noProvider('unknown', 'PAYMENT_PROVIDER nennt keinen bekannten Zahlungsdienst.')
  }
}

function noProvider(reason: string, sentence: string): Obstacle {
  return { variable: 'PAYMENT_PROVIDER', reason, sentence }
}

function obstacleOfKey(
  env: ProviderSettings,
  provider: 'stripe' | 'mollie',
  variable: 'STRIPE_SECRET_KEY' | 'MOLLIE_API_KEY',
): Obstacle | null {
  const key = env[variable]
  const isProduction = env.ENVIRONMENT === 'production'
  if (!key) return { variable, reason: 'missing', sentence: `${variable} fehlt.` }
  const mode = modeOfKey(provider, key)
  if (!mode) {
    const sentence = `${variable} hat nicht die Form eines Schlüssels dieses Zahlungsdienstes.`
    return { variable, reason: 'no key', sentence }
  }
  if (mode === 'live' && !isProduction) {
    const sentence = `${variable} ist ein echter Schlüssel: Er gilt nur in Produktion.`
    return { variable, reason: 'live key outside production', sentence }
  }
  if (mode === 'test' && isProduction) {
    const sentence = `${variable} ist ein Testschlüssel: In Produktion gilt nur ein echter.`
    return { variable, reason: 'test key in production', sentence }
  }
  return null
}
