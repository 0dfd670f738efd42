import type { Context } from 'hono'
import { allow } from '#worker/http/auth.ts'
import { type AppEnv, factory } from '#worker/http/factory.ts'
import { limitPerNetwork } from '#worker/http/rate-limit.ts'
import { idParams, jsonBody, notFound } from '#worker/http/validate.ts'
import { depsOf } from '#worker/orders/deps.ts'
import { cancelOwnPlace } from './cancel-own-place.ts'
import { changeOwnCostume } from './correct-costume.ts'
import { newCostumeBody } from './enrolment.contract.ts'
import { findMyOrder } from './my-order.queries.ts'

/** What the payer of an order sees and does of it: whoever has its token, and nobody else. */
export const myOrderRoutes = factory
  .createApp()
  .get('/api/enrolment/orders/:token', allow('public'), (c) => shown(c, c.req.param('token')))
  .post(
    '/api/enrolment/orders/:token/places/:id/costume',
    allow('public'),
    limitPerNetwork('ENROL_LIMIT'),
    idParams('id'),
    jsonBody(newCostumeBody),
    async (c) => {
      const token = c.req.param('token')
      const { id: placeId } = c.req.valid('param')
      await changeOwnCostume(depsOf(c), { ...c.req.valid('json'), token, placeId })
      return shown(c, token)
    },
  )
  .post(
    '/api/enrolment/orders/:token/places/:id/cancel',
    allow('public'),
    limitPerNetwork('ENROL_LIMIT'),
    idParams('id'),
    async (c) => {
      const token = c.req.param('token')
      await cancelOwnPlace(depsOf(c), { token, placeId: c.req.valid('param').id })
      return shown(c, token)
    },
  )

async function shown(c: Context<AppEnv>, token: string) {
  const order = await findMyOrder(c.var, token)
  if (!order) throw notFound('Diese Anmeldung gibt es nicht (mehr).')
  return c.json(order, 200)
}
