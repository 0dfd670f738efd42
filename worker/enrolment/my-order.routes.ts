import type { Context } from 'hono'
import { requireRight } from '#worker/http/auth.ts'
import { type AppEnv, factory, publicAddress } from '#worker/http/factory.ts'
import { limitPerNetwork, networkOfRequest } from '#worker/http/rate-limit.ts'
import { repeatable } from '#worker/http/repeatable.ts'
import { idParams, jsonBody, notFoundError, orNotFound } from '#worker/http/validate.ts'
import { cancelOrder } from '#worker/orders/close-order.ts'
import { depsOf, logOrderError, throwProviderFailed } from '#worker/orders/deps.ts'
import { calendarFile } from '#worker/orders/mails/order-mails.ts'
import { calendarHost, paradeCalendar } from '#worker/orders/mails/parade-calendar.ts'
import { setCookiesOfMaker } from '#worker/orders/order-cookie.ts'
import { findOrderByToken } from '#worker/orders/orders.queries.ts'
import { sendOrderLinks } from '#worker/orders/send-order-links.ts'
import { acceptOwnOffer } from '#worker/orders/waiting-list.ts'
import { cancelOwnPlaces } from './cancel-own-place.ts'
import { changeOwnExtras } from './change-own-extras.ts'
import { correctAddress } from './correct-address.ts'
import { changeOwnCostume } from './correct-costume.ts'
import {
  cancelPlacesBody,
  changeExtrasBody,
  newAddressBody,
  newCostumeBody,
  orderLinkBody,
} from './enrolment.contract.ts'
import { findMyOrder, readCalendar } from './my-order.queries.ts'

/** The routes of one order; knowing its token is the right to use them. */
const callsOfOrder = factory
  .createApp()
  .get('/', requireRight('public'), (c) => shown(c, orderTokenOf(c)))
  .get('/calendar', requireRight('public'), (c) => answerCalendar(c, orderTokenOf(c)))
  .post(
    '/cancel',
    requireRight('public'),
    repeatable('each step asks for the state of the order that it starts from'),
    // Each cancellation asks the provider, so requests are limited per network.
    limitPerNetwork('ENROL_LIMIT'),
    async (c) => {
      const order = orNotFound(await findOrderByToken(c.get('db'), orderTokenOf(c)))
      const { state } = await cancelOrder(depsOf(c), order).catch(throwProviderFailed(order))
      return c.json({ state }, 200)
    },
  )
  .post(
    '/accept',
    requireRight('public'),
    repeatable('an offer that was accepted already leads to the same payment'),
    limitPerNetwork('ENROL_LIMIT'),
    async (c) => {
      const order = orNotFound(await findOrderByToken(c.get('db'), orderTokenOf(c)))
      const accepted = await acceptOwnOffer(depsOf(c), order)
      setCookiesOfMaker(c, accepted.order)
      return c.json({ redirectUrl: accepted.redirectUrl }, 200)
    },
  )
  .put(
    '/email-address',
    requireRight('public'),
    limitPerNetwork('ENROL_LIMIT'),
    jsonBody(newAddressBody),
    async (c) => {
      const token = orderTokenOf(c)
      const { emailAddress } = c.req.valid('json')
      await correctAddress(depsOf(c), { token, emailAddress, secret: c.env.JWT_SECRET })
      return shown(c, token)
    },
  )
  .post(
    '/places/:id/costume',
    requireRight('public'),
    limitPerNetwork('ENROL_LIMIT'),
    idParams('id'),
    jsonBody(newCostumeBody),
    async (c) => {
      const token = orderTokenOf(c)
      const { id: placeId } = c.req.valid('param')
      await changeOwnCostume(depsOf(c), { ...c.req.valid('json'), token, placeId })
      return shown(c, token)
    },
  )
  .post(
    '/places/:id/extras',
    requireRight('public'),
    limitPerNetwork('ENROL_LIMIT'),
    idParams('id'),
    jsonBody(changeExtrasBody),
    async (c) => {
      const token = orderTokenOf(c)
      const { id: placeId } = c.req.valid('param')
      await changeOwnExtras(depsOf(c), { ...c.req.valid('json'), token, placeId })
      return shown(c, token)
    },
  )
  .post(
    '/places/:id/cancel',
    requireRight('public'),
    limitPerNetwork('ENROL_LIMIT'),
    idParams('id'),
    async (c) => {
      const token = orderTokenOf(c)
      await cancelOwnPlaces(depsOf(c), { token, placeIds: [c.req.valid('param').id] })
      return shown(c, token)
    },
  )

/**
 * Each route at two addresses: without the token (sent in a header), and with it for links and older pages.
 */
export const myOrderRoutes = factory
  .createApp()
  .route('/api/enrolment/order', callsOfOrder)
  .route('/api/enrolment/orders/:token', callsOfOrder)
  .post(
    '/api/enrolment/order/places/cancel',
    requireRight('public'),
    limitPerNetwork('ENROL_LIMIT'),
    jsonBody(cancelPlacesBody),
    async (c) => {
      const token = orderTokenOf(c)
      await cancelOwnPlaces(depsOf(c), { ...c.req.valid('json'), token })
      return shown(c, token)
    },
  )
  // Known and unknown addresses get the same answer in the same time: the work follows the answer.
  .post(
    '/api/enrolment/orders/link',
    requireRight('public'),
    limitPerNetwork('ENROL_LIMIT'),
    jsonBody(orderLinkBody),
    (c) => {
      const { emailAddress } = c.req.valid('json')
      const asked = { emailAddress, network: networkOfRequest(c), secret: c.env.JWT_SECRET }
      const sending = sendOrderLinks(depsOf(c), asked)
      c.executionCtx.waitUntil(sending.catch((error) => logOrderError('links', 'all', error)))
      return c.json({}, 202)
    },
  )

/**
 * The token of the path or of the header that the guild's pages send, since platforms log paths. Without
 * either it is "", which no order has.
 */
function orderTokenOf(c: Context<AppEnv>): string {
  return c.req.param('token') ?? c.req.header('Order-Token') ?? ''
}

/** The order's parades to come as a calendar file. */
export async function answerCalendar(c: Context<AppEnv>, token: string): Promise<Response> {
  const { db, now, today } = c.var
  const found = await readCalendar(db, token, today)
  if (!found) throw unknown()
  // A calendar without an entry is invalid.
  if (found.places.length === 0) throw notFoundError('Es kommt kein Umzug mehr.')
  const { isFamily, places } = found
  const host = calendarHost(publicAddress(c))
  return c.body(paradeCalendar(places, { isFamily, host, at: now.toISOString() }), 200, {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': `attachment; filename="${calendarFile}"`,
  })
}

/** Without a configured address the codes' links use the request's own, as all links of a page do. */
export function myOrderReading(c: Context<AppEnv>) {
  const { db, now, today } = c.var
  return { db, now, today, origin: publicAddress(c) || new URL(c.req.url).origin }
}

async function shown(c: Context<AppEnv>, token: string) {
  const order = await findMyOrder(myOrderReading(c), token)
  if (!order) throw unknown()
  return c.json(order, 200)
}

const unknown = () => notFoundError('Diese Anmeldung gibt es nicht (mehr).')
