import { beforeEach, describe, expect, test } from 'vitest'
import { install } from '#tests/fakes/install.ts'
import { fakeMollie } from '#tests/fakes/mollie.ts'
import {
  call,
  db,
  json,
  tokenOf as newSessionOf,
  rows,
  runCron,
  setClock,
  signedIn,
} from '#tests/support/api.ts'
import { aCostumeType, aMember, aParade, aParticipation } from '#tests/support/builders.ts'
import { type Chosen, decide, enrol, enrolFamily, enrolled } from '#tests/support/enrolment.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'
import { wrongParadeCounts } from '#tests/support/parade-counts.ts'
import { configure } from '#tests/support/payment-settings.ts'
import { deliver, notify, providers } from '#tests/support/provider-orders.ts'
import { playWaitingStories } from '#tests/support/waiting-stories.ts'
import { commit } from '#worker/db/commit.ts'
import { renderMail } from '#worker/orders/mails/order-mails.ts'
import { retentionBatches } from '#worker/privacy/retention.queries.ts'

// docs/rules.md, "Warteliste".

let management: { id: number; token: string }
let type: { id: number }
let parade: { id: number }

beforeEach(async () => {
  setClock()
  management = await signedIn('management')
  type = await aCostumeType()
  parade = await aParade({ capacity: 2 })
})

const send = (method: string, path: string, body?: unknown) => call(method, path, body, management)
const place = (costumeNumber: number, change: Partial<Chosen> & { extras?: unknown } = {}) => ({
  paradeId: parade.id,
  costumeTypeId: type.id,
  costumeNumber: String(costumeNumber),
  ...change,
})
const person = (number: number) => ({ firstName: `Narr ${number}`, parades: [place(number)] })
/** Books a place for one person, who pays. */
async function book(number: number) {
  const answer = await json(enrol([place(number)], { firstName: `Narr ${number}` }))
  await decide(tokenOf(answer), 'paid')
  return answer.orderToken
}
const waits = (numbers: number[], change = {}) =>
  enrolFamily(numbers.map(person), { waitingList: true, ...change })
/** Puts a family on the waiting list and returns the token of its order. */
const waitingFamily = async (...numbers: number[]): Promise<string> => {
  const answer = await waits(numbers)
  expect(answer.status).toBe(202)
  return (await json(answer)).orderToken
}
const orderOf = (token: string) => json(call('GET', `/api/enrolment/orders/${token}`))
const waitingOf = async (token: string) => (await orderOf(token)).waiting
const list = () => json(send('GET', `/api/parade/${parade.id}/waiting`))
const act = (name: string, entryId: number) =>
  send('POST', `/api/parade/${parade.id}/waiting/${entryId}/${name}`)
const accept = (token: string) => call('POST', `/api/enrolment/orders/${token}/accept`)
const tokenOf = ({ redirectUrl }: { redirectUrl: string }) => redirectUrl.split('/').at(-1) ?? ''
const mailKinds = async () =>
  (await rows<{ kind: string }>('SELECT kind FROM mails ORDER BY id')).map(({ kind }) => kind)
const dayOfParade = async () =>
  (await rows<{ date: string }>('SELECT date FROM parades'))[0]?.date ?? ''
const cancelPlaceOf = async (number: number) => {
  const [row] = await rows<{ id: number }>(
    `SELECT id FROM participations WHERE state = 'booked' AND costume_number = '${number}'`,
  )
  expect((await send('POST', '/api/participation/cancel', { ids: [row?.id] })).status).toBe(204)
}

describe('Joining the waiting list', () => {
  test('An enrolment for a full parade with waitingList is stored as a whole without a payment (202); without waitingList it is rejected (409)', async () => {
    await book(1)
    await book(2)
    expect((await enrolFamily([person(3), person(4)])).status).toBe(409)
    const answer = await waits([3, 4])
    expect(answer.status).toBe(202)
    const { orderToken, ...rest } = await json(answer)
    expect(rest).toEqual({ waiting: true })
    const order = await orderOf(orderToken)
    expect(order).toMatchObject({
      state: 'waiting',
      payUrl: null,
      holdUntil: null,
      waiting: { position: 1, state: 'waiting', offeredUntil: null, reason: 'paradeFull' },
    })
    expect(await list()).toMatchObject([
      {
        position: 1,
        state: 'waiting',
        people: [
          { firstName: 'Narr 3', lastName: 'Straßer' },
          { firstName: 'Narr 4', lastName: 'Straßer' },
        ],
        extras: [],
        offeredUntil: null,
      },
    ])
    expect(await mailKinds()).toContain('waiting')
    expect(await wrongParadeCounts()).toEqual([])
  })

  test('An enrolment with waitingList for a parade with free places is paid as usual', async () => {
    const answer = await json(waits([1, 2]))
    expect(answer.redirectUrl).toContain('/api/payments/sandbox/')
  })

  test('The evening of the enrolment does not count an order on the waiting list as enrolled', async () => {
    await book(1)
    await book(2)
    await waitingFamily(3, 4)
    const { today } = await json(send('GET', '/api/enrolment/evening'))
    expect(today).toMatchObject({ enrolled: 2, places: 2 })
  })

  test('The same enrolment sent again stays one entry and gets the same token', async () => {
    await book(1)
    await book(2)
    const token = 'a'.repeat(32)
    const answers = [
      await json(waits([3], { orderToken: token })),
      await json(waits([3], { orderToken: token })),
    ]
    expect(answers).toEqual([
      { waiting: true, orderToken: token },
      { waiting: true, orderToken: token },
    ])
    expect(await list()).toHaveLength(1)
    // A stranger who types the same learns no token.
    expect(await json(waits([3]))).toEqual({ waiting: true })
  })

  test('A person who is enrolled in a parade is rejected on its waiting list (409)', async () => {
    await book(1)
    await book(2)
    const answer = await enrolFamily([{ firstName: 'Narr 1', parades: [place(9)] }, person(4)], {
      waitingList: true,
    })
    expect((await json(answer)).error.code).toBe('PersonAlreadyEnrolled')
  })
})

