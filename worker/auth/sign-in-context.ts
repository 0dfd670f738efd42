import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Audit } from '#worker/db/connection.ts'
import type { Db } from '#worker/db/db.ts'
import type { Day } from '#worker/domain/dates.ts'
import { deviceInWords } from '#worker/domain/device.ts'
import { retention } from '#worker/domain/retention.ts'
import { type AppEnv, isLocal, newToken, publicAddress } from '#worker/http/factory.ts'
import { keyedHash } from '#worker/http/keyed-hash.ts'
import { runAfterResponse, sendUserMails } from './user-mails.ts'

/** The context of a sign-in. */
export type SignInContext = {
  db: Db
  secret: string
  now: Date
  /** Today's calendar day in Europe/Berlin. */
  today: Day
  /** Whether this is local development, where no passkey is required. */
  isLocal: boolean
  /** The site for which passkeys are registered. */
  site: Site
  /** The author for the history, to which a sign-in adds the user's id once the user is known. */
  audit: Audit
  browser: Browser
  /** Sends the waiting mails to this user after the response. */
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
    sendMails: (userId) => runAfterResponse(c, () => sendUserMails(c, userId)),
  }
}

/** The device by its User-Agent: "Firefox unter Windows". */
export function deviceOf(c: Context<AppEnv>): string {
  return deviceInWords(c.req.header('User-Agent') ?? '')
}

/** The browser of a request. */
type Browser = {
  /** A keyed hash of the cookie, so that the table `known_browsers` does not reveal the cookie. */
  key: string
  /** Sets the cookie after a successful sign-in. */
  remember: () => void
}

/**
 * The browser, identified by a random cookie that is only sent to sign-in routes. The cookie grants no access; it
 * only marks a browser as known.
 */
function browserOf(c: Context<AppEnv>): Browser {
  // Local development uses plain HTTP, where browsers reject the prefix.
  const secure = !isLocal(c)
  const name = secure ? '__Secure-browser' : 'browser'
  const brought = getCookie(c, name) ?? ''
  const token = /^[\da-f]{32}$/.test(brought) ? brought : newToken()
  return {
    key: keyedHash(c.env.JWT_SECRET, 'known-browser', token),
    remember: () =>
      setCookie(c, name, token, {
        path: '/api/v1/auth',
        httpOnly: true,
        sameSite: 'Strict',
        secure,
        maxAge: retention.knownBrowsers.count * 24 * 60 * 60,
      }),
  }
}

/** The site of the passkeys: its origin, and WebAuthn's id, the host name. */
export type Site = { origin: string; id: string }

/** The public address; in local development the address of the request. */
function siteOf(c: Context<AppEnv>): Site {
  const { origin, hostname } = new URL(publicAddress(c) || c.req.url)
  return { origin, id: hostname }
}
