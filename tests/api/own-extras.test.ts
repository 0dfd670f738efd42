import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aCostumeType, aParade } from '#tests/support/builders.ts'
import { type Chosen, enrol } from '#tests/support/enrolment.ts'
import { aBus } from '#tests/support/extras.ts'
import {
  allow,
  giveBack,
  ordered,
  paidOrder,
  pathOf,
  placesOf,
  readMyOrder,
} from '#tests/support/my-order.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'
import { wrongParadeCounts } from '#tests/support/parade-counts.ts'

// docs/rules.md, "Meine Anmeldung": what a payer can change about the extras of a place.

const bus = aBus({ capacity: 4 })
const late = { ...bus, id: 2, title: 'Bus ab Schule' }
const free = { ...bus, id: 3, title: 'Zug', priceForAdultsInCent: 0, priceForChildrenInCent: 0 }
const badgePrice = { priceForAdultsInCent: 150, priceForChildrenInCent: 150 }
const badge = aBus({ id: 4, title: 'Plakette', kind: 'item', ...badgePrice, capacity: null })

let type: { id: number }
let parade: { id: number }
let manager: { token: string }

beforeEach(async () => {
  setClock()
  await allow({ selfCancel: 'refund', selfCancelDays: 3 })
  type = await aCostumeType()
  parade = await aParade({ extras: [bus, late, free, badge] })
  manager = await signedIn('management')
})

const place = (extras: unknown[], costumeNumber = '118'): Chosen =>
  ({ paradeId: parade.id, costumeTypeId: type.id, costumeNumber, extras }) as Chosen
const of = (id: number, quantity = 1) => ({ id, quantity })
const changed = async (token: string, extras: unknown[], refundInCent: number, more = {}) => {
  const [own] = placesOf(await readMyOrder(token))
  return call('POST', `${pathOf(token)}/places/${own?.id}/extras`, { extras, refundInCent }, more)
}
const stored = async () =>
  (
    await rows<{ extras: string; price: number; paid: number }>(
      'SELECT extras, price_in_cent AS price, participation_fee_payed AS paid FROM participations LIMIT 1',
    )
  )[0]
const quantities = async () =>
  JSON.parse((await stored())?.extras ?? '[]').map((one: Record<string, number>) => [
    one.id,
    one.quantity,
    one.priceInCent,
  ])
const refunds = () =>
  rows('SELECT key, reason, state, amount_in_cent AS cents FROM order_refunds ORDER BY key')
const codeOf = async (response: Response) => [response.status, (await json(response)).error?.code]

