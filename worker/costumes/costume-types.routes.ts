import { requireRight } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { cacheForAMinute } from '#worker/http/responses.ts'
import { idParams, jsonBody, notFound } from '#worker/http/validate.ts'
import {
  createCostumeType,
  deleteCostumeType,
  listCostumeTypes,
  renameCostumeType,
} from './costume-types.queries.ts'
import { costumeTypeBody, newCostumeTypeBody } from './costumes.contract.ts'

const path = '/api/costumeType'
const one = `${path}/:id` as const

export const costumeTypesRoutes = factory
  .createApp()
  .get(path, requireRight('public'), async (c) => {
    cacheForAMinute(c)
    return c.json(await listCostumeTypes(c.get('db')), 200)
  })
  .post(path, requireRight(['management']), jsonBody(newCostumeTypeBody), async (c) => {
    return c.json(await createCostumeType(c.get('db'), c.req.valid('json').name), 201)
  })
  .put(one, requireRight(['management']), idParams('id'), jsonBody(costumeTypeBody), async (c) => {
    const { id } = c.req.valid('param')
    const type = await renameCostumeType(c.get('db'), id, c.req.valid('json').name)
    if (!type) throw notFound()
    return c.json(type, 200)
  })
  .delete(one, requireRight(['management']), idParams('id'), async (c) => {
    const deleted = await deleteCostumeType(c.get('db'), c.req.valid('param').id)
    if (!deleted) throw notFound()
    return c.body(null, 204)
  })
