import { beforeEach, describe, expect, test } from 'vitest'
import { install } from '#tests/fakes/install.ts'
import { fakeMollie } from '#tests/fakes/mollie.ts'
import { call, json, rows, runCron, setClock, signedIn, tokenOf } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aParade } from '#tests/support/builders.ts'
import { type Chosen, comeBack, decide, enrolFamily } from '#tests/support/enrolment.ts'
import { expectLogged } from '#tests/support/log.ts'
import {
  aFamilyOrder,
  allow,
  change,
  giveBack,
  giveBackAll,
  ordered,
  paidOrder,
  pathOf,
  placesOf,
  readMyOrder,
} from '#tests/support/my-order.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { deliver } from '#tests/support/provider-orders.ts'

// docs/rules.md, "Meine Anmeldung".

let type: { id: number }
let ring: Chosen
let night: Chosen
let manager: { id: number; token: string }

beforeEach(async () => {
  setClock()
  type = await aCostumeType()
  const chosen = ({ id }: { id: number }) => ({
    paradeId: id,
    costumeTypeId: type.id,
    costumeNumber: '118',
  })
  ring = chosen(await aParade())
  night = chosen(
    await aParade({ title: 'Nachtumzug', date: '2027-01-30', host: 'Zunft', hostTown: '' }),
  )
  manager = await signedIn('management')
})

const staff = (path: string, body: unknown = {}) => call('POST', path, body, manager)
const callOff = (paradeId: number) => staff(`/api/parade/${paradeId}/cancel`)
const codeOf = async (response: Response) => [response.status, (await json(response)).error?.code]
const history = () =>
  rows<{ kind: string; detail: string | null; user_id: number | null }>(
    'SELECT kind, detail, user_id, amount_in_cent FROM order_history ORDER BY id',
  )
const refundRows = () =>
  rows('SELECT key, reason, state, amount_in_cent AS cents, requested_by AS by FROM order_refunds')
const stateOf = async (placeId: number | undefined) =>
  (await rows<{ state: string }>(`SELECT state FROM participations WHERE id = ${placeId}`))[0]
    ?.state

const noPlan = { timeStart: null, lineUpNumber: null, lineUpPlace: null, departures: [] }

