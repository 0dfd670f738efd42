import type { Context, MiddlewareHandler } from 'hono'
import type { Db } from '#worker/db/db.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { requireRight } from '#worker/http/auth.ts'
import { readForm, readText } from '#worker/http/body.ts'
import { type AppEnv, factory } from '#worker/http/factory.ts'
import { limitPerNetwork } from '#worker/http/rate-limit.ts'
import { repeatable } from '#worker/http/repeatable.ts'
import { notFoundError, orNotFound } from '#worker/http/validate.ts'
import { isSandboxActive } from '#worker/payments/providers.ts'
import {
  findSandboxPayment,
  moveSandboxPayment,
  sign,
  signatureHeader,
} from '#worker/payments/sandbox-provider.ts'
import { cancelPayment, settleAfterReturn } from './close-order.ts'
import { type Deps, depsOf } from './deps.ts'
import { dropOrderCookie, orderCookieOf, setOrderCookie } from './order-cookie.ts'
import { findOrderByReturnToken, listCancelledParades, type Order } from './orders.queries.ts'
import {
  pagePolicy,
  reviewPage,
  sandboxPage,
  unknownPaymentPage,
  waitingPage,
} from './payment-pages.ts'
import { receiveNotification } from './receive-notification.ts'

/** Every route that settles an order may be repeated. */
const settles = repeatable('each step asks for the state of the order that it starts from')

/** When the database does not answer, a payer who waits gets the waiting page, which reloads itself. */
const waitingPageOnFailure: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  if (c.res.status !== 503 || !asksForPage(c)) return
  const { headers } = c.res
  c.res = await c.html(waitingPage(null), 503, { 'Content-Security-Policy': pagePolicy })
  for (const name of ['Retry-After', 'Cache-Control']) {
    const value = headers.get(name)
    if (value !== null) c.header(name, value)
  }
}

export const paymentRoutes = factory
  .createApp()
  .post(
    '/api/payments/webhook/:provider',
    requireRight('public'),
    settles,
    // Not every provider signs its notifications, and each one makes the worker ask the provider.
    limitPerNetwork('ENROL_LIMIT'),
    async (c) => {
      if (c.req.param('provider') !== c.env.PAYMENT_PROVIDER) throw notFoundError()
      c.get('audit').via = 'provider'
      await receiveNotification(depsOf(c), await readText(c.req.raw), c.req.raw.headers)
      return c.json({ received: true }, 200)
    },
  )
  .get(
    '/api/payments/return/:token',
    requireRight('public'),
    waitingPageOnFailure,
    settles,
    async (c) => {
      const order = await findOrderByReturnToken(c.get('db'), c.req.param('token'))
      if (!order) return unknownPayment(c)
      // The return token alone proves nothing: the provider and others may know it.
      if (orderCookieOf(c) === order.token) setOrderCookie(c, order.token)
      else dropOrderCookie(c)
      const settled = await settleAfterReturn(depsOf(c), order)
      if (settled.state === 'review') {
        return c.html(reviewPage(), 200, { 'Content-Security-Policy': pagePolicy })
      }
      if (settled.state === 'pending') {
        return c.html(waitingPage(settled.redirectUrl), 200, {
          'Content-Security-Policy': pagePolicy,
        })
      }
      return c.redirect(
        settled.state === 'paid' ? settled.successUrl : await errorUrlOf(c.get('db'), settled),
        303,
      )
    },
  )
  .get(
    '/api/payments/cancel/:token',
    requireRight('public'),
    waitingPageOnFailure,
    settles,
    async (c) => {
      const order = await findOrderByReturnToken(c.get('db'), c.req.param('token'))
      if (!order) return unknownPayment(c)
      await cancelPayment(depsOf(c), order)
      return c.redirect(`/api/payments/return/${order.returnToken}`, 303)
    },
  )
  .get('/api/payments/sandbox/:token', requireRight('public'), waitingPageOnFailure, async (c) => {
    const payment = isSandboxActive(c.env)
      ? await findSandboxPayment(c.get('db'), c.req.param('token'))
      : null
    if (!payment) return unknownPayment(c)
    if (payment.state !== 'open') return c.redirect(payment.returnUrl, 303)
    return c.html(sandboxPage(payment), 200, { 'Content-Security-Policy': pagePolicy })
  })
  .post('/api/payments/sandbox/:token', requireRight('public'), async (c) => {
    if (!isSandboxActive(c.env)) throw notFoundError()
    const outcome = (await readForm(c.req.raw)).get('outcome')
    if (outcome !== 'paid' && outcome !== 'cancelled') {
      throw new DomainError('InvalidRequest', 'Wähle, ob bezahlt oder abgebrochen wird.')
    }
    const deps = depsOf(c)
    const secret = c.env.JWT_SECRET
    const returnUrl = await decideSandboxPayment(deps, secret, c.req.param('token'), outcome)
    return c.redirect(returnUrl, 303)
  })

/**
 * The address after a failed payment. For a cancelled parade it names the parade, so that payers do not look for a
 * mistake of their own.
 */
async function errorUrlOf(db: Db, order: Order): Promise<string> {
  const cancelled = await listCancelledParades(db, order.id)
  if (cancelled.length === 0) return order.errorUrl
  const url = new URL(order.errorUrl)
  url.searchParams.set('reason', 'paradeCancelled')
  return url.href
}

function asksForPage(c: Context<AppEnv>): boolean {
  return c.req.header('Accept')?.includes('text/html') ?? false
}

function unknownPayment(c: Context<AppEnv>) {
  if (!asksForPage(c)) throw notFoundError()
  return c.html(unknownPaymentPage(), 404, { 'Content-Security-Policy': pagePolicy })
}

/**
 * The button on the test payment's page: changes the payment in the sandbox and sends a signed notification
 * as a real provider does. A payment that is decided already stays as it is.
 * @returns where the browser goes next
 */
async function decideSandboxPayment(
  deps: Deps,
  secret: string,
  ref: string,
  outcome: 'paid' | 'cancelled',
): Promise<string> {
  const payment = orNotFound(await findSandboxPayment(deps.db, ref))
  if (await moveSandboxPayment(deps.db, ref, 'open', outcome)) {
    // A worker cannot reliably call its own address, so the notification is passed on directly, signed and
    // checked as usual.
    const body = JSON.stringify({ eventId: `${ref}.${outcome}`, type: `payment.${outcome}`, ref })
    const headers = new Headers({ [signatureHeader]: sign(secret, body, deps.now) })
    await receiveNotification(deps, body, headers)
  }
  return payment.returnUrl
}
