import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, runCron, setClock, signedIn } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import {
  anEnrolment,
  type Chosen,
  decide,
  enrol,
  enrolFamily,
  enrolled,
} from '#tests/support/enrolment.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'
import { wrongParadeCounts } from '#tests/support/parade-counts.ts'

// docs/rules.md, "Zusätze": what is booked beside a place, a seat in a bus or a thing.

const afterHold = '2027-01-16T12:30:01Z'

const bus = {
  title: 'Bus ab Rathaus',
  kind: 'bus',
  priceForAdultsInCent: 500,
  priceForChildrenInCent: 200,
  capacity: 3,
  departure: { time: '09:10', place: 'Rathaus' },
}
const badge = {
  title: 'Plakette',
  kind: 'item',
  priceForAdultsInCent: 150,
  priceForChildrenInCent: 150,
  capacity: null,
  departure: null,
}

let management: { token: string }
let type: { id: number }
let parade: { id: number }

beforeEach(async () => {
  setClock()
  management = await signedIn('management')
  type = await aCostumeType()
  const { id } = await aParade()
  parade = await json(send('PUT', `/api/parade/${id}`, { extras: [bus, badge] }))
})

const send = (method: string, path: string, body?: unknown) => call(method, path, body, management)
const place = (number: number, extras?: unknown): Chosen =>
  ({
    paradeId: parade.id,
    costumeTypeId: type.id,
    costumeNumber: String(number),
    ...(extras !== undefined && { extras }),
  }) as Chosen
const person = (number: number, extras?: unknown, change = {}) => ({
  firstName: `Narr ${number}`,
  parades: [place(number, extras)],
  ...change,
})
const child = { birthday: '2018-05-01', age: 'Child' }
const seats = async (id = 1) => {
  const [row] = await rows<{ taken_count: number }>(
    `SELECT taken_count FROM extra_counts WHERE parade_id = ${parade.id} AND extra_id = ${id}`,
  )
  return row?.taken_count ?? 0
}
const change = (extras: unknown[]) => send('PUT', `/api/parade/${parade.id}`, { extras })

