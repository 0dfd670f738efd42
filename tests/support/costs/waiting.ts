import { json, rows } from '#tests/support/api.ts'
import { aParade } from '#tests/support/builders.ts'
import { enrol } from '#tests/support/enrolment.ts'
import type { Visits } from './visit.ts'

let made = 0

/** A full parade with ten entries on its waiting list; the token is that of the first one's payer. */
async function aWaitingList() {
  const parade = await aParade({ capacity: 1 })
  let token = ''
  let entryId = 0
  for (let number = 0; number < 11; number += 1) {
    made += 1
    const place = { paradeId: parade.id, costumeTypeId: 1, costumeNumber: `W${made}` }
    const person = { lastName: `Warter ${made}`, emailAddress: `warter${made}@example.de` }
    const { waiting, orderToken } = await json(enrol([place], { ...person, waitingList: true }))
    if (waiting && token === '') {
      token = orderToken
      const [order] = await rows<{ id: number }>('SELECT max(id) AS id FROM orders')
      entryId = order?.id ?? 0
    }
  }
  return { paradeId: parade.id, entryId, token }
}

/** `aWaitingList` whose parade has a place more by now. */
async function aFreePlace() {
  const list = await aWaitingList()
  await rows(`UPDATE parades SET capacity = 2 WHERE id = ${list.paradeId}`)
  return list
}

/** A payer to whom a place is offered. */
async function anOffer() {
  const list = await aFreePlace()
  await rows(`UPDATE participations SET state = 'reserved' WHERE order_id = ${list.entryId}`)
  await rows(
    `UPDATE orders SET offered_until = '2027-01-20T12:00:00.000Z' WHERE id = ${list.entryId}`,
  )
  return list
}

const act = (name: string, { paradeId, entryId }: Awaited<ReturnType<typeof aWaitingList>>) => ({
  path: `/api/parade/${paradeId}/waiting/${entryId}/${name}`,
})

/** The waiting lists of full parades. */
export const waiting: Visits = {
  'GET /api/parade/:id/waiting': async () => ({
    path: `/api/parade/${(await aWaitingList()).paradeId}/waiting`,
  }),
  'POST /api/parade/:id/waiting/:entryId/offer': async () => act('offer', await aFreePlace()),
  'POST /api/parade/:id/waiting/:entryId/first': async () => act('first', await aWaitingList()),
  'POST /api/parade/:id/waiting/:entryId/remove': async () => act('remove', await aFreePlace()),
  'POST /api/enrolment/order/accept': async () => ({
    path: '/api/enrolment/order/accept',
    headers: { 'Order-Token': (await anOffer()).token },
  }),
  'POST /api/enrolment/orders/:token/accept': async () => ({
    path: `/api/enrolment/orders/${(await anOffer()).token}/accept`,
  }),
}
