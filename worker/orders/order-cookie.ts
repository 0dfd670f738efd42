import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { type AppEnv, isLocal } from '#worker/http/factory.ts'
import type { Order } from './orders.queries.ts'

/**
 * The order that this browser has just been busy with. On the path of the result page it shows the order
 * there, without a script and without the token in an address. On two more paths it says that this browser
 * made the order: where its payment comes back to, and where an enrolment is sent.
 */
const nameOf = (c: Context<AppEnv>) => (isSecure(c) ? '__Secure-order' : 'order')
/** One's own machine speaks plain HTTP, where browsers refuse the prefix. */
const isSecure = (c: Context<AppEnv>) => !isLocal(c)

const seconds = 24 * 60 * 60

export function setOrderCookie(c: Context<AppEnv>, token: string): void {
  setCookie(c, nameOf(c), token, { ...attributesOf(c), maxAge: seconds })
}

/**
 * An order that this browser has made, or has proved with its token that it did. Its result page then knows
 * from now on that the payment is open, whatever the address says.
 */
export function setMakerCookies(c: Context<AppEnv>, order: Order): void {
  setOrderCookie(c, order.token)
  for (const path of [`/api/payments/return/${order.returnToken}`, '/api/parades/enrol']) {
    setCookie(c, nameOf(c), order.token, { ...attributesOf(c), path, maxAge: seconds })
  }
}

/** The token as the browser sent it; not verified. */
export function orderCookieOf(c: Context<AppEnv>): string | null {
  return getCookie(c, nameOf(c)) || null
}

/** Another person uses this device now, or the order is not known to be of this browser. */
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