describe('The extras of a parade, such as bus seats', () => {
  test('New extras of a parade get ids; a change does not renumber stored extras, and the id of a removed extra is not used again', async () => {
    const stored = await json(send('GET', `/api/parade/${parade.id}`))
    expect(stored.extras).toEqual([
      { id: 1, ...bus },
      { id: 2, ...badge },
    ])
    const changed = await json(
      change([
        { ...badge, title: 'Bändel' },
        { id: 1, ...bus, capacity: 50 },
      ]),
    )
    expect(changed.extras.map(({ id }: { id: number }) => id)).toEqual([3, 1])
  })

  test('An extra that has been booked can be renamed but not removed (409)', async () => {
    await enrol([place(1, [1])])
    const answer = await change([{ id: 2, ...badge }])
    expect(answer.status).toBe(409)
    expect((await json(answer)).error).toMatchObject({
      code: 'InUse',
      fields: { extras: expect.stringContaining('Angemeldete') },
    })
    expect((await change([{ id: 1, ...bus, title: 'Bus ab Schule' }])).status).toBe(200)
  })

  test('An extra that only a waiting order has chosen cannot be removed either (409)', async () => {
    await enrolFamily([person(1, [{ id: 1, quantity: 3 }])])
    const waiting = { firstName: 'Narr 2', waitingList: true }
    expect((await enrol([place(2, [1, 2])], waiting)).status).toBe(202)
    expect((await json(change([{ id: 1, ...bus }]))).error.code).toBe('InUse')
    expect((await change([{ ...badge, id: 2 }])).status).toBe(409)
  })

  test('A bus stays a bus while a person has several seats in it (409), and can become a thing while each has one', async () => {
    const asItem = { id: 1, ...bus, kind: 'item' }
    const { orderToken } = await json(enrol([place(1, [{ id: 1, quantity: 2 }])]))
    expect((await json(change([asItem, { id: 2, ...badge }]))).error).toMatchObject({
      code: 'InUse',
      fields: { extras: expect.stringContaining('bleibt er ein Bus') },
    })
    await call('POST', `/api/enrolment/orders/${orderToken}/cancel`)
    await enrolled([place(1, [1])])
    expect((await change([asItem, { id: 2, ...badge }])).status).toBe(200)
  })

  test('Once all extras of a parade have been removed, a new one gets an id that none of them had', async () => {
    expect((await change([])).status).toBe(200)
    const { extras } = await json(change([badge]))
    expect(extras).toEqual([{ id: 3, ...badge }])
    expect((await enrol([place(1, [1])])).status).toBe(422)
  })

  test('The undo of a removal restores an extra with its id; the undo of an addition is rejected (409) once a place has the extra, also one on the waiting list', async () => {
    const undo = (requestId: string) => send('POST', `/api/history/${requestId}/undo`)
    const idOf = (response: Response) => response.headers.get('X-Request-Id') ?? ''
    const shown = async (requestId: string) =>
      (await json(send('GET', '/api/history'))).entries.find(
        (one: { requestId: string }) => one.requestId === requestId,
      ).undo
    const removed = idOf(await change([]))
    expect((await undo(removed)).status).toBe(200)
    const { extras } = await json(send('GET', `/api/parade/${parade.id}`))
    expect(extras).toMatchObject([{ id: 1 }, { id: 2 }])
    const added = idOf(await change([...extras, { ...badge, title: 'Bändel' }]))
    expect(await shown(added)).toBe('possible')
    const { orderToken } = await json(enrol([place(1, [3])]))
    expect(await shown(added)).not.toBe('possible')
    const refused = await undo(added)
    expect(refused.status).toBe(409)
    expect((await json(refused)).error.code).toBe('ChangedSince')
    await call('POST', `/api/enrolment/orders/${orderToken}/cancel`)
    expect(await shown(added)).toBe('possible')
    await enrolFamily([person(2, [{ id: 1, quantity: 3 }])])
    await enrol([place(3, [1, 3])], { firstName: 'Narr 3', waitingList: true })
    expect(await shown(added)).not.toBe('possible')
    expect((await undo(added)).status).toBe(409)
    await rows("UPDATE participations SET state = 'cancelled' WHERE first_name = 'Narr 3'")
    expect((await undo(added)).status).toBe(200)
    const again = await json(change([...extras, { ...badge, title: 'Anstecker' }]))
    expect(again.extras.map(({ id }: { id: number }) => id)).toEqual([1, 2, 4])
  })

  test('A parade whose deletion is undone keeps the ids of its extras, and those of removed ones that cancelled places name are not given again', async () => {
    await enteredAtTheStall(1, [2])
    await cancelledPlaceOf(1)
    await change([{ id: 1, ...bus }])
    const path = `/api/parade/${parade.id}`
    const deleted = await send('DELETE', path)
    expect(deleted.status).toBe(204)
    const { id: next } = await aParade()
    expect(next).toBeGreaterThan(parade.id)
    expect((await undo(deleted)).status).toBe(200)
    expect((await json(send('GET', path))).extras).toMatchObject([{ id: 1 }])
    const { extras } = await json(change([{ id: 1, ...bus }, badge]))
    expect(extras.map(({ id }: { id: number }) => id)).toEqual([1, 3])
  })

  test('A parade with an order on its waiting list is not deleted (409); with one that has left it, it is, and the undo restores the entry', async () => {
    await enrolFamily([person(1, [{ id: 1, quantity: 3 }])])
    const waiting = { firstName: 'Narr 2', waitingList: true }
    const { orderToken } = await json(enrol([place(2, [1, 2])], waiting))
    const path = `/api/parade/${parade.id}`
    expect((await json(send('DELETE', path))).error.code).toBe('ParadeInUse')
    setClock(afterHold)
    await call('POST', `/api/enrolment/orders/${orderToken}/cancel`)
    await runCron()
    const before = await json(send('GET', `${path}/waiting`))
    expect(before).toMatchObject([{ state: 'removed', extras: [{ id: 1 }, { id: 2 }] }])
    const deleted = await send('DELETE', path)
    expect(deleted.status).toBe(204)
    expect((await undo(deleted)).status).toBe(200)
    expect(await json(send('GET', `${path}/waiting`))).toEqual(before)
  })

  const undo = ({ headers }: Response) =>
    send('POST', `/api/history/${headers.get('X-Request-Id')}/undo`)
  const enteredAtTheStall = async (number: number, extras: unknown) => {
    const { firstName, parades } = person(number, extras)
    const entry = { firstName, lastName: 'Abele', parades }
    expect((await send('POST', '/api/parades/internal-enrol', entry)).status).toBe(200)
  }
  /** Staff cancel the place with this costume number. */
  const cancelledPlaceOf = async (number: number) => {
    const [row] = await rows(`SELECT id FROM participations WHERE costume_number = '${number}'`)
    return send('POST', '/api/participation/cancel', { ids: [row?.id] })
  }

  test('The undo of a cancellation is rejected with the reason (409) while an extra of the place is removed, and restores the place once that is undone too', async () => {
    await enteredAtTheStall(1, [2])
    const cancelled = await cancelledPlaceOf(1)
    const removed = await change([{ id: 1, ...bus }])
    const refused = await undo(cancelled)
    expect(refused.status).toBe(409)
    expect((await json(refused)).error).toMatchObject({
      code: 'ChangedSince',
      message: expect.stringContaining('Zusatz'),
    })
    expect(await rows('SELECT state FROM participations')).toEqual([{ state: 'cancelled' }])
    expect((await undo(removed)).status).toBe(200)
    expect((await undo(cancelled)).status).toBe(200)
    expect(await wrongParadeCounts()).toEqual([])
  })

  test('The undo of a cancellation is rejected (409) while the bus in which the place has several seats is a thing', async () => {
    await enteredAtTheStall(1, [{ id: 1, quantity: 2 }])
    const cancelled = await cancelledPlaceOf(1)
    await change([{ id: 1, ...bus, kind: 'item' }])
    expect((await undo(cancelled)).status).toBe(409)
  })

  test('An enrolment whose extra is removed at the same moment is rejected (409), also for the waiting list and from staff beyond the capacity', async () => {
    const whileRemoved = async (path: string, body: object, login: object) => {
      const { extras } = await json(change([{ id: 1, ...bus }, badge]))
      const id = extras[1].id
      const withExtra = { ...body, parades: [place(1, [id])] }
      const database = overtakenBefore('insert into "', () => change([{ id: 1, ...bus }]))
      return call('POST', path, withExtra, { ...login, database })
    }
    const online = anEnrolment([], { firstName: 'Narr 1', waitingList: true })
    const stall = { firstName: 'Narr 1', lastName: 'Abele', overCapacity: true }
    for (const answer of [
      await whileRemoved('/api/parades/enrol', { ...online, waitingList: false }, {}),
      await whileRemoved('/api/parades/enrol', online, {}),
      await whileRemoved('/api/parades/internal-enrol', stall, management),
    ]) {
      expect(answer.status).toBe(409)
      expect((await json(answer)).error.code).toBe('Conflict')
    }
    expect(await rows('SELECT id FROM participations')).toEqual([])
    expect(await rows('SELECT id FROM orders')).toEqual([])
  })

  test('A payment after the reservation ended is refunded in full if an extra of the order has been removed since', async () => {
    const { token } = await enrolled([place(1, [1, 2])], { firstName: 'Narr 1' })
    setClock(afterHold)
    await runCron()
    expect((await change([{ id: 1, ...bus }])).status).toBe(200)
    await decide(token, 'paid')
    expect(await rows('SELECT state, received_in_cent AS received FROM orders')).toEqual([
      { state: 'refunded', received: 1450 },
    ])
    expect(await rows('SELECT state, amount_in_cent AS amount FROM order_refunds')).toEqual([
      { state: 'done', amount: 1450 },
    ])
    expect(await rows('SELECT state FROM participations')).toEqual([{ state: 'released' }])
  })

  test('A place takes no extra that is removed at the same moment (409)', async () => {
    const { extras } = await json(
      change([
        { id: 1, ...bus },
        { ...badge, priceForAdultsInCent: 0 },
      ]),
    )
    const id = extras[1].id
    const { orderToken, token } = (await enrolled([place(1)], { firstName: 'Narr 1' })) as never
    await decide(token, 'paid')
    const [row] = await rows('SELECT id FROM participations')
    const path = `/api/enrolment/orders/${orderToken}/places/${row?.id}/extras`
    const database = overtakenBefore('insert into "', () => change([{ id: 1, ...bus }]))
    const body = { extras: [{ id, quantity: 1 }], refundInCent: 0 }
    expect((await call('POST', path, body, { database })).status).toBe(409)
    expect(await rows('SELECT extras FROM participations')).toEqual([{ extras: '[]' }])
  })

  test('Extras of a parade with equal titles, an unknown id, the same id twice or no title are rejected with an error at the field (422)', async () => {
    const fieldsOf = async (extras: unknown[]) => {
      const answer = await change(extras)
      expect(answer.status).toBe(422)
      return Object.keys((await json(answer)).error.fields)
    }
    expect(await fieldsOf([bus, { ...badge, title: 'BUS ab rathaus' }])).toEqual(['extras.1.title'])
    expect(await fieldsOf([bus, { ...badge, id: 9 }])).toEqual(['extras.1'])
    expect(
      await fieldsOf([
        { ...bus, id: 1 },
        { ...badge, id: 1 },
      ]),
    ).toEqual(['extras.1'])
    expect(await fieldsOf([{ ...bus, title: ' ' }])).toEqual(['extras.0.title'])
  })

  test('The public list of parades contains the extras of a parade, with the number of vacant places only if it is 10 or less', async () => {
    await enrol([place(1, [{ id: 1, quantity: 2 }])])
    const [listed] = await json(call('GET', '/api/enrolment/parades'))
    const { capacity: _, ...shownBus } = bus
    const { capacity: _c, ...shownBadge } = badge
    expect(listed.extras).toEqual([
      { id: 1, ...shownBus, freePlaces: 1 },
      { id: 2, ...shownBadge, freePlaces: null },
    ])
  })
})

