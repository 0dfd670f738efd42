import { costumeKeepers, management, readers, requireRight } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { cacheForAMinute } from '#worker/http/responses.ts'
import { idParams, jsonBody, notFoundError, orNotFound, query } from '#worker/http/validate.ts'
import { assignOwner, changeOwnership, removeOwnership, returnToGuild } from './change-owner.ts'
import {
  createCostumeType,
  deleteCostumeType,
  listCostumeTypes,
  renameCostumeType,
} from './costume-types.queries.ts'
import {
  costumeBody,
  costumeTypeBody,
  deregisterBody,
  newCostumeBody,
  newCostumeTypeBody,
  newOwnerBody,
  ownershipBody,
  removeOwnershipQuery,
} from './costumes.contract.ts'
import { findCostume, listCostumes } from './costumes.queries.ts'
import { listCostumesOfMember, listOwnerships } from './ownerships.queries.ts'
import { addCostume, changeCostume, deleteCostume, deregisterCostumes } from './save-costume.ts'

const one = '/api/costume/:id'
const types = '/api/costumeType'
const oneType = `${types}/:id` as const
const oneOwnership = `${one}/ownerships/:ownershipId` as const

export const costumesRoutes = factory
  .createApp()
  .get(types, requireRight('public'), async (c) => {
    cacheForAMinute(c)
    return c.json(await listCostumeTypes(c.get('db')), 200)
  })
  .post(types, costumeKeepers, jsonBody(newCostumeTypeBody), async (c) => {
    return c.json(await createCostumeType(c.get('db'), c.req.valid('json').name), 201)
  })
  .put(oneType, costumeKeepers, idParams('id'), jsonBody(costumeTypeBody), async (c) => {
    const { id } = c.req.valid('param')
    return c.json(
      orNotFound(await renameCostumeType(c.get('db'), id, c.req.valid('json').name)),
      200,
    )
  })
  .delete(oneType, management, idParams('id'), async (c) => {
    if (!(await deleteCostumeType(c.get('db'), c.req.valid('param').id))) throw notFoundError()
    return c.body(null, 204)
  })
  .get('/api/costume/info', readers, async (c) => {
    return c.json(await listCostumes(c.get('db'), c.get('today')), 200)
  })
  .post('/api/costume', costumeKeepers, jsonBody(newCostumeBody), async (c) => {
    return c.json(await addCostume(c.var, c.req.valid('json')), 201)
  })
  .post('/api/costume/deregister', costumeKeepers, jsonBody(deregisterBody), async (c) =>
    c.json(await deregisterCostumes(c.get('db'), c.req.valid('json')), 200),
  )
  .get(one, readers, idParams('id'), async (c) => {
    return c.json(orNotFound(await findCostume(c.get('db'), c.req.valid('param').id)), 200)
  })
  .put(one, costumeKeepers, idParams('id'), jsonBody(costumeBody), async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await changeCostume(c.get('db'), id, c.req.valid('json')), 200)
  })
  .delete(one, management, idParams('id'), async (c) => {
    await deleteCostume(c.get('db'), c.req.valid('param').id)
    return c.body(null, 204)
  })
  .get(`${one}/ownerships`, readers, idParams('id'), async (c) => {
    return c.json(orNotFound(await listOwnerships(c.get('db'), c.req.valid('param').id)), 200)
  })
  .post(`${one}/owner`, costumeKeepers, idParams('id'), jsonBody(newOwnerBody), async (c) => {
    const { id } = c.req.valid('param')
    const { newMemberId, from } = c.req.valid('json')
    return newMemberId === null
      ? c.json(await returnToGuild(c.var, id, from), 200)
      : c.json(await assignOwner(c.var, id, newMemberId, from), 201)
  })
  .put(
    oneOwnership,
    costumeKeepers,
    idParams('id', 'ownershipId'),
    jsonBody(ownershipBody),
    async (c) => {
      const { id, ownershipId } = c.req.valid('param')
      return c.json(await changeOwnership(c.var, id, ownershipId, c.req.valid('json')), 200)
    },
  )
  .delete(
    oneOwnership,
    management,
    idParams('id', 'ownershipId'),
    query(removeOwnershipQuery),
    async (c) => {
      const { id, ownershipId } = c.req.valid('param')
      const reopens = c.req.valid('query').reopenPrevious === 'true'
      await removeOwnership(c.var, id, ownershipId, reopens)
      return c.body(null, 204)
    },
  )
  .get('/api/member/:id/costumes', readers, idParams('id'), async (c) => {
    return c.json(orNotFound(await listCostumesOfMember(c.get('db'), c.req.valid('param').id)), 200)
  })
