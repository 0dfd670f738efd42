import { helper, management } from '#scripts/demo/users.ts'
import { call, json, origin, tokenOf } from '#tests/support/api.ts'
import type { Visits } from './visit.ts'

const path = '/api/v1/auth/calendar'

/** The calendar feed for external calendars. */
export const calendar: Visits = {
  'GET /api/calendar/:file': async () => {
    const token = await tokenOf(management.id)
    const { url } = await json(call('POST', path, undefined, { token }))
    return { path: url.replace(origin, '') }
  },
  'POST /api/v1/auth/calendar': () => ({ path, status: 201 }),
  'DELETE /api/v1/auth/calendar': async () => {
    const token = await tokenOf(helper.id)
    await call('POST', path, undefined, { token })
    return { path, status: 204, token }
  },
}
