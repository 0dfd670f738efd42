import type { Context } from 'hono'
import { paradeKeepers, readers } from '#worker/http/auth.ts'
import { type AppEnv, factory } from '#worker/http/factory.ts'
import { idParams, orNotFound } from '#worker/http/validate.ts'
import { depsOf, throwProviderFailed } from './deps.ts'
import { moveFirst, offerNow, readWaitingList, removeEntry } from './waiting-list.ts'

/** The waiting list of a parade; each change answers with the list as it is afterwards. */
export const waitingListRoutes = factory
  .createApp()
  .get('/api/parade/:id/waiting', readers, idParams('id'), (c) => shown(c, c.req.valid('param').id))
  .post(
    '/api/parade/:id/waiting/:entryId/offer',
    paradeKeepers,
    idParams('id', 'entryId'),
    async (c) => {
      const { id: paradeId, entryId } = c.req.valid('param')
      await offerNow(depsOf(c), { paradeId, entryId, userId: c.get('user').id })
      return shown(c, paradeId)
    },
  )
  .post(
    '/api/parade/:id/waiting/:entryId/first',
    paradeKeepers,
    idParams('id', 'entryId'),
    async (c) => {
      const { id: paradeId, entryId } = c.req.valid('param')
      await moveFirst(depsOf(c), { paradeId, entryId, userId: c.get('user').id })
      return shown(c, paradeId)
    },
  )
  .post(
    '/api/parade/:id/waiting/:entryId/remove',
    paradeKeepers,
    idParams('id', 'entryId'),
    async (c) => {
      const { id: paradeId, entryId } = c.req.valid('param')
      const entry = { paradeId, entryId, userId: c.get('user').id }
      await removeEntry(depsOf(c), entry).catch(throwProviderFailed({ id: entryId }))
      return shown(c, paradeId)
    },
  )

async function shown(c: Context<AppEnv>, paradeId: number) {
  return c.json(orNotFound(await readWaitingList(depsOf(c), paradeId)), 200)
}
