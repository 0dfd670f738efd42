import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { type AppEnv, isLocal } from '#worker/http/factory.ts'
import type { Order } from './orders.queries.ts'

/**
 * The token of the order that this browser used last. On the path of the result page the cookie shows the
 * order without a script and without a token in the address. On two more paths, the return from the payment
 * and the enrolment itself, it proves that this browser made the order.
 */
const nameOf = (c: Context<AppEnv>) => (isSecure(c) ? '__Secure-order' : 'order')
/** Whether the site uses HTTPS; on a local machine's plain HTTP, browsers reject the prefix `__Secure-`. */
const isSecure = (c: Context<AppEnv>) => !isLocal(c)

const seconds = 24 * 60 * 60

export function setOrderCookie(c: Context<AppEnv>, token: string): void {
  setCookie(c, nameOf(c), token, { ...attributesOf(c), maxAge: seconds })
}

/**
 * Sets the cookie on all three paths. Only for a browser that made the order or sent its token: the return
 * from the payment and the next enrolment then treat it as the browser of this order.
 */
export function setCookiesOfMaker(c: Context<AppEnv>, order: Order): void {
  setOrderCookie(c, order.token)
  for (const path of [`/api/payments/return/${order.returnToken}`, '/api/parades/enrol']) {
    setCookie(c, nameOf(c), order.token, { ...attributesOf(c), path, maxAge: seconds })
  }
}

/** The token as sent by the browser; not verified. */
export function orderCookieOf(c: Context<AppEnv>): string | null {
  return getCookie(c, nameOf(c)) || null
}

/** Deletes the cookie: another person uses the device, or the order is not known to be this browser's. */
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
