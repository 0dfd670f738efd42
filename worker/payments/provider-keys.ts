import type { Obstacle, ProviderSettings } from './provider-definition.ts'

type ProviderKey = {
  variable: 'STRIPE_SECRET_KEY' | 'MOLLIE_API_KEY'
  /** The keys say themselves whether real money moves. */
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

/** Null for a key that can be used here: real ones in production, test ones everywhere else. */
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
