import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, origin, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { type Chosen, decide, enrolled } from '#tests/support/enrolment.ts'
import type { OrderDetails, OrderList, ParadeRefunds } from '#worker/orders/orders.contract.ts'

// An order of a mother and her two children, as staff sees it.

let ring: Chosen
let night: Chosen
let manager: { id: number; token: string }
let family: number

beforeEach(async () => {
  setClock()
  const type = await aCostumeType()
  const chosen = (parade: { id: number }) => ({
    paradeId: parade.id,
    costumeTypeId: type.id,
    costumeNumber: '118',
  })
  // The later parade has the lower id, because parades are ordered by day and people as enrolled.
  night = chosen(await aParade({ title: 'Nachtumzug', date: '2027-01-30' }))
  ring = chosen(await aParade({ priceForChildrenInCent: 800 }))
  manager = await signedIn('management')
  family = await aFamily()
})

/** Martina in both parades; Paul and another Paul with a different birthday in the first one. */
async function aFamily(): Promise<number> {
  const child = (birthday: string, costumeNumber: string) => ({
    ...paul,
    birthday,
    age: 'Child',
    parades: [{ ...ring, costumeNumber }],
  })
  const body = {
    people: [
      { ...martina, birthday: '1985-04-01', age: 'Adult', parades: [night, ring] },
      child('2015-05-05', '119'),
      child('2017-07-07', '120'),
    ],
    emailAddress: 'm@example.de',
    successRedirectUrl: `${origin}/parade-enrolment/result?state=success`,
    errorRedirectUrl: `${origin}/parade-enrolment/result?state=error`,
  }
  const { redirectUrl } = await json(call('POST', '/api/parades/enrol', body))
  await decide(String(redirectUrl).split('/').at(-1) ?? '', 'paid')
  const [order] = await rows<{ id: number }>('SELECT id FROM orders')
  return order?.id ?? 0
}

const post = (path: string, body: unknown = {}) => call('POST', path, body, manager)
const details = (): Promise<OrderDetails> =>
  json(call('GET', `/api/orders/${family}`, undefined, manager))
const list = (): Promise<OrderList> => json(call('GET', '/api/orders', undefined, manager))

const martina = { firstName: 'Martina', lastName: 'Straßer' }
const paul = { firstName: 'Paul', lastName: 'Öhler' }

/** The id of the participation with this costume number. */
async function placeOf(costumeNumber: string): Promise<number> {
  const [place] = await rows<{ id: number }>(
    `SELECT id FROM participations WHERE costume_number = '${costumeNumber}'`,
  )
  return place?.id ?? 0
}

test('The list of orders shows every person and every parade of an order once', async () => {
  const { token } = await enrolled([{ ...ring, costumeNumber: '7' }])
  await decide(token, 'paid')
  expect((await list()).orders).toMatchObject([
    { people: [{ firstName: 'Jörg', lastName: 'Straßer' }], parades: ['Ringtreffen Moosried'] },
    { ...martina, people: [martina, paul, paul], parades: ['Ringtreffen Moosried', 'Nachtumzug'] },
  ])
})

test("A family's order shows which person has which place, even after a place was matched with a member or refunded", async () => {
  const shown = async () => {
    const { people, parades, places } = await details()
    return { people, parades, whose: places.map((one) => [one.paradeTitle, one.person]) }
  }
  const expected = {
    people: [martina, paul, paul],
    parades: ['Ringtreffen Moosried', 'Nachtumzug'],
    whose: [
      ['Ringtreffen Moosried', 0],
      ['Ringtreffen Moosried', 1],
      ['Ringtreffen Moosried', 2],
      ['Nachtumzug', 0],
    ],
  }
  expect(await shown()).toEqual(expected)
  const member = { firstName: 'Paula', lastName: 'Oehler', membershipState: 'Active' }
  const { id: memberId } = await json(post('/api/member', member))
  const place = await placeOf('119')
  expect((await post(`/api/participation/${place}/member`, { memberId })).status).toBe(200)
  await post(`/api/orders/${family}/refund`, { participationId: place, cancelPlaces: true })
  expect(await shown()).toEqual(expected)
})

