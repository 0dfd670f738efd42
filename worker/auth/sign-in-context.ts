import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { Audit } from '#worker/db/connection.ts'
import type { Db } from '#worker/db/db.ts'
import type { Day } from '#worker/domain/dates.ts'
import { deviceInWords } from '#worker/domain/device.ts'
import { retention } from '#worker/domain/retention.ts'
import { type AppEnv, isLocal, newToken, publicAddress } from '#worker/http/factory.ts'
import { keyedHash } from '#worker/http/keyed-hash.ts'
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

/** The browser of a request. */
type Browser = {
  /** Under what it is stored: who reads the table cannot make its cookie. */
  key: string
  /** Sets the cookie after a successful sign-in. */
  remember: () => void
}

/**
 * By a random cookie, which goes to the calls of the sign-in alone. It opens nothing: it only says that
 * this browser has been here before.
 */
function browserOf(c: Context<AppEnv>): Browser {
  // One's own machine speaks plain HTTP, where browsers refuse the prefix.
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

/** Whose pages the passkeys are for: their address, and WebAuthn's id of it, the bare name. */
export type Site = { origin: string; id: string }

/** The public address; on one's own machine the one that the request came to. */
function siteOf(c: Context<AppEnv>): Site {
  const { origin, hostname } = new URL(publicAddress(c) || c.req.url)
  return { origin, id: hostname }
}
