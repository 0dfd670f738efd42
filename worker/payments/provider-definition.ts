import type { Db } from '#worker/db/db.ts'
import type { Env } from '#worker/env.ts'
import type { PaymentProvider } from './payment-provider.ts'

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

/** A setting that prevents payments and what is wrong with it, never its value. */
export type Obstacle = { variable: string; reason: string; sentence: string }

export type ProviderContext = { env: ProviderSettings; db: Db; origin: string; now: Date }

/** What is known about a provider without opening it. */
export type ProviderDefinition = {
  /** null when it can be used. A missing or unreadable setting is an obstacle. */
  obstacle(settings: ProviderSettings): Obstacle | null
  /** Problems that do not prevent payments, in German. */
  warnings(settings: ProviderSettings): string[]
  /** The smallest amount it accepts, with management's text; null = any. */
  least: { inCent: number; sentence: string } | null
  /** Called only without an obstacle. */
  open(context: ProviderContext): PaymentProvider
}

type ProviderKey = {
  variable: 'STRIPE_SECRET_KEY' | 'MOLLIE_API_KEY'
  /** The form of a key says whether real money moves. */
  form: RegExp
}

export const stripeKey: ProviderKey = {
  variable: 'STRIPE_SECRET_KEY',
  form: /^(?:sk|rk)_(live|test)_\w+$/,
}

export const mollieKey: ProviderKey = {
  variable: 'MOLLIE_API_KEY',
  form: /^(live|test)_\w+$/,
}

export function isLiveKey({ form }: ProviderKey, key: string): boolean {
  return form.exec(key)?.[1] === 'live'
}

/** null for a key that can be used here: a live key in production, a test key everywhere else. */
export function obstacleOfKey(
  { variable, form }: ProviderKey,
  settings: ProviderSettings,
): Obstacle | null {
  const key = settings[variable]
  const isProduction = settings.ENVIRONMENT === 'production'
  if (!key) return { variable, reason: 'missing', sentence: `${variable} fehlt.` }
  const [, mode] = form.exec(key) ?? []
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
