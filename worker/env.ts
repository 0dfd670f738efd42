import type { D1Database, RateLimit, SendEmail } from '@cloudflare/workers-types'
import { paymentProviders } from './domain/codes.ts'

/** The bindings of wrangler.toml. */
export type Env = {
  DB: D1Database
  /** The built web: files by their address. */
  ASSETS: { fetch: (request: Request) => Promise<Response> }
  LOGIN_LIMIT: RateLimit
  ENROL_LIMIT: RateLimit
  /** Limits refusals that reveal something about other people. */
  REFUSAL_LIMIT: RateLimit
  ENVIRONMENT: string
  PAYMENT_PROVIDER: string
  /** Secrets of the providers: of the one that is configured, and of one that was before. */
  STRIPE_SECRET_KEY?: string
  STRIPE_WEBHOOK_SECRET?: string
  MOLLIE_API_KEY?: string
  /** Where a stand-in for the provider listens (one's own machine only). */
  PAYMENT_API_URL?: string
  /** The public address, "" = whatever address the request came to (one's own machine only). */
  APP_ORIGIN: string
  JWT_SECRET: string
  /** Cloudflare's Turnstile: both settings, or it is off. */
  TURNSTILE_SITE_KEY?: string
  TURNSTILE_SECRET?: string
  /** How much a browser computes for a challenge where Turnstile is not set up; each one more doubles it. */
  CHALLENGE_BITS?: string
  EMAIL?: SendEmail
  /** The address mails come from, "" = none is sent. */
  MAIL_FROM?: string
}

/** The settings that nothing works without. */
export type Settings = Pick<Env, 'ENVIRONMENT' | 'JWT_SECRET' | 'APP_ORIGIN' | 'PAYMENT_PROVIDER'>

/** The names of those that are missing or unsafe; [] = all is well. */
export function envProblems(env: Partial<Settings>): (keyof Settings)[] {
  const { JWT_SECRET = '', APP_ORIGIN = '', PAYMENT_PROVIDER = '' } = env
  const isDeployed = env.ENVIRONMENT === 'production'
  return [
    ...(isSecret(JWT_SECRET) ? [] : (['JWT_SECRET'] as const)),
    ...(!isDeployed || isPublicAddress(APP_ORIGIN) ? [] : (['APP_ORIGIN'] as const)),
    ...(!isDeployed || isRealProvider(PAYMENT_PROVIDER) ? [] : (['PAYMENT_PROVIDER'] as const)),
  ]
}

/** Long enough, and not one key pressed for long. */
function isSecret(text: string): boolean {
  return new TextEncoder().encode(text).length >= 32 && new Set(text).size >= 12
}

/** Not the placeholder of wrangler.toml. */
function isPublicAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url?.protocol === 'https:' && !url.hostname.split('.').includes('example')
}

/** "" is allowed: then there are no payments. */
function isRealProvider(name: string): boolean {
  const real = paymentProviders.filter((id) => id !== 'sandbox' && id !== 'none')
  return name === '' || real.some((id) => id === name)
}
