import { z } from 'zod'
import { allow, authorise } from '#worker/http/auth.ts'
import { cacheForAMinute } from '#worker/http/cache.ts'
import { factory, newToken } from '#worker/http/factory.ts'
import { limitPerNetwork } from '#worker/http/rate-limit.ts'
import { idParams, jsonBody, notFound, query } from '#worker/http/validate.ts'
import { seesBirthdays } from '#worker/parades/birthday-right.ts'
import { atParadeBody } from '#worker/parades/parades.contract.ts'
import { findParticipation } from '#worker/parades/participations.queries.ts'
import { depsOf } from './deps.ts'
import { enrolPublicly } from './enrol-publicly.ts'
import { enrolBody } from './enrolment.contract.ts'
import { listParadesFromToday, listParadesOpenForEnrolment } from './enrolment.queries.ts'
import { enterAtParade } from './enter-at-parade.ts'
import { removeParade } from './remove-parade.ts'

const doorQuery = z.object({ door: z.literal('internal').optional() })

export const enrolmentRoutes = factory
  .createApp()
  .get('/api/enrolment/parades', allow('public'), query(doorQuery), async (c) => {
    if (c.req.valid('query').door === 'internal') {
      await authorise(c, ['management'])
      return c.json(await listParadesFromToday(c.get('db'), c.get('today')), 200)
    }
    cacheForAMinute(c)
    return c.json(await listParadesOpenForEnrolment(c.get('db'), c.get('today')), 200)
  })
  .post(
    '/api/parades/enrol',
    allow('public'),
    limitPerNetwork('ENROL_LIMIT'),
    jsonBody(enrolBody),
    async (c) => {
      const { redirectUrl } = await enrolPublicly({ ...depsOf(c), newToken }, c.req.valid('json'))
      return c.json({ enrolSuccessful: true, redirectUrl }, 200)
    },
  )
  .post(
    '/api/parade/:id/participation/atParade',
    allow(['management', 'helper']),
    idParams('id'),
    jsonBody(atParadeBody),
    async (c) => {
      const user = c.get('user')
      const entry = {
        ...c.req.valid('json'),
        paradeId: c.req.valid('param').id,
        userId: user.id,
      }
      const id = await enterAtParade(depsOf(c), entry)
      const row = await findParticipation(c.get('db'), id, seesBirthdays(user))
      if (!row) throw notFound()
      return c.json(row, 201)
    },
  )
  .delete('/api/parade/:id', allow(['management']), idParams('id'), async (c) => {
    const deleted = await removeParade(depsOf(c), c.req.valid('param').id)
    if (!deleted) throw notFound()
    return c.body(null, 204)
  })
