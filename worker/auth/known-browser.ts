import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { retention } from '#worker/domain/retention.ts'
import { type AppEnv, isLocal, newToken } from '#worker/http/factory.ts'
import { keyedHash } from '#worker/http/keyed-hash.ts'

/** The browser of a request. */
export type Browser = {
  /** Under what it is stored: who reads the table cannot make its cookie. */
  key: string
  /** Sets the cookie after a successful sign-in. */
  remember: () => void
}

/**
 * By a random cookie, which goes to the calls of the sign-in alone. It opens nothing: it only says that
 * this browser has been here before.
 */
export function browserOf(c: Context<AppEnv>): Browser {
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
