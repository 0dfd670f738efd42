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

/** Why nobody can pay: the setting and what is wrong with it, never its value. */
export type Obstacle = { variable: string; reason: string; sentence: string }

export type ProviderContext = { env: ProviderSettings; db: Db; origin: string; now: Date }

/** What there is to know of a provider before anybody pays by it. */
export type ProviderDefinition = {
  /** Null when it can be used. A setting that is missing or odd counts as a no. */
  obstacle(settings: ProviderSettings): Obstacle | null
  /** What keeps nobody from paying and is not as it should be, in German. */
  warnings(settings: ProviderSettings): string[]
  /** What it does not take, in the words of the page of the management; null = it takes every amount. */
  least: { inCent: number; sentence: string } | null
  /** Only asked of one without an obstacle. */
  open(context: ProviderContext): PaymentProvider
}
