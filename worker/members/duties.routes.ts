import { requireRight } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { idParams, jsonBody, notFound } from '#worker/http/validate.ts'
import { addDuty, changeDuty, listDuties, removeDuty } from './duties.queries.ts'
import { dutyBody, newDutyBody } from './members.contract.ts'

const list = '/api/member/:id/duties'
const one = `${list}/:dutyId` as const

export const dutiesRoutes = factory
  .createApp()
  .get(list, requireRight(['management', 'readonly']), idParams('id'), async (c) => {
    const duties = await listDuties(c.get('db'), c.req.valid('param').id)
    if (!duties) throw notFound()
    return c.json(duties, 200)
  })
  .post(list, requireRight(['management']), idParams('id'), jsonBody(newDutyBody), async (c) => {
    const duty = await addDuty(c.get('db'), c.req.valid('param').id, c.req.valid('json'))
    return c.json(duty, 201)
  })
  .put(
    one,
    requireRight(['management']),
    idParams('id', 'dutyId'),
    jsonBody(dutyBody),
    async (c) => {
      const { id, dutyId } = c.req.valid('param')
      const duty = await changeDuty(c.get('db'), id, dutyId, c.req.valid('json'))
      if (!duty) throw notFound()
      return c.json(duty, 200)
    },
  )
  .delete(one, requireRight(['management']), idParams('id', 'dutyId'), async (c) => {
    const { id, dutyId } = c.req.valid('param')
    if (!(await removeDuty(c.get('db'), id, dutyId))) throw notFound()
    return c.body(null, 204)
  })
