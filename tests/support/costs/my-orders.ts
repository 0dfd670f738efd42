import { rows } from '#tests/support/api.ts'
import { aParade } from '#tests/support/builders.ts'
import { allow } from '#tests/support/my-order.ts'
import { deliver, enrolledWith } from '#tests/support/provider-orders.ts'
import type { Visits, World } from './visit.ts'

let made = 0

/** Somebody has paid for three parades, and is on their own page. */
async function anOwnOrder({ provider }: World) {
  made += 1
  const parades = [await aParade(), await aParade(), await aParade()]
  const chosen = parades.map(({ id }) => ({
    paradeId: id,
    costumeTypeId: 1,
    costumeNumber: `M${made}`,
  }))
  const person = { lastName: `Sucher ${made}`, emailAddress: `sucher${made}@example.de` }
  const { ref } = await enrolledWith(provider, chosen, person)
  provider.pay(ref)
  await deliver(provider)
  const [order] = await rows<{ token: string; place: number }>(
    `SELECT token, min(participations.id) AS place FROM orders
      JOIN participations ON order_id = orders.id GROUP BY orders.id ORDER BY orders.id DESC LIMIT 1`,
  )
  const path = `/api/enrolment/orders/${order?.token}`
  return { path, place: `${path}/places/${order?.place}` }
}

/** What payers see and do of their own orders. */
export const myOrders: Visits = {
  'GET /api/enrolment/orders/:token': async (world) => ({ path: (await anOwnOrder(world)).path }),
  'GET /api/enrolment/orders/:token/calendar': async (world) => ({
    path: `${(await anOwnOrder(world)).path}/calendar`,
  }),
  // Nothing of it before the answer; what comes after it is counted as well.
  'POST /api/enrolment/orders/link': async (world) => {
    await anOwnOrder(world)
    return {
      path: '/api/enrolment/orders/link',
      body: { emailAddress: `sucher${made}@example.de` },
      status: 202,
    }
  },
  'POST /api/enrolment/orders/:token/places/:id/costume': async (world) => ({
    path: `${(await anOwnOrder(world)).place}/costume`,
    body: { newCostumeTypeId: 1, newCostumeNumber: `N${made}` },
  }),
  'POST /api/enrolment/orders/:token/places/:id/cancel': async (world) => {
    await allow({ selfCancel: 'refund' })
    return { path: `${(await anOwnOrder(world)).place}/cancel` }
  },
}
