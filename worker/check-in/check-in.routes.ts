import type { Context } from 'hono'
import { can, capabilities } from '#worker/domain/rights.ts'
import { cashTakers, helpers, readers, requireRightWithGrace, signedIn } from '#worker/http/auth.ts'
import { logDeferredPart } from '#worker/http/errors.ts'
import { type AppEnv, factory } from '#worker/http/factory.ts'
import { repeatable } from '#worker/http/repeatable.ts'
import { idParams, jsonBody, orNotFound, query } from '#worker/http/validate.ts'
import { depsOf } from '#worker/orders/deps.ts'
import {
  actsAtParade,
  seesBirthdays,
  seesParticipants,
  seesPhoneNumbers,
} from '#worker/parades/parade-rights.ts'
import { atParadeBody } from '#worker/parades/parades.contract.ts'
import { findParticipation } from '#worker/parades/participations.queries.ts'
import { actOnRow, headOfCall } from './act-on-row.ts'
import {
  type ActsAnswer,
  actsBody,
  cashReturnedBody,
  checkInSearch,
  feesBody,
  paidBody,
  type RowAct,
} from './check-in.contract.ts'
import { listDoneActs, listPhones, readCheckIn } from './check-in.queries.ts'
import { enterAtParade } from './enter.ts'
import { markFees, returnCash } from './note-fees.ts'
import { receiveActs } from './receive-acts.ts'

const onceById = 'an act takes effect once per id, and a repetition returns its outcome'

/** The check-in: acts reported later by a phone, or made directly by a request. */
export const checkInRoutes = factory
  .createApp()
  .get('/api/check-in', helpers, query(checkInSearch), async (c) => {
    const { db, now, today, user } = c.var
    const { parade: paradeId } = c.req.valid('query')
    const checkIn = orNotFound(await readCheckIn(db, { paradeId, userId: user.id, today, now }))
    const [asked] = paradeId === undefined ? [] : checkIn.parades
    if (asked) await seesParticipants(c)(asked.parade.date)
    return c.json(checkIn, 200)
  })
  .get('/api/parade/:id/phones', helpers, idParams('id'), async (c) => {
    return c.json(
      orNotFound(await listPhones(c.get('db'), c.req.valid('param').id, seesPhoneNumbers(c))),
      200,
    )
  })
  .get('/api/parade/:id/acts', readers, idParams('id'), async (c) => {
    return c.json(orNotFound(await listDoneActs(c.get('db'), c.req.valid('param').id)), 200)
  })
  .post(
    '/api/check-in/acts',
    requireRightWithGrace(capabilities.checkIn),
    repeatable(onceById),
    jsonBody(actsBody),
    async (c) => {
      // Acts are processed one by one, so the session is verified first.
      const { session, user } = await signedIn(c)
      const reporter = {
        userId: user.id,
        mayActOnAnyDay: can(user, 'checkInOnAnyDay'),
        seesAnyDay: can(user, 'read'),
        audit: c.get('audit'),
        logDeferred: (error: unknown) => logDeferredPart(error, c),
      }
      const results = await receiveActs(depsOf(c), c.req.valid('json'), reporter)
      const answer: ActsAnswer = {
        serverTime: c.get('now').toISOString(),
        // An expired session gets no personal data.
        results: session.isLate ? results.map(({ id, outcome }) => ({ id, outcome })) : results,
      }
      return c.json(answer, 200)
    },
  )
  .post(
    '/api/parade/:id/participation/:participationId/confirm',
    helpers,
    repeatable(onceById),
    idParams('id', 'participationId'),
    async (c) => {
      const { id: paradeId, participationId } = c.req.valid('param')
      return c.json(await acted(c, { kind: 'confirm', paradeId, participationId }), 200)
    },
  )
  .post(
    '/api/parade/:id/participation/:participationId/unconfirm',
    helpers,
    repeatable(onceById),
    idParams('id', 'participationId'),
    async (c) => {
      const { id: paradeId, participationId } = c.req.valid('param')
      return c.json(await acted(c, { kind: 'unconfirm', paradeId, participationId }), 200)
    },
  )
  .post('/api/participation/paid', cashTakers, jsonBody(feesBody), async (c) => {
    const { db, now, user } = c.var
    const fees = { ...c.req.valid('json'), userId: user.id, birthdays: seesBirthdays(c) }
    return c.json(await markFees(db, fees, now), 200)
  })
  .post(
    '/api/participation/:id/paid',
    cashTakers,
    repeatable(onceById),
    idParams('id'),
    jsonBody(paidBody),
    async (c) => {
      const { id: participationId } = c.req.valid('param')
      const kind = c.req.valid('json').paid ? 'pay' : 'unpay'
      return c.json(await acted(c, { kind, paradeId: null, participationId }), 200)
    },
  )
  .post(
    '/api/participation/:id/cashReturned',
    cashTakers,
    idParams('id'),
    jsonBody(cashReturnedBody),
    async (c) => {
      const mark = {
        participationId: c.req.valid('param').id,
        returned: c.req.valid('json').returned,
        userId: c.get('user').id,
        at: c.get('now').toISOString(),
      }
      return c.json(await returnCash(c.get('db'), mark, seesBirthdays(c)), 200)
    },
  )
  .post(
    '/api/parade/:id/participation/atParade',
    helpers,
    repeatable(onceById),
    idParams('id'),
    jsonBody(atParadeBody),
    async (c) => {
      const { db, now, user } = c.var
      const { id: paradeId } = c.req.valid('param')
      const entry = { ...c.req.valid('json'), paradeId, userId: user.id }
      const id = await enterAtParade(depsOf(c), entry, headOfCall(now), actsAtParade(c))
      return c.json(orNotFound(await findParticipation(db, id, seesBirthdays(c))), 201)
    },
  )

type OnRow = { kind: RowAct['kind']; paradeId: number | null; participationId: number }

function acted(c: Context<AppEnv>, act: OnRow) {
  const { db, now, user } = c.var
  return actOnRow(db, { ...act, userId: user.id, birthdays: seesBirthdays(c) }, now)
}
