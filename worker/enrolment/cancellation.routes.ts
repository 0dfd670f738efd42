import { requireRight } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { idParams, jsonBody, notFound } from '#worker/http/validate.ts'
import { depsOf } from '#worker/orders/deps.ts'
import { cancelParadeBody } from '#worker/parades/parades.contract.ts'
import { cancelParade, reinstateParade } from './cancel-parade.ts'

/** A parade that does not take place. Cash paid for it: check-in.routes.ts; fees online: orders.routes.ts. */
export const cancellationRoutes = factory
  .createApp()
  .post(
    '/api/parade/:id/cancel',
    requireRight(['management']),
    idParams('id'),
    jsonBody(cancelParadeBody),
    async (c) => {
      const { id: paradeId } = c.req.valid('param')
      const act = { ...c.req.valid('json'), paradeId, userId: c.get('user').id }
      const parade = await cancelParade(depsOf(c), act)
      if (!parade) throw notFound()
      return c.json(parade, 200)
    },
  )
  .post('/api/parade/:id/reinstate', requireRight(['management']), idParams('id'), async (c) => {
    const parade = await reinstateParade(depsOf(c), c.req.valid('param').id)
    if (!parade) throw notFound()
    return c.json(parade, 200)
  })
