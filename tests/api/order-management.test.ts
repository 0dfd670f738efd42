import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, db, json, rows, runCron, setClock, signedIn } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { type Chosen, decide, enrol, enrolled } from '#tests/support/enrolment.ts'
import { expectLogged } from '#tests/support/log.ts'
import { paidOrder } from '#tests/support/my-order.ts'
import type { OrderDetails, ParadeRefunds } from '#worker/orders/orders.contract.ts'
import { moveSandboxPayment } from '#worker/payments/sandbox-provider.ts'

const start = '2027-01-16T12:00:00Z'
const afterHold = '2027-01-16T12:30:01Z'
const lena = { firstName: 'Lena', lastName: 'Abele', emailAddress: 'lena@example.de' }

let ring: Chosen
let night: Chosen
let manager: { id: number; token: string }

beforeEach(async () => {
  setClock(start)
  const type = await aCostumeType()
  const chosen = (parade: { id: number }) => ({
    paradeId: parade.id,
    costumeTypeId: type.id,
    costumeNumber: '118',
  })
  ring = chosen(await aParade())
  night = chosen(await aParade({ title: 'Nachtumzug', date: '2027-01-30' }))
  manager = await signedIn('management')
})

const paid = async (...order: Parameters<typeof paidOrder>) => (await paidOrder(...order)).id

const post = (path: string, body: unknown = {}, as = manager) => call('POST', path, body, as)
const get = (path: string, as = manager) => call('GET', path, undefined, as)
const details = (id: number): Promise<OrderDetails> => json(get(`/api/orders/${id}`))
const refund = (id: number, participationId: number | null, cancelPlaces = true) =>
  post(`/api/orders/${id}/refund`, { participationId, cancelPlaces })
const kinds = ({ history }: OrderDetails) => history.map(({ kind }) => kind)
const places = async () =>
  (
    await rows<{ state: string; paid: number }>(
      'SELECT state, participation_fee_payed AS paid FROM participations ORDER BY id',
    )
  ).map(({ state, paid: isPaid }) => `${state} ${isPaid ? 'paid' : 'unpaid'}`)
const cancel = (participationId: number) =>
  call('DELETE', `/api/paradeParticipation/${participationId}`, undefined, manager)

/** Makes the sandbox provider reject refunds: they exceed what its payment holds. */
const emptyTheBooks = () => env.DB.exec('UPDATE sandbox_payments SET amount_in_cent = 1')
const fillTheBooks = () => env.DB.exec('UPDATE sandbox_payments SET amount_in_cent = 1600')

describe('The list of orders', () => {
  test('The list of orders contains those of one season, newest first, with amounts, state and parades', async () => {
    await paid([night, ring])
    await enrol([{ ...ring, costumeNumber: '7' }], lena)
    const list = await json(get('/api/orders?season=2026'))
    expect(list).toMatchObject({ season: 2026, seasons: [2026] })
    expect(list.orders).toMatchObject([
      {
        lastName: 'Abele',
        state: 'pending',
        receivedInCent: null,
        parades: ['Ringtreffen Moosried'],
      },
      {
        firstName: 'Jörg',
        lastName: 'Straßer',
        state: 'paid',
        attention: null,
        provider: 'sandbox',
        amountInCent: 1600,
        receivedInCent: 1600,
        refundedInCent: 0,
        openRefundInCent: 0,
        parades: ['Ringtreffen Moosried', 'Nachtumzug'],
      },
    ])
  })

  test('The list of orders shows the current season by default and offers every season from the first order to the one shown', async () => {
    await paid([ring])
    expect((await json(get('/api/orders'))).season).toBe(2026)
    expect(await json(get('/api/orders?season=2028'))).toMatchObject({
      seasons: [2028, 2027, 2026],
      orders: [],
    })
    expect((await get('/api/orders?season=x')).status).toBe(400)
  })

  test('The roles management and readonly see orders, helpers do not (403); only management may refund (403)', async () => {
    const id = await paid([ring])
    const reader = await signedIn('readonly')
    const helper = await signedIn('helper')
    expect((await get('/api/orders', reader)).status).toBe(200)
    expect((await get(`/api/orders/${id}`, helper)).status).toBe(403)
    const body = { participationId: null, cancelPlaces: true }
    expect((await post(`/api/orders/${id}/refund`, body, reader)).status).toBe(403)
    expect((await details(id)).refunds).toEqual([])
  })
})

