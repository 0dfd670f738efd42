import { requireRight } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { idParams, jsonBody, notFound } from '#worker/http/validate.ts'
import { addHonor, addHonors, changeHonor, listHonors, removeHonor } from './honors.queries.ts'
import { honorBody, newHonorBody, newHonorsBody } from './members.contract.ts'

const list = '/api/member/:id/honors'
const one = `${list}/:honorId` as const

export const honorsRoutes = factory
  .createApp()
  .get(list, requireRight(['management', 'readonly']), idParams('id'), async (c) => {
    const honors = await listHonors(c.get('db'), c.req.valid('param').id)
    if (!honors) throw notFound()
    return c.json(honors, 200)
  })
  .post(list, requireRight(['management']), idParams('id'), jsonBody(newHonorBody), async (c) => {
    const honor = await addHonor(c.get('db'), c.req.valid('param').id, c.req.valid('json'))
    return c.json(honor, 201)
  })
  .post('/api/member/honors', requireRight(['management']), jsonBody(newHonorsBody), async (c) => {
    return c.json(await addHonors(c.get('db'), c.req.valid('json')), 201)
  })
  .put(
    one,
    requireRight(['management']),
    idParams('id', 'honorId'),
    jsonBody(honorBody),
    async (c) => {
      const { id, honorId } = c.req.valid('param')
      const honor = await changeHonor(c.get('db'), id, honorId, c.req.valid('json'))
      if (!honor) throw notFound()
      return c.json(honor, 200)
    },
  )
  .delete(one, requireRight(['management']), idParams('id', 'honorId'), async (c) => {
    const { id, honorId } = c.req.valid('param')
    if (!(await removeHonor(c.get('db'), id, honorId))) throw notFound()
    return c.body(null, 204)
  })
