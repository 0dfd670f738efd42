import { rows } from '#tests/support/api.ts'
import { aParade } from '#tests/support/builders.ts'
import { aBus } from '#tests/support/extras.ts'
import { allow } from '#tests/support/my-order.ts'
import { deliver, enrolledWith } from '#tests/support/provider-orders.ts'
import type { Extra } from '#worker/domain/extras.ts'
import type { Visits, World } from './visit.ts'

const bus = aBus()
const oneSeatLess = { extras: [1], refundInCent: 500 }

let made = 0

/** A paid order for three parades, with the token of its payer's page. */
async function anOwnOrder({ provider }: World, extras: Extra[] = []) {
  made += 1
  const parades = [await aParade({ extras }), await aParade(), await aParade()]
  const chosen = parades.map(({ id }, index) => ({
    paradeId: id,
    costumeTypeId: 1,
    costumeNumber: `M${made}`,
    ...(index === 0 && { extras: extras.map(({ id: extraId }) => ({ id: extraId, quantity: 2 })) }),
  }))
  const person = { lastName: `Sucher ${made}`, emailAddress: `sucher${made}@example.de` }
  const { ref } = await enrolledWith(provider, chosen, person)
  provider.pay(ref)
  await deliver(provider)
  const [order] = await rows<{ token: string; place: number }>(
    `SELECT token, min(participations.id) AS place FROM orders
      JOIN participations ON order_id = orders.id GROUP BY orders.id ORDER BY orders.id DESC LIMIT 1`,
  )
  const { token = '', place } = order ?? {}
  const path = `/api/enrolment/orders/${token}`
  return { headers: { 'Order-Token': token }, place: `/places/${place}`, path }
}

const ours = '/api/enrolment/order'

/** The payers' own orders. */
export const myOrders: Visits = {
  'GET /api/enrolment/order': async (world) => ({
    path: ours,
    headers: (await anOwnOrder(world)).headers,
  }),
  'GET /api/enrolment/order/calendar': async (world) => ({
    path: `${ours}/calendar`,
    headers: (await anOwnOrder(world)).headers,
  }),
  'PUT /api/enrolment/order/email-address': async (world) => {
    const { headers } = await anOwnOrder(world)
    const body = { emailAddress: `finder${made}@example.de` }
    return { path: `${ours}/email-address`, headers, body }
  },
  'POST /api/enrolment/order/places/:id/costume': async (world) => {
    const { headers, place } = await anOwnOrder(world)
    const body = { newCostumeTypeId: 1, newCostumeNumber: `N${made}` }
    return { path: `${ours}${place}/costume`, headers, body }
  },
  'POST /api/enrolment/order/places/:id/extras': async (world) => {
    await allow({ selfCancel: 'refund' })
    const { headers, place } = await anOwnOrder(world, [bus])
    return { path: `${ours}${place}/extras`, headers, body: oneSeatLess }
  },
  'POST /api/enrolment/order/places/:id/cancel': async (world) => {
    await allow({ selfCancel: 'refund' })
    const { headers, place } = await anOwnOrder(world)
    return { path: `${ours}${place}/cancel`, headers }
  },
  'POST /api/enrolment/order/places/cancel': async (world) => {
    await allow({ selfCancel: 'refund' })
    const { headers } = await anOwnOrder(world)
    const placeIds = await rows<{ id: number }>(
      `SELECT id FROM participations WHERE order_id = (SELECT max(id) FROM orders) LIMIT 2`,
    )
    const body = { placeIds: placeIds.map(({ id }) => id), refundInCent: 1600 }
    return { path: `${ours}/places/cancel`, headers, body }
  },
  'GET /api/enrolment/orders/:token': async (world) => ({ path: (await anOwnOrder(world)).path }),
  'GET /api/enrolment/orders/:token/calendar': async (world) => ({
    path: `${(await anOwnOrder(world)).path}/calendar`,
  }),
  // All work is done after the response, and is counted as well.
  'POST /api/enrolment/orders/link': async (world) => {
    await anOwnOrder(world)
    return {
      path: '/api/enrolment/orders/link',
      body: { emailAddress: `sucher${made}@example.de` },
      status: 202,
    }
  },
  'PUT /api/enrolment/orders/:token/email-address': async (world) => {
    const { path } = await anOwnOrder(world)
    return { path: `${path}/email-address`, body: { emailAddress: `finder${made}@example.de` } }
  },
  'POST /api/enrolment/orders/:token/places/:id/costume': async (world) => {
    const { path, place } = await anOwnOrder(world)
    const body = { newCostumeTypeId: 1, newCostumeNumber: `N${made}` }
    return { path: `${path}${place}/costume`, body }
  },
  'POST /api/enrolment/orders/:token/places/:id/extras': async (world) => {
    await allow({ selfCancel: 'refund' })
    const { path, place } = await anOwnOrder(world, [bus])
    return { path: `${path}${place}/extras`, body: oneSeatLess }
  },
  'POST /api/enrolment/orders/:token/places/:id/cancel': async (world) => {
    await allow({ selfCancel: 'refund' })
    const { path, place } = await anOwnOrder(world)
    return { path: `${path}${place}/cancel` }
  },
}
