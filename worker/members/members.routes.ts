import { can } from '#worker/domain/rights.ts'
import { management, memberWriters, readers, secretaries, signedIn } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { answerText, csvDownload, knownTags } from '#worker/http/responses.ts'
import { idParams, jsonBody, notFoundError, orNotFound, query } from '#worker/http/validate.ts'
import { memberFor, permittedChange, permittedNewMember } from './bank-data.ts'
import { addDuty, changeDuty, listDuties, removeDuty } from './duties.queries.ts'
import { addHonor, addHonors, changeHonor, listHonors, removeHonor } from './honors.queries.ts'
import { leaveMember, undoMemberExit } from './leave-member.ts'
import { memberListCsv, memberListJson } from './member-list.queries.ts'
import {
  dutyBody,
  type ExitTakenBack,
  honorBody,
  leaveBody,
  type MembershipFee,
  memberBody,
  newDutyBody,
  newHonorBody,
  newHonorsBody,
  newMemberBody,
  saveQuery,
} from './members.contract.ts'
import { findFee, findMember, memberGoneError, nextMemberNumber } from './members.queries.ts'
import { findFamily } from './payer.ts'
import { addMember, changeMember, deleteMember } from './save-member.ts'

const honors = '/api/member/:id/honors'
const oneHonor = `${honors}/:honorId` as const
const duties = '/api/member/:id/duties'
const oneDuty = `${duties}/:dutyId` as const

export const membersRoutes = factory
  .createApp()
  .get('/api/member/number', secretaries, async (c) => {
    return c.json({ number: await nextMemberNumber(c.get('db')) }, 200)
  })
  .get('/api/member', readers, async (c) => {
    const { user } = await signedIn(c)
    const seesBankData = can(user, 'seeBankData')
    const { tag, list } = await memberListJson(c.get('db'), knownTags(c), seesBankData)
    c.header('ETag', tag)
    return list === null ? c.body(null, 304) : answerText(c, list)
  })
  .get('/api/members/download', readers, async (c) => {
    return csvDownload(c, 'Mitgliederliste.csv', await memberListCsv(c.get('db')))
  })
  .post('/api/member', secretaries, query(saveQuery), jsonBody(newMemberBody), async (c) => {
    const { allowDuplicate } = c.req.valid('query')
    const { user } = await signedIn(c)
    const fields = permittedNewMember(user, c.req.valid('json'))
    return c.json(memberFor(user, await addMember(c.var, fields, allowDuplicate === 'true')), 201)
  })
  .get('/api/member/:id', readers, idParams('id'), async (c) => {
    const { id } = c.req.valid('param')
    const member = await findMember(c.get('db'), id)
    if (!member) throw await memberGoneError(c.get('db'), id)
    return c.json(memberFor((await signedIn(c)).user, member), 200)
  })
  .put(
    '/api/member/:id',
    memberWriters,
    idParams('id'),
    query(saveQuery),
    jsonBody(memberBody),
    async (c) => {
      const { id } = c.req.valid('param')
      const sameMandate = c.req.valid('query').sameMandate === 'true'
      const { user } = await signedIn(c)
      const { household = [], ...sent } = c.req.valid('json')
      const change = permittedChange(user, sent)
      const rules = { user, sameMandate, household }
      return c.json(memberFor(user, await changeMember(c.var, id, change, rules)), 200)
    },
  )
  .delete('/api/member/:id', management, idParams('id'), async (c) => {
    await deleteMember(c.get('db'), c.req.valid('param').id)
    return c.body(null, 204)
  })
  .post('/api/member/:id/leave', secretaries, idParams('id'), jsonBody(leaveBody), async (c) => {
    const member = await leaveMember(c.var, c.req.valid('param').id, c.req.valid('json'))
    return c.json(memberFor((await signedIn(c)).user, member), 200)
  })
  .delete('/api/member/:id/leave', secretaries, idParams('id'), async (c) => {
    const { kept, ...member } = await undoMemberExit(c.var, c.req.valid('param').id)
    const shown = memberFor((await signedIn(c)).user, member)
    return c.json({ ...shown, kept } satisfies ExitTakenBack, 200)
  })
  .get('/api/member/:id/family', readers, idParams('id'), async (c) => {
    return c.json(orNotFound(await findFamily(c.get('db'), c.req.valid('param').id)), 200)
  })
  .get('/api/member/:id/membershipfee', readers, idParams('id'), async (c) => {
    const year = Number(c.get('today').slice(0, 4))
    return c.json(
      orNotFound(await findFee(c.get('db'), c.req.valid('param').id, year)) satisfies MembershipFee,
      200,
    )
  })
  .get(honors, readers, idParams('id'), async (c) => {
    return c.json(orNotFound(await listHonors(c.get('db'), c.req.valid('param').id)), 200)
  })
  .post(honors, secretaries, idParams('id'), jsonBody(newHonorBody), async (c) => {
    const honor = await addHonor(c.get('db'), c.req.valid('param').id, c.req.valid('json'))
    return c.json(honor, 201)
  })
  .post('/api/member/honors', secretaries, jsonBody(newHonorsBody), async (c) => {
    return c.json(await addHonors(c.get('db'), c.req.valid('json')), 201)
  })
  .put(oneHonor, secretaries, idParams('id', 'honorId'), jsonBody(honorBody), async (c) => {
    const { id, honorId } = c.req.valid('param')
    return c.json(orNotFound(await changeHonor(c.get('db'), id, honorId, c.req.valid('json'))), 200)
  })
  .delete(oneHonor, management, idParams('id', 'honorId'), async (c) => {
    const { id, honorId } = c.req.valid('param')
    if (!(await removeHonor(c.get('db'), id, honorId))) throw notFoundError()
    return c.body(null, 204)
  })
  .get(duties, readers, idParams('id'), async (c) => {
    return c.json(orNotFound(await listDuties(c.get('db'), c.req.valid('param').id)), 200)
  })
  .post(duties, secretaries, idParams('id'), jsonBody(newDutyBody), async (c) => {
    const duty = await addDuty(c.get('db'), c.req.valid('param').id, c.req.valid('json'))
    return c.json(duty, 201)
  })
  .put(oneDuty, secretaries, idParams('id', 'dutyId'), jsonBody(dutyBody), async (c) => {
    const { id, dutyId } = c.req.valid('param')
    return c.json(orNotFound(await changeDuty(c.get('db'), id, dutyId, c.req.valid('json'))), 200)
  })
  .delete(oneDuty, management, idParams('id', 'dutyId'), async (c) => {
    const { id, dutyId } = c.req.valid('param')
    if (!(await removeDuty(c.get('db'), id, dutyId))) throw notFoundError()
    return c.body(null, 204)
  })
