import { management } from '#scripts/demo/users.ts'
import { rows } from '#tests/support/api.ts'
import type { Visits } from './visit.ts'

let made = 0

async function aView(): Promise<string> {
  made += 1
  const [row] = await rows<{ id: number }>(
    `INSERT INTO saved_views (user_id, shared, grid, name, search)
     VALUES (${management.id}, 1, 'members', 'Ansicht ${made}', '?q=a') RETURNING id`,
  )
  return `/api/view/${row?.id}`
}

/** Saved views of lists. */
export const views: Visits = {
  'GET /api/view': async () => {
    await aView()
    return { path: '/api/view' }
  },
  'POST /api/view': () => ({
    path: '/api/view',
    body: { grid: 'members', name: 'Ohne Telefon', search: '?filter.phone=leer', shared: true },
    status: 201,
  }),
  'PUT /api/view/:id': async () => ({
    path: await aView(),
    body: { name: 'Umbenannt', before: { name: `Ansicht ${made}` } },
  }),
  'DELETE /api/view/:id': async () => ({ path: await aView(), status: 204 }),
}
