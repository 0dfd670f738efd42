import { rows } from '#tests/support/api.ts'
import { largest } from './largest.ts'
import type { Visits } from './visit.ts'
import { aPersonAtTheDoor, aPlace } from './walks.ts'

/** The check-in's requests. */
export const checkIn: Visits = {
  'GET /api/check-in': async () => ({
    path: `/api/check-in?parade=${await largest('participations', 'parade_id')}`,
  }),
  'GET /api/parade/:id/phones': async () => ({
    path: `/api/parade/${await largest('participations', 'parade_id')}/phones`,
  }),
  'GET /api/parade/:id/acts': async () => {
    const [told] = await rows<{ id: number }>(
      'SELECT parade_id AS id FROM check_in_acts GROUP BY parade_id ORDER BY count(*) DESC LIMIT 1',
    )
    return { path: `/api/parade/${told?.id ?? (await aPlace()).paradeId}/acts` }
  },
  'POST /api/check-in/acts': async () => {
    const { id: participationId, paradeId } = await aPlace()
    const entry = crypto.randomUUID()
    const own = () => ({ id: crypto.randomUUID(), paradeId, at: '2027-01-16T11:00:00.000Z' })
    const booked = { participationId }
    const acts = [
      { ...own(), kind: 'confirm', target: booked },
      { ...own(), id: entry, kind: 'enter', entry: aPersonAtTheDoor },
      { ...own(), kind: 'pay', target: { actId: entry } },
      { ...own(), kind: 'pay', target: booked },
      { ...own(), kind: 'unpay', target: booked },
    ]
    return { path: '/api/check-in/acts', body: { device: 'Pixel', acts } }
  },
}