describe("The payer's view of an order", () => {
  test('"Meine Anmeldung" shows the places of a paid order by date, and no personal data beyond the names', async () => {
    await allow({ selfCancel: 'refund', selfCancelDays: 7 })
    const { token } = await paidOrder([night, ring])
    const response = await call('GET', pathOf(token))
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    const common = {
      costumeTypeId: type.id,
      costumeType: 'Schellenhansel',
      costumeNumber: '118',
      priceInCent: 800,
      state: 'booked',
      participationConfirmed: false,
      refund: null,
      owed: null,
      extras: [],
      guardianName: null,
      mayChange: true,
      offeredExtras: [],
      cancelRefundInCent: 800,
    }
    expect(await json(response)).toEqual({
      state: 'paid',
      waiting: null,
      amountInCent: 1600,
      paidAt: '2027-01-16T12:00:00.000Z',
      refundedInCent: 0,
      holdUntil: null,
      payUrl: null,
      refundableInCent: 1600,
      emailAddress: 'j…@example.de',
      mayChangeAddress: true,
      mail: 'sent',
      people: [
        {
          firstName: 'Jörg',
          lastName: 'Straßer',
          ageClass: 'Adult',
          checkInCode: expect.stringMatching(/^[0-9A-F]{16}$/),
          checkInSvg: expect.stringMatching(/^<svg /),
          places: [
            {
              ...common,
              id: expect.any(Number),
              parade: {
                id: ring.paradeId,
                title: 'Ringtreffen Moosried',
                date: '2027-01-24',
                host: 'Butzenzunft Moosried',
                hostTown: 'Moosried',
                ...noPlan,
                cancelledAt: null,
              },
              mayCancelUntil: '2027-01-17',
            },
            {
              ...common,
              id: expect.any(Number),
              parade: {
                id: night.paradeId,
                title: 'Nachtumzug',
                date: '2027-01-30',
                host: 'Zunft',
                hostTown: '',
                ...noPlan,
                cancelledAt: null,
              },
              mayCancelUntil: '2027-01-23',
            },
          ],
        },
      ],
    })
  })

  test('"Meine Anmeldung" shows for a pending order the payment link and until when it is valid; after that time there is no link', async () => {
    const { token, redirectUrl } = await ordered([ring])
    const open = await readMyOrder(token)
    const [row] = await rows<{ hold_until: string }>('SELECT hold_until FROM orders')
    expect(open).toMatchObject({
      state: 'pending',
      paidAt: null,
      holdUntil: row?.hold_until,
      payUrl: redirectUrl,
      mail: null,
    })
    expect(placesOf(open)).toMatchObject([
      { state: 'reserved', mayChange: false, mayCancelUntil: null },
    ])
    setClock(row?.hold_until)
    expect(await readMyOrder(token)).toMatchObject({ state: 'pending', payUrl: null })
  })

  test('"Meine Anmeldung" shows for an order whose payment was cancelled the released places and no payment link', async () => {
    await allow({ selfCancel: 'refund' })
    const { token, payment } = await ordered([ring])
    await decide(payment, 'cancelled')
    await comeBack(payment)
    const failed = await readMyOrder(token)
    expect(failed).toMatchObject({ state: 'cancelled', holdUntil: null, payUrl: null, mail: null })
    expect(placesOf(failed)).toMatchObject([
      { state: 'released', mayChange: false, mayCancelUntil: null, cancelRefundInCent: null },
    ])
  })

  test('"Meine Anmeldung" lists the people of a family in the order in which they were entered, and each person\'s places by date', async () => {
    const place = (chosen: Chosen, costumeNumber: string, priceInCent: number) => ({
      ...chosen,
      costumeNumber,
      priceInCent,
    })
    await aFamilyOrder([
      { firstName: 'Zita', places: [place(night, '1', 800), place(ring, '2', 800)] },
      { firstName: 'Anna', places: [place(ring, '3', 300)] },
    ])
    const { people } = await readMyOrder('family')
    expect(
      people.map(({ firstName, ageClass, places }) => [
        firstName,
        ageClass,
        places.map(({ costumeNumber }) => costumeNumber),
      ]),
    ).toEqual([
      ['Zita', 'Adult', ['2', '1']],
      ['Anna', 'Child', ['3']],
    ])
  })

  test("Cancelling one place of a family's order refunds only the fee of this place; the other places are still booked", async () => {
    await allow({ selfCancel: 'refund' })
    const inBoth = (costumeNumber: string) =>
      [ring, night].map((chosen) => ({ ...chosen, costumeNumber }))
    const enrolment = await json(
      enrolFamily([
        { firstName: 'Zita', parades: inBoth('1') },
        { firstName: 'Anna', birthday: '2018-02-03', age: 'Child', parades: inBoth('2') },
      ]),
    )
    await decide(enrolment.redirectUrl.split('/').at(-1), 'paid')
    const token: string = enrolment.orderToken
    const before = await readMyOrder(token)
    expect(before).toMatchObject({
      amountInCent: 2 * 800 + 2 * 300,
      people: [
        { firstName: 'Zita', ageClass: 'Adult' },
        { firstName: 'Anna', ageClass: 'Child' },
      ],
    })
    const anna = before.people[1]?.places[1]
    const after = await json(giveBack(token, anna?.id))
    expect(placesOf(after).map(({ state }) => state)).toEqual([
      'booked',
      'booked',
      'booked',
      'cancelled',
    ])
    expect(await rows('SELECT amount_in_cent AS cents FROM sandbox_refunds')).toEqual([
      { cents: 300 },
    ])
  })

  test('"Meine Anmeldung" shows that a parade was cancelled, what is owed for it, and refunds made by staff', async () => {
    await allow({ selfCancel: 'refund' })
    const { token } = await paidOrder([ring, night])
    await callOff(ring.paradeId)
    expect(placesOf(await readMyOrder(token))).toMatchObject([
      { refund: null, owed: { amountInCent: 800, paid: 'online' } },
      { owed: null },
    ])
    await staff(`/api/parade/${ring.paradeId}/refunds`)
    const [ringPlace, nightPlace] = placesOf(await readMyOrder(token))
    expect(ringPlace).toMatchObject({
      state: 'booked',
      refund: { amountInCent: 800, state: 'done' },
      owed: null,
      mayChange: false,
      mayCancelUntil: null,
      parade: { cancelledAt: '2027-01-16T12:00:00.000Z' },
    })
    await staff('/api/orders/1/refund', { participationId: null, cancelPlaces: true })
    expect(placesOf(await readMyOrder(token))[1]).toMatchObject({
      id: nightPlace?.id,
      state: 'cancelled',
      refund: { amountInCent: 800, state: 'done' },
    })
  })

  test('"Meine Anmeldung" shows a fee paid in cash for a cancelled parade as owed by the guild while it is marked as paid', async () => {
    const { token } = await paidOrder([ring])
    await rows(`UPDATE participations SET fee_payed_by = ${manager.id}`)
    await callOff(ring.paradeId)
    expect(placesOf(await readMyOrder(token))).toMatchObject([
      { owed: { amountInCent: 800, paid: 'cash' } },
    ])
    await rows('UPDATE participations SET participation_fee_payed = 0')
    expect(placesOf(await readMyOrder(token))).toMatchObject([{ owed: null }])
  })

  test('A place that was confirmed at the parade is shown as neither changeable nor cancellable', async () => {
    await allow({ selfCancel: 'refund', selfCancelDays: 0 })
    const { token } = await paidOrder([ring])
    await rows('UPDATE participations SET participation_confirmed = 1')
    expect(placesOf(await readMyOrder(token))).toMatchObject([
      { participationConfirmed: true, mayChange: false, mayCancelUntil: null },
    ])
  })

  test.each([
    ['off', null, null],
    ['withoutRefund', '2027-01-17', 0],
    ['refund', '2027-01-17', 800],
  ] as const)(
    'With the setting selfCancel "%s" a place shows until when it can be cancelled and what is then refunded',
    async (selfCancel, until, cents) => {
      await allow({ selfCancel })
      const { token } = await paidOrder([ring])
      expect(placesOf(await readMyOrder(token))).toMatchObject([
        { mayCancelUntil: until, cancelRefundInCent: cents },
      ])
    },
  )

  test.each(['unknown', '', '%00', "'--", 'x'.repeat(3000)])(
    'A request for an order with the unknown token "%s" is rejected (404)',
    async (token) => {
      await paidOrder([ring])
      expect((await call('GET', pathOf(token))).status).toBe(404)
    },
  )

  test('A request for an order with the token known to the payment provider is rejected (404)', async () => {
    await paidOrder([ring])
    await rows(`UPDATE orders SET return_token = 'of-the-provider'`)
    expect((await call('GET', pathOf('of-the-provider'))).status).toBe(404)
  })
})