describe('Offering places', () => {
  test('One free place goes to the first entry that fits, the larger family keeps its rank and gets two places when they come free', async () => {
    await book(1)
    await book(2)
    const large = await waitingFamily(3, 4)
    const small = await waitingFamily(5)
    await cancelPlaceOf(1)
    expect(await waitingOf(large)).toMatchObject({ state: 'waiting', position: 1 })
    const offered = await waitingOf(small)
    expect(offered).toEqual({
      position: null,
      state: 'offered',
      offeredUntil: '2027-01-17T12:00:00.000Z',
      reason: null,
    })
    // The offered place is not free for a newcomer.
    expect((await enrol([place(8)], { firstName: 'Neu' })).status).toBe(409)
    // The small one lets it lapse; with the next cancellation two are free.
    await cancelPlaceOf(2)
    expect((await waitingOf(large)).state).toBe('waiting')
    setClock('2027-01-17T12:00:01Z')
    await runCron()
    expect(await waitingOf(small)).toMatchObject({ state: 'lapsed', offeredUntil: null })
    expect((await waitingOf(large)).state).toBe('offered')
    expect(await mailKinds()).toEqual([
      'enrolled',
      'enrolled',
      'waiting',
      'waiting',
      'offered',
      'waitingEnded',
      'offered',
    ])
    expect(await wrongParadeCounts()).toEqual([])
  })

  test('Payer and staff see that an offer is over from its last second on, not only after the next cron', async () => {
    await book(1)
    await book(2)
    const token = await waitingFamily(3)
    await cancelPlaceOf(1)
    setClock('2027-01-17T11:59:59Z')
    expect(await orderOf(token)).toMatchObject({ state: 'waiting', waiting: { state: 'offered' } })
    setClock('2027-01-17T12:00:00Z')
    management = { ...management, token: await newSessionOf(management.id) }
    const [order, listed] = [await orderOf(token), await list()]
    expect(order).toMatchObject({ state: 'expired', waiting: { state: 'lapsed' } })
    expect(listed).toMatchObject([{ state: 'lapsed', offeredUntil: null }])
    await runCron()
    expect([await orderOf(token), await list()]).toEqual([order, listed])
  })

  test('An accepted offer is paid and booked; accepting again leads to the same payment', async () => {
    await book(1)
    await book(2)
    const token = await waitingFamily(3)
    await cancelPlaceOf(1)
    const first = await json(accept(token))
    expect(await json(accept(token))).toEqual(first)
    expect((await orderOf(token)).payUrl).toBe(first.redirectUrl)
    await decide(tokenOf(first), 'paid')
    const order = await orderOf(token)
    expect(order).toMatchObject({ state: 'paid', waiting: { state: 'taken', position: null } })
    expect(order.people[0].places[0].state).toBe('booked')
    expect(await list()).toMatchObject([{ state: 'taken', position: null }])
  })

  test('An offer stands after a cancelled payment, and the payer can pay again with another payment', async () => {
    await book(1)
    await book(2)
    const token = await waitingFamily(3)
    await cancelPlaceOf(1)
    const first = await json(accept(token))
    await decide(tokenOf(first), 'cancelled')
    expect(await waitingOf(token)).toMatchObject({ state: 'offered' })
    const second = await json(accept(token))
    expect(second.redirectUrl).not.toBe(first.redirectUrl)
    await decide(tokenOf(second), 'paid')
    expect((await orderOf(token)).state).toBe('paid')
  })

  test('An offer outlasts a payment that runs out, and ends at its own time', async () => {
    await book(1)
    await book(2)
    const token = await waitingFamily(3)
    await cancelPlaceOf(1)
    await accept(token)
    setClock('2027-01-16T14:00:00Z')
    await runCron()
    expect(await waitingOf(token)).toMatchObject({ state: 'offered' })
    await accept(token)
    setClock('2027-01-17T12:00:01Z')
    await runCron()
    expect(await waitingOf(token)).toMatchObject({ state: 'lapsed' })
  })

  test('Nothing can be accepted while no places are offered, nor after the offer has ended (409)', async () => {
    await book(1)
    await book(2)
    const token = await waitingFamily(3)
    expect((await accept(token)).status).toBe(409)
    await cancelPlaceOf(1)
    setClock('2027-01-17T12:00:01Z')
    expect((await accept(token)).status).toBe(409)
    await runCron()
    expect((await accept(token)).status).toBe(409)
  })

  test('A free place is confirmed by one call and never by itself', async () => {
    const free = { priceForAdultsInCent: 0, priceForChildrenInCent: 0 }
    await send('PUT', `/api/parade/${parade.id}`, { ...free, capacity: 1 })
    await enrol([place(1)], { firstName: 'Narr 1' })
    const token = await waitingFamily(2)
    await cancelPlaceOf(1)
    expect((await orderOf(token)).people[0].places[0].state).toBe('reserved')
    expect((await json(accept(token))).redirectUrl).toContain('state=success')
    const order = await orderOf(token)
    expect(order.state).toBe('paid')
    expect(order.people[0].places[0].state).toBe('booked')
    expect((await json(accept(token))).redirectUrl).toContain('state=success')
  })

  test('Raising the capacity offers the new places in the order of the ranks', async () => {
    await book(1)
    await book(2)
    const [first, second, third] = [
      await waitingFamily(3),
      await waitingFamily(4),
      await waitingFamily(5),
    ]
    const saved = await json(send('PUT', `/api/parade/${parade.id}`, { capacity: 4 }))
    expect(saved).toMatchObject({ capacity: 4, offeredPlaces: 2 })
    expect(await Promise.all([first, second, third].map(waitingOf))).toMatchObject([
      { state: 'offered' },
      { state: 'offered' },
      { state: 'waiting', position: 1 },
    ])
  })

  test('An unpaid reservation that runs out is offered to the waiting list, not to the newcomer whose request ends it', async () => {
    await book(1)
    await enrolled([place(2)], { firstName: 'Narr 2' })
    const token = await waitingFamily(3)
    setClock('2027-01-16T12:41:00Z')
    const newcomer = await enrol([place(9)], { firstName: 'Neu' })
    expect(newcomer.status).toBe(409)
    expect((await waitingOf(token)).state).toBe('offered')
  })

  test('An entry whose costume was taken keeps its rank, is told once, and is offered the place once it names another', async () => {
    await book(1)
    const other = await book(2)
    const token = await waitingFamily(3)
    const placeOf = async (of: string) => (await orderOf(of)).people[0].places[0]
    const name = async (of: string, number: string) =>
      call('POST', `/api/enrolment/orders/${of}/places/${(await placeOf(of)).id}/costume`, {
        newCostumeTypeId: type.id,
        newCostumeNumber: number,
      })
    expect((await name(other, '3')).status).toBe(200)
    await cancelPlaceOf(1)
    await runCron()
    expect(await waitingOf(token)).toMatchObject({
      state: 'waiting',
      position: 1,
      reason: 'costumeTaken',
    })
    const told = (await mailKinds()).filter((kind) => kind === 'waitingCostume')
    expect(told).toHaveLength(1)
    expect((await name(token, '33')).status).toBe(200)
    expect(await waitingOf(token)).toMatchObject({ state: 'offered' })
    expect((await placeOf(token)).costumeNumber).toBe('33')
  })

  test('The first in line whose costume was taken is told when the place goes to the next, and again never', async () => {
    await book(1)
    await book(2)
    const [first, second] = [await waitingFamily(3), await waitingFamily(4)]
    const atTheStall = {
      ...{ firstName: 'Stall', lastName: 'Abele', birthday: '1990-01-01', overCapacity: true },
      parades: [place(3)],
    }
    expect((await send('POST', '/api/parades/internal-enrol', atTheStall)).status).toBe(200)
    await send('PUT', `/api/parade/${parade.id}`, { capacity: 3 })
    await cancelPlaceOf(1)
    expect(await waitingOf(first)).toMatchObject({
      state: 'waiting',
      position: 1,
      reason: 'costumeTaken',
    })
    expect(await waitingOf(second)).toMatchObject({ state: 'offered' })
    await runCron()
    const told = (await mailKinds()).filter((kind) => kind === 'waitingCostume')
    expect(told).toHaveLength(1)
  })

  test('An entry whose costume another payer takes while nothing is free is told at once', async () => {
    await book(1)
    const other = await book(2)
    const token = await waitingFamily(3)
    const [{ id }] = (await orderOf(other)).people[0].places
    const changed = { newCostumeTypeId: type.id, newCostumeNumber: '3' }
    await json(call('POST', `/api/enrolment/orders/${other}/places/${id}/costume`, changed))
    expect(await waitingOf(token)).toMatchObject({ position: 1, reason: 'costumeTaken' })
    expect((await mailKinds()).at(-1)).toBe('waitingCostume')
  })

  test('A payer who waits cannot give two of their people the same costume (422)', async () => {
    await book(1)
    await book(2)
    const token = await waitingFamily(3, 4)
    const [, second] = (await orderOf(token)).people
    const address = `/api/enrolment/orders/${token}/places/${second.places[0].id}/costume`
    const wear = (newCostumeNumber: string) =>
      call('POST', address, { newCostumeTypeId: type.id, newCostumeNumber })
    const refused = await wear('3')
    expect(refused.status).toBe(422)
    expect(Object.keys((await json(refused)).error.fields)).toEqual(['newCostumeNumber'])
    expect((await wear('5')).status).toBe(200)
  })

  test('A payer who waits cannot take a costume that is enrolled in the parade already (409)', async () => {
    await book(1)
    await book(2)
    const token = await waitingFamily(3)
    const [{ places }] = (await orderOf(token)).people
    const address = `/api/enrolment/orders/${token}/places/${places[0].id}/costume`
    const refused = await call('POST', address, {
      newCostumeTypeId: type.id,
      newCostumeNumber: '1',
    })
    expect(refused.status).toBe(409)
    expect((await json(refused)).error).toMatchObject({
      code: 'CostumeAlreadyEnrolled',
      fields: { newCostumeNumber: expect.any(String) },
    })
  })

  test('An entry whose people have the same costume, or have become one member by a merge, is not offered places: the next entry is offered them, and newcomers take what is left', async () => {
    await send('PUT', `/api/parade/${parade.id}`, { capacity: 4 })
    for (const number of [1, 2, 11, 12]) await book(number)
    const narr = { lastName: 'Straßer', birthday: '1991-11-01' }
    const kept = await aMember({ ...narr, firstName: 'Narr 3' })
    const gone = await aMember({ ...narr, firstName: 'Narr 4' })
    const merged = await waitingFamily(3, 4)
    const alike = await waitingFamily(5, 6)
    const next = await waitingFamily(7)
    // As two changes of a costume at the same moment leave it.
    await rows(`UPDATE participations SET costume_number = '5', costume_number_key = '5'
      WHERE costume_number = '6'`)
    await send('POST', `/api/member/${kept.id}/merge`, { goneId: gone.id })
    for (const number of [1, 2, 11, 12]) await cancelPlaceOf(number)
    expect(await waitingOf(merged)).toMatchObject({ state: 'waiting', reason: 'personEnrolled' })
    expect(await waitingOf(alike)).toMatchObject({ state: 'waiting', reason: 'costumeTaken' })
    expect((await waitingOf(next)).state).toBe('offered')
    expect((await enrol([place(8)], { firstName: 'Narr 8' })).status).toBe(200)
    expect(await wrongParadeCounts()).toEqual([])
  })

  test('The mails of the waiting list name the price, but no payment on site', async () => {
    await book(1)
    await book(2)
    await waitingFamily(3)
    await cancelPlaceOf(1)
    const texts = await Promise.all(
      (
        await rows<{ id: number }>(`SELECT id FROM mails WHERE kind IN ('waiting', 'offered')
          ORDER BY id`)
      ).map(async ({ id }) => (await renderMail(db(), id, ''))?.text),
    )
    expect(texts).toEqual([
      expect.stringMatching(/ 3, 8,00.€\n[\s\S]*noch nichts zu bezahlen/),
      expect.stringMatching(/ 3, 8,00.€\n[\s\S]*Zu bezahlen: 8,00.€/),
    ])
  })
})

