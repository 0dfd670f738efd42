import { env } from 'cloudflare:workers'
import { rows } from '#tests/support/api.ts'
import { aParade } from '#tests/support/builders.ts'
import { enrolled } from '#tests/support/enrolment.ts'
import { deliver, enrolledWith } from '#tests/support/provider-orders.ts'
import { largest } from './largest.ts'
import type { Visits, World } from './visit.ts'

const sandbox = { PAYMENT_PROVIDER: 'sandbox' }
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

let made = 0

/** Enrols for a parade, up to the provider's payment page. */
async function anOrder({ provider }: World, paradeId?: number) {
  made += 1
  const parade = paradeId ?? (await aParade()).id
  const chosen = { paradeId: parade, costumeTypeId: 1, costumeNumber: `L${made}` }
  const person = { lastName: `Zahler ${made}`, emailAddress: `zahler${made}@example.de` }
  const { ref, token } = await enrolledWith(provider, [chosen], person)
  const [order] = await rows<{ id: number; payerToken: string }>(
    `SELECT id, token AS payerToken FROM orders WHERE return_token = '${token}'`,
  )
  return { id: order?.id ?? 0, payerToken: order?.payerToken ?? '', ref, token, parade }
}

async function aPaidOrder(world: World, paradeId?: number) {
  const order = await anOrder(world, paradeId)
  world.provider.pay(order.ref)
  await deliver(world.provider)
  return order
}

async function callOff(parade: number): Promise<void> {
  await rows(`UPDATE parades SET cancelled_at = '2027-01-16T12:00:00.000Z' WHERE id = ${parade}`)
}

/** A refund that the provider has rejected. */
async function aFailedRefund(world: World): Promise<string> {
  const { id, ref } = await aPaidOrder(world)
  await rows(`INSERT INTO order_refunds (key, order_id, payment_ref, amount_in_cent, reason, state,
    requested_at) VALUES ('order-${id}', ${id}, '${ref}', 800, 'staff', 'failed', '2027-01-16T12:00:00Z')`)
  await rows(`UPDATE orders SET attention = 'refundFailed' WHERE id = ${id}`)
  return `/api/orders/${id}/refunds/order-${id}`
}

/** The test payment and its own page. */
async function atTheSandbox(): Promise<string> {
  const provider = env.PAYMENT_PROVIDER
  Object.assign(env, sandbox)
  made += 1
  const chosen = { paradeId: (await aParade()).id, costumeTypeId: 1, costumeNumber: `L${made}` }
  const { token } = await enrolled([chosen], { lastName: `Zahler ${made}` })
  Object.assign(env, { PAYMENT_PROVIDER: provider })
  return `/api/payments/sandbox/${token}`
}