describe('Changing the costume of a place', () => {
  test("A costume changed by the payer is linked to the registered costume of that number and recorded in the order's history", async () => {
    const hexe = await aCostumeType('Bachhexe')
    const registered = await aCostume(hexe.id, '12 A')
    const { token } = await paidOrder([ring])
    const [place] = placesOf(await readMyOrder(token))
    const response = await change(token, place?.id, hexe.id, '12a')
    expect(response.status).toBe(200)
    const [changed] = placesOf(await json(response))
    expect(changed).toMatchObject({
      costumeType: 'Bachhexe',
      costumeNumber: '12a',
      priceInCent: 800,
    })
    expect(await rows('SELECT costume_id FROM participations')).toEqual([
      { costume_id: registered.id },
    ])
    expect((await history()).at(-1)).toEqual({
      kind: 'costumeChangedByPayer',
      detail: 'Jörg Straßer, Ringtreffen Moosried: Schellenhansel 118 → Bachhexe 12a',
      user_id: null,
      amount_in_cent: null,
    })
  })

  test("Changing a place to the costume that it has already adds nothing to the order's history", async () => {
    const { token } = await paidOrder([ring])
    const [place] = placesOf(await readMyOrder(token))
    const before = await history()
    expect((await change(token, place?.id, type.id, ' 118 ')).status).toBe(200)
    expect(await history()).toEqual(before)
  })

  test('Changing a place to a costume that is enrolled for the parade already is rejected at its field (409)', async () => {
    await paidOrder([{ ...ring, costumeNumber: '119' }], { lastName: 'Abele' })
    const { token } = await paidOrder([ring])
    const [place] = placesOf(await readMyOrder(token))
    const response = await change(token, place?.id, type.id, '119')
    expect(response.status).toBe(409)
    expect((await json(response)).error).toMatchObject({
      code: 'CostumeAlreadyEnrolled',
      fields: { newCostumeNumber: 'Dieses Kleid ist für diesen Umzug schon angemeldet.' },
      parades: [ring.paradeId],
    })
    expect((await history()).map(({ kind }) => kind)).not.toContain('costumeChangedByPayer')
    expect(placesOf(await readMyOrder(token))).toMatchObject([{ costumeNumber: '118' }])
  })

  test('Changing a place to a costume that an unpaid order reserves is rejected (409) with the end of the reservation, and accepted after it', async () => {
    await ordered([{ ...ring, costumeNumber: '119' }], { lastName: 'Abele' })
    const [held] = await rows<{ until: string }>('SELECT hold_until AS until FROM orders')
    const { token } = await paidOrder([ring])
    const [place] = placesOf(await readMyOrder(token))
    const { error } = await json(change(token, place?.id, type.id, '119'))
    expect(error).toMatchObject({ code: 'CostumeAlreadyEnrolled', heldUntil: held?.until })
    expect(error.fields.newCostumeNumber).toBe('Bis 13:30 Uhr ist dieses Kleid vorgemerkt.')
    // The reservation has expired, so the costume is free.
    setClock(held?.until)
    expect((await change(token, place?.id, type.id, '119')).status).toBe(200)
  })

  test('After a costume change another person can enrol with the previous costume', async () => {
    const { token } = await paidOrder([ring])
    const [place] = placesOf(await readMyOrder(token))
    await change(token, place?.id, type.id, '119')
    expect(await paidOrder([ring], { lastName: 'Abele' })).toBeDefined()
    expect(await codeOf(await change(token, place?.id, type.id, '118'))).toEqual([
      409,
      'CostumeAlreadyEnrolled',
    ])
  })

  test.each([
    ['', undefined, 422, 'newCostumeNumber'],
    ['   ', undefined, 422, 'newCostumeNumber'],
    ['1'.repeat(21), undefined, 422, 'newCostumeNumber'],
    ['118', 9999, 422, 'newCostumeTypeId'],
  ])(
    'A change to the costume number %j and the costume type %j is rejected (%i) at the field %s',
    async (number, typeId, status, field) => {
      const { token } = await paidOrder([ring])
      const [place] = placesOf(await readMyOrder(token))
      const response = await change(token, place?.id, typeId ?? type.id, number)
      expect(response.status).toBe(status)
      expect(Object.keys((await json(response)).error.fields)).toEqual([field])
    },
  )

  test.each([
    ['2027-01-20T22:59:59Z', 200, undefined],
    ['2027-01-20T23:00:00Z', 409, 'EnrolmentClosed'],
  ])(
    'A costume change at %s is answered with %i, since the enrolment ends at midnight in Germany',
    async (instant, status, code) => {
      const { token } = await paidOrder([ring])
      const [place] = placesOf(await readMyOrder(token))
      setClock(instant)
      expect(placesOf(await readMyOrder(token))).toMatchObject([{ mayChange: status === 200 }])
      expect(await codeOf(await change(token, place?.id, type.id, '119'))).toEqual([status, code])
    },
  )

  test('A costume cannot be changed in a cancelled parade or for a confirmed or cancelled place (409)', async () => {
    const { token } = await paidOrder([ring])
    const [place] = placesOf(await readMyOrder(token))
    const tried = () => change(token, place?.id, type.id, '119').then(codeOf)
    await callOff(ring.paradeId)
    expect(await tried()).toEqual([409, 'ParadeCancelled'])
    await rows('UPDATE parades SET cancelled_at = NULL')
    await rows('UPDATE participations SET participation_confirmed = 1')
    expect(await tried()).toEqual([409, 'Conflict'])
    await rows(`UPDATE participations SET participation_confirmed = 0, state = 'cancelled'`)
    expect(await tried()).toEqual([409, 'Conflict'])
  })

  test('The costume of a place that is not paid yet cannot be changed (409)', async () => {
    const { token } = await ordered([ring])
    const [place] = placesOf(await readMyOrder(token))
    expect(await codeOf(await change(token, place?.id, type.id, '119'))).toEqual([409, 'Conflict'])
  })

  test('Changing or cancelling a place of another order, or any place with an unknown token, is rejected (404)', async () => {
    const { token } = await paidOrder([ring])
    await paidOrder([{ ...ring, costumeNumber: '120' }], { lastName: 'Abele' })
    const [row] = await rows<{ id: number }>('SELECT max(id) AS id FROM participations')
    expect((await change(token, row?.id, type.id, '119')).status).toBe(404)
    expect((await change('unknown', row?.id, type.id, '119')).status).toBe(404)
    expect((await giveBack(token, row?.id)).status).toBe(404)
    expect((await giveBack('unknown', row?.id)).status).toBe(404)
  })

  test.each([
    ['the parade is cancelled', "UPDATE parades SET cancelled_at = 'x'", 'ParadeCancelled'],
    [
      'the enrolment is over',
      `UPDATE parades SET date_enrolment_end = '2027-01-15'`,
      'EnrolmentClosed',
    ],
    ['the place is confirmed', 'UPDATE participations SET participation_confirmed = 1', 'Conflict'],
    ['staff cancels the place', `UPDATE participations SET state = 'cancelled'`, 'Conflict'],
  ])(
    'A costume change is rejected (409) and changes nothing if at the same moment %s',
    async (_, statement, code) => {
      const { token } = await paidOrder([ring])
      const [place] = placesOf(await readMyOrder(token))
      const before = await history()
      const database = overtakenBefore('insert into "order_history"', () => rows(statement))
      const response = await call(
        'POST',
        `${pathOf(token)}/places/${place?.id}/costume`,
        { newCostumeTypeId: type.id, newCostumeNumber: '119' },
        { database },
      )
      expect(await codeOf(response)).toEqual([409, code])
      expect(await history()).toEqual(before)
      expect(await rows('SELECT costume_number AS number FROM participations')).toEqual([
        { number: '118' },
      ])
    },
  )

  test("A costume change that is sent three times at once is accepted each time, and is in the order's history once", async () => {
    const { token } = await paidOrder([ring])
    const [place] = placesOf(await readMyOrder(token))
    const tries = await Promise.all([1, 2, 3].map(() => change(token, place?.id, type.id, '119')))
    expect(tries.map(({ status }) => status)).toEqual([200, 200, 200])
    const historyEntries = (await history()).filter(({ kind }) => kind === 'costumeChangedByPayer')
    expect(historyEntries).toHaveLength(1)
  })
})

