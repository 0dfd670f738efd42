import { beforeEach, describe, expect, test } from 'vitest'
import type { FakeProvider } from '#tests/fakes/fake-provider.ts'
import { install } from '#tests/fakes/install.ts'
import { call, json, rows, setClock } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { anEnrolment, type Chosen, enrol, enrolFamily, states } from '#tests/support/enrolment.ts'
import { expectLogged } from '#tests/support/log.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { deliver, providers } from '#tests/support/provider-orders.ts'

// A payer goes back from the payment and changes the enrolment: the new order replaces the old one.

let place: (number: string) => Chosen
let night: { id: number }
let ring: { id: number }

beforeEach(async () => {
  setClock()
  const type = await aCostumeType()
  ring = await aParade({ title: 'Ringtreffen' })
  night = await aParade({ title: 'Nachtumzug' })
  place = (costumeNumber) => ({ paradeId: ring.id, costumeTypeId: type.id, costumeNumber })
})

const orders = () =>
  rows<{ state: string; token: string }>('SELECT state, token FROM orders ORDER BY id')
const heldPlaces = () =>
  rows(`SELECT order_id, costume_number, state FROM participations
    WHERE state IN ('reserved', 'booked') ORDER BY id`)

async function answerOf(response: Response | Promise<Response>) {
  const { status, headers } = await response
  const body = await json(response)
  return { status, cookie: headers.get('Set-Cookie'), ...body }
}

const refused = (sentence: string) =>
  `${sentence} Deine bisherige Anmeldung ist nicht mehr vorgemerkt.`

