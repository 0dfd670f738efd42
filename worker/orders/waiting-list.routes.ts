import type { Context } from 'hono'
import { paradeKeepers, readers } from '#worker/http/auth.ts'
import { type AppEnv, factory } from '#worker/http/factory.ts'
import { idParams, orNotFound } from '#worker/http/validate.ts'
import { depsOf } from './deps.ts'
import { moveFirst, offerNow, readWaitingList, removeEntry } from './waiting-list.ts'

/** The waiting list of a parade; each change answers with the list as it is afterwards. */
export const waitingListRoutes = factory
  .createApp()
  .get('/api/parade/:id/waiting', readers, idParams('id'), (c) => shown(c, c.req.valid('param').id))
  .post('/api/parade/:id/waiting/:entryId/offer', ...change(offerNow))
  .post('/api/parade/:id/waiting/:entryId/first', ...change(moveFirst))
  .post('/api/parade/:id/waiting/:entryId/remove', ...change(removeEntry))

function change(act: typeof offerNow) {
  return factory.createHandlers(paradeKeepers, idParams('id', 'entryId'), async (c) => {
    const { id: paradeId, entryId } = c.req.valid('param')
    await act(depsOf(c), { paradeId, entryId, userId: c.get('user').id })
    return shown(c, paradeId)
  })
}

async function shown(c: Context<AppEnv>, paradeId: number) {
  return c.json(orNotFound(await readWaitingList(depsOf(c), paradeId)), 200)
}
