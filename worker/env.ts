import type { D1Database, Fetcher, RateLimit } from '@cloudflare/workers-types'

/** The bindings of wrangler.toml. */
export type Env = {
  DB: D1Database
  ASSETS: Fetcher
  LOGIN_LIMIT: RateLimit
  ENROL_LIMIT: RateLimit
  ENVIRONMENT: string
  PAYMENT_PROVIDER: string
  /** The public address, "" = whatever address the request came to (one's own machine only). */
  APP_ORIGIN: string
  JWT_SECRET: string
}
