import { z } from 'zod'
import { capabilities } from '#worker/domain/rights.ts'
import { authorise, paradeKeepers, requireRight } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { repeatable } from '#worker/http/repeatable.ts'
import { cacheForAMinute } from '#worker/http/responses.ts'
import { jsonBody, query } from '#worker/http/validate.ts'
import { depsOf } from '#worker/orders/deps.ts'
import { enrolInternally } from './enrol-by-staff.ts'
import { enrolBody, internalEnrolBody } from './enrolment.contract.ts'
import { listParadesFromToday, listParadesOpenForEnrolment } from './enrolment.queries.ts'
import { handlePublicEnrolment } from './public-enrolment.ts'

const doorQuery = z.object({ door: z.literal('internal').optional() })

export const enrolmentRoutes = factory
  .createApp()
  .get('/api/enrolment/parades', requireRight('public'), query(doorQuery), async (c) => {
    if (c.req.valid('query').door === 'internal') {
      await authorise(c, capabilities.keepParades)
      return c.json(await listParadesFromToday(c.get('db'), c.get('today')), 200)
    }
    cacheForAMinute(c)
    return c.json(await listParadesOpenForEnrolment(c.get('db'), c.get('now')), 200)
  })
  // The server's time, for the countdown on devices whose clock is wrong. Reads nothing.
  .get('/api/enrolment/clock', requireRight('public'), (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json({ now: c.get('now').toISOString() }, 200)
  })
  .post(
    '/api/parades/enrol',
    requireRight('public'),
    repeatable('the order is found again by its token, or by the key of the request', true),
    jsonBody(enrolBody),
    async (c) => {
      const enrolled = await handlePublicEnrolment(c, c.req.valid('json'))
      if ('waiting' in enrolled) return c.json(enrolled, 202)
      return c.json({ enrolSuccessful: true, ...enrolled }, 200)
    },
  )
  .post('/api/parades/internal-enrol', paradeKeepers, jsonBody(internalEnrolBody), async (c) => {
    await enrolInternally(depsOf(c), c.req.valid('json'), c.get('user').id)
    return c.json({ enrolSuccessful: true }, 200)
  })