test('An order whose participations were deleted shows the name of the payer and no people or places', async () => {
  await enrolled([{ ...night, costumeNumber: '7' }], { firstName: 'Lena', lastName: 'Abele' })
  const [{ id } = { id: 0 }] = await rows<{ id: number }>('SELECT max(id) AS id FROM orders')
  await post(`/api/orders/${id}/end`)
  await env.DB.exec(`DELETE FROM participations WHERE order_id = ${id}`)
  expect(await json(call('GET', `/api/orders/${id}`, undefined, manager))).toMatchObject({
    firstName: 'Lena',
    people: [],
    parades: [],
    places: [],
  })
})

test("The history of a family's order mentions the person whose place was refunded or cancelled", async () => {
  const place = await placeOf('120')
  await post(`/api/orders/${family}/refund`, { participationId: place, cancelPlaces: true })
  const { history } = await details()
  const whose = 'Paul Öhler, Ringtreffen Moosried'
  expect(history.slice(2).map(({ kind, detail }) => [kind, detail])).toEqual([
    ['refundRequested', whose],
    ['placeCancelled', whose],
    ['refunded', whose],
  ])
  await call('DELETE', `/api/paradeParticipation/${await placeOf('119')}`, undefined, manager)
  expect((await details()).history.at(-1)).toMatchObject({ kind: 'placeCancelled', detail: whose })
})

describe('A cancelled parade of a family', () => {
  const refundAll = async (): Promise<ParadeRefunds> => {
    await post(`/api/parade/${ring.paradeId}/cancel`)
    return json(post(`/api/parade/${ring.paradeId}/refunds`))
  }
  const givenBack = async () =>
    (await rows<{ amount: number }>('SELECT amount_in_cent AS amount FROM sandbox_refunds')).map(
      ({ amount }) => amount,
    )

  test("If a parade is cancelled, each person's fee in a family's order is refunded separately; the fees of the other parade are not refunded", async () => {
    const refunds = await refundAll()
    expect(refunds.places.map(({ firstName, refund }) => [firstName, refund])).toEqual([
      ['Paul', 'done'],
      ['Paul', 'done'],
      ['Martina', 'done'],
    ])
    expect(await givenBack()).toEqual([800, 800, 800])
    const after = await details()
    expect(after).toMatchObject({ state: 'paid', refundedInCent: 2400, refundableInCent: 800 })
    const refundEntries = after.history.filter(({ kind }) => kind === 'refundRequested')
    expect(
      refundEntries.map(({ detail, amountInCent }) => `${detail} ${amountInCent}`).sort(),
    ).toEqual([
      'Martina Straßer, Ringtreffen Moosried 800',
      'Paul Öhler, Ringtreffen Moosried 800',
      'Paul Öhler, Ringtreffen Moosried 800',
    ])
  })

  test.each([
    [1000, [800, 800, 600], 0],
    [2300, [800, 100], 0],
    [3200, [], 0],
    [100, [800, 800, 800], 700],
  ])(
    'If %i cents were refunded at the provider, the refunds of a cancelled parade return only the money that is left',
    async (elsewhere, back, left) => {
      await env.DB.exec(
        `INSERT INTO sandbox_refunds (key, ref, amount_in_cent)
      SELECT 'elsewhere', ref, ${elsewhere} FROM sandbox_payments`.replaceAll('\n', ' '),
      )
      await post(`/api/orders/${family}/check`)
      const before = (await givenBack()).length
      expect(before).toBe(1)
      await refundAll()
      expect((await givenBack()).slice(1)).toEqual(back)
      const order = await details()
      expect(order.openRefundInCent).toBe(0)
      expect((order.receivedInCent ?? 0) - order.refundedInCent).toBe(left)
      // A place without a refund of its own was refunded elsewhere, so no place of the parade
      // counts as paid.
      expect(
        await rows(`SELECT sum(participation_fee_payed) AS paid FROM participations
        WHERE parade_id = ${ring.paradeId}`),
      ).toEqual([{ paid: 0 }])
    },
  )
})