describe('A refund by staff', () => {
  test('Refunding one of two places of an order refunds its fee once and cancels it; the other place is still booked', async () => {
    const id = await paid([ring, night])
    const [first] = (await details(id)).places
    const answer = await json(refund(id, first?.participationId ?? 0))
    expect(answer).toMatchObject({
      state: 'paid',
      refundedInCent: 800,
      refundableInCent: 800,
      places: [
        { state: 'cancelled', refund: 'done', isRefundable: false },
        { state: 'booked', refund: null, isRefundable: true },
      ],
      refunds: [
        { amountInCent: 800, reason: 'staff', state: 'done', requestedBy: 'Sabine Kächele' },
      ],
    })
    expect(kinds(answer)).toEqual([
      'ordered',
      'paid',
      'refundRequested',
      'placeCancelled',
      'refunded',
    ])
    expect(answer.history.at(-1)).toMatchObject({
      detail: 'Ringtreffen Moosried',
      amountInCent: 800,
    })
    expect(await places()).toEqual(['cancelled unpaid', 'booked paid'])
    expect((await refund(id, first?.participationId ?? 0)).status).toBe(409)
    expect(await rows('SELECT sum(amount_in_cent) AS sum FROM sandbox_refunds')).toEqual([
      { sum: 800 },
    ])
  })

  test('Refunding the places of an order one by one marks the order as refunded', async () => {
    const id = await paid([ring, night])
    for (const place of (await details(id)).places) await refund(id, place.participationId)
    const now = await details(id)
    expect(now).toMatchObject({ state: 'refunded', refundedInCent: 1600, refundableInCent: 0 })
  })

  test('Refunding a whole order after one of its places makes one refund of the remaining amount', async () => {
    const id = await paid([ring, night])
    await refund(id, (await details(id)).places[0]?.participationId ?? 0)
    const answer = await json(refund(id, null))
    expect(answer).toMatchObject({ state: 'refunded', refundedInCent: 1600, attention: null })
    expect(answer.refunds).toHaveLength(2)
    expect(await places()).toEqual(['cancelled unpaid', 'cancelled unpaid'])
    expect((await refund(id, null)).status).toBe(409)
  })

  test('After a refund without cancelling the place, the place is booked but unpaid, so that it can be paid in cash', async () => {
    const id = await paid([ring])
    await refund(id, null, false)
    expect(await places()).toEqual(['booked unpaid'])
    const [place] = (await details(id)).places
    const cash = await json(
      post(`/api/participation/${place?.participationId}/paid`, { paid: true }),
    )
    expect(cash.participationFeePayed).toBe(true)
    expect((await details(id)).places[0]?.isRefundable).toBe(false)
    expect((await refund(id, null)).status).toBe(409)
  })

  test('A refund does not cancel a place that was confirmed at the parade', async () => {
    const id = await paid([ring])
    const [place] = (await details(id)).places
    await post(`/api/parade/${ring.paradeId}/participation/${place?.participationId}/confirm`)
    await env.DB.exec('UPDATE participations SET participation_confirmed = 1')
    await refund(id, null, true)
    expect(await places()).toEqual(['booked unpaid'])
  })

  test('Refunding an unpaid order, or a place of another order, is rejected (409)', async () => {
    await enrol([ring])
    expect((await refund(1, null)).status).toBe(409)
    const mine = await paid([{ ...night, costumeNumber: '7' }], lena)
    expect((await refund(mine, 1)).status).toBe(409)
    expect(await places()).toEqual(['reserved unpaid', 'booked paid'])
    expect((await refund(99, null)).status).toBe(404)
  })

  test('Of two simultaneous refunds of an order one is made and the other rejected (409)', async () => {
    const id = await paid([ring])
    const answers = await Promise.all([refund(id, null), refund(id, null)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await rows('SELECT count(*) AS n FROM sandbox_refunds')).toEqual([{ n: 1 }])
  })

  test('A refund is mailed to the payer once', async () => {
    const id = await paid([ring])
    await refund(id, null)
    await runCron()
    const { mails } = await details(id)
    expect(mails.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'enrolled sent',
      'refunded sent',
    ])
    const mail = await json(get(`/api/orders/${id}/mails/${mails[1]?.id}`))
    expect(mail).toMatchObject({ to: 'joerg.strasser@example.de' })
    expect(mail.text).toContain('8,00')
    const other = await paid([night], lena)
    expect((await get(`/api/orders/${other}/mails/${mails[1]?.id}`)).status).toBe(404)
  })
})

