import { rows, today } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember } from '#tests/support/builders.ts'
import { largest } from './largest.ts'
import type { Visits } from './visit.ts'

let made = 0

/** A number that no other visit uses. */
async function aNewType() {
  made += 1
  return aCostumeType(`Walze ${made}`)
}

/** The newest ownership of the costume with the longest history; it has a predecessor. */
async function anOwnership(): Promise<string> {
  const costumeId = await largest('costume_ownerships', 'costume_id')
  const [newest] = await rows<{ id: number }>(
    `SELECT id FROM costume_ownerships WHERE costume_id = ${costumeId}
     ORDER BY owned_from DESC, id DESC LIMIT 1`,
  )
  return `/api/costume/${costumeId}/ownerships/${newest?.id}`
}

const aNewCostume = async () => aCostume((await aNewType()).id, '1')

/** Costume types, costumes and owners. */
export const wardrobe: Visits = {
  'GET /api/costumeType': () => ({ path: '/api/costumeType' }),
  'POST /api/costumeType': () => ({
    path: '/api/costumeType',
    body: { name: 'Strohbär' },
    status: 201,
  }),
  'PUT /api/costumeType/:id': async () => ({
    path: `/api/costumeType/${(await aNewType()).id}`,
    body: { name: 'Federahannes' },
  }),
  'DELETE /api/costumeType/:id': async () => ({
    path: `/api/costumeType/${(await aNewType()).id}`,
    status: 204,
  }),

  'GET /api/costume/info': () => ({ path: '/api/costume/info' }),
  'POST /api/costume': async () => ({
    path: '/api/costume',
    body: { number: '7', costumeTypeId: (await aNewType()).id, ownerId: (await aMember()).id },
    status: 201,
  }),
  'POST /api/costume/deregister': async () => ({
    path: '/api/costume/deregister',
    body: { ids: [(await aNewCostume()).id, (await aNewCostume()).id], registeredUntil: today },
  }),
  'GET /api/costume/:id': async () => ({
    path: `/api/costume/${await largest('costume_ownerships', 'costume_id')}`,
  }),
  'PUT /api/costume/:id': async () => ({
    path: `/api/costume/${(await aNewCostume()).id}`,
    body: { comment: 'Naht offen', before: { comment: '' } },
  }),
  'DELETE /api/costume/:id': async () => ({
    path: `/api/costume/${(await aNewCostume()).id}`,
    status: 204,
  }),
  'GET /api/costume/:id/ownerships': async () => ({
    path: `/api/costume/${await largest('costume_ownerships', 'costume_id')}/ownerships`,
  }),
  'POST /api/costume/:id/owner': async () => ({
    path: `/api/costume/${(await aNewCostume()).id}/owner`,
    body: { newMemberId: (await aMember()).id },
    status: 201,
  }),
  'PUT /api/costume/:id/ownerships/:ownershipId': async () => ({
    path: await anOwnership(),
    body: { memberId: (await aMember()).id },
  }),
  'DELETE /api/costume/:id/ownerships/:ownershipId': async () => ({
    path: `${await anOwnership()}?reopenPrevious=true`,
    status: 204,
  }),
}
