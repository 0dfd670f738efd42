import { z } from 'zod'
import { allow } from '#worker/http/auth.ts'
import { factory } from '#worker/http/factory.ts'
import { idParams, jsonBody, query } from '#worker/http/validate.ts'
import { depsOf } from '#worker/orders/deps.ts'
import { addPassiveMember } from './add-passive-member.ts'
import { matchBody } from './enrolment.contract.ts'
import { matchMember, undoMatch } from './match-member.ts'
import { groupUnmatched } from './suggest-members.ts'
import { readUnmatched } from './unmatched.queries.ts'

const createQuery = z.object({ allowDuplicate: z.enum(['true', 'false']).optional() })

/** Data correction after the enrolment: who the people without a member are. */
export const correctionRoutes = factory
  .createApp()
  .get('/api/participation/unmatched', allow(['management']), async (c) => {
    return c.json(groupUnmatched(...(await readUnmatched(c.get('db')))), 200)
  })
  .post(
    '/api/participation/:id/member',
    allow(['management']),
    idParams('id'),
    jsonBody(matchBody),
    async (c) => {
      const { id } = c.req.valid('param')
      const { memberId } = c.req.valid('json')
      const db = c.get('db')
      return c.json(
        memberId === null ? await undoMatch(db, id) : await matchMember(db, id, memberId),
        200,
      )
    },
  )
  .post(
    '/api/participation/:id/member/create',
    allow(['management']),
    idParams('id'),
    query(createQuery),
    async (c) => {
      const allowDuplicate = c.req.valid('query').allowDuplicate === 'true'
      const { id } = c.req.valid('param')
      return c.json(await addPassiveMember(depsOf(c), id, allowDuplicate), 201)
    },
  )
