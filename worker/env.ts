import type { D1Database, RateLimit, SendEmail } from '@cloudflare/workers-types'

/** The bindings of wrangler.toml. */
export type Env = {
  DB: D1Database
  /** The built web: files by their address. */
  ASSETS: { fetch: (request: Request) => Promise<Response> }
  LOGIN_LIMIT: RateLimit
  ENROL_LIMIT: RateLimit
  /** Asked after a refusal that says something of somebody else. */
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
  /** Cloudflare's Turnstile: both, or nobody has to show to be a person. */
  TURNSTILE_SITE_KEY?: string
  TURNSTILE_SECRET?: string
  EMAIL?: SendEmail
  /** The address mails come from, "" = none is sent. */
  MAIL_FROM?: string
}