describe('Cancelling a place', () => {
  test('If the guild refunds cancellations, cancelling a place releases it, refunds its fee once and sends the payer a mail about the refund', async () => {
    await allow({ selfCancel: 'refund' })
    const { token } = await paidOrder([ring, night])
    const [place] = placesOf(await readMyOrder(token))
    const response = await giveBack(token, place?.id)
    expect(response.status).toBe(200)
    const order = await json(response)
    expect(order).toMatchObject({ state: 'paid', refundedInCent: 800 })
    expect(placesOf(order)).toMatchObject([
      { state: 'cancelled', refund: { amountInCent: 800, state: 'done' }, mayCancelUntil: null },
      { state: 'booked', refund: null },
    ])
    expect(await refundRows()).toEqual([
      { key: `place-${place?.id}`, reason: 'self', state: 'done', cents: 800, by: null },
    ])
    expect(await rows('SELECT amount_in_cent FROM sandbox_refunds')).toEqual([
      { amount_in_cent: 800 },
    ])
    expect((await history()).slice(1)).toEqual([
      {
        kind: 'refundRequested',
        detail: 'Ringtreffen Moosried',
        user_id: null,
        amount_in_cent: 800,
      },
      {
        kind: 'placeCancelledByPayer',
        detail: 'Jörg Straßer, Ringtreffen Moosried',
        user_id: null,
        amount_in_cent: null,
      },
      { kind: 'refunded', detail: 'Ringtreffen Moosried', user_id: null, amount_in_cent: 800 },
    ])
    expect(await rows('SELECT attention FROM orders')).toEqual([{ attention: null }])
    expect(await rows(`SELECT count(*) AS n FROM mails WHERE kind = 'refunded'`)).toEqual([
      { n: 1 },
    ])
    expect((await paidOrder([ring], { lastName: 'Abele' })).token).toBeDefined()
  })

  test('Cancelling the only place of an order with a refund marks the order as refunded', async () => {
    await allow({ selfCancel: 'refund' })
    const { token } = await paidOrder([ring])
    const [place] = placesOf(await readMyOrder(token))
    expect(await json(giveBack(token, place?.id))).toMatchObject({ state: 'refunded' })
  })

  test('If the guild does not refund cancellations, a place that the payer cancels is not refunded, and the order needs attention by staff', async () => {
    await allow({ selfCancel: 'withoutRefund' })
    const { token } = await paidOrder([ring])
    const [place] = placesOf(await readMyOrder(token))
    expect(placesOf(await json(giveBack(token, place?.id)))).toMatchObject([
      { state: 'cancelled', refund: null },
    ])
    expect(await refundRows()).toEqual([])
    expect(await rows('SELECT state, attention FROM orders')).toEqual([
      { state: 'paid', attention: 'noPlace' },
    ])
    await staff('/api/orders/1/refund', { participationId: place?.id, cancelPlaces: true })
    expect(placesOf(await readMyOrder(token))).toMatchObject([
      { state: 'cancelled', refund: { amountInCent: 800, state: 'done' } },
    ])
  })

  test('Cancelling a place without a price, or one paid in cash, requests no refund', async () => {
    await allow({ selfCancel: 'refund' })
    const free = await aParade({ title: 'Frei', priceForAdultsInCent: 0 })
    const first = await paidOrder([{ ...ring, paradeId: free.id }])
    const [place] = placesOf(await readMyOrder(first.token))
    expect(place).toMatchObject({ cancelRefundInCent: 0 })
    expect((await giveBack(first.token, place?.id)).status).toBe(200)
    const second = await paidOrder([ring], { lastName: 'Abele' })
    await rows(`UPDATE participations SET fee_payed_by = ${manager.id} WHERE state = 'booked'`)
    const [cash] = placesOf(await readMyOrder(second.token))
    expect(cash).toMatchObject({ cancelRefundInCent: 0 })
    expect((await giveBack(second.token, cash?.id)).status).toBe(200)
    expect(await refundRows()).toEqual([])
    expect(await stateOf(cash?.id)).toBe('cancelled')
  })

  test('Cancelling a place whose fee staff has refunded already releases the place without a second refund', async () => {
    await allow({ selfCancel: 'refund' })
    const { token } = await paidOrder([ring, night])
    const [place] = placesOf(await readMyOrder(token))
    await staff('/api/orders/1/refund', { participationId: place?.id, cancelPlaces: false })
    expect(placesOf(await readMyOrder(token))[0]).toMatchObject({ cancelRefundInCent: 0 })
    expect((await giveBack(token, place?.id)).status).toBe(200)
    expect(await refundRows()).toMatchObject([{ reason: 'staff', cents: 800 }])
    expect(await stateOf(place?.id)).toBe('cancelled')
    expect((await history()).filter(({ kind }) => kind === 'refundRequested')).toHaveLength(1)
  })

  test.each([
    [0, '2027-01-24T22:59:00Z', 200, undefined],
    [0, '2027-01-24T23:00:00Z', 409, 'SelfCancelOver'],
    [7, '2027-01-17T22:59:00Z', 200, undefined],
    [7, '2027-01-17T23:00:00Z', 409, 'SelfCancelOver'],
    [60, '2027-01-16T12:00:00Z', 409, 'SelfCancelOver'],
  ])(
    'If cancelling is allowed until %i days before the parade, cancelling a place at %s is answered with %i',
    async (selfCancelDays, instant, status, code) => {
      await allow({ selfCancel: 'refund', selfCancelDays })
      const { token } = await paidOrder([ring])
      const [place] = placesOf(await readMyOrder(token))
      setClock(instant)
      const [seen] = placesOf(await readMyOrder(token))
      expect(seen?.mayCancelUntil === null).toBe(status !== 200)
      expect(await codeOf(await giveBack(token, place?.id))).toEqual([status, code])
      expect(await stateOf(place?.id)).toBe(status === 200 ? 'cancelled' : 'booked')
    },
  )

  test('Cancelling a place is rejected if the guild does not allow payers to cancel (409)', async () => {
    const { token } = await paidOrder([ring])
    const [place] = placesOf(await readMyOrder(token))
    expect(await codeOf(await giveBack(token, place?.id))).toEqual([409, 'SelfCancelOff'])
    expect(await stateOf(place?.id)).toBe('booked')
  })

  test('Cancelling is rejected for a place that is unpaid, confirmed or cancelled, or whose parade is cancelled (409)', async () => {
    await allow({ selfCancel: 'refund' })
    const { token, payment } = await ordered([ring])
    const [place] = placesOf(await readMyOrder(token))
    const tried = () => giveBack(token, place?.id).then(codeOf)
    expect(await tried()).toEqual([409, 'Conflict'])
    await decide(payment, 'paid')
    await callOff(ring.paradeId)
    expect(await tried()).toEqual([409, 'ParadeCancelled'])
    await rows('UPDATE parades SET cancelled_at = NULL')
    await rows('UPDATE participations SET participation_confirmed = 1')
    expect(await tried()).toEqual([409, 'Conflict'])
    await rows('UPDATE participations SET participation_confirmed = 0')
    expect(await tried()).toEqual([200, undefined])
    expect(await tried()).toEqual([409, 'Conflict'])
    expect(await refundRows()).toHaveLength(1)
  })

  test.each(['abc', '0', '-1', '1.5'])(
    'Cancelling a place with the invalid id "%s" is rejected (404)',
    async (id) => {
      const { token } = await paidOrder([ring])
      expect((await call('POST', `${pathOf(token)}/places/${id}/cancel`)).status).toBe(404)
    },
  )

  test('Cancelling the same place three times at once refunds its fee once; two of the requests are rejected (409)', async () => {
    await allow({ selfCancel: 'refund' })
    const { token } = await paidOrder([ring, night])
    const [place] = placesOf(await readMyOrder(token))
    const tries = await Promise.all([1, 2, 3].map(() => giveBack(token, place?.id)))
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await rows('SELECT sum(amount_in_cent) AS cents FROM sandbox_refunds')).toEqual([
      { cents: 800 },
    ])
    const historyEntries = (await history()).filter(({ kind }) => kind === 'placeCancelledByPayer')
    expect(historyEntries).toHaveLength(1)
  })

  test.each([
    ['the place is confirmed', 'UPDATE participations SET participation_confirmed = 1', 'Conflict'],
    ['the parade is cancelled', `UPDATE parades SET cancelled_at = 'x'`, 'ParadeCancelled'],
    [
      'the guild turns cancelling off',
      `UPDATE guild_settings SET self_cancel = 'off'`,
      'SelfCancelOff',
    ],
    [
      'the guild sets an earlier limit',
      'UPDATE guild_settings SET self_cancel_days = 9',
      'SelfCancelOver',
    ],
  ])(
    'Cancelling a place is rejected (409) and refunds nothing if at the same moment %s',
    async (_, statement, code) => {
      await allow({ selfCancel: 'refund' })
      const { token } = await paidOrder([ring])
      const [place] = placesOf(await readMyOrder(token))
      const before = await history()
      const database = overtakenBefore('insert into "order_refunds"', () => rows(statement))
      const path = `${pathOf(token)}/places/${place?.id}/cancel`
      expect(await codeOf(await call('POST', path, undefined, { database }))).toEqual([409, code])
      expect(await refundRows()).toEqual([])
      expect(await history()).toEqual(before)
      expect(
        await rows('SELECT state, participation_fee_payed AS paid FROM participations'),
      ).toEqual([{ state: 'booked', paid: 1 }])
    },
  )

  test('If the guild stops refunds while a payer cancels a place, the place is cancelled without a refund', async () => {
    await allow({ selfCancel: 'refund' })
    const { token } = await paidOrder([ring])
    const [place] = placesOf(await readMyOrder(token))
    const database = overtakenBefore('insert into "order_refunds"', () =>
      allow({ selfCancel: 'withoutRefund' }),
    )
    const path = `${pathOf(token)}/places/${place?.id}/cancel`
    expect((await call('POST', path, undefined, { database })).status).toBe(200)
    expect(await refundRows()).toEqual([])
    expect(await stateOf(place?.id)).toBe('cancelled')
  })

  test.each([
    ['the fee of the place', { cancelPlaces: false }, 200],
    ['the place and its fee', { cancelPlaces: true }, 409],
    [
      'all money of the order and cancels the places',
      { participationId: null, cancelPlaces: true },
      409,
    ],
    ['all money of the order', { participationId: null, cancelPlaces: false }, 200],
  ])(
    'If staff refunds %s while the payer cancels the place, the fee is refunded once',
    async (_, wish, status) => {
      await allow({ selfCancel: 'refund' })
      const { token } = await paidOrder([ring, night])
      const [place] = placesOf(await readMyOrder(token))
      const database = overtakenBefore('insert into "order_refunds"', () =>
        staff('/api/orders/1/refund', { participationId: place?.id, ...wish }),
      )
      const path = `${pathOf(token)}/places/${place?.id}/cancel`
      expect((await call('POST', path, undefined, { database })).status).toBe(status)
      const all = 'participationId' in wish
      expect(await rows('SELECT sum(amount_in_cent) AS cents FROM sandbox_refunds')).toEqual([
        { cents: all ? 1600 : 800 },
      ])
      expect(await refundRows()).toHaveLength(1)
      expect(await stateOf(place?.id)).toBe('cancelled')
    },
  )

  test("If staff cancels a place without a refund just before the payer's request, that request is rejected (409) and nothing is refunded", async () => {
    await allow({ selfCancel: 'refund' })
    const { token } = await paidOrder([ring])
    const [place] = placesOf(await readMyOrder(token))
    const database = overtakenBefore('insert into "order_refunds"', () =>
      call('DELETE', `/api/paradeParticipation/${place?.id}`, undefined, manager),
    )
    const path = `${pathOf(token)}/places/${place?.id}/cancel`
    expect(await codeOf(await call('POST', path, undefined, { database }))).toEqual([
      409,
      'Conflict',
    ])
    expect(await refundRows()).toEqual([])
    expect(await rows('SELECT attention FROM orders')).toEqual([{ attention: 'noPlace' }])
  })
})

