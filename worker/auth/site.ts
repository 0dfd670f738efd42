import type { Context } from 'hono'
import type { AppEnv } from '#worker/http/factory.ts'

/** Whose pages the passkeys are for: their address, and WebAuthn's id of it, the bare name. */
export type Site = { origin: string; id: string }

/** The public address; on one's own machine the one that the request came to. */
export function siteOf(c: Context<AppEnv>): Site {
  const { APP_ORIGIN } = c.env
  const { origin, hostname } = new URL(URL.canParse(APP_ORIGIN) ? APP_ORIGIN : c.req.url)
  return { origin, id: hostname }
}
