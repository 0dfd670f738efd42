import type { Context } from 'hono'
import type { Audit } from '#worker/db/connection.ts'
import type { Db } from '#worker/db/db.ts'
import type { Day } from '#worker/domain/dates.ts'
import { deviceInWords } from '#worker/domain/device.ts'
import { type AppEnv, isLocal } from '#worker/http/factory.ts'
import { type Browser, browserOf } from './known-browser.ts'
import { type Site, siteOf } from './site.ts'
import { afterAnswer, sendUserMails } from './user-mails.ts'

/** What signing in works with. */
export type SignInContext = {
  db: Db
  secret: string
  now: Date
  /** Today's calendar day in Europe/Berlin. */
  today: Day
  /** A local machine, where no passkey is required. */
  isLocal: boolean
  /** Whose passkeys are asked for. */
  site: Site
  /** Told who it is, once that is known. */
  audit: Audit
  browser: Browser
  /** Sends what was written for this user, after the answer. */
  sendMails: (userId: number) => void
}

export function signInContextOf(c: Context<AppEnv>): SignInContext {
  const { db, now, today, audit } = c.var
  return {
    db,
    now,
    today,
    audit,
    secret: c.env.JWT_SECRET,
    isLocal: isLocal(c),
    site: siteOf(c),
    browser: browserOf(c),
    sendMails: (userId) => afterAnswer(c, () => sendUserMails(c, userId)),
  }
}

/** "Firefox unter Windows" */
export function deviceOf(c: Context<AppEnv>): string {
  return deviceInWords(c.req.header('User-Agent') ?? '')
}