describe('Offers behind an act that frees places', () => {
  const undo = async (answer: Promise<Response>) => {
    const { status, headers } = await answer
    expect(status).toBeLessThan(300)
    const undone = await send('POST', `/api/history/${headers.get('X-Request-Id')}/undo`)
    expect(undone.status).toBe(200)
  }

  test('The undo of an entry at the stall offers its place at once', async () => {
    await book(1)
    const entry = { firstName: 'Stall', lastName: 'Abele', parades: [place(2)] }
    const atTheStall = send('POST', '/api/parades/internal-enrol', entry)
    await atTheStall
    const token = await waitingFamily(3)
    await undo(atTheStall)
    expect((await waitingOf(token)).state).toBe('offered')
  })

  test('The undo of a cancellation is rejected (409) while its place is offered to the waiting list, or is to be offered to an order there first', async () => {
    await book(1)
    const entry = { firstName: 'Stall', lastName: 'Abele', parades: [place(2)] }
    await send('POST', '/api/parades/internal-enrol', entry)
    const token = await waitingFamily(3)
    const [row] = await rows("SELECT id FROM participations WHERE door = 'internal'")
    const cancelled = await send('POST', '/api/participation/cancel', { ids: [row?.id] })
    const undone = () => send('POST', `/api/history/${cancelled.headers.get('X-Request-Id')}/undo`)
    expect((await waitingOf(token)).state).toBe('offered')
    expect((await json(undone())).error.code).toBe('ParadeFull')
    // As if the worker had died before it offered the place.
    await rows("UPDATE participations SET state = 'waiting' WHERE costume_number = '3'")
    await rows("UPDATE orders SET offered_until = NULL WHERE state = 'waiting'")
    expect((await waitingOf(token)).state).toBe('waiting')
    expect((await json(undone())).error.code).toBe('ParadeFull')
    expect((await waitingOf(token)).state).toBe('offered')
    expect(await wrongParadeCounts()).toEqual([])
  })

  test('The merge of two members who are both enrolled offers the place that it cancels at once', async () => {
    const [kept, gone] = [await aMember(), await aMember()]
    for (const { id } of [kept, gone]) {
      const costume = { costumeTypeId: type.id, costumeNumber: `${id}`, costumeNumberKey: `${id}` }
      const who = { memberId: id, givenKey: `m:${id}` }
      await aParticipation({ paradeId: parade.id, ...who, ...costume })
    }
    const token = await waitingFamily(3)
    const merged = await send('POST', `/api/member/${kept.id}/merge`, { goneId: gone.id })
    expect(merged.status).toBe(200)
    expect((await waitingOf(token)).state).toBe('offered')
  })

  test('A costume that staff take off a place is free for an entry that waits for it: it is offered a place at once', async () => {
    await book(1)
    await book(2)
    const token = await waitingFamily(3)
    const [row] = await rows("SELECT id FROM participations WHERE costume_number = '1'")
    const wear = (newCostumeNumber: string) =>
      send('POST', `/api/participation/${row?.id}/costumeType`, {
        newCostumeTypeId: type.id,
        newCostumeNumber,
      })
    expect((await wear('3')).status).toBe(200)
    await cancelPlaceOf(2)
    expect((await waitingOf(token)).reason).toBe('costumeTaken')
    expect((await wear('4')).status).toBe(200)
    expect((await waitingOf(token)).state).toBe('offered')
  })

  test('An entry of a member with whom another place was matched by mistake is offered a place as soon as the match is undone or moved', async () => {
    await book(1)
    await book(2)
    const member = await aMember({
      firstName: 'Narr 3',
      lastName: 'Straßer',
      birthday: '1991-11-01',
    })
    const other = await aMember()
    const token = await waitingFamily(3)
    const [row] = await rows("SELECT id FROM participations WHERE costume_number = '1'")
    const match = (body: object) => send('POST', `/api/participation/${row?.id}/member`, body)
    await match({ memberId: member.id })
    await cancelPlaceOf(2)
    expect((await waitingOf(token)).reason).toBe('personEnrolled')
    await match({ memberId: other.id, instead: member.id })
    expect((await waitingOf(token)).state).toBe('offered')

    await rows("UPDATE participations SET state = 'waiting' WHERE costume_number = '3'")
    await rows("UPDATE orders SET offered_until = NULL WHERE state = 'waiting'")
    await match({ memberId: member.id, instead: other.id })
    expect((await waitingOf(token)).reason).toBe('personEnrolled')
    expect((await match({ memberId: null })).status).toBe(200)
    expect((await waitingOf(token)).state).toBe('offered')
  })

  test('The undo of a lowered capacity offers the places at once', async () => {
    await book(1)
    const lowered = send('PUT', `/api/parade/${parade.id}`, { capacity: 1 })
    await lowered
    const token = await waitingFamily(3)
    await undo(lowered)
    expect((await waitingOf(token)).state).toBe('offered')
  })

  test('A refund that cancels the places offers them at once', async () => {
    await book(1)
    await book(2)
    const token = await waitingFamily(3)
    const refund = { participationId: null, cancelPlaces: true }
    expect((await send('POST', '/api/orders/1/refund', refund)).status).toBe(200)
    expect((await waitingOf(token)).state).toBe('offered')
  })
})