describe.each(providers)('Replacing an order with $id', ({ settings, open }) => {
  let provider: FakeProvider
  /** The token of the order that is replaced: Jörg with costume 118. */
  let earlier: string

  beforeEach(async () => {
    configure(settings)
    provider = open()
    install(provider)
    earlier = (await json(enrol([place('118')]))).orderToken
  })

  const ref = () => provider.refs()[0] ?? ''
  const replace = (parades = [place('119')], change = {}) =>
    answerOf(enrol(parades, { replaces: earlier, ...change }))

  test('Replacing a pending order closes its payment and reserves its costume for the new order', async () => {
    const answer = await replace([place('118'), { ...place('118'), paradeId: night.id }])
    expect(answer).toMatchObject({ status: 200, enrolSuccessful: true })
    expect(answer.orderToken).not.toBe(earlier)
    expect(answer.cookie).toContain(`order=${answer.orderToken};`)
    expect(() => provider.pay(ref())).toThrow()
    expect(await orders()).toEqual([
      { state: 'cancelled', token: earlier },
      { state: 'pending', token: answer.orderToken },
    ])
    expect(await heldPlaces()).toEqual([
      { order_id: 2, costume_number: '118', state: 'reserved' },
      { order_id: 2, costume_number: '118', state: 'reserved' },
    ])
    expect(await rows('SELECT order_id, kind FROM order_history')).toEqual([
      { order_id: 1, kind: 'replaced' },
    ])
    provider.pay(provider.refs().at(-1) ?? '')
    await deliver(provider)
    expect((await states()).orders).toEqual(['cancelled', 'paid'])
  })

  test('An order for one person can be replaced by one for a family that includes the person', async () => {
    const jörg = { firstName: 'Jörg', birthday: '1991-11-01' }
    const emma = { firstName: 'Emma', birthday: '2016-03-01', age: 'Child' }
    const people = [
      { ...emma, parades: [place('118')] },
      { ...jörg, parades: [place('119')] },
    ]
    const answer = await answerOf(enrolFamily(people, { replaces: earlier }))
    expect(answer.status).toBe(200)
    expect(await heldPlaces()).toHaveLength(2)
  })

  test('The same enrolment sent again returns its own pending payment, even if the request asks to replace that order', async () => {
    const again = await replace([place('118')])
    expect(again).toMatchObject({ status: 200, orderToken: earlier })
    expect(await orders()).toEqual([{ state: 'pending', token: earlier }])
    const unnamed = await json(enrol([place('118')], { orderToken: earlier }))
    expect(unnamed.orderToken).toBe(earlier)
  })

  test('An order whose payment the provider has received is not replaced (409), and the result page shows it', async () => {
    provider.pay(ref())
    const answer = await replace()
    expect(answer).toMatchObject({ status: 409, error: { code: 'OrderPaid' } })
    expect(answer.error).not.toHaveProperty('replacedClosed')
    expect(answer.cookie).toContain(`order=${earlier};`)
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
    expect(await replace()).toMatchObject({ status: 409, error: { code: 'OrderPaid' } })
  })

  test('An order paid with another amount is not replaced (409) but waits for review', async () => {
    provider.pay(ref(), { amount: 799 })
    expect(await replace()).toMatchObject({ status: 409, error: { code: 'OrderPaid' } })
    expect(await states()).toEqual({ orders: ['review'], places: ['reserved'] })
    expect(await replace()).toMatchObject({ status: 409, error: { code: 'OrderPaid' } })
  })

  test('An order whose payment the bank is still processing is not replaced (409)', async () => {
    provider.process(ref())
    expect(await replace()).toMatchObject({
      status: 409,
      error: { code: 'OrderInProgress', message: 'Deine Zahlung wird gerade geprüft.' },
    })
    expect(await states()).toEqual({ orders: ['pending'], places: ['reserved'] })
  })

  test('While the provider does not answer, an order is not replaced (502) and its places are not released', async () => {
    provider.failWith('500')
    expect(await replace()).toMatchObject({ status: 502, error: { code: 'PaymentFailed' } })
    expectLogged('payment_check')
    expect(await states()).toEqual({ orders: ['pending'], places: ['reserved'] })
    provider.failWith('none')
    expect((await replace()).status).toBe(200)
  })

  test('A replacing enrolment with invalid data, a wrong price or a closed parade is rejected, and the old order is still pending', async () => {
    const closed = await aParade({ dateEnrolmentEnd: '2027-01-15' })
    const off = await aParade()
    await rows(`UPDATE parades SET cancelled_at = '2027-01-16T08:00:00Z' WHERE id = ${off.id}`)
    const refusals = [
      await replace([place(' ')]),
      await replace([place('119')], { age: 'Child' }),
      await replace([place('119')], { expectedTotalInCent: 1 }),
      await replace([{ ...place('119'), paradeId: closed.id }]),
      await replace([{ ...place('119'), paradeId: off.id }]),
      await replace([place('119')], { errorRedirectUrl: 'https://evil.example/' }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([422, 422, 409, 409, 409, 422])
    for (const { error, cookie } of refusals) {
      expect(error).not.toHaveProperty('replacedClosed')
      expect(cookie).toBeNull()
    }
    expect(await orders()).toEqual([{ state: 'pending', token: earlier }])
    provider.pay(ref())
    await deliver(provider)
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
  })

  test('A replacing enrolment with a taken costume is rejected (409), and the old order is cancelled nevertheless', async () => {
    await enrol([place('7')], { firstName: 'Lena' })
    const { status, error } = await replace([place('7')])
    expect(status).toBe(409)
    expect(error).toEqual({
      code: 'CostumeAlreadyEnrolled',
      message: refused(
        'Das Kleid mit der Nummer 7 ist gerade vergeben für „Ringtreffen“. Bis 13:36 Uhr ist dieses Kleid vorgemerkt.',
      ).replace('13:36', provider.id === 'stripe' ? '13:36' : '13:35'),
      fields: { 'parades.0.costumeNumber': expect.stringContaining('vorgemerkt') },
      parades: [ring.id],
      heldUntil: expect.stringMatching(/^2027-01-16T12:3/),
      replacedClosed: true,
    })
    expect((await states()).orders).toEqual(['cancelled', 'pending'])
    expect(await heldPlaces()).toEqual([{ order_id: 2, costume_number: '7', state: 'reserved' }])
    expect(() => provider.pay(ref())).toThrow()
    // The places of the old order are free.
    expect((await replace([place('118')])).status).toBe(200)
  })

  test('If the payment of a replacing order cannot be opened (502), both the old and the new order are closed', async () => {
    const database = overtakenBefore('insert into "orders"', async () =>
      provider.failWith('500', { at: 'POST' }),
    )
    const body = { ...anEnrolment([place('119')]), replaces: earlier }
    const { status, error } = await answerOf(call('POST', '/api/parades/enrol', body, { database }))
    expect(status).toBe(502)
    expect(error).toMatchObject({
      code: 'PaymentFailed',
      message: refused('Die Bezahlung konnte nicht gestartet werden. Du bist nicht angemeldet.'),
      replacedClosed: true,
    })
    expectLogged('checkout_failed')
    expect(await states()).toEqual({
      orders: ['cancelled', 'failed'],
      places: ['released', 'released'],
    })
  })

  test('Of several simultaneous replacements of one order each succeeds or is rejected as a whole; the old order is cancelled once', async () => {
    const answers = await Promise.all([
      replace([place('119')]),
      replace([{ ...place('120'), paradeId: night.id }]),
      replace([place('121')]),
    ])
    const won = answers.filter(({ status }) => status === 200)
    expect(won.length).toBeGreaterThan(0)
    for (const { status, error } of answers.filter((one) => !won.includes(one))) {
      expect(status).toBe(409)
      expect(error).toMatchObject({ replacedClosed: true })
    }
    const [old, ...others] = await orders()
    expect(old).toEqual({ state: 'cancelled', token: earlier })
    expect(others.filter(({ state }) => state === 'pending')).toHaveLength(won.length)
    expect(await heldPlaces()).toHaveLength(won.length)
    expect(await rows(`SELECT id FROM order_history WHERE order_id = 1`)).toHaveLength(1)
  })

  test('The same replacement sent three times at once makes one new order', async () => {
    const orderToken = '0123456789abcdef0123456789abcdef'
    const answers = await Promise.all([1, 2, 3].map(() => replace([place('119')], { orderToken })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ orderToken }) => orderToken)).size).toBe(1)
    expect((await states()).orders).toEqual(['cancelled', 'pending'])
  })

  test('If the old order is paid just before the replacing one is stored, the old one is booked and the new one rejected (409)', async () => {
    const database = overtakenBefore('insert into "orders"', async () => {
      provider.payLate(ref())
      await deliver(provider)
    })
    const body = { ...anEnrolment([{ ...place('120'), paradeId: night.id }]), replaces: earlier }
    const answer = await answerOf(call('POST', '/api/parades/enrol', body, { database }))
    expect(answer).toMatchObject({ status: 409, error: { code: 'OrderPaid' } })
    expect(answer.cookie).toContain(`order=${earlier};`)
    expect(await states()).toEqual({ orders: ['paid'], places: ['booked'] })
  })

  test('A late payment of a replaced order is refunded if the new order is for the same person and parade', async () => {
    await replace([place('119')])
    provider.payLate(ref())
    await deliver(provider)
    expect((await states()).orders).toEqual(['refunded', 'pending'])
    expect(provider.refundedCents(ref())).toBe(800)
    expect(await heldPlaces()).toEqual([{ order_id: 2, costume_number: '119', state: 'reserved' }])
  })

  test('A late payment of a replaced order books its place if the new order is for another parade', async () => {
    await replace([{ ...place('119'), paradeId: night.id }])
    provider.payLate(ref())
    await deliver(provider)
    expect((await states()).orders).toEqual(['paid', 'pending'])
  })

  test('An enrolment without a price can replace a pending order and is booked at once', async () => {
    await rows('UPDATE parades SET price_for_adults_in_cent = 0')
    const answer = await replace([place('119')])
    expect(answer).toMatchObject({ status: 200, holdUntil: null })
    expect(answer.cookie).toContain(`order=${answer.orderToken};`)
    expect((await states()).orders).toEqual(['cancelled', 'paid'])
  })

  test('If the same enrolment is sent again after a price change, its pending order is replaced by one with the new price', async () => {
    await rows('UPDATE parades SET price_for_adults_in_cent = 900')
    const answer = await replace([place('118')])
    expect(answer.status).toBe(200)
    expect(await rows('SELECT state, amount_in_cent FROM orders')).toEqual([
      { state: 'cancelled', amount_in_cent: 800 },
      { state: 'pending', amount_in_cent: 900 },
    ])
  })
})

