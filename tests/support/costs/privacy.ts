import { management } from '#scripts/demo/users.ts'
import { call, json, rows, tokenOf } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import { largest } from './largest.ts'
import type { Visits } from './visit.ts'

/** The code of a link to the stored data of a payer. */
async function aCode(): Promise<string> {
  const [order] = await rows<{ address: string }>(
    `SELECT email_address AS address FROM orders WHERE state = 'paid' ORDER BY id DESC LIMIT 1`,
  )
  const token = await tokenOf(management.id)
  const body = { emailAddress: order?.address }
  const { link } = await json(call('POST', '/api/privacy/disclosure', body, { token }))
  return String(link).split('#')[1] ?? ''
}

/** The rights of data subjects. */
export const privacy: Visits = {
  'GET /api/member/:id/disclosure': async () => ({
    path: `/api/member/${await largest('participations', 'member_id')}/disclosure`,
  }),
  'POST /api/member/:id/anonymise': async () => {
    const former = await aMember({ membershipState: 'Left', dateLeft: '2020-01-01' })
    const { id, firstName, lastName } = former
    return { path: `/api/member/${id}/anonymise`, body: { name: `${firstName} ${lastName}` } }
  },
  'POST /api/privacy/disclosure': () => ({
    path: '/api/privacy/disclosure',
    body: { emailAddress: 'gast@example.de' },
    status: 202,
  }),
  'GET /api/privacy/retention': () => ({ path: '/api/privacy/retention' }),
  'GET /auskunft': () => ({ path: '/auskunft' }),
  'POST /auskunft': async () => ({
    path: '/auskunft',
    body: `token=${await aCode()}`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  }),
  'GET /abbestellen': () => ({ path: '/abbestellen' }),
  'POST /abbestellen': () => ({
    path: '/abbestellen',
    body: 'token=x',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  }),
}
