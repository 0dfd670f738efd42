import { findTargetHandler } from 'hono/utils/handler'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { anEnrolment, type Chosen, decide, enrolled, states } from '#tests/support/enrolment.ts'
import { type Call, type Fault, faultyDatabase } from '#tests/support/faulty-database.ts'
import { expectLogged, expectNothingElseLogged, logged } from '#tests/support/log.ts'
import { app } from '#worker/app.ts'
import { repeatableBecause } from '#worker/http/repeatable.ts'

// A database connection that breaks before or after a statement was executed. Reads are repeated,
// writes only on the routes listed here, and an answer never claims that nothing was stored when it
// was.

/**
 * Written by hand: settling orders, enrolling with a token, check-in acts with an id, imports with
 * a state, circulars with a request key and assembly rows. No other route may be repeated.
 */
const repeatableRoutes = [
  'POST /api/parades/enrol',
  'POST /parade-enrolment',
  'POST /api/payments/webhook/:provider',
  'GET /api/payments/return/:token',
  'GET /api/payments/cancel/:token',
  'POST /api/enrolment/order/accept',
  'POST /api/enrolment/orders/:token/accept',
  'POST /api/enrolment/order/cancel',
  'POST /api/enrolment/orders/:token/cancel',
  'POST /api/orders/:id/check',
  'POST /api/participation/:id/paid',
  'POST /api/check-in/acts',
  'POST /api/parade/:id/participation/:participationId/confirm',
  'POST /api/parade/:id/participation/:participationId/unconfirm',
  'POST /api/parade/:id/participation/atParade',
  'PUT /api/imports/:id',
  'PUT /api/imports/:id/parts/:part',
  'PUT /api/imports/:id/rows',
  'POST /api/imports/:id/commit',
  'POST /api/imports/:id/undo',
  'POST /parade-enrolment/result',
  'POST /api/circular',
  'PUT /api/assembly/:date/rows',
]

let chosen: Chosen
let manager: Awaited<ReturnType<typeof signedIn>>

beforeEach(async () => {
  setClock()
  const type = await aCostumeType()
  const parade = await aParade()
  chosen = { paradeId: parade.id, costumeTypeId: type.id, costumeNumber: '118' }
  manager = await signedIn('management')
})

/** Breaks the first write; everything else succeeds. */
const firstWrite = (fault: Fault) => {
  let isCut = false
  return ({ isRead }: Call) => {
    if (isRead || isCut) return null
    isCut = true
    return fault
  }
}

const everyWrite = (fault: Fault) => (one: Call) => (one.isRead ? null : fault)

async function send(
  method: string,
  path: string,
  body: unknown,
  fault: (call: Call, index: number) => Fault,
) {
  const { database, calls } = faultyDatabase(fault)
  const response = await call(method, path, body, { token: manager.token, database })
  return { response, calls }
}

test('Exactly the listed routes allow their writes to be repeated after a broken connection, each with a reason', () => {
  const stated = app.routes.flatMap(({ method, path, handler }) => {
    const because = repeatableBecause(findTargetHandler(handler))
    return because ? [`${method} ${path}`] : []
  })
  expect(stated.sort()).toEqual([...repeatableRoutes].sort())
})