describe('A token of an order that cannot be replaced', () => {
  test.each([[''], ['unknown'], ["' OR 1=1 --"], ['x'.repeat(5000)], [null]])(
    'An enrolment that names the unknown token %j as the order to be replaced is stored, and nothing is replaced',
    async (replaces) => {
      const response = await enrol([place('118')], { replaces })
      expect(response.status).toBe(200)
      // The cookie is the new order's, never that of the named one.
      const [cookie = ''] = response.headers
        .getSetCookie()
        .filter((one) => one.includes('Path=/parade-enrolment/result;'))
      const [order] = await rows<{ token: string }>('SELECT token FROM orders')
      expect(cookie).toContain(`order=${order?.token};`)
      expect(await states()).toEqual({ orders: ['pending'], places: ['reserved'] })
    },
  )

  test.each(['expired', 'cancelled', 'failed', 'refund_pending', 'refunded'])(
    'An order in the state "%s" is not replaced; the new enrolment is stored as a second order',
    async (state) => {
      const { orderToken } = await json(enrol([place('118')]))
      await rows(`UPDATE participations SET state = 'released'`)
      await rows(`UPDATE orders SET state = '${state}'`)
      expect((await enrol([place('119')], { replaces: orderToken })).status).toBe(200)
      expect((await states()).orders).toEqual([state, 'pending'])
    },
  )

  test('A rejected enrolment that names an unknown order to be replaced does not say that an old order was cancelled', async () => {
    await enrol([place('118')], { firstName: 'Lena' })
    const { error } = await json(enrol([place('118')], { replaces: 'unknown' }))
    expect(error).not.toHaveProperty('replacedClosed')
    expect(error.message).not.toContain('bisherige')
  })

  test('An enrolment that gives the token known to the provider as that of the order to be replaced replaces nothing', async () => {
    await enrol([place('118')])
    const [order] = await rows<{ return_token: string }>('SELECT return_token FROM orders')
    await enrol([place('119')], { firstName: 'Lena', replaces: order?.return_token })
    expect((await states()).orders).toEqual(['pending', 'pending'])
  })
})