describe('A refund that the provider rejects', () => {
  test('An order whose refund the provider rejected needs attention until a retry succeeds and marks it as refunded', async () => {
    const id = await paid([ring, night])
    await emptyTheBooks()
    const refused = await json(refund(id, null))
    expect(refused).toMatchObject({
      state: 'refund_pending',
      attention: 'refundFailed',
      openRefundInCent: 1600,
    })
    expect(refused.refunds[0]).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('bezahlt'),
    })
    expect((await post(`/api/orders/${id}/settled`)).status).toBe(409)
    await fillTheBooks()
    const again = await json(post(`/api/orders/${id}/refunds/order-${id}/retry`))
    expect(again).toMatchObject({ state: 'refunded', attention: null, openRefundInCent: 0 })
    expect(kinds(again)).toEqual([
      'ordered',
      'paid',
      'refundRequested',
      'placeCancelled',
      'placeCancelled',
      'refundRefused',
      'refundRetried',
      'refunded',
    ])
  })

  test('A refund that the provider rejected can be marked as made by hand; then the cron does not retry it', async () => {
    const id = await paid([ring])
    await emptyTheBooks()
    await refund(id, null)
    const done = await json(post(`/api/orders/${id}/refunds/order-${id}/by-hand`))
    expect(done).toMatchObject({ state: 'refunded', attention: null, refundedInCent: 800 })
    expect(done.history.at(-1)).toMatchObject({ kind: 'refundedByHand', user: 'Sabine Kächele' })
    await fillTheBooks()
    await runCron()
    expect(await rows('SELECT * FROM sandbox_refunds')).toEqual([])
    expect((await details(id)).mails.map(({ kind }) => kind)).toEqual(['enrolled'])
  })

  test('A refund that was made can neither be retried nor marked as made by hand (409)', async () => {
    const id = await paid([ring])
    await refund(id, null)
    expect((await post(`/api/orders/${id}/refunds/order-${id}/retry`)).status).toBe(409)
    expect((await post(`/api/orders/${id}/refunds/order-${id}/by-hand`)).status).toBe(409)
    const other = await paid([night], lena)
    expect((await post(`/api/orders/${other}/refunds/order-${id}/retry`)).status).toBe(409)
  })

  test('If the provider has made a refund that the worker could not store, a retry refunds nothing more', async () => {
    const id = await paid([ring])
    // The worker stopped after the refund but before storing it; the retry has another key.
    await emptyTheBooks()
    await refund(id, null)
    await env.DB.exec('UPDATE sandbox_payments SET amount_in_cent = 800')
    await env.DB.exec(
      `INSERT INTO sandbox_refunds SELECT 'forgotten', ref, 800 FROM sandbox_payments`,
    )
    const again = await json(post(`/api/orders/${id}/refunds/order-${id}/retry`))
    expect(again.state).toBe('refunded')
    expect(await rows('SELECT key FROM sandbox_refunds')).toEqual([{ key: 'forgotten' }])
  })

  test('An order whose refund has been pending for three days needs attention', async () => {
    const id = await paid([ring])
    await env.DB.exec(`UPDATE orders SET provider = 'stripe', provider_ref = 'cs_1'`)
    await refund(id, null)
    expectLogged('"event":"settle"')
    expectLogged('"event":"refund"')
    expectLogged('payment_unavailable')
    expect((await details(id)).refunds[0]?.state).toBe('pending')
    setClock('2027-01-19T12:00:01Z')
    await runCron()
    expectLogged('payment_unavailable')
    expect(await rows('SELECT state, attention FROM orders')).toEqual([
      { state: 'refund_pending', attention: 'refundFailed' },
    ])
  })
})

