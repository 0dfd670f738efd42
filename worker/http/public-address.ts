import type { Context } from 'hono'
import { type AppEnv, isLocal } from './factory.ts'

/** APP_ORIGIN, or on one's own machine the address the request came to; "" = there is none. */
export function publicAddress(c: Context<AppEnv>): string {
  if (URL.canParse(c.env.APP_ORIGIN)) return new URL(c.env.APP_ORIGIN).origin
  return isLocal(c) && !c.env.APP_ORIGIN ? new URL(c.req.url).origin : ''
}