describe('An enrolment with extras', () => {
  test("An order's amount and the prices of its places include the extras, priced by age class and quantity", async () => {
    const adult = person(1, [{ id: 1, quantity: 2 }, 2])
    const answer = await json(
      enrolFamily([adult, person(2, [1], child)], {
        expectedTotalInCent: 800 + 1000 + 150 + 300 + 200,
      }),
    )
    const order = await json(call('GET', `/api/enrolment/orders/${answer.orderToken}`))
    expect(order.amountInCent).toBe(2450)
    expect(order.people.map(({ places: [own] }: { places: unknown[] }) => own)).toMatchObject([
      {
        priceInCent: 1950,
        extras: [
          { id: 1, title: 'Bus ab Rathaus', quantity: 2, priceInCent: 1000, kind: 'bus' },
          { id: 2, title: 'Plakette', quantity: 1, priceInCent: 150 },
        ],
      },
      { priceInCent: 500, extras: [{ id: 1, quantity: 1, priceInCent: 200 }] },
    ])
  })

  test('If a child books several bus seats, one costs the price for children and the others that for adults', async () => {
    const answer = await json(enrolFamily([person(1, [{ id: 1, quantity: 3 }], child)]))
    const order = await json(call('GET', `/api/enrolment/orders/${answer.orderToken}`))
    expect(order.amountInCent).toBe(300 + 200 + 2 * 500)
  })

  test('An enrolment with an unknown extra, the same extra twice, an item twice or five bus seats is rejected with an error at the extra (422)', async () => {
    const fieldsOf = async (extras: unknown[]) => {
      const answer = await enrol([place(1, extras)])
      expect(answer.status).toBe(422)
      return Object.keys((await json(answer)).error.fields)
    }
    expect(await fieldsOf([7])).toEqual(['parades.0.extras.0'])
    expect(await fieldsOf([1, { id: 1, quantity: 2 }])).toEqual(['parades.0.extras.1'])
    expect(await fieldsOf([{ id: 2, quantity: 2 }])).toEqual(['parades.0.extras.0'])
    const [field] = await fieldsOf([{ id: 1, quantity: 5 }])
    expect(field).toContain('parades.0.extras.0')
  })

  test('An extra of the wrong form is rejected with a German message at the extra (400)', async () => {
    for (const wrong of [0, '1', {}, { id: 1, quantity: 1.5 }]) {
      const answer = await enrol([place(1, [wrong])])
      expect(answer.status).toBe(400)
      const message = 'Dieser Wert fehlt oder hat die falsche Form.'
      expect((await json(answer)).error.fields).toEqual({ 'parades.0.extras.0': message })
    }
  })

  test('An enrolment that differs from an earlier one only in its extras does not count as a repetition, but is rejected (409)', async () => {
    const first = await json(enrol([place(1, [1])]))
    const other = await enrol([place(1, [2])])
    expect(other.status).toBe(409)
    const same = await json(enrol([place(1, [1])], { orderToken: first.orderToken }))
    expect(same.orderToken).toBe(first.orderToken)
  })
})