describe('A paid order without a place', () => {
  test('A paid order of which staff cancelled a place needs attention until the fee of this place is refunded', async () => {
    const id = await paid([ring, night])
    const [place] = (await details(id)).places
    await cancel(place?.participationId ?? 0)
    const now = await details(id)
    expect(now).toMatchObject({ state: 'paid', attention: 'noPlace' })
    expect(now.places[0]).toMatchObject({ state: 'cancelled', refund: null, isRefundable: true })
    expect(now.history.at(-1)).toMatchObject({ kind: 'placeCancelled', user: 'Sabine Kächele' })
    expect(await json(refund(id, place?.participationId ?? 0))).toMatchObject({ attention: null })
  })

  test('An order that staff marked as settled needs attention again when another of its places is cancelled', async () => {
    const id = await paid([ring, night])
    const [first, second] = (await details(id)).places
    await cancel(first?.participationId ?? 0)
    setClock('2027-01-16T12:01:00Z')
    const settled = await json(post(`/api/orders/${id}/settled`))
    expect(settled.attention).toBe(null)
    expect(settled.history.at(-1)).toMatchObject({ kind: 'settled', user: 'Sabine Kächele' })
    expect((await post(`/api/orders/${id}/settled`)).status).toBe(409)
    setClock('2027-01-16T12:02:00Z')
    await cancel(second?.participationId ?? 0)
    expect((await details(id)).attention).toBe('noPlace')
  })

  test('An order needs no attention when staff cancels a place without a price or one that is refunded already', async () => {
    const free = await aParade({ priceForAdultsInCent: 0, title: 'Kinderumzug' })
    await enrol([{ ...ring, paradeId: free.id }])
    await cancel(1)
    const id = await paid([ring], lena)
    await refund(id, null, false)
    await cancel(2)
    expect(await rows('SELECT attention FROM orders')).toEqual([
      { attention: null },
      { attention: null },
    ])
  })

  test('A payment that arrives after another person has taken the place is refunded at once and needs no attention', async () => {
    const { token } = await enrolled([ring])
    setClock(afterHold)
    await enrol([ring], lena)
    await env.DB.exec(`UPDATE sandbox_payments SET amount_in_cent = 800`)
    await moveSandboxPayment(db(), token, 'open', 'paid')
    await env.DB.exec(`UPDATE orders SET provider_ref = '${token}' WHERE return_token = '${token}'`)
    await call('GET', `/api/payments/return/${token}`)
    const [order] = await rows<{ id: number }>(
      `SELECT id FROM orders WHERE return_token = '${token}'`,
    )
    const now = await details(order?.id ?? 0)
    expect(now).toMatchObject({ state: 'refunded', attention: null })
    expect(kinds(now)).toEqual(['ordered', 'expired', 'paidLate', 'refundRequested', 'refunded'])
  })
})

describe('An order paid with another amount', () => {
  async function reviewed() {
    const { token } = await enrolled([ring])
    await env.DB.exec('UPDATE sandbox_payments SET amount_in_cent = 500')
    await decide(token, 'paid')
    return 1
  }

  test('An order paid with another amount waits for review; when staff accepts the amount, its places are booked', async () => {
    const id = await reviewed()
    expect(await details(id)).toMatchObject({
      state: 'review',
      attention: 'review',
      receivedInCent: 500,
    })
    const answer = await json(post(`/api/orders/${id}/accept`))
    expect(answer).toMatchObject({ state: 'paid', attention: null, receivedInCent: 500 })
    expect(kinds(answer)).toEqual(['ordered', 'review', 'accepted'])
    expect(await places()).toEqual(['booked paid'])
    expect((await post(`/api/orders/${id}/accept`)).status).toBe(409)
    expect(answer.mails.map(({ kind }: { kind: string }) => kind)).toEqual(['enrolled'])
  })

  test('Refunding an order that was paid with another amount and waits for review releases its places', async () => {
    const id = await reviewed()
    const answer = await json(refund(id, null))
    expect(answer).toMatchObject({ state: 'refunded', refundedInCent: 500, attention: null })
    expect(await places()).toEqual(['released unpaid'])
    expect((await enrol([ring], lena)).status).toBe(200)
  })

  test('An order paid late and with another amount cannot be accepted if another person has taken the place (409)', async () => {
    const { token } = await enrolled([ring])
    await env.DB.exec('UPDATE sandbox_payments SET amount_in_cent = 500')
    setClock(afterHold)
    await enrol([ring], lena)
    await decide(token, 'paid')
    const response = await post('/api/orders/1/accept')
    expect(response.status).toBe(409)
    expect((await json(response)).error.message).toContain('vergeben')
    expect(await details(1)).toMatchObject({ state: 'review', attention: 'review' })
  })
})

