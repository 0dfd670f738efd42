import type { Context } from 'hono'
import { z } from 'zod'
import { paradeKeepers, signedIn } from '#worker/http/auth.ts'
import { type AppEnv, factory } from '#worker/http/factory.ts'
import { idParams, jsonBody, query } from '#worker/http/validate.ts'
import { memberFor } from '#worker/members/bank-data.ts'
import { depsOf } from '#worker/orders/deps.ts'
import { offerFreePlacesAfter } from '#worker/orders/offer-places.ts'
import { paradesOfWaiting } from '#worker/orders/waiting-list.queries.ts'
import { addPassiveMember } from './add-passive-member.ts'
import { guestBody, matchBody, matchesBody } from './enrolment.contract.ts'
import {
  listMatched,
  matchMember,
  matchTogether,
  setGuest,
  undoAct,
  undoMatch,
} from './match-member.ts'
import { listUnmatched } from './unmatched.ts'

const createQuery = z.object({ allowDuplicate: z.enum(['true', 'false']).optional() })

/** Corrections after the enrolment: matches enrolled people with members, marks guests, and undoes both. */
export const correctionRoutes = factory
  .createApp()
  .get('/api/participation/unmatched', paradeKeepers, async (c) => {
    return c.json(await listUnmatched(c.get('db')), 200)
  })
  .post(
    '/api/participation/:id/member',
    paradeKeepers,
    idParams('id'),
    jsonBody(matchBody),
    async (c) => {
      const { id } = c.req.valid('param')
      const { memberId, instead } = c.req.valid('json')
      const db = c.get('db')
      const matched =
        memberId === null
          ? await undoMatch(db, id, instead)
          : await matchMember(db, byOf(c), { id, memberId, instead })
      await offerToUnmatched(c)
      return c.json(matched, 200)
    },
  )
  .post(
    '/api/participation/:id/guest',
    paradeKeepers,
    idParams('id'),
    jsonBody(guestBody),
    async (c) => {
      const { isGuest } = c.req.valid('json')
      return c.json(await setGuest(c.get('db'), c.req.valid('param').id, isGuest), 200)
    },
  )
  .post('/api/participation/matches', paradeKeepers, jsonBody(matchesBody), async (c) => {
    const { matches } = c.req.valid('json')
    return c.json(await matchTogether(c.get('db'), byOf(c), matches), 200)
  })
  .get('/api/participation/matched', paradeKeepers, async (c) => {
    return c.json(await listMatched(c.get('db')), 200)
  })
  .post('/api/participation/matched/:act/undo', paradeKeepers, idParams('act'), async (c) => {
    const undone = await undoAct(c.get('db'), c.req.valid('param').act)
    await offerToUnmatched(c)
    return c.json(undone, 200)
  })
  .post(
    '/api/participation/:id/member/create',
    paradeKeepers,
    idParams('id'),
    query(createQuery),
    async (c) => {
      const allowDuplicate = c.req.valid('query').allowDuplicate === 'true'
      const { id } = c.req.valid('param')
      const member = await addPassiveMember(depsOf(c), byOf(c), id, allowDuplicate)
      return c.json(memberFor((await signedIn(c)).user, member), 201)
    },
  )

/** An order waits without an offer while a place of another person is matched with its member. */
const offerToUnmatched = (c: Context<AppEnv>) => offerFreePlacesAfter(depsOf(c), paradesOfWaiting)

const byOf = (c: Context<AppEnv>) => ({
  userId: c.get('user').id,
  at: c.get('now').toISOString(),
})
