import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppEnv } from '#worker/http/factory.ts'

/**
 * The order that this browser has just been busy with: the result page shows it without a script, and
 * without its token standing in an address. Only that page ever sees it.
 */
const nameOf = (c: Context<AppEnv>) => (isSecure(c) ? '__Secure-order' : 'order')
/** One's own machine speaks plain HTTP, where browsers refuse the prefix. */
const isSecure = (c: Context<AppEnv>) => c.env.ENVIRONMENT !== 'local'

const seconds = 24 * 60 * 60

export function setOrderCookie(c: Context<AppEnv>, token: string): void {
  setCookie(c, nameOf(c), token, { ...attributesOf(c), maxAge: seconds })
}

/** The token, unproven: whoever sent it may have made it up. */
export function orderCookieOf(c: Context<AppEnv>): string | null {
  return getCookie(c, nameOf(c)) || null
}

/** Somebody else sits at this tablet now. */
export function dropOrderCookie(c: Context<AppEnv>): void {
  deleteCookie(c, nameOf(c), attributesOf(c))
}

function attributesOf(c: Context<AppEnv>) {
  return {
    path: '/parade-enrolment/result',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(c),
  } as const
}