describe('The limits of offers', () => {
  test('Offers stand for 3 hours when the parade is within 3 days, and the last one ends 12 hours before it', async () => {
    await book(1)
    await book(2)
    const token = await waitingFamily(3)
    const date = await dayOfParade()
    const day = (offset: number) => {
      const at = new Date(`${date}T00:00:00Z`)
      at.setUTCDate(at.getUTCDate() + offset)
      return at.toISOString().slice(0, 10)
    }
    setClock(`${day(-3)}T10:00:00Z`)
    // The session of the first user has ended by then.
    management = await signedIn('parades')
    await cancelPlaceOf(1)
    expect((await waitingOf(token)).offeredUntil).toBe(`${day(-3)}T13:00:00.000Z`)
  })

  test.each([
    ['a usual day', '2027-01-24', '2027-01-23T23:11:00Z'],
    ['the day when the clock goes forward', '2027-03-28', '2027-03-27T22:11:00Z'],
  ])(
    'For a parade at 12:11 on %s an offer is made until 12 hours before it, ends then, and none is made from then on',
    async (_, date, last) => {
      parade = await aParade({ date, timeStart: '12:11', capacity: 2 })
      await book(1)
      await book(2)
      const [first, second] = [await waitingFamily(3), await waitingFamily(4)]
      setClock(new Date(Date.parse(last) - 60_000).toISOString())
      // The session of the first user has ended by then.
      management = await signedIn('parades')
      await cancelPlaceOf(1)
      const end = new Date(last).toISOString()
      expect(await waitingOf(first)).toMatchObject({ state: 'offered', offeredUntil: end })
      setClock(last)
      expect((await accept(first)).status).toBe(409)
      await cancelPlaceOf(2)
      expect(await waitingOf(second)).toMatchObject({ state: 'waiting', reason: 'tooLate' })
    },
  )

  test('When a parade is moved to an earlier day, its offers end 12 hours before it at the latest, also when an undo moves it', async () => {
    await book(1)
    await book(2)
    const token = await waitingFamily(3)
    const usual = '2027-01-17T12:00:00.000Z'
    const moveTo = (date: string) =>
      send('PUT', `/api/parade/${parade.id}`, { date, dateEnrolmentEnd: date })
    await moveTo('2027-01-17')
    const moved = await moveTo('2027-01-24')
    expect(moved.status).toBe(200)
    await cancelPlaceOf(1)
    expect((await waitingOf(token)).offeredUntil).toBe(usual)
    const undone = await send('POST', `/api/history/${moved.headers.get('X-Request-Id')}/undo`)
    expect(undone.status).toBe(200)
    expect((await waitingOf(token)).offeredUntil).toBe('2027-01-16T23:00:00.000Z')
    await moveTo('2027-01-15')
    expect((await accept(token)).status).toBe(409)
    expect((await waitingOf(token)).state).toBe('lapsed')
  })

  test('From 12 hours before a full parade its waiting list is closed to new orders (409), also when another parade of the order has places', async () => {
    parade = await aParade({ date: '2027-01-17', timeStart: '12:11', capacity: 2 })
    const later = await aParade({ date: '2027-01-24', capacity: 2 })
    await book(1)
    await book(2)
    const shown = async () =>
      (await json(call('GET', '/api/enrolment/parades'))).find(
        ({ id }: { id: number }) => id === parade.id,
      )
    expect(await shown()).not.toHaveProperty('isTooLate')
    setClock('2027-01-16T23:10:00Z')
    expect((await waits([3])).status).toBe(202)
    setClock('2027-01-16T23:11:00Z')
    expect(await shown()).toMatchObject({ freePlaces: 0, isTooLate: true })
    const both = [place(4), place(4, { paradeId: later.id })]
    for (const parades of [[place(4)], both]) {
      const { error } = await json(enrol(parades, { firstName: 'Narr 4', waitingList: true }))
      expect(error).toMatchObject({ code: 'ParadeFull', paradeId: parade.id, freePlaces: 0 })
      expect(error.message).toContain('Die Warteliste ist geschlossen')
    }
    expect(await rows(`SELECT id FROM orders WHERE state = 'waiting'`)).toHaveLength(1)
  })

  test('When another parade of the order begins too soon for an offer, a full parade is refused with the reason why the waiting list is closed (409), asked for or not', async () => {
    await book(1)
    await book(2)
    const soon = await aParade({ title: 'Nachtumzug', date: '2027-01-17', timeStart: '00:00' })
    const parades = [place(4), place(4, { paradeId: soon.id })]
    for (const waitingList of [true, false]) {
      const { error } = await json(enrol(parades, { firstName: 'Narr 4', waitingList }))
      expect(error).toMatchObject({ code: 'ParadeFull', paradeId: parade.id, freePlaces: 0 })
      expect(error.message).toContain(
        'Die Warteliste ist geschlossen: Bis „Nachtumzug“ ist keine Zeit mehr für ein Angebot.',
      )
    }
    const [alone] = await Promise.all([json(enrol([place(4)], { firstName: 'Narr 4' }))])
    expect(alone.error.message).not.toContain('geschlossen')
  })

  test('After the last offers the cron ends the entries, and tells them', async () => {
    await book(1)
    await book(2)
    const token = await waitingFamily(3)
    const date = await dayOfParade()
    setClock(`${date}T00:30:00Z`)
    // The session of the first user has ended by then.
    management = await signedIn('parades')
    await cancelPlaceOf(1)
    expect((await waitingOf(token)).state).toBe('waiting')
    await runCron()
    expect((await waitingOf(token)).state).toBe('lapsed')
    expect((await mailKinds()).at(-1)).toBe('waitingEnded')
  })

  test('A parade that is called off takes its offers back, and makes them again when it takes place after all', async () => {
    await book(1)
    await book(2)
    const token = await waitingFamily(3)
    await cancelPlaceOf(1)
    expect((await waitingOf(token)).state).toBe('offered')
    await send('POST', `/api/parade/${parade.id}/cancel`, { reason: 'Sturm' })
    expect(await waitingOf(token)).toMatchObject({ state: 'waiting', reason: 'paradeCancelled' })
    expect((await accept(token)).status).toBe(409)
    await send('POST', `/api/parade/${parade.id}/reinstate`)
    expect((await waitingOf(token)).state).toBe('offered')
    expect(await wrongParadeCounts()).toEqual([])
  })

  test('A parade that is called off also takes back an offer that was accepted but not paid: the entry keeps its rank, is told, and is offered the place again first', async () => {
    await book(1)
    await book(2)
    const answer = await json(waits([3], { emailAddress: 'drei@example.org' }))
    const [token, next] = [answer.orderToken, await waitingFamily(4)]
    await cancelPlaceOf(1)
    const { redirectUrl } = await json(accept(token))
    await send('POST', `/api/parade/${parade.id}/cancel`, { reason: 'Sturm' })
    expect(await waitingOf(token)).toMatchObject({
      state: 'waiting',
      position: 1,
      reason: 'paradeCancelled',
      offeredUntil: null,
    })
    expect((await mailKinds()).filter((kind) => kind === 'paradeCancelled')).toHaveLength(2)
    expect((await accept(token)).status).toBe(409)
    // The page of the ended payment is still open in a browser.
    await decide(tokenOf({ redirectUrl }), 'paid')
    expect((await waitingOf(token)).state).toBe('waiting')
    await send('POST', `/api/parade/${parade.id}/reinstate`)
    expect((await waitingOf(token)).state).toBe('offered')
    expect((await waitingOf(next)).state).toBe('waiting')
    expect((await accept(token)).status).toBe(200)
    expect(await wrongParadeCounts()).toEqual([])
  })

  test('An accepted offer that was taken back while the payment provider did not answer returns to the waiting list once the payment is closed, also when the parade takes place again by then', async () => {
    await book(1)
    await book(2)
    const token = await waitingFamily(3)
    await cancelPlaceOf(1)
    await accept(token)
    // As `endParadeHolds` leaves it.
    await rows(
      `UPDATE orders SET hold_until = '2027-01-16T12:00:00.000Z', offered_until = NULL WHERE state = 'pending'`,
    )
    await runCron()
    expect((await waitingOf(token)).state).toBe('offered')
    expect((await accept(token)).status).toBe(200)
  })

  test('When the payment of an offer that was taken back with its parade arrives late, it is refunded, and the places of the order do not wait any more', async () => {
    await book(1)
    await book(2)
    configure({ PAYMENT_PROVIDER: 'mollie', MOLLIE_API_KEY: 'test_1' })
    const provider = fakeMollie({ key: 'test_1' })
    install(provider)
    const token = await waitingFamily(3)
    await cancelPlaceOf(1)
    expect((await accept(token)).status).toBe(200)
    expect((await send('POST', `/api/parade/${parade.id}/cancel`, { reason: '' })).status).toBe(200)
    expect((await waitingOf(token)).state).toBe('waiting')
    provider.payLate(provider.refs().at(-1) ?? '')
    await deliver(provider)
    expect(
      await rows(`SELECT o.state, p.state AS place FROM orders o JOIN participations p ON p.order_id = o.id
        WHERE o.token = '${token}'`),
    ).toEqual([{ state: 'refunded', place: 'released' }])
    expect((await waitingOf(token)).state).toBe('lapsed')
    expect(await list()).toMatchObject([{ state: 'lapsed', position: null }])
    expect(await wrongParadeCounts()).toEqual([])
  })

  test('When the ended payment of an offer is paid late and refunded outside before the app learns of it, the payer can still leave the waiting list, and the next order is offered the place', async () => {
    await book(1)
    await book(2)
    const [stripe] = providers
    configure(stripe.settings)
    const provider = stripe.open()
    install(provider)
    const token = await waitingFamily(3)
    const next = await waitingFamily(4)
    await cancelPlaceOf(1)
    expect((await accept(token)).status).toBe(200)
    const ref = provider.refs().at(-1) ?? ''
    provider.expire(ref)
    await deliver(provider)
    expect((await waitingOf(token)).state).toBe('offered')
    provider.payLate(ref)
    const [order] = await rows<{ cents: number }>(
      `SELECT amount_in_cent AS cents FROM orders WHERE token = '${token}'`,
    )
    provider.refundOutside(ref, order?.cents ?? 0)
    await deliver(provider)
    const answer = await call('POST', `/api/enrolment/orders/${token}/cancel`)
    expect(await json(answer)).toEqual({ state: 'cancelled' })
    expect((await waitingOf(next)).state).toBe('offered')
  })

  describe('While an event about an ended payment is processed, the payer opens another payment', () => {
    /** Accepts an offer; returns its token, and an act that ends the payment and accepts again. */
    async function acceptedOffer() {
      await book(1)
      await book(2)
      const [stripe] = providers
      configure(stripe.settings)
      const provider = stripe.open()
      install(provider)
      const token = await waitingFamily(3)
      await cancelPlaceOf(1)
      expect((await accept(token)).status).toBe(200)
      return { provider, token, ref: provider.refs().at(-1) ?? '' }
    }

    test('An event that the first payment has expired does not end the second one', async () => {
      const { provider, token, ref } = await acceptedOffer()
      provider.expire(ref)
      const [event] = await provider.events()
      if (!event) throw new Error('no event')
      const database = overtakenBefore('update "participations"', async () => {
        expect((await notify(provider, event)).status).toBe(200)
        expect((await accept(token)).status).toBe(200)
      })
      expect((await notify(provider, event, { database })).status).toBe(200)
      expect(
        await rows(`SELECT state, provider_ref AS ref FROM orders WHERE token = '${token}'`),
      ).toEqual([{ state: 'pending', ref: provider.refs().at(-1) }])
    })

    test('A refund of the first payment in the dashboard is not counted as one of the second', async () => {
      const { provider, token, ref } = await acceptedOffer()
      provider.expire(ref)
      await deliver(provider)
      const [order] = await rows<{ cents: number }>(
        `SELECT amount_in_cent AS cents FROM orders WHERE token = '${token}'`,
      )
      provider.payLate(ref)
      provider.refundOutside(ref, order?.cents ?? 0)
      const [event] = await provider.events()
      if (!event) throw new Error('no event')
      const database = overtakenBefore('insert into "order_refunds"', async () => {
        expect((await accept(token)).status).toBe(200)
        provider.pay(provider.refs().at(-1) ?? '')
      })
      expect((await notify(provider, event, { database })).status).toBe(200)
      await deliver(provider)
      expect((await orderOf(token)).state).toBe('paid')
      expect(await rows(`SELECT reason FROM order_refunds`)).toEqual([])
    })
  })

  test('An entry that does not meet an age rule set since is not offered places, and cannot accept those offered before (409): the next entry is offered them', async () => {
    await book(1)
    await book(2)
    const child = { ...person(3), birthday: '2021-05-01', age: 'Child' as const }
    const { orderToken: token } = await json(enrolFamily([child], { waitingList: true }))
    const grown = { ...person(4), birthday: '1990-01-24', age: 'Adult' as const }
    const { orderToken: next } = await json(enrolFamily([grown], { waitingList: true }))
    await cancelPlaceOf(1)
    expect((await waitingOf(token)).state).toBe('offered')
    const rule = (change: object) => send('PUT', `/api/parade/${parade.id}`, change)
    expect((await rule({ minAge: null, guardianBelow: 16 })).status).toBe(200)
    const refused = await accept(token)
    expect(refused.status).toBe(409)
    expect((await json(refused)).error.message).toContain('Altersregel')
    expect((await waitingOf(token)).state).toBe('waiting')
    expect((await waitingOf(next)).state).toBe('offered')
    await rule({ minAge: 8, guardianBelow: null })
    await cancelPlaceOf(2)
    expect(await waitingOf(token)).toMatchObject({ state: 'waiting', reason: 'ageRule' })
    expect((await accept(next)).status).toBe(200)
    await rule({ minAge: null })
    await runCron()
    expect((await waitingOf(token)).state).toBe('offered')
    expect((await accept(token)).status).toBe(200)
    expect(await wrongParadeCounts()).toEqual([])
  })
})

