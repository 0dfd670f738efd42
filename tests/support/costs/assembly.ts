import { expect } from 'vitest'
import { assemblyAfter } from '#scripts/demo/days.ts'
import { management } from '#scripts/demo/users.ts'
import { call, json, today, tokenOf } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import type { Visits } from './visit.ts'

const ofDay = `/api/assembly/${today}`
/** As many as are honored on an evening. */
const many = 36

async function anAct(): Promise<string> {
  const rows = [{ memberId: (await aMember()).id, types: ['Parades_25'] }]
  const token = await tokenOf(management.id)
  const answer = await call('POST', `${ofDay}/enter`, { rows }, { token })
  expect(answer.status).toBe(201)
  return (await json(answer)).act
}

const people = () => Promise.all(Array.from({ length: many }, () => aMember()))

/** The general assembly: what is done about its honors. */
export const assembly: Visits = {
  'GET /api/assembly/orders': async () => {
    const rows = (await people()).map(({ id }) => ({ memberId: id, type: 'Parades_25' }))
    const body = { rows, set: { orderedOn: today } }
    await call('PUT', `${ofDay}/rows`, body, { token: await tokenOf(management.id) })
    return { path: '/api/assembly/orders' }
  },
  'GET /api/assembly/:date/orders.csv': () => ({
    path: `/api/assembly/${assemblyAfter(today)}/orders.csv`,
  }),
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