describe('The seats of a bus', () => {
  test('If a family books more bus seats than are vacant, it is rejected as a whole, and the answer names who has no seat (409)', async () => {
    const answer = await enrolFamily([
      person(1, [{ id: 1, quantity: 2 }]),
      person(2, [1]),
      person(3, [1]),
    ])
    expect(answer.status).toBe(409)
    expect((await json(answer)).error).toMatchObject({
      code: 'ParadeFull',
      message: 'Für „Bus ab Rathaus“ (Ringtreffen Moosried) sind nur noch 3 Plätze frei.',
      paradeId: parade.id,
      extraId: 1,
      freePlaces: 3,
      fields: {
        'people.2.parades.0.paradeId': '„Bus ab Rathaus“ hat für Narr 3 keinen Platz mehr frei.',
      },
    })
    expect(await seats()).toBe(0)
    expect((await enrolFamily([person(1, [{ id: 1, quantity: 2 }]), person(2, [1])])).status).toBe(
      200,
    )
    expect(await seats()).toBe(3)
    expect((await enrol([place(4)], { firstName: 'Narr 4' })).status).toBe(200)
  })

  test('The bus seats of an order are vacant again once the order has expired or been replaced', async () => {
    const first = await enrolFamily([person(1, [{ id: 1, quantity: 3 }])])
    const { orderToken } = await json(first)
    const wider = [person(1, [{ id: 1, quantity: 3 }]), person(2, [1])]
    expect((await json(enrolFamily(wider, { replaces: orderToken }))).error).toMatchObject({
      extraId: 1,
      freePlaces: 3,
    })
    expect(await seats()).toBe(0)
    await enrolFamily([person(3, [{ id: 1, quantity: 3 }])])
    setClock(afterHold)
    expect((await enrolFamily([person(4, [{ id: 1, quantity: 2 }])])).status).toBe(200)
    expect(await seats()).toBe(2)
    expect(await wrongParadeCounts()).toEqual([])
  })

  test('A payment after the reservation ended is refunded if too few of its bus seats are still vacant', async () => {
    const { token } = await enrolled([place(1, [{ id: 1, quantity: 3 }])], { firstName: 'Narr 1' })
    setClock(afterHold)
    await runCron()
    await enrolFamily([person(2, [1])])
    await decide(token, 'paid')
    expect(await rows('SELECT state FROM orders ORDER BY id')).toEqual([
      { state: 'refunded' },
      { state: 'pending' },
    ])
    expect(await seats()).toBe(1)
  })

  test('Staff can book more bus seats than there are only with overCapacity in the request', async () => {
    const member = await aMember()
    const costume = await aCostume(type.id, '77')
    await enrolFamily([person(1, [{ id: 1, quantity: 3 }])])
    const body = { memberId: member.id, costumeId: costume.id, extras: [1] }
    const path = `/api/parade/${parade.id}/participation`
    expect((await json(send('POST', path, body))).error).toMatchObject({
      extraId: 1,
      freePlaces: 0,
    })
    expect((await send('POST', path, { ...body, overCapacity: true })).status).toBe(201)
    expect(await seats()).toBe(4)
    const stall = { firstName: 'Narr 9', lastName: 'Straßer', parades: [place(9, [1])] }
    expect((await json(send('POST', '/api/parades/internal-enrol', stall))).error.extraId).toBe(1)
  })

  test('An on-site entry takes extras with their price, and more seats than are free only with overCapacity', async () => {
    const path = `/api/parade/${parade.id}/participation/atParade`
    const entry = {
      firstName: 'Narr 1',
      lastName: 'Straßer',
      costumeNumber: '1',
      selectedCostumeTypeId: type.id,
      extras: [{ id: 1, quantity: 3 }, 2],
    }
    const { extras, priceInCent } = await json(send('POST', path, entry))
    expect(extras.map(({ id, quantity }: never) => [id, quantity])).toEqual([
      [1, 3],
      [2, 1],
    ])
    expect(priceInCent).toBe(800 + 3 * 500 + 150)
    const another = { ...entry, firstName: 'Narr 2', costumeNumber: '2', extras: [1] }
    expect((await json(send('POST', path, another))).error).toMatchObject({ extraId: 1 })
    expect((await send('POST', path, { ...another, overCapacity: true })).status).toBe(201)
    expect((await send('POST', path, { ...another, extras: [9] })).status).toBe(422)
    expect(await seats()).toBe(4)
  })

  test('Staff see each extra of an order at its place, with quantity and price', async () => {
    await enrolled([place(1, [{ id: 1, quantity: 2 }, 2])])
    const [order] = await rows<{ id: number }>('SELECT max(id) AS id FROM orders')
    const { places } = await json(send('GET', `/api/orders/${order?.id}`))
    expect(places).toMatchObject([
      {
        priceInCent: 800 + 2 * 500 + 150,
        extras: [
          { id: 1, title: bus.title, quantity: 2, priceInCent: 1000, departure: bus.departure },
          { id: 2, title: badge.title, quantity: 1, priceInCent: 150 },
        ],
      },
    ])
  })

  test('Of 30 simultaneous enrolments for 8 bus seats exactly 8 are accepted', async () => {
    await change([{ id: 1, ...bus, capacity: 8 }])
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => enrol([place(n, [1])], { firstName: `Narr ${n}` })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(8)
    expect(await seats()).toBe(8)
    expect(await wrongParadeCounts()).toEqual([])
  })
})