describe('Cancelling several places', () => {
  /** A mother in two parades and her child in one: 8 + 8 + 3 euros. */
  async function aFamilyThere(mother = 'Zita', child = 'Mia') {
    const place = (chosen: Chosen, costumeNumber: string) => ({ ...chosen, costumeNumber })
    const enrolment = await json(
      enrolFamily([
        { firstName: mother, parades: [place(ring, `1${mother}`), place(night, `2${mother}`)] },
        {
          firstName: child,
          birthday: '2018-02-03',
          age: 'Child',
          parades: [place(ring, `3${child}`)],
        },
      ]),
    )
    await decide(enrolment.redirectUrl.split('/').at(-1), 'paid')
    const token: string = enrolment.orderToken
    return { token, ids: placesOf(await readMyOrder(token)).map(({ id }) => id) }
  }
  const states = async () =>
    (await rows<{ state: string }>('SELECT state FROM participations ORDER BY id')).map(
      ({ state }) => state,
    )
  const sumBack = async () =>
    (await rows<{ cents: number }>('SELECT sum(amount_in_cent) AS cents FROM order_refunds'))[0]
      ?.cents

  test("One request cancels several places, refunds each fee once and adds each place to the order's history", async () => {
    await allow({ selfCancel: 'refund' })
    const { token, ids } = await aFamilyThere()
    expect(await readMyOrder(token)).toMatchObject({ refundableInCent: 1900 })
    const response = await giveBackAll(token, ids, 1900)
    expect(response.status).toBe(200)
    expect(placesOf(await json(response)).map(({ state }) => state)).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
    ])
    expect(await refundRows()).toMatchObject([
      { reason: 'self', cents: 800 },
      { reason: 'self', cents: 800 },
      { reason: 'self', cents: 300 },
    ])
    expect((await history()).map(({ kind, detail }) => [kind, detail])).toEqual(
      expect.arrayContaining([
        ['refundRequested', 'Mia Straßer, Ringtreffen Moosried'],
        ['placeCancelledByPayer', 'Mia Straßer, Ringtreffen Moosried'],
        ['placeCancelledByPayer', 'Zita Straßer, Nachtumzug'],
      ]),
    )
  })

  test("After all places of one parade are cancelled, the order's places of the other parade are still booked", async () => {
    await allow({ selfCancel: 'refund' })
    const { token, ids } = await aFamilyThere()
    const inRing = placesOf(await readMyOrder(token)).filter(
      ({ parade }) => parade.id === ring.paradeId,
    )
    expect(ids).toHaveLength(3)
    const answer = await giveBackAll(
      token,
      inRing.map(({ id }) => id),
      1100,
    )
    expect(answer.status).toBe(200)
    expect(await states()).toEqual(['cancelled', 'booked', 'cancelled'])
    expect(await sumBack()).toBe(1100)
  })

  test('Cancelling several places again, or three times at once, gives the same answer and refunds each fee once', async () => {
    await allow({ selfCancel: 'refund' })
    const { token, ids } = await aFamilyThere()
    const tries = await Promise.all([1, 2, 3].map(() => giveBackAll(token, ids, 1900)))
    const again = await giveBackAll(token, ids, 1900)
    expect([...tries, again].map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await sumBack()).toBe(1900)
    const historyEntries = (await history()).filter(({ kind }) => kind === 'placeCancelledByPayer')
    expect(historyEntries).toHaveLength(3)
  })

  test.each([
    [
      'one place is confirmed',
      'UPDATE participations SET participation_confirmed = 1 WHERE id = 2',
      'Conflict',
    ],
    [
      'one parade is cancelled',
      `UPDATE parades SET cancelled_at = 'x' WHERE title = 'Nachtumzug'`,
      'ParadeCancelled',
    ],
    [
      'the guild turns cancelling off',
      `UPDATE guild_settings SET self_cancel = 'off'`,
      'SelfCancelOff',
    ],
    [
      'the guild stops refunds',
      `UPDATE guild_settings SET self_cancel = 'withoutRefund'`,
      'Conflict',
    ],
    [
      'staff cancelled one place',
      `UPDATE participations SET state = 'cancelled', cancelled_by = 1 WHERE id = 3`,
      'Conflict',
    ],
  ])(
    'Cancelling several places is rejected as a whole (409) if before the request or at the same moment %s',
    async (_, statement, code) => {
      await allow({ selfCancel: 'refund' })
      const { token, ids } = await aFamilyThere()
      const body = { placeIds: ids, refundInCent: 1900 }
      const database = overtakenBefore('insert into "order_refunds"', () => rows(statement))
      const headers = { 'Order-Token': token }
      const path = '/api/enrolment/order/places/cancel'
      for (const as of [{ headers, database }, { headers }]) {
        expect(await codeOf(await call('POST', path, body, as))).toEqual([409, code])
        expect(await refundRows()).toEqual([])
        expect((await states()).filter((state) => state === 'cancelled').length).toBeLessThan(2)
      }
    },
  )

  test('Cancelling several places is rejected if the sum to be refunded is not the sum that was shown to the payer (409)', async () => {
    await allow({ selfCancel: 'refund' })
    const { token, ids } = await aFamilyThere()
    for (const cents of [1899, 1901, 0]) {
      expect(await codeOf(await giveBackAll(token, ids, cents))).toEqual([409, 'Conflict'])
    }
    expect(await states()).toEqual(['booked', 'booked', 'booked'])
    // After a refund made elsewhere, at most the rest is refunded.
    await rows(`INSERT INTO order_refunds (key, order_id, payment_ref, amount_in_cent, reason, state, requested_at)
      SELECT 'outside-1', id, provider_ref, 900, 'outside', 'done', created_at FROM orders`)
    expect(await readMyOrder(token)).toMatchObject({ refundableInCent: 1000 })
    expect((await giveBackAll(token, ids, 1900)).status).toBe(409)
    expect((await giveBackAll(token, ids, 1000)).status).toBe(200)
    expect(await sumBack()).toBe(1900)
  })

  test('If one of several places to be cancelled belongs to another order, the request is rejected and changes nothing (404)', async () => {
    await allow({ selfCancel: 'refund' })
    const { token, ids } = await aFamilyThere()
    const other = await aFamilyThere('Lena', 'Kim')
    expect((await giveBackAll(token, [...ids, other.ids[0]], 2700)).status).toBe(404)
    expect((await giveBackAll('unknown', ids, 1900)).status).toBe(404)
    expect(new Set(await states())).toEqual(new Set(['booked']))
  })
})

