import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppEnv } from '#worker/http/factory.ts'

/**
 * The order that this browser has just been busy with: the result page shows it without a script, and
 * without its token standing in an address. Only that page ever sees it.
 */
const name = 'order'

const seconds = 24 * 60 * 60

export function setOrderCookie(c: Context<AppEnv>, token: string): void {
  setCookie(c, name, token, { ...attributesOf(c), maxAge: seconds })
}

/** The token, unproven: whoever sent it may have made it up. */
export function orderCookieOf(c: Context<AppEnv>): string | null {
  return getCookie(c, name) || null
}

/** Somebody else sits at this tablet now. */
export function dropOrderCookie(c: Context<AppEnv>): void {
  deleteCookie(c, name, attributesOf(c))
}

function attributesOf(c: Context<AppEnv>) {
  return {
    path: '/parade-enrolment/result',
    httpOnly: true,
    sameSite: 'Lax',
    // One's own machine speaks plain HTTP.
    secure: c.env.ENVIRONMENT !== 'local',
  } as const
}
