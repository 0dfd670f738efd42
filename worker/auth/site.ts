import type { Context } from 'hono'
import type { AppEnv } from '#worker/http/factory.ts'
import { publicAddress } from '#worker/http/public-address.ts'

/** Whose pages the passkeys are for: their address, and WebAuthn's id of it, the bare name. */
export type Site = { origin: string; id: string }

/** The public address; on one's own machine the one that the request came to. */
export function siteOf(c: Context<AppEnv>): Site {
  const { origin, hostname } = new URL(publicAddress(c) || c.req.url)
  return { origin, id: hostname }
}
