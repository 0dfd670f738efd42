import { call, client } from '#web/lib/api.ts'
import { reading, writing } from '#web/lib/query.ts'
import type { Result } from '#web/lib/result.ts'
import { byId } from './by-id.ts'

const { enrolment, orders } = client.api

export const eveningQuery = reading(
  ['orders', 'evening'],
  'Der Anmeldeabend konnte nicht geladen werden',
  () => call(enrolment.evening.$get()),
)

/** What became of payments that somebody wanted ended. */
export type EndedPayments = { ended: number; paid: number; over: number }

/**
 * One after the other, each closed at its provider first. One that is decided meanwhile keeps nobody
 * from ending the rest.
 */
export const endPayments = writing(
  'Die Zahlungen konnten nicht alle beendet werden',
  async (ids: readonly number[]): Promise<Result<EndedPayments>> => {
    const data: EndedPayments = { ended: 0, paid: 0, over: 0 }
    for (const id of ids) {
      const result = await call(orders[':id'].end.$post(byId(id)))
      if (result.ok) data[result.data.state === 'paid' ? 'paid' : 'ended'] += 1
      else if (result.failure.error?.code === 'Conflict') data.over += 1
      else return result
    }
    return { ok: true, data, status: 200 }
  },
)