describe('Leaving the waiting list, and what staff do', () => {
  test('The payer ends the entry; an offered place goes to the next', async () => {
    await book(1)
    await book(2)
    const [first, second] = [await waitingFamily(3), await waitingFamily(4)]
    await cancelPlaceOf(1)
    const answer = await call('POST', `/api/enrolment/orders/${first}/cancel`)
    expect(await json(answer)).toEqual({ state: 'cancelled' })
    expect((await waitingOf(first)).state).toBe('removed')
    expect((await waitingOf(second)).state).toBe('offered')
  })

  test('Staff move an entry to the first position, remove one with a mail, and offer places to one out of turn', async () => {
    await book(1)
    await book(2)
    const tokens = [await waitingFamily(3), await waitingFamily(4), await waitingFamily(5, 6)]
    const [a, b, c] = (await list()).map(({ id }: { id: number }) => id)
    const first = await json(act('first', c))
    expect(first.map(({ id, position }: never) => [id, position])).toEqual([
      [c, 1],
      [a, 2],
      [b, 3],
    ])
    // Nothing is free yet.
    expect((await json(act('offer', b))).error.code).toBe('ParadeFull')
    await json(act('remove', a))
    expect((await waitingOf(tokens[0] ?? '')).state).toBe('removed')
    await json(call('POST', `/api/enrolment/orders/${tokens[1]}/cancel`))
    const ended = (await list()).filter(({ state }: { state: string }) => state === 'removed')
    expect(ended.map(({ id, removedBy }: never) => [id, removedBy])).toEqual([
      [a, 'staff'],
      [b, 'payer'],
    ])
    expect((await mailKinds()).at(-1)).toBe('waitingEnded')
    expect((await act('first', a)).status).toBe(409)
    expect((await act('first', 999)).status).toBe(404)
    const events = await rows(`SELECT kind, user_id IS NOT NULL AS by_user FROM order_history
      WHERE kind IN ('movedFirst', 'ended') ORDER BY id`)
    expect(events).toEqual([
      { kind: 'movedFirst', by_user: 1 },
      { kind: 'ended', by_user: 1 },
    ])
  })
})