/** Payments, orders and refunds. */
export const money: Visits = {
  'POST /api/payments/webhook/:provider': async (world) => {
    const { ref } = await anOrder(world)
    world.provider.pay(ref)
    const [event] = await world.provider.events()
    if (!event) throw new Error('The provider has nothing to tell')
    return { path: `/api/payments/webhook/${world.provider.id}`, ...event }
  },
  'GET /api/payments/return/:token': async (world) => {
    const { ref, token } = await anOrder(world)
    world.provider.pay(ref)
    return { path: `/api/payments/return/${token}`, status: 303 }
  },
  'GET /api/payments/cancel/:token': async (world) => ({
    path: `/api/payments/cancel/${(await anOrder(world)).token}`,
    status: 303,
  }),
  'POST /api/enrolment/order/cancel': async (world) => ({
    path: '/api/enrolment/order/cancel',
    headers: { 'Order-Token': (await anOrder(world)).payerToken },
  }),
  'POST /api/enrolment/orders/:token/cancel': async (world) => ({
    path: `/api/enrolment/orders/${(await anOrder(world)).payerToken}/cancel`,
  }),
  'GET /parade-enrolment/result': async (world) => ({
    path: '/parade-enrolment/result?state=success',
    headers: { Cookie: `order=${(await aPaidOrder(world)).payerToken}` },
  }),
  'POST /parade-enrolment/result': () => ({
    path: '/parade-enrolment/result',
    body: '',
    headers: form,
    status: 303,
  }),
  'GET /parade-enrolment/result/calendar.ics': async (world) => ({
    path: '/parade-enrolment/result/calendar.ics',
    headers: { Cookie: `order=${(await aPaidOrder(world)).payerToken}` },
  }),
  'GET /meine-anmeldung': () => ({ path: '/meine-anmeldung' }),
  'GET /api/payments/sandbox/:token': async () => ({
    path: await atTheSandbox(),
    settings: sandbox,
  }),
  'POST /api/payments/sandbox/:token': async () => ({
    path: await atTheSandbox(),
    body: 'outcome=paid',
    headers: form,
    settings: sandbox,
    status: 303,
  }),

  'GET /api/orders': () => ({ path: '/api/orders?season=2025' }),
  'GET /api/orders/:id': async (world) => ({ path: `/api/orders/${(await aPaidOrder(world)).id}` }),
  'GET /api/orders/:id/mails/:mailId': async (world) => {
    const { id } = await aPaidOrder(world)
    const [mail] = await rows<{ id: number }>(`SELECT id FROM mails WHERE order_id = ${id}`)
    return { path: `/api/orders/${id}/mails/${mail?.id}` }
  },
  'POST /api/orders/:id/refund': async (world) => ({
    path: `/api/orders/${(await aPaidOrder(world)).id}/refund`,
    body: { participationId: null, cancelPlaces: true },
  }),
  'POST /api/orders/:id/accept': async (world) => {
    const { id, ref } = await anOrder(world)
    world.provider.pay(ref, { amount: 799 })
    await deliver(world.provider)
    return { path: `/api/orders/${id}/accept` }
  },
  'POST /api/orders/:id/release': async (world) => {
    const { id } = await anOrder(world)
    await rows(`UPDATE orders SET attention = 'undecided' WHERE id = ${id}`)
    return { path: `/api/orders/${id}/release` }
  },
  'POST /api/orders/:id/end': async (world) => ({
    path: `/api/orders/${(await anOrder(world)).id}/end`,
  }),
  'POST /api/orders/:id/settled': async (world) => {
    const { id } = await aPaidOrder(world)
    await rows(`UPDATE orders SET attention = 'disputed' WHERE id = ${id}`)
    return { path: `/api/orders/${id}/settled` }
  },
  'POST /api/orders/:id/check': async (world) => {
    const { id, ref } = await anOrder(world)
    world.provider.pay(ref)
    return { path: `/api/orders/${id}/check` }
  },
  'POST /api/orders/:id/refunds/:key/retry': async (world) => ({
    path: `${await aFailedRefund(world)}/retry`,
  }),
  'POST /api/orders/:id/refunds/:key/by-hand': async (world) => ({
    path: `${await aFailedRefund(world)}/by-hand`,
  }),

  // Two paid places, whose payers get a mail, and one with a pending payment.
  'POST /api/parade/:id/cancel': async (world) => {
    const { parade } = await aPaidOrder(world)
    await aPaidOrder(world, parade)
    await anOrder(world, parade)
    return { path: `/api/parade/${parade}/cancel`, body: { reason: 'Sturmwarnung' } }
  },
  'POST /api/parade/:id/reinstate': async (world) => {
    const { parade } = await aPaidOrder(world)
    await callOff(parade)
    return { path: `/api/parade/${parade}/reinstate` }
  },
  'POST /api/participation/:id/cashReturned': async (world) => {
    const { id, parade } = await aPaidOrder(world)
    await callOff(parade)
    await rows(`UPDATE participations SET fee_payed_by = 1 WHERE order_id = ${id}`)
    const [place] = await rows<{ id: number }>(
      `SELECT id FROM participations WHERE order_id = ${id}`,
    )
    return { path: `/api/participation/${place?.id}/cashReturned`, body: { returned: true } }
  },

  'GET /api/parade/:id/refunds': async () => ({
    path: `/api/parade/${await largest('participations', 'parade_id')}/refunds`,
  }),
  // Two fees paid online.
  'POST /api/parade/:id/refunds': async (world) => {
    const { parade } = await aPaidOrder(world)
    await aPaidOrder(world, parade)
    await callOff(parade)
    return { path: `/api/parade/${parade}/refunds` }
  },
  'GET /api/enrolment/evening': async (world) => {
    for (let count = 0; count < 3; count += 1) await anOrder(world)
    return { path: '/api/enrolment/evening' }
  },
  'GET /api/health/payments': () => ({ path: '/api/health/payments' }),
}
