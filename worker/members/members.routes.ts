import { requireRight } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { answerText, csvDownload, knownTags } from '#worker/http/responses.ts'
import { idParams, jsonBody, notFound, query } from '#worker/http/validate.ts'
import { leaveMember } from './leave-member.ts'
import { memberListCsv, memberListJson } from './member-list.queries.ts'
import {
  leaveBody,
  type MembershipFee,
  memberBody,
  newMemberBody,
  saveQuery,
} from './members.contract.ts'
import { findFee, findMember, goneMember, nextMemberNumber } from './members.queries.ts'
import { findFamily } from './payer.ts'
import { addMember, changeMember, deleteMember } from './save-member.ts'
import { takeBackExit } from './take-back-exit.ts'

const readers = ['management', 'readonly'] as const

export const membersRoutes = factory
  .createApp()
  .get('/api/member/number', requireRight(['management']), async (c) => {
    return c.json({ number: await nextMemberNumber(c.get('db')) }, 200)
  })
  .get('/api/member', requireRight(readers), async (c) => {
    const { tag, list } = await memberListJson(c.get('db'), knownTags(c))
    c.header('ETag', tag)
    return list === null ? c.body(null, 304) : answerText(c, list)
  })
  .get('/api/members/download', requireRight(readers), async (c) => {
    return csvDownload(c, 'Mitgliederliste.csv', await memberListCsv(c.get('db')))
  })
  .post(
    '/api/member',
    requireRight(['management']),
    query(saveQuery),
    jsonBody(newMemberBody),
    async (c) => {
      const { allowDuplicate } = c.req.valid('query')
      const member = await addMember(c.var, c.req.valid('json'), allowDuplicate === 'true')
      return c.json(member, 201)
    },
  )
  .get('/api/member/:id', requireRight(readers), idParams('id'), async (c) => {
    const { id } = c.req.valid('param')
    const member = await findMember(c.get('db'), id)
    if (!member) throw await goneMember(c.get('db'), id)
    return c.json(member, 200)
  })
  .put(
    '/api/member/:id',
    requireRight(['management']),
    idParams('id'),
    query(saveQuery),
    jsonBody(memberBody),
    async (c) => {
      const { id } = c.req.valid('param')
      const sameMandate = c.req.valid('query').sameMandate === 'true'
      return c.json(await changeMember(c.var, id, c.req.valid('json'), sameMandate), 200)
    },
  )
  .delete('/api/member/:id', requireRight(['management']), idParams('id'), async (c) => {
    await deleteMember(c.get('db'), c.req.valid('param').id)
    return c.body(null, 204)
  })
  .post(
    '/api/member/:id/leave',
    requireRight(['management']),
    idParams('id'),
    jsonBody(leaveBody),
    async (c) => {
      return c.json(await leaveMember(c.var, c.req.valid('param').id, c.req.valid('json')), 200)
    },
  )
  .delete('/api/member/:id/leave', requireRight(['management']), idParams('id'), async (c) => {
    return c.json(await takeBackExit(c.var, c.req.valid('param').id), 200)
  })
  .get('/api/member/:id/family', requireRight(readers), idParams('id'), async (c) => {
    const family = await findFamily(c.get('db'), c.req.valid('param').id)
    if (!family) throw notFound()
    return c.json(family, 200)
  })
  .get('/api/member/:id/membershipfee', requireRight(readers), idParams('id'), async (c) => {
    const year = Number(c.get('today').slice(0, 4))
    const fee = await findFee(c.get('db'), c.req.valid('param').id, year)
    if (!fee) throw notFound()
    return c.json(fee satisfies MembershipFee, 200)
  })