test('An entry that another order of its payer replaces is told apart from one that the payer left', async () => {
  await book(1)
  await book(2)
  const earlier = await waitingFamily(3)
  await json(waits([4], { replaces: earlier }))
  expect((await list()).map(({ state, removedBy }: never) => [state, removedBy])).toEqual([
    ['waiting', null],
    ['removed', 'newOrder'],
  ])
  expect(await rows(`SELECT kind FROM order_history WHERE kind = 'replaced'`)).toHaveLength(1)
})

test('The refusal to offer places (409 ParadeFull) says how many are free', async () => {
  await book(1)
  await book(2)
  await waitingFamily(3, 4)
  const [{ id: entryId }] = await list()
  const refusal = async () => (await json(act('offer', entryId))).error
  expect(await refusal()).toMatchObject({ paradeId: parade.id, freePlaces: 0 })
  await cancelPlaceOf(1)
  expect(await refusal()).toMatchObject({
    code: 'ParadeFull',
    paradeId: parade.id,
    freePlaces: 1,
  })
})

describe('Extras on the waiting list', () => {
  test('A full bus puts the whole order on the waiting list, and a freed seat is offered', async () => {
    const bus = {
      title: 'Bus',
      kind: 'bus',
      priceForAdultsInCent: 500,
      priceForChildrenInCent: 300,
      capacity: 1,
      departure: null,
    }
    const { extras } = await json(
      send('PUT', `/api/parade/${parade.id}`, { capacity: null, extras: [bus] }),
    )
    const seat = [extras[0].id]
    const { token: other } = await enrolled([place(1, { extras: seat })], { firstName: 'Narr 1' })
    await decide(other, 'paid')
    const answer = await enrol([place(2, { extras: seat })], {
      firstName: 'Narr 2',
      waitingList: true,
    })
    expect(answer.status).toBe(202)
    const { orderToken } = await json(answer)
    expect(await waitingOf(orderToken)).toMatchObject({ reason: 'extraFull' })
    const [entry] = await list()
    expect(entry.extras).toEqual([{ id: extras[0].id, title: 'Bus', quantity: 1 }])
    expect((await json(act('offer', entry.id))).error).toMatchObject({
      paradeId: parade.id,
      extraId: extras[0].id,
      freePlaces: 0,
    })
    // An order without the bus is booked at once, although others wait for the bus.
    expect((await enrol([place(3)], { firstName: 'Narr 3' })).status).toBe(200)
    await cancelPlaceOf(1)
    expect((await waitingOf(orderToken)).state).toBe('offered')
    expect(await wrongParadeCounts()).toEqual([])
  })

  describe('The undo of a changed number of seats', () => {
    const bus = {
      title: 'Bus',
      kind: 'bus',
      priceForAdultsInCent: 500,
      priceForChildrenInCent: 300,
      departure: null,
    }
    let busId: number
    const setSeats = (capacity: number) =>
      send('PUT', `/api/parade/${parade.id}`, { extras: [{ ...bus, id: busId, capacity }] })
    const undo = async (answer: Promise<Response>) => {
      const requestId = (await answer).headers.get('X-Request-Id')
      expect((await send('POST', `/api/history/${requestId}/undo`)).status).toBe(200)
    }
    const seatFor = (number: number) =>
      enrol([place(number, { extras: [busId] })], {
        firstName: `Narr ${number}`,
        waitingList: true,
      })
    const bookSeat = async (number: number) => decide(tokenOf(await json(seatFor(number))), 'paid')

    beforeEach(async () => {
      const extras = [{ ...bus, capacity: 1 }]
      const body = { capacity: null, extras }
      busId = (await json(send('PUT', `/api/parade/${parade.id}`, body))).extras[0].id
    })

    test('When the number is higher again, the seats are offered at once', async () => {
      await setSeats(2)
      await bookSeat(1)
      const lowered = setSeats(1)
      await lowered
      const { orderToken } = await json(seatFor(2))
      expect((await waitingOf(orderToken)).state).toBe('waiting')
      await undo(lowered)
      expect((await waitingOf(orderToken)).state).toBe('offered')
      expect(await wrongParadeCounts()).toEqual([])
    })

    test('When it is lower again than the taken seats, they stay taken, and no seat is offered before one is free', async () => {
      const raised = setSeats(2)
      await raised
      await bookSeat(1)
      await bookSeat(2)
      const { orderToken } = await json(seatFor(3))
      await undo(raised)
      await cancelPlaceOf(1)
      expect(await waitingOf(orderToken)).toMatchObject({ state: 'waiting', reason: 'extraFull' })
      await cancelPlaceOf(2)
      expect((await waitingOf(orderToken)).state).toBe('offered')
      expect(await wrongParadeCounts()).toEqual([])
    })
  })
})

describe('Random stories of a waiting list', () => {
  test('After each act of 15 random stories every payer has the position, offer or places that the model of the rules says', async () => {
    await playWaitingStories(management, { runs: 15, seed: 20261126 })
  }, 120_000)
})

test('The retention changes nothing of an order that waits, whatever its age', async () => {
  await book(1)
  await book(2)
  await waitingFamily(3)
  await rows(`UPDATE orders SET created_at = '2010-01-02T12:00:00.000Z' WHERE state = 'waiting'`)
  await rows(`UPDATE parades SET date = '2010-02-02', date_enrolment_end = '2010-01-02',
    date_enrolment_start = '2010-01-01'`)
  const stored = () => rows(`SELECT * FROM orders WHERE state = 'waiting'`)
  const before = await stored()
  expect(before).toHaveLength(1)
  const context = { db: db(), now: new Date('2027-01-16T12:00:00Z'), today: '2027-01-16' }
  for (const batches of Object.values(retentionBatches)) {
    for (const batch of batches(context)) await commit(db(), batch)
  }
  expect(await stored()).toEqual(before)
})