describe('A payer who changes the extras of a place', () => {
  test('Fewer seats and a given up item are refunded with their price, free for others, in the history, and the rest of the place is refunded when it is cancelled', async () => {
    const { token } = await paidOrder([place([of(1, 3), of(4)])])
    expect(await stored()).toMatchObject({ price: 800 + 1500 + 150 })
    const answer = await changed(token, [of(1, 1)], 1000 + 150)
    expect(answer.status).toBe(200)
    const [own] = placesOf(await json(answer))
    expect(own).toMatchObject({ priceInCent: 1300, cancelRefundInCent: 1300, state: 'booked' })
    expect(await quantities()).toEqual([[1, 1, 500]])
    expect(await stored()).toMatchObject({ price: 1300, paid: 1 })
    const key = `extras-${own?.id}-0`
    expect(await refunds()).toEqual([{ key, reason: 'extras', state: 'done', cents: 1150 }])
    expect(await wrongParadeCounts()).toEqual([])
    expect(
      await rows(`SELECT kind, detail FROM order_history WHERE kind = 'extrasChangedByPayer'`),
    ).toEqual([
      {
        kind: 'extrasChangedByPayer',
        detail:
          'Jörg Straßer, Ringtreffen Moosried: Bus ab Rathaus, 3 Plätze · Plakette → Bus ab Rathaus',
      },
    ])
    expect((await giveBack(token, own?.id)).status).toBe(200)
    expect((await refunds()).map(({ cents }) => cents)).toEqual([1150, 1300])
    const [order] = await rows(`SELECT state, received_in_cent AS got FROM orders`)
    expect(order).toEqual({ state: 'refunded', got: 2450 })
  })

  test('An order whose extras were all that cost something stays paid when they are given up: its place stands, and can still be cancelled', async () => {
    parade = await aParade({
      priceForAdultsInCent: 0,
      priceForChildrenInCent: 0,
      extras: [bus] as never,
    })
    const { token } = await paidOrder([place([of(1)])])
    const order = await json(changed(token, [], 500))
    const [own] = placesOf(order)
    expect(order).toMatchObject({ state: 'paid', mayChangeAddress: true })
    expect(own).toMatchObject({ state: 'booked', priceInCent: 0, mayChange: true })
    expect(await refunds()).toMatchObject([{ state: 'done', cents: 500 }])
    expect((await giveBack(token, own?.id)).status).toBe(200)
  })

  test('The same change a second time changes nothing and refunds nothing', async () => {
    const { token } = await paidOrder([place([of(1, 2)])])
    expect((await changed(token, [of(1)], 500)).status).toBe(200)
    expect((await changed(token, [of(1)], 500)).status).toBe(200)
    expect(await refunds()).toHaveLength(1)
    expect((await changed(token, [], 500)).status).toBe(200)
    expect((await refunds()).map(({ cents }) => cents)).toEqual([500, 500])
    expect(await stored()).toMatchObject({ extras: '[]', price: 800 })
  })

  test('A bus of the same price can be taken instead, a free one added, and nothing dearer', async () => {
    const { token } = await paidOrder([place([of(1)])])
    expect((await changed(token, [of(2), of(3, 4)], 0)).status).toBe(200)
    expect(await quantities()).toEqual([
      [2, 1, 500],
      [3, 4, 0],
    ])
    expect(await refunds()).toEqual([])
    const dearer = await changed(token, [of(2, 2), of(3, 4)], 0)
    expect(dearer.status).toBe(422)
    expect((await json(dearer)).error.fields.extras).toContain('Das kostet 5,00\u00a0€ mehr.')
    expect(await wrongParadeCounts()).toEqual([])
  })

  test('An added seat needs a free place in that bus (409), even when two payers take the last one at once', async () => {
    const { token } = await paidOrder([place([of(1)])])
    await enrol([place([of(2, 3)], '2')], { firstName: 'Ida' })
    const overtaking = () => enrol([place([of(2)], '3')], { firstName: 'Ute' })
    const database = overtakenBefore('update "participations"', overtaking)
    const answer = await changed(token, [of(2)], 0, { database })
    expect(answer.status).toBe(409)
    expect((await json(answer)).error).toMatchObject({
      code: 'ParadeFull',
      paradeId: parade.id,
      extraId: 2,
      freePlaces: 0,
      message: '„Bus ab Schule“ (Ringtreffen Moosried) ist ausgebucht.',
    })
    expect(await quantities()).toEqual([[1, 1, 500]])
    expect(await wrongParadeCounts()).toEqual([])
  })

  test('A seat that an overdue unpaid order still holds can be added: the change ends that order first', async () => {
    const { token } = await paidOrder([place([of(1)])])
    const other = await ordered([place([of(2, 4)], '2')], { firstName: 'Ida' })
    expect(await codeOf(await changed(token, [of(2)], 0))).toEqual([409, 'ParadeFull'])
    setClock('2027-01-16T12:41:00Z')
    expect((await changed(token, [of(2)], 0)).status).toBe(200)
    expect(await quantities()).toEqual([[2, 1, 500]])
    expect(await rows(`SELECT state FROM orders WHERE id = ${other.id}`)).toEqual([
      { state: 'expired' },
    ])
    expect(await wrongParadeCounts()).toEqual([])
  })

  test.each([
    ['that an overdue order holds', async () => setClock('2027-01-16T12:41:00Z')],
    [
      'that no request has offered yet',
      async () => {
        await rows(`UPDATE orders SET state = 'expired' WHERE state = 'pending'`)
        await rows(`UPDATE participations SET state = 'released' WHERE state = 'reserved'`)
      },
    ],
  ])(
    'Seats %s go to the waiting list, not to a payer who changes extras (409)',
    async (_, free) => {
      const { token } = await paidOrder([place([of(1)])])
      await ordered([place([of(2, 4)], '2')], { firstName: 'Ida' })
      const waiting = await enrol([place([of(2, 4)], '3')], {
        firstName: 'Otto',
        waitingList: true,
      })
      expect(waiting.status).toBe(202)
      await free()
      expect(await codeOf(await changed(token, [of(2)], 0))).toEqual([409, 'ParadeFull'])
      expect(await quantities()).toEqual([[1, 1, 500]])
      const { orderToken } = await json(waiting)
      expect((await readMyOrder(orderToken)).waiting).toMatchObject({ state: 'offered' })
      expect(await wrongParadeCounts()).toEqual([])
    },
  )

  test('Two changes of the same place at once are made one after the other: the second is a conflict (409), and only one refund is requested', async () => {
    const { token } = await paidOrder([place([of(1, 3)])])
    const database = overtakenBefore('update "participations"', () =>
      changed(token, [of(1, 2)], 500),
    )
    expect(await codeOf(await changed(token, [of(1)], 1000, { database }))).toEqual([
      409,
      'Conflict',
    ])
    expect(await quantities()).toEqual([[1, 2, 1000]])
    expect((await refunds()).map(({ cents }) => cents)).toEqual([500])
  })

  test('In an overfull parade a seat can still be given up', async () => {
    const { token } = await paidOrder([place([of(1, 2)])])
    await enrol([place([], '2')], { firstName: 'Ida' })
    await rows(`UPDATE parades SET capacity = 1`)
    expect((await changed(token, [of(1)], 500)).status).toBe(200)
  })

  test('Another refund than the announced one changes nothing (409)', async () => {
    const { token } = await paidOrder([place([of(1, 2)])])
    for (const wrong of [0, 499, 1000]) {
      expect(await codeOf(await changed(token, [of(1)], wrong))).toEqual([409, 'Conflict'])
    }
    expect(await quantities()).toEqual([[1, 2, 1000]])
    expect(await refunds()).toEqual([])
  })

  test('Where payers cannot cancel, or no longer, nothing can be given up (409); where cancelling gives no money back, the place keeps its price', async () => {
    const { token } = await paidOrder([place([of(1, 2), of(3)])])
    await allow({ selfCancel: 'off' })
    expect(await codeOf(await changed(token, [of(1, 2)], 0))).toEqual([409, 'SelfCancelOff'])
    await allow({ selfCancel: 'withoutRefund' })
    expect((await changed(token, [of(1)], 0)).status).toBe(200)
    expect(await stored()).toMatchObject({ price: 1800, paid: 1 })
    expect(await refunds()).toEqual([])
    setClock('2027-01-22T12:00:00Z')
    expect(await codeOf(await changed(token, [], 0))).toEqual([409, 'SelfCancelOver'])
  })

  test('Where the guild keeps the money of given up extras, the payment is to be looked at by staff until they tick it off', async () => {
    await allow({ selfCancel: 'withoutRefund' })
    const { token } = await paidOrder([place([of(1, 2), of(3)])])
    const attention = async () => (await rows('SELECT id, attention FROM orders'))[0]
    expect((await changed(token, [of(1, 2)], 0)).status).toBe(200)
    expect(await attention()).toMatchObject({ attention: null })
    expect((await changed(token, [of(1)], 0)).status).toBe(200)
    expect(await attention()).toMatchObject({ attention: 'extrasGivenUp' })
    expect(
      await rows(
        `SELECT amount_in_cent AS kept, detail FROM order_history WHERE kind = 'extrasChangedByPayer'`,
      ),
    ).toMatchObject([
      { kept: null },
      { kept: 500, detail: expect.stringMatching(/→ Bus ab Rathaus, nicht erstattet$/) },
    ])
    const { id } = (await attention()) as { id: number }
    const ticked = await call('POST', `/api/orders/${id}/settled`, undefined, manager)
    expect(ticked.ok).toBe(true)
    expect(await attention()).toMatchObject({ attention: null })
    setClock('2027-01-16T12:05:00Z')
    expect((await changed(token, [], 0)).status).toBe(200)
    expect(await attention()).toMatchObject({ attention: 'extrasGivenUp' })
  })

  test('Another bus of the same price can be taken while the enrolment is open, also where payers cannot cancel, or no longer; a cheaper one cannot (409)', async () => {
    const { token } = await paidOrder([place([of(1)])])
    await allow({ selfCancel: 'off' })
    expect((await changed(token, [of(2)], 0)).status).toBe(200)
    expect(await codeOf(await changed(token, [of(3)], 0))).toEqual([409, 'SelfCancelOff'])
    expect(await codeOf(await changed(token, [], 0))).toEqual([409, 'SelfCancelOff'])
    await allow({ selfCancel: 'refund', selfCancelDays: 300 })
    expect((await changed(token, [of(1)], 0)).status).toBe(200)
    expect(await codeOf(await changed(token, [of(3)], 500))).toEqual([409, 'SelfCancelOver'])
    await rows(`UPDATE parades SET date_enrolment_end = '2027-01-10'`)
    expect(await codeOf(await changed(token, [of(2)], 0))).toEqual([409, 'EnrolmentClosed'])
    expect(await quantities()).toEqual([[1, 1, 500]])
    expect(await refunds()).toEqual([])
  })

  test('After the enrolment has ended, extras can be given up but not added (409), and "Meine Anmeldung" offers only those', async () => {
    const { token } = await paidOrder([place([of(1, 2)])])
    const offered = async () =>
      placesOf(await readMyOrder(token))[0]?.offeredExtras.map(({ id }) => id)
    expect(await offered()).toEqual([1, 2, 3, 4])
    await rows(`UPDATE parades SET date_enrolment_end = '2027-01-10'`)
    expect(await offered()).toEqual([1])
    expect(await codeOf(await changed(token, [of(1), of(3)], 500))).toEqual([
      409,
      'EnrolmentClosed',
    ])
    expect((await changed(token, [of(1)], 500)).status).toBe(200)
    await rows(`UPDATE participations SET participation_confirmed = 1`)
    expect(await offered()).toEqual([])
    expect(await codeOf(await changed(token, [], 500))).toEqual([409, 'Conflict'])
  })

  test.each([
    [1000, 400],
    [0, 200],
    [500, 0],
    [99, 77],
    [0, 0],
  ])(
    'A seat is refunded with its price at the enrolment, also when adults pay %i cents now and children %i',
    async (priceForAdultsInCent, priceForChildrenInCent) => {
      const { token } = await paidOrder([place([of(1, 3)])], {
        birthday: '2018-05-01',
        age: 'Child',
      })
      // 2 for the child and 5 for each companion.
      expect(await quantities()).toEqual([[1, 3, 1200]])
      const changedBus = { ...bus, priceForAdultsInCent, priceForChildrenInCent }
      const extras = [changedBus, late, free, badge]
      await call('PUT', `/api/parade/${parade.id}`, { extras }, manager)
      expect((await changed(token, [of(1, 2)], 500)).status).toBe(200)
      expect(await quantities()).toEqual([[1, 2, 700]])
      expect((await changed(token, [of(1)], 500)).status).toBe(200)
      expect(await quantities()).toEqual([[1, 1, 200]])
      expect((await changed(token, [], 200)).status).toBe(200)
    },
  )

  test('An added seat costs what it costs now, and those that were booked before keep their prices', async () => {
    const { token } = await paidOrder([place([of(1)])])
    const extras = [{ ...bus, priceForAdultsInCent: 0 }, late, free, badge]
    await call('PUT', `/api/parade/${parade.id}`, { extras }, manager)
    expect((await changed(token, [of(1, 2)], 0)).status).toBe(200)
    expect(await quantities()).toEqual([[1, 2, 500]])
    expect((await changed(token, [of(1)], 0)).status).toBe(200)
    expect((await changed(token, [], 500)).status).toBe(200)
  })

  test('An unknown extra, one twice, five seats and a place of another order are rejected, and an unpaid order has nothing to change', async () => {
    const { token } = await paidOrder([place([of(1)])])
    for (const extras of [[of(9)], [of(1), of(1)], [of(1, 5)], [of(4, 2)]]) {
      expect((await changed(token, extras, 0)).status).toBe(422)
    }
    const other = await ordered([place([of(2)], '9')], { firstName: 'Ida' })
    const [own] = placesOf(await readMyOrder(token))
    const path = `${pathOf(other.token)}/places/${own?.id}/extras`
    expect((await call('POST', path, { extras: [], refundInCent: 500 })).status).toBe(404)
    expect(await codeOf(await changed(other.token, [], 500))).toEqual([409, 'Conflict'])
    expect(await quantities()).toEqual([[1, 1, 500]])
  })
})
