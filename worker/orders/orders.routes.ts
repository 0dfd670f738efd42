import type { Context } from 'hono'
import { z } from 'zod'
import { can } from '#worker/domain/rights.ts'
import { paradeKeepers, readers, signedIn, treasurers } from '#worker/http/auth.ts'
import { type AppEnv, factory, publicAddress } from '#worker/http/factory.ts'
import { repeatable } from '#worker/http/repeatable.ts'
import { idParams, jsonBody, orNotFound, query } from '#worker/http/validate.ts'
import type { MailMessage } from '#worker/mail/mailer.ts'
import { endOrder } from './close-order.ts'
import { acceptReviewed, clearAttention, releaseUndecidedOrder } from './decide-order.ts'
import { depsOf, throwProviderFailed } from './deps.ts'
import { readEvening } from './evening.queries.ts'
import { renderMail } from './mails/order-mails.ts'
import { makeRefundsOfOrder } from './make-refund.ts'
import { findOrderDetails, listOrders, orderSeasonOf } from './order-views.queries.ts'
import { refundBody } from './orders.contract.ts'
import { findOrder, type Order } from './orders.queries.ts'
import { listParadeRefunds, refundParade } from './parade-refunds.ts'
import { readPaymentHealth } from './payment-health.ts'
import { settleIfAnswered, settleOrder } from './settle-order.ts'
import { markRefundedByHand, requestRefund, retryFailedRefund } from './staff-refunds.ts'

const seasonQuery = z.object({ season: z.coerce.number().int().min(2000).max(2099).optional() })

/** The pictures are embedded in the HTML, because the answer has no attachments. */
function picturesOf({ html, codes }: MailMessage) {
  const pictures = codes.map(({ name, contentId, gif }) => ({
    name,
    contentId,
    src: `data:image/gif;base64,${Buffer.from(gif).toString('base64')}`,
  }))
  return {
    html: pictures.reduce(
      (page, { contentId, src }) => page.replace(`src="cid:${contentId}"`, `src="${src}"`),
      html,
    ),
    codes: pictures.map(({ name, src }) => ({ name, src })),
  }
}

/** Staff's routes for orders and payments. Each change answers with the order as it is afterwards. */
export const ordersRoutes = factory
  .createApp()
  .get('/api/orders', readers, query(seasonQuery), async (c) => {
    const season = c.req.valid('query').season ?? orderSeasonOf(c.get('today'))
    return c.json(await listOrders(c.get('db'), season), 200)
  })
  .get('/api/orders/:id', readers, idParams('id'), (c) => shown(c, c.req.valid('param').id))
  .get('/api/orders/:id/mails/:mailId', readers, idParams('id', 'mailId'), async (c) => {
    const { id, mailId } = c.req.valid('param')
    const details = await findOrderDetails(c.get('db'), id)
    const isOfOrder = details?.mails.some((mail) => mail.id === mailId)
    // Only users who may act for the payer see the links with which a payer opens the order.
    const actsForPayers = can((await signedIn(c)).user, 'keepTreasury')
    const reader = actsForPayers ? 'payer' : 'others'
    const mail = orNotFound(
      isOfOrder ? await renderMail(c.get('db'), mailId, publicAddress(c), reader) : null,
    )
    const attachments = mail.attachments.map(({ filename, content }) => ({ filename, content }))
    const { to, subject, text } = mail
    return c.json({ to, subject, text, attachments, ...picturesOf(mail) }, 200)
  })
  .post('/api/orders/:id/refund', treasurers, idParams('id'), jsonBody(refundBody), async (c) => {
    const order = await orderOf(c, c.req.valid('param').id)
    const deps = depsOf(c)
    const userId = c.get('user').id
    await settleIfAnswered(deps, order)
    await requestRefund(deps, { ...c.req.valid('json'), orderId: order.id, userId })
    await makeRefundsOfOrder(deps, order)
    return shown(c, order.id)
  })
  .post('/api/orders/:id/accept', treasurers, idParams('id'), async (c) => {
    const order = await orderOf(c, c.req.valid('param').id)
    await acceptReviewed(depsOf(c), order, c.get('user').id)
    return shown(c, order.id)
  })
  .post('/api/orders/:id/release', treasurers, idParams('id'), async (c) => {
    const order = await orderOf(c, c.req.valid('param').id)
    await releaseUndecidedOrder(depsOf(c), order, c.get('user').id)
    return shown(c, order.id)
  })
  .post('/api/orders/:id/end', treasurers, idParams('id'), async (c) => {
    const order = await orderOf(c, c.req.valid('param').id)
    await endOrder(depsOf(c), order, c.get('user').id).catch(throwProviderFailed(order))
    return shown(c, order.id)
  })
  .post('/api/orders/:id/settled', treasurers, idParams('id'), async (c) => {
    const order = await orderOf(c, c.req.valid('param').id)
    const by = { userId: c.get('user').id, at: c.get('now').toISOString() }
    await clearAttention(c.get('db'), order.id, by)
    return shown(c, order.id)
  })
  .post(
    '/api/orders/:id/check',
    treasurers,
    repeatable('each step asks for the state of the order that it starts from'),
    idParams('id'),
    async (c) => {
      const order = await orderOf(c, c.req.valid('param').id)
      await settleOrder(depsOf(c), order).catch(throwProviderFailed(order))
      return shown(c, order.id)
    },
  )
  .post('/api/orders/:id/refunds/:key/retry', treasurers, idParams('id'), async (c) => {
    const { id: orderId } = c.req.valid('param')
    await retryFailedRefund(depsOf(c), {
      orderId,
      key: c.req.param('key'),
      userId: c.get('user').id,
    })
    return shown(c, orderId)
  })
  .post('/api/orders/:id/refunds/:key/by-hand', treasurers, idParams('id'), async (c) => {
    const { id: orderId } = c.req.valid('param')
    await markRefundedByHand(depsOf(c), {
      orderId,
      key: c.req.param('key'),
      userId: c.get('user').id,
    })
    return shown(c, orderId)
  })
  .get('/api/parade/:id/refunds', readers, idParams('id'), async (c) => {
    return c.json(orNotFound(await listParadeRefunds(c.get('db'), c.req.valid('param').id)), 200)
  })
  .post('/api/parade/:id/refunds', treasurers, idParams('id'), async (c) => {
    const { id: paradeId } = c.req.valid('param')
    return c.json(
      orNotFound(await refundParade(depsOf(c), { paradeId, userId: c.get('user').id })),
      200,
    )
  })
  .get('/api/enrolment/evening', paradeKeepers, async (c) => {
    const { db, now, today } = c.var
    return c.json(await readEvening(db, now, today), 200)
  })
  .get('/api/health/payments', treasurers, async (c) => {
    const health = await readPaymentHealth(c.get('db'), c.env, c.get('today'), () =>
      depsOf(c).provider(),
    )
    return c.json(health, 200)
  })

async function orderOf(c: Context<AppEnv>, id: number): Promise<Order> {
  return orNotFound(await findOrder(c.get('db'), id))
}

async function shown(c: Context<AppEnv>, id: number) {
  return c.json(orNotFound(await findOrderDetails(c.get('db'), id)), 200)
}