describe('Refunds made at the provider', () => {
  test('After a refund made at the provider, the order shows it and needs attention; its places are still booked', async () => {
    const id = await paid([ring])
    await env.DB.exec(`INSERT INTO sandbox_refunds SELECT 'theirs', ref, 300 FROM sandbox_payments`)
    const seen = await json(post(`/api/orders/${id}/check`))
    expect(seen).toMatchObject({
      state: 'paid',
      attention: 'refundedOutside',
      refundedInCent: 300,
      refundableInCent: 500,
      refunds: [{ reason: 'outside', state: 'done', amountInCent: 300 }],
    })
    expect(await places()).toEqual(['booked paid'])
    expect((await json(post(`/api/orders/${id}/check`))).history).toEqual(seen.history)
    expect((await json(post(`/api/orders/${id}/settled`))).attention).toBe(null)
    expect((await json(post(`/api/orders/${id}/check`))).attention).toBe(null)
    expect((await details(id)).mails.map(({ kind }) => kind)).toEqual(['enrolled'])
  })

  test("If a part of a place's fee was refunded at the provider, refunding the place refunds only the rest", async () => {
    const id = await paid([ring])
    await env.DB.exec(`INSERT INTO sandbox_refunds SELECT 'theirs', ref, 300 FROM sandbox_payments`)
    const [place] = (await details(id)).places
    const answer = await json(refund(id, place?.participationId ?? 0))
    expect(answer).toMatchObject({ state: 'refunded', refundedInCent: 800 })
    expect(answer.refunds).toMatchObject([{ amountInCent: 300 }, { amountInCent: 500 }])
  })
})

test('An order whose refund the bank returned needs attention, and the refund can be repeated', async () => {
  const id = await paid([ring])
  await refund(id, null)
  await env.DB.exec('DELETE FROM sandbox_refunds')
  await env.DB.exec(`UPDATE sandbox_payments SET state = 'paid'`)
  expect((await json(post(`/api/orders/${id}/check`))).state).toBe('refunded')
  setClock('2027-01-16T12:10:01Z')
  const seen = await json(post(`/api/orders/${id}/check`))
  expect(seen).toMatchObject({ state: 'refund_pending', attention: 'refundFailed' })
  const again = await json(post(`/api/orders/${id}/refunds/order-${id}/retry`))
  expect(again).toMatchObject({ state: 'refunded', attention: null })
  expect(await rows('SELECT amount_in_cent FROM sandbox_refunds')).toEqual([
    { amount_in_cent: 800 },
  ])
})

