import { expect } from 'vitest'
import { management } from '#scripts/demo/users.ts'
import { call, json, rows, today, tokenOf } from '#tests/support/api.ts'
import type { Visits } from './visit.ts'

const ofDay = `/api/assembly/${today}`
/** The number of honors on a usual evening. */
const many = 36

async function anAct(): Promise<string> {
  const body = {
    rows: (await people(1)).map(({ id }) => ({ memberId: id, types: ['Parades_25'] })),
  }
  const token = await tokenOf(management.id)
  const answer = await call('POST', `${ofDay}/enter`, body, { token })
  expect(answer.status).toBe(201)
  return (await json(answer)).act
}

/** Existing members without the honor: an additional member would add a row to every list. */
const people = (count = many) =>
  rows<{ id: number }>(`SELECT id FROM members WHERE membership_state = 'Active'
    AND id NOT IN (SELECT member_id FROM honors WHERE type = 'Parades_25') LIMIT ${count}`)

/** The honors of the general assembly. */
export const assembly: Visits = {
  'GET /api/assembly/orders': async () => {
    const ordered = (await people()).map(({ id }) => ({ memberId: id, type: 'Parades_25' }))
    const body = { rows: ordered, set: { orderedOn: today } }
    await call('PUT', `${ofDay}/rows`, body, { token: await tokenOf(management.id) })
    return { path: '/api/assembly/orders' }
  },
  'PUT /api/assembly/:date/rows': async () => ({
    path: `${ofDay}/rows`,
    body: {
      rows: (await people()).map(({ id }) => ({ memberId: id, type: 'Parades_25' })),
      set: { orderedOn: today, attendance: 'present' },
    },
    status: 204,
  }),
  'POST /api/assembly/:date/enter': async () => ({
    path: `${ofDay}/enter`,
    body: { rows: (await people()).map(({ id }) => ({ memberId: id, types: ['Parades_25'] })) },
    status: 201,
  }),
  'POST /api/assembly/:date/undo': async () => ({
    path: `${ofDay}/undo`,
    body: { act: await anAct() },
  }),
}
