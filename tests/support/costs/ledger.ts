import { management } from '#scripts/demo/users.ts'
import { call, json, rows, tokenOf } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import type { FeeYear } from '#worker/billing/billing.contract.ts'
import type { Visits } from './visit.ts'

/** A year after the demo guild's, so that the runs of this year do not interfere. */
const year = 2028

async function ask(method: string, path: string, body?: unknown) {
  const token = await tokenOf(management.id)
  return json(call(method, `/api/billing/${path}`, body, { token }))
}

/** The count and sum that closing the year would write. */
async function expectedOf() {
  const years: FeeYear[] = await ask('GET', 'years')
  const { closed, count = 0, sumInCent = 0 } = years.find((one) => one.year === year) ?? {}
  return { closed, expected: { count, sumInCent } }
}

async function closeYear(): Promise<void> {
  const { closed, expected } = await expectedOf()
  if (!closed) await ask('POST', 'years', { year, expected })
}

/** A claim that is still open. */
async function anOpenClaim(): Promise<number> {
  await closeYear()
  const [claim] = await rows<{ id: number }>(`SELECT claim_id AS id FROM fee_open
    WHERE year = ${year} AND open_in_cent >= 200 ORDER BY claim_id LIMIT 1`)
  if (!claim) throw new Error('nothing is open')
  return claim.id
}

async function aPayment() {
  const claimId = await anOpenClaim()
  return { claimId, kind: 'paid', amountInCent: 100, day: '2027-01-15' }
}

/** The fee accounts. */
export const ledger: Visits = {
  'POST /api/billing/years': async () => ({
    path: '/api/billing/years',
    body: { year, expected: (await expectedOf()).expected },
    status: 201,
  }),
  'GET /api/billing/years': async () => {
    await closeYear()
    return { path: '/api/billing/years' }
  },
  'GET /api/treasury': async () => {
    await closeYear()
    return { path: `/api/treasury?year=${year}` }
  },
  'GET /api/billing/years/:year': async () => {
    await closeYear()
    return { path: `/api/billing/years/${year}` }
  },
  'POST /api/billing/claims': async () => {
    await closeYear()
    const { id } = await aMember({ lastName: 'Nachzügler' })
    return { path: '/api/billing/claims', body: { year, memberIds: [id] }, status: 201 }
  },
  'GET /api/billing/claims': async () => {
    await closeYear()
    return { path: '/api/billing/claims' }
  },
  'POST /api/billing/bookings': async () => ({
    path: '/api/billing/bookings',
    body: { bookings: [await aPayment()] },
    status: 201,
  }),
  'POST /api/billing/bookings/:id/undo': async () => {
    const [booked] = await ask('POST', 'bookings', { bookings: [await aPayment()] })
    return {
      path: `/api/billing/bookings/${booked.id}/undo`,
      body: { note: 'Falsches Mitglied' },
      status: 201,
    }
  },
}
