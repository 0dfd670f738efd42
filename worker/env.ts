import type { D1Database, RateLimit, SendEmail } from '@cloudflare/workers-types'
import { paymentProviders } from './domain/codes.ts'

/** The bindings of wrangler.toml. */
export type Env = {
  DB: D1Database
  /** The built web app: files by path. */
  ASSETS: { fetch: (request: Request) => Promise<Response> }
  LOGIN_LIMIT: RateLimit
  ENROL_LIMIT: RateLimit
  /** Limits error responses that reveal something about other people. */
  REFUSAL_LIMIT: RateLimit
  ENVIRONMENT: string
  PAYMENT_PROVIDER: string
  /** Secrets of the providers: of the current one and of previous ones, whose refunds may be pending. */
  STRIPE_SECRET_KEY?: string
  STRIPE_WEBHOOK_SECRET?: string
  MOLLIE_API_KEY?: string
  /** Address of a fake provider (local development only). */
  PAYMENT_API_URL?: string
  /** The public address; "" = the address of the request (local development only). */
  APP_ORIGIN: string
  JWT_SECRET: string
  /** The settings of Cloudflare Turnstile, which is only used when both are given. */
  TURNSTILE_SITE_KEY?: string
  TURNSTILE_SECRET?: string
  /** Difficulty of the browser's computation where Turnstile is off; each bit more doubles it. */
  CHALLENGE_BITS?: string
  EMAIL?: SendEmail
  /** The sender address of mails; "" = no mail is sent. */
  MAIL_FROM?: string
}

/** The required settings. */
export type Settings = Pick<Env, 'ENVIRONMENT' | 'JWT_SECRET' | 'APP_ORIGIN' | 'PAYMENT_PROVIDER'>

/** The names of the missing or unsafe settings; [] when all are valid. */
export function envProblems(env: Partial<Settings>): (keyof Settings)[] {
  const { JWT_SECRET = '', APP_ORIGIN = '', PAYMENT_PROVIDER = '' } = env
  const isDeployed = env.ENVIRONMENT === 'production'
  return [
    ...(isSecret(JWT_SECRET) ? [] : (['JWT_SECRET'] as const)),
    ...(!isDeployed || isPublicAddress(APP_ORIGIN) ? [] : (['APP_ORIGIN'] as const)),
    ...(!isDeployed || isRealProvider(PAYMENT_PROVIDER) ? [] : (['PAYMENT_PROVIDER'] as const)),
  ]
}

/** Whether the text can be a secret: long enough, and not one character repeated. */
function isSecret(text: string): boolean {
  return new TextEncoder().encode(text).length >= 32 && new Set(text).size >= 12
}

/** Whether the text is an https address, and not the placeholder of wrangler.toml. */
function isPublicAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return url?.protocol === 'https:' && !url.hostname.split('.').includes('example')
}

/** Whether a deployed app may use this provider: a real one, or "", which means no online payment. */
function isRealProvider(name: string): boolean {
  const real = paymentProviders.filter((id) => id !== 'sandbox' && id !== 'none')
  return name === '' || real.some((id) => id === name)
}