describe('A repeated read', () => {
  test('A read whose connection breaks twice succeeds with the third attempt and is logged', async () => {
    const { database, calls } = faultyDatabase((_, index) => (index < 2 ? 'before' : null))
    const answer = await call('GET', '/api/guild', undefined, { database })
    expect(answer.status).toBe(200)
    expect(calls).toHaveLength(3)
    expect(JSON.parse(logged())).toMatchObject({
      level: 'warn',
      event: 'request_repeated',
      route: 'GET /api/guild',
      status: 200,
      kind: 'transient',
      cause: 'D1_CONNECTION_LOST',
      attempt: 3,
    })
    expectLogged('request_repeated')
  })

  test('A read whose connection keeps breaking is attempted three times and then answered with Busy (503)', async () => {
    const { database, calls } = faultyDatabase(() => 'after')
    const answer = await call('GET', '/api/guild', undefined, { database })
    expect(answer.status).toBe(503)
    expect((await json(answer)).error.code).toBe('Busy')
    expect(calls).toHaveLength(3)
    expectLogged('request_failed')
    expectNothingElseLogged()
  })

  test('A read is not repeated if the database is overloaded or has a fault', async () => {
    for (const words of ['D1 DB is overloaded. Requests queued for too long.', 'disk I/O error']) {
      const error = () => new Error(`D1_ERROR: ${words}`, { cause: new Error(words) })
      const { database, calls } = faultyDatabase(() => 'before', error)
      await call('GET', '/api/guild', undefined, { database })
      expect(calls).toHaveLength(1)
      expectLogged('request_failed')
    }
  })
})

describe('A write of a route that may not be repeated', () => {
  const body = { name: 'Bär' }

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)(
    'On a route without repetition, a write whose connection breaks %s it was executed is sent once and answers OutcomeUnknown (503)',
    async (fault, stored) => {
      const { response, calls } = await send('POST', '/api/costumeType', body, everyWrite(fault))
      expect(response.status).toBe(503)
      expect((await json(response)).error).toEqual({
        code: 'OutcomeUnknown',
        message: 'Kurze Störung. Sieh nach, ob es gespeichert ist.',
      })
      expect(calls.filter(({ isRead }) => !isRead)).toHaveLength(1)
      expect(await rows(`SELECT id FROM costume_types WHERE name = 'Bär'`)).toHaveLength(stored)
      expect(JSON.parse(logged())).toMatchObject({ userId: manager.id, code: 'OutcomeUnknown' })
      expectLogged('request_failed')
    },
  )

  test('A request whose connection breaks while reading, before its write, is answered Busy, so that the client can repeat it', async () => {
    const { id } = await aMember()
    const { response } = await send('PUT', `/api/member/${id}`, { comment: 'neu' }, () => 'before')
    expect((await json(response)).error.code).toBe('Busy')
    expectLogged('request_failed')
  })
})

