import type { Context } from 'hono'
import type { Db } from '#worker/db/db.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { AppEnv } from '#worker/http/factory.ts'
import { configuredProvider, paymentUnavailable } from '#worker/payments/configured-provider.ts'
import type { PaymentProvider } from '#worker/payments/payment-provider.ts'

/** What the verbs of this room work with. The provider is asked for only where money moves. */
export type Deps = {
  db: Db
  now: Date
  today: Day
  /** Our own public address. */
  origin: string
  provider: () => PaymentProvider
}

export function depsOf(c: Context<AppEnv>): Deps {
  const { db, now, today } = c.var
  const origin = ownOrigin(c)
  return {
    db,
    now,
    today,
    origin,
    provider: () => configuredProvider({ env: c.env, db, origin, now }),
  }
}

/** APP_ORIGIN, or on one's own machine the address the request came to. */
function ownOrigin(c: Context<AppEnv>): string {
  if (c.env.APP_ORIGIN) return new URL(c.env.APP_ORIGIN).origin
  if (c.env.ENVIRONMENT === 'local') return new URL(c.req.url).origin
  throw paymentUnavailable('APP_ORIGIN is not set')
}
