import type { Context } from 'hono'
import { paradeKeepers } from '#worker/http/auth.ts'
import { type AppEnv, factory } from '#worker/http/factory.ts'
import { idParams, jsonBody, notFoundError, orNotFound } from '#worker/http/validate.ts'
import { depsOf } from '#worker/orders/deps.ts'
import { seesBirthdays } from '#worker/parades/parade-rights.ts'
import { cancelParadeBody } from '#worker/parades/parades.contract.ts'
import { findParticipation } from '#worker/parades/participations.queries.ts'
import {
  cancelParade,
  cancelParticipation,
  cancelParticipations,
  reinstateParade,
} from './cancel-by-staff.ts'
import { correctCostume } from './correct-costume.ts'
import { enterParticipation } from './enrol-by-staff.ts'
import {
  cancelParticipationsBody,
  newCostumeBody,
  participationBody,
} from './enrolment.contract.ts'

/** Staff's routes for participations and cancelled parades before the day itself (then: check-in). */
export const participationRoutes = factory
  .createApp()
  .post(
    '/api/parade/:id/participation',
    paradeKeepers,
    idParams('id'),
    jsonBody(participationBody),
    async (c) => {
      const { id: paradeId } = c.req.valid('param')
      const entry = { ...c.req.valid('json'), paradeId, userId: c.get('user').id }
      return c.json(await shown(c, await enterParticipation(depsOf(c), entry)), 201)
    },
  )
  .post(
    '/api/participation/:id/costumeType',
    paradeKeepers,
    idParams('id'),
    jsonBody(newCostumeBody),
    async (c) => {
      const { id: participationId } = c.req.valid('param')
      await correctCostume(depsOf(c), { ...c.req.valid('json'), participationId })
      return c.json(await shown(c, participationId), 200)
    },
  )
  .post(
    '/api/participation/cancel',
    paradeKeepers,
    jsonBody(cancelParticipationsBody),
    async (c) => {
      const { ids } = c.req.valid('json')
      await cancelParticipations(depsOf(c), { ids, userId: c.get('user').id })
      return c.body(null, 204)
    },
  )
  .delete('/api/paradeParticipation/:id', paradeKeepers, idParams('id'), async (c) => {
    const { id: participationId } = c.req.valid('param')
    const by = { participationId, userId: c.get('user').id }
    if (!(await cancelParticipation(depsOf(c), by))) throw notFoundError()
    return c.body(null, 204)
  })
  // Refunds of a cancelled parade: cash in check-in.routes.ts, online payments in orders.routes.ts.
  .post(
    '/api/parade/:id/cancel',
    paradeKeepers,
    idParams('id'),
    jsonBody(cancelParadeBody),
    async (c) => {
      const { id: paradeId } = c.req.valid('param')
      const act = { ...c.req.valid('json'), paradeId, userId: c.get('user').id }
      return c.json(orNotFound(await cancelParade(depsOf(c), act)), 200)
    },
  )
  .post('/api/parade/:id/reinstate', paradeKeepers, idParams('id'), async (c) => {
    return c.json(orNotFound(await reinstateParade(depsOf(c), c.req.valid('param').id)), 200)
  })

/** The row after the change, masked for this user's role. */
async function shown(c: Context<AppEnv>, id: number | undefined) {
  const row = id && (await findParticipation(c.get('db'), id, seesBirthdays(c)))
  if (!row) throw notFoundError()
  return row
}
