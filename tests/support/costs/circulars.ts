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

async function aTemplate(name: string): Promise<number> {
  const [made] = await rows<{ id: number }>(`INSERT INTO circular_templates
    (name, name_key, subject, body) VALUES ('${name}', '${name.toLowerCase()}', '', '') RETURNING id`)
  return made?.id ?? 0
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
  'GET /api/circular/templates': () => ({ path: '/api/circular/templates' }),
  'POST /api/circular/templates': () => ({
    path: '/api/circular/templates',
    body: { ...words, name: 'Einladung' },
    status: 201,
  }),
  'PUT /api/circular/templates/:id': async () => ({
    path: `/api/circular/templates/${await aTemplate('Sommerfest')}`,
    body: { name: 'Fest im Sommer' },
  }),
  'DELETE /api/circular/templates/:id': async () => ({
    path: `/api/circular/templates/${await aTemplate('Winterfest')}`,
    status: 204,
  }),
  'POST /api/circular/opt-out': () => ({ path: '/api/circular/opt-out', body: { token: 'none' } }),
}