describe('An order at a payment provider', () => {
  let provider: ReturnType<typeof fakeMollie>

  beforeEach(() => {
    configure({ PAYMENT_PROVIDER: 'mollie', MOLLIE_API_KEY: 'test_1' })
    provider = fakeMollie({ key: 'test_1' })
    install(provider)
  })

  async function paidThere() {
    const order = await ordered([ring, night])
    const ref = provider.refs().at(-1) ?? ''
    provider.pay(ref)
    await deliver(provider)
    return { ...order, ref, places: placesOf(await readMyOrder(order.token)) }
  }

  const refunded = async () =>
    (
      await rows<{ cents: number }>(
        `SELECT coalesce(sum(amount_in_cent), 0) AS cents FROM order_refunds WHERE state = 'done'`,
      )
    )[0]?.cents

  test('If the provider does not answer while a payer cancels a place, the place is cancelled and the cron makes the refund later', async () => {
    await allow({ selfCancel: 'refund' })
    const { token, places } = await paidThere()
    provider.failWith('500', { times: 9 })
    const response = await giveBack(token, places[0]?.id)
    expectLogged('"event":"settle"')
    expectLogged('"event":"refund"')
    expect(placesOf(await json(response))[0]).toMatchObject({
      state: 'cancelled',
      refund: { amountInCent: 800, state: 'pending' },
    })
    provider.failWith('none')
    setClock('2027-01-16T12:05:00Z')
    await runCron()
    expect(placesOf(await readMyOrder(token))[0]).toMatchObject({
      refund: { amountInCent: 800, state: 'done' },
    })
    expect(await refunded()).toBe(800)
  })

  test('If staff has refunded the whole payment at the provider, a payer who cancels a place gets no further refund', async () => {
    await allow({ selfCancel: 'refund' })
    const { token, ref, places } = await paidThere()
    provider.refundOutside(ref, 1600)
    setClock('2027-01-16T13:00:00Z')
    expect((await giveBack(token, places[0]?.id)).status).toBe(200)
    expect(await rows('SELECT reason, amount_in_cent AS cents FROM order_refunds')).toEqual([
      { reason: 'outside', cents: 1600 },
    ])
    expect(await stateOf(places[0]?.id)).toBe('cancelled')
  })

  test('For staff the order shows that the payer cancelled the place and got a refund', async () => {
    await allow({ selfCancel: 'refund' })
    const { token, id, places } = await paidThere()
    await giveBack(token, places[0]?.id)
    const as = { token: await tokenOf(manager.id) }
    const details = await json(call('GET', `/api/orders/${id}`, undefined, as))
    expect(details.refunds).toMatchObject([{ reason: 'self', requestedBy: null, state: 'done' }])
    expect(details.history.map(({ kind }: { kind: string }) => kind)).toEqual([
      'ordered',
      'paid',
      'refundRequested',
      'placeCancelledByPayer',
      'refunded',
    ])
  })
})