describe('A repeated write', () => {
  test.each(['before', 'after'] as const)(
    'An enrolment whose connection breaks %s the write was executed is stored once',
    async (fault) => {
      const body = anEnrolment([chosen])
      const { response } = await send('POST', '/api/parades/enrol', body, firstWrite(fault))
      const answer = await json(response)
      expect(answer).toMatchObject({ enrolSuccessful: true })
      const stored = await rows<{ token: string }>('SELECT token FROM orders')
      expect(stored).toEqual([{ token: answer.orderToken }])
      expect(await states()).toEqual({ orders: ['pending'], places: ['reserved'] })
      expectLogged('request_repeated')
      // Sending it again returns the same payment.
      const again = await json(call('POST', '/api/parades/enrol', body))
      const { orderToken: _, ...payment } = answer
      expect(again).toEqual(payment)
    },
  )

  test.each(['before', 'after'] as const)(
    'An enrolment without a price whose connection breaks %s the write was executed is stored once, with one mail',
    async (fault) => {
      const free = await aParade({ priceForAdultsInCent: 0 })
      const body = anEnrolment([{ ...chosen, paradeId: free.id }])
      const { response } = await send('POST', '/api/parades/enrol', body, firstWrite(fault))
      const stored = await rows<{ token: string }>('SELECT token FROM orders')
      expect(stored).toEqual([{ token: (await json(response)).orderToken }])
      expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
      expect(await rows('SELECT id FROM mails')).toHaveLength(1)
      expectLogged('request_repeated')
    },
  )

  test('An enrolment that is repeated after a broken connection is rejected if its costume is taken (CostumeAlreadyEnrolled)', async () => {
    await enrolled([chosen])
    const other = anEnrolment([chosen], { firstName: 'Lena', emailAddress: 'lena@example.de' })
    const { response } = await send('POST', '/api/parades/enrol', other, firstWrite('before'))
    expect((await json(response)).error.code).toBe('CostumeAlreadyEnrolled')
    expectLogged('request_repeated')
  })

  test.each(['before', 'after'] as const)(
    'A paid order whose connection breaks %s its booking was executed is booked once, with one mail',
    async (fault) => {
      const { token } = await enrolled([chosen])
      // The sandbox worker stopped before it could notify us.
      await rows(`UPDATE sandbox_payments SET state = 'paid'`)
      const { response } = await send(
        'GET',
        `/api/payments/return/${token}`,
        undefined,
        firstWrite(fault),
      )
      expect(response.status).toBe(303)
      expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
      expect(await rows(`SELECT kind FROM order_history WHERE kind = 'paid'`)).toHaveLength(1)
      expect(await rows('SELECT id FROM mails')).toHaveLength(1)
      expectLogged('request_repeated')
    },
  )

  test.each(['before', 'after'] as const)(
    'A confirmation or a cash payment at the parade whose connection breaks %s the write was executed is stored',
    async (fault) => {
      const { token } = await enrolled([chosen])
      await decide(token, 'paid')
      const [place] = await rows<{ id: number }>('SELECT id FROM participations')
      const path = `/api/parade/${chosen.paradeId}/participation/${place?.id}/confirm`
      const { response } = await send('POST', path, undefined, firstWrite(fault))
      expect(await json(response)).toMatchObject({ participationConfirmed: true })
      expectLogged('request_repeated')
      await rows('UPDATE participations SET participation_fee_payed = 0, fee_payed_at = NULL')
      const paid = await send(
        'POST',
        `/api/participation/${place?.id}/paid`,
        { paid: true },
        firstWrite(fault),
      )
      expect(await json(paid.response)).toMatchObject({ participationFeePayed: true })
      expectLogged('request_repeated')
    },
  )

  test.each(['before', 'after'] as const)(
    'An enrolment on site whose connection breaks %s the write was executed is stored once',
    async (fault) => {
      const entry = {
        firstName: 'Lena',
        lastName: 'Abele',
        birthday: '1990-02-01',
        costumeNumber: '118',
        selectedCostumeTypeId: chosen.costumeTypeId,
      }
      const path = `/api/parade/${chosen.paradeId}/participation/atParade`
      const own = await send('POST', path, entry, firstWrite(fault))
      expect(own.response.status).toBe(201)
      expect(await json(own.response)).toMatchObject({ participationConfirmed: true })
      expectLogged('request_repeated')
      const checkInAct = {
        id: crypto.randomUUID(),
        kind: 'enter',
        paradeId: chosen.paradeId,
        at: '2027-01-16T12:00:00.000Z',
        entry: { ...entry, firstName: 'Ida', costumeNumber: '119' },
      }
      const body = { device: 'Pixel', acts: [checkInAct] }
      const { response } = await send('POST', '/api/check-in/acts', body, firstWrite(fault))
      expect((await json(response)).results).toMatchObject([{ outcome: 'done' }])
      expectLogged('request_repeated')
      expect(await rows('SELECT id FROM participations')).toHaveLength(2)
      expect(await rows('SELECT id FROM check_in_acts')).toHaveLength(2)
    },
  )

  test('A repeatable write whose connection breaks three times answers OutcomeUnknown', async () => {
    const body = anEnrolment([chosen])
    const { response, calls } = await send('POST', '/api/parades/enrol', body, everyWrite('before'))
    expect((await json(response)).error.code).toBe('OutcomeUnknown')
    expect(calls.filter(({ isRead }) => !isRead)).toHaveLength(3)
    expect(await states()).toEqual({ orders: [], places: [] })
    expectLogged('request_failed')
  })
})