describe('The bus list of a parade', () => {
  type Row = { memberName: string; extras: { kind: string; quantity: number }[]; phone?: string }
  const listed = (as = management): Promise<Row[]> =>
    json(call('GET', `/api/parade/${parade.id}/participation`, undefined, as))
  const seatsListed = async () =>
    (await listed()).flatMap(({ extras }) => extras).filter(({ kind }) => kind === 'bus')
  const sum = (of: { quantity: number }[]) =>
    of.reduce((total, { quantity }) => total + quantity, 0)
  const counted = async () => (await json(send('GET', `/api/parade/${parade.id}`))).extraCounts

  test('The seats of the participants and of unpaid reservations together are the stored count of taken seats, also after a cancellation', async () => {
    await change([
      { id: 1, ...bus, capacity: 20 },
      { id: 2, ...badge },
    ])
    const family = [person(1, [{ id: 1, quantity: 3 }]), person(2, [1, 2], child)]
    const paid = await json(enrolFamily(family))
    await decide(String(paid.redirectUrl).split('/').at(-1) ?? '', 'paid')
    expect(sum(await seatsListed())).toBe(4)
    expect(await counted()).toEqual([
      [1, 4],
      [2, 1],
    ])
    await enrolFamily([person(3, [{ id: 1, quantity: 2 }])])
    expect(sum(await seatsListed())).toBe(4)
    expect(await counted()).toContainEqual([1, 6])
    const [first] = await rows<{ id: number }>(`SELECT id FROM participations ORDER BY id LIMIT 1`)
    expect((await send('DELETE', `/api/paradeParticipation/${first?.id}`)).status).toBe(204)
    expect(sum(await seatsListed())).toBe(1)
    expect(await counted()).toContainEqual([1, 3])
  })

  test("Each person with a bus seat has the telephone of the first adult member of their order, else their own, else the guardian's of the order; people without a bus seat have none", async () => {
    await change([{ id: 1, ...bus, capacity: 20 }])
    const member = (firstName: string, phones: object) =>
      aMember({ firstName, lastName: 'Straßer', birthday: '1991-11-01', ...phones })
    await member('Kind', { birthday: child.birthday, phoneMobile: '0171 1' })
    await member('Oma', { phone: '07433 2' })
    await member('Mama', { phone: '07433 3', phoneMobile: '0171 3' })
    const family = [
      person(1, [1], { ...child, firstName: 'Kind' }),
      person(2, [1], { firstName: 'Freund' }),
      person(3, [1], { firstName: 'Oma' }),
      person(4, [], { firstName: 'Mama' }),
    ]
    const { redirectUrl } = await json(enrolFamily(family))
    await decide(String(redirectUrl).split('/').at(-1) ?? '', 'paid')
    const stranger = await json(enrolFamily([person(5, [1], { firstName: 'Gast' })]))
    await decide(String(stranger.redirectUrl).split('/').at(-1) ?? '', 'paid')
    const costume = await aCostume(type.id, '77')
    const alone = await member('Allein', { phone: '07433 9' })
    const body = { memberId: alone.id, costumeId: costume.id, extras: [1] }
    expect((await send('POST', `/api/parade/${parade.id}/participation`, body)).status).toBe(201)
    const phones = (await listed()).map(({ memberName, phone }) => [memberName, phone])
    expect(phones).toEqual([
      ['Straßer, Allein', '07433 9'],
      ['Straßer, Freund', '07433 2'],
      ['Straßer, Gast', null],
      ['Straßer, Kind', '07433 2'],
      ['Straßer, Mama', undefined],
      ['Straßer, Oma', '07433 2'],
    ])
    await rows(
      `UPDATE participations SET guardian_name = 'Eva', guardian_phone = '0171 5' WHERE first_name = 'Gast'`,
    )
    expect((await listed()).find(({ memberName }) => memberName.endsWith('Gast'))?.phone).toBe(
      '0171 5',
    )
    const ofTwo = [person(6, [1], { firstName: 'Neffe' }), person(7, [], { firstName: 'Nichte' })]
    const { redirectUrl: paid } = await json(enrolFamily(ofTwo))
    await decide(String(paid).split('/').at(-1) ?? '', 'paid')
    await rows(
      `UPDATE participations SET guardian_name = 'Uli', guardian_phone = '0171 6' WHERE first_name = 'Nichte'`,
    )
    expect((await listed()).find(({ memberName }) => memberName.endsWith('Neffe'))?.phone).toBe(
      '0171 6',
    )
    setClock('2027-01-24T12:00:00Z')
    const helper = await signedIn('helper')
    for (const row of await listed(helper)) expect(row).not.toHaveProperty('phone')
  })
})

