import { management } from '#scripts/demo/users.ts'
import { call, json, rows, tokenOf } from '#tests/support/api.ts'
import type { Visits } from './visit.ts'

const words = { subject: 'Häs abholen', body: '{Anrede}\n\nam Samstag ab 10 Uhr.' }
/** A configured sender; the other visits have none. */
const settings = { MAIL_FROM: 'umzug@zunft.example' }

/** To all members with an address and without an opt-out. */
async function toAll() {
  const found = await rows<{ id: number }>(`SELECT id FROM members
    WHERE e_mail <> '' AND membership_state = 'Active' AND mail_opt_out = 0 ORDER BY id`)
  return { ...words, memberIds: found.map(({ id }) => id) }
}

/** A circular to many members, of which some mails wait and most are sent. */
async function aCircular(): Promise<number> {
  const token = await tokenOf(management.id)
  const { id } = await json(call('POST', '/api/circular', await toAll(), { token }))
  await rows(
    `UPDATE mails SET state = 'sent' WHERE circular_id = ${id} AND state = 'waiting' AND id % 50 > 0`,
  )
  return id
}

/** Circulars. */
export const circulars: Visits = {
  'POST /api/circular': async () => ({
    path: '/api/circular',
    body: { ...words, memberIds: (await toAll()).memberIds.slice(0, 1) },
    settings,
    status: 201,
  }),
  'POST /api/circular/preview': async () => ({
    path: '/api/circular/preview',
    body: await toAll(),
  }),
  'POST /api/circular/test': () => ({ path: '/api/circular/test', body: words, settings }),
  'GET /api/circular': async () => {
    await aCircular()
    return { path: '/api/circular' }
  },
  'GET /api/circular/:id': async () => ({ path: `/api/circular/${await aCircular()}` }),
  'POST /api/circular/:id/stop': async () => ({ path: `/api/circular/${await aCircular()}/stop` }),
  'POST /api/circular/:id/continue': async () => ({
    path: `/api/circular/${await aCircular()}/continue`,
  }),
  'POST /api/circular/opt-out': () => ({ path: '/api/circular/opt-out', body: { token: 'none' } }),
}
