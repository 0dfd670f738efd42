import type { Context } from 'hono'
import type { Audit } from '#worker/db/audited.ts'
import type { Db } from '#worker/db/db.ts'
import { deviceInWords } from '#worker/domain/device.ts'
import type { AppEnv } from '#worker/http/factory.ts'
import { type Site, siteOf } from './site.ts'

/** What signing in works with. */
export type SignInContext = {
  db: Db
  secret: string
  now: Date
  /** Whose passkeys are asked for. */
  site: Site
  /** Told who it is, once that is known. */
  audit: Audit
}

export function signInContextOf(c: Context<AppEnv>): SignInContext {
  const { db, now, audit } = c.var
  return { db, now, audit, secret: c.env.JWT_SECRET, site: siteOf(c) }
}

/** "Firefox unter Windows" */
export function deviceOf(c: Context<AppEnv>): string {
  return deviceInWords(c.req.header('User-Agent') ?? '')
}