test('The check-in list contains the extras with what is free, and an entry from a device beyond it is refused unless it says so', async () => {
  await enrol([place(1, [{ id: 1, quantity: 2 }])])
  const offered = async () =>
    (await json(send('GET', `/api/check-in?parade=${parade.id}`))).parades[0].parade.extras
  const { capacity: _, ...shownBus } = bus
  const { capacity: __, ...shownBadge } = badge
  expect(await offered()).toEqual([
    { id: 1, ...shownBus, freePlaces: 1 },
    { id: 2, ...shownBadge, freePlaces: null },
  ])
  const enter = async (firstName: string, quantity: number, entry = {}) => {
    const act = {
      id: crypto.randomUUID(),
      paradeId: parade.id,
      kind: 'enter',
      at: new Date().toISOString(),
      entry: {
        ...{ firstName, lastName: 'Spontan', selectedCostumeTypeId: type.id },
        ...{ extras: [{ id: 1, quantity }], ...entry },
      },
    }
    const { results } = await json(
      send('POST', '/api/check-in/acts', { device: 'Handy', acts: [act] }),
    )
    return results[0]
  }
  expect(await enter('Lena', 2)).toMatchObject({ outcome: 'refused', code: 'ParadeFull' })
  expect(await enter('Lena', 1)).toMatchObject({
    outcome: 'done',
    row: { extras: [{ id: 1, title: bus.title, kind: 'bus', quantity: 1 }] },
  })
  expect(await enter('Otto', 2, { overCapacity: true })).toMatchObject({ outcome: 'done' })
  expect(await offered()).toMatchObject([{ freePlaces: 0 }, { freePlaces: null }])
})