describe('The refunds of a cancelled parade', () => {
  const callOff = () => post(`/api/parade/${ring.paradeId}/cancel`)
  const refundAll = (): Promise<ParadeRefunds> => json(post(`/api/parade/${ring.paradeId}/refunds`))
  const list = (): Promise<ParadeRefunds> => json(get(`/api/parade/${ring.paradeId}/refunds`))

  test('The list of refunds of a parade shows who paid online, in cash or not at all, and which refunds are made', async () => {
    await paid([ring])
    const body = { birthday: null, costumeNumber: '3', selectedCostumeTypeId: ring.costumeTypeId }
    const onSite = (firstName: string, costumeNumber: string) =>
      json(
        post(`/api/parade/${ring.paradeId}/participation/atParade`, {
          ...body,
          ...{ firstName, costumeNumber, lastName: 'Abele' },
        }),
      )
    const { id } = await onSite('Bar', '3')
    await onSite('Offen', '4')
    await post(`/api/participation/${id}/paid`, { paid: true })
    expect(await list()).toMatchObject({
      parade: { title: 'Ringtreffen Moosried' },
      places: [
        { lastName: 'Straßer', paid: 'online', orderId: 1, refund: null, priceInCent: 800 },
        { firstName: 'Bar', paid: 'cash', orderId: null, refund: null, cashReturnedAt: null },
        { firstName: 'Offen', paid: 'unpaid', orderId: null, refund: null },
      ],
      unpaidCount: 1,
      confirmedCount: 2,
    })
    await callOff()
    await refundAll()
    expect((await list()).places).toMatchObject([
      { paid: 'online', refund: 'done' },
      { paid: 'cash', orderId: null, refund: null },
      { paid: 'unpaid', refund: null },
    ])
  })

  test('Each request to refund a cancelled parade refunds at most ten places, and no place is refunded twice', async () => {
    for (let n = 1; n <= 13; n += 1) {
      await paid(
        [
          { ...ring, costumeNumber: `${n}` },
          { ...night, costumeNumber: `${n}` },
        ],
        {
          firstName: `Narr ${n}`,
          emailAddress: `n${n}@example.de`,
        },
      )
    }
    await callOff()
    const states = ({ places: all }: ParadeRefunds) =>
      all.filter(({ refund: r }) => r === 'done').length
    expect(states(await refundAll())).toBe(10)
    expect(states(await refundAll())).toBe(13)
    expect(states(await refundAll())).toBe(13)
    expect(
      await rows('SELECT count(*) AS n, sum(amount_in_cent) AS sum FROM sandbox_refunds'),
    ).toEqual([{ n: 13, sum: 13 * 800 }])
    expect(
      await rows(`SELECT state, participation_fee_payed AS paid, count(*) AS n
        FROM participations GROUP BY 1, 2`),
    ).toEqual([
      { state: 'booked', paid: 0, n: 13 },
      { state: 'booked', paid: 1, n: 13 },
    ])
    expect(kinds(await details(1))).toEqual(['ordered', 'paid', 'refundRequested', 'refunded'])
    expect(await rows('SELECT DISTINCT attention FROM orders')).toEqual([{ attention: null }])
  })

  test('The cron makes the remaining refunds of a cancelled parade after staff has started them', async () => {
    for (let n = 1; n <= 11; n += 1) {
      await paid([{ ...ring, costumeNumber: `${n}` }], { firstName: `Narr ${n}` })
    }
    await callOff()
    await refundAll()
    await runCron()
    expect((await list()).places.every(({ refund: r }) => r === 'done')).toBe(true)
  })

  test('The places of a parade can be refunded together only while the parade is cancelled (409); they are still booked afterwards', async () => {
    const id = await paid([ring])
    const before = await rows('SELECT * FROM parades')
    const refused = await post(`/api/parade/${ring.paradeId}/refunds`, { cancelPlaces: true })
    expect(refused.status).toBe(409)
    expect((await json(refused)).error.code).toBe('Conflict')
    expect(await rows('SELECT * FROM order_refunds')).toEqual([])
    await callOff()
    await post(`/api/parade/${ring.paradeId}/refunds`, { cancelPlaces: true })
    expect(await places()).toEqual(['booked unpaid'])
    expect((await details(id)).state).toBe('refunded')
    await post(`/api/parade/${ring.paradeId}/reinstate`)
    expect(await rows('SELECT * FROM parades')).toEqual(before)
    expect((await post(`/api/parade/${ring.paradeId}/refunds`)).status).toBe(409)
  })

  test('The refunds of a cancelled parade include a place that staff had cancelled before', async () => {
    const id = await paid([ring])
    await cancel(1)
    await paid([{ ...ring, costumeNumber: '7' }], lena)
    await callOff()
    await refundAll()
    expect(await places()).toEqual(['cancelled unpaid', 'booked unpaid'])
    expect((await details(id)).attention).toBe(null)
  })

  test('Reading or starting the refunds of an unknown parade is rejected (404)', async () => {
    expect((await get('/api/parade/99/refunds')).status).toBe(404)
    expect((await post('/api/parade/99/refunds')).status).toBe(404)
  })
})

test('The start page counts the orders that need attention', async () => {
  const count = async () => (await json(get('/api/home'))).ordersToClear
  await paid([ring])
  expect(await count()).toBe(0)
  await cancel(1)
  expect(await count()).toBe(1)
})

test('Staff sees a confirmation mail as it was sent, even after places were refunded and cancelled', async () => {
  const id = await paid([ring, night])
  const [mail] = (await details(id)).mails
  const text = async () => (await json(get(`/api/orders/${id}/mails/${mail?.id}`))).text
  const sent = await text()
  setClock('2027-01-16T12:05:00Z')
  await refund(id, (await details(id)).places[0]?.participationId ?? 0, false)
  expect(await text()).toBe(sent)
  await refund(id, null)
  expect(await text()).toBe(sent)
})

test('The check of the payment settings shows management the state, events and mails; the role readonly is rejected (403)', async () => {
  await paid([ring])
  // The sandbox accepts small amounts, so there is no problem to report.
  await rows('UPDATE parades SET price_for_children_in_cent = 20')
  const health = await json(get('/api/health/payments'))
  expect(health).toMatchObject({
    provider: 'sandbox',
    isLive: false,
    problems: [],
    answers: true,
    events: [{ type: 'payment.paid', orderId: 1 }],
    mail: { waiting: 0, failed: 0 },
  })
  expect((await get('/api/health/payments', await signedIn('readonly'))).status).toBe(403)
})
