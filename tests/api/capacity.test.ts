import { beforeEach, describe, expect, test } from 'vitest'
import { call, db, json, rows, runCron, setClock, signedIn } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import {
  type Chosen,
  decide,
  enrol,
  enrolFamily,
  enrolled,
  states,
} from '#tests/support/enrolment.ts'
import { wrongParadeCounts } from '#tests/support/parade-counts.ts'
import { commit } from '#worker/db/commit.ts'
import { guardCapacity } from '#worker/enrolment/places.queries.ts'

// docs/rules.md, "Plätze": the limit of people of a parade.

const afterHold = '2027-01-16T12:30:01Z'

let management: { token: string }
let type: { id: number }
let parade: { id: number }

beforeEach(async () => {
  setClock()
  management = await signedIn('management')
  type = await aCostumeType()
  parade = await aParade({ capacity: 2 })
})

const send = (method: string, path: string, body?: unknown) => call(method, path, body, management)
const place = (costumeNumber: string | number, paradeId = parade.id): Chosen => ({
  paradeId,
  costumeTypeId: type.id,
  costumeNumber: String(costumeNumber),
})
/** An enrolment of a person of their own, with a costume of their own. */
const enrolNumber = (number: number, change = {}) =>
  enrol([place(number)], { firstName: `Narr ${number}`, ...change })
const person = (number: number, paradeId = parade.id) => ({
  firstName: `Narr ${number}`,
  parades: [place(number, paradeId)],
})
const takenPlaces = () =>
  rows(`SELECT count(*) AS n FROM participations WHERE state IN ('reserved', 'booked')`)
const listedFreePlaces = async () =>
  (await json(call('GET', '/api/enrolment/parades'))).map(
    ({ freePlaces }: { freePlaces: number | null }) => freePlaces,
  )

describe('The limit of places of a parade', () => {
  test('Management can set and remove the limit of places of a parade; a limit of 0 or 10,001 is rejected with an error at its field (422)', async () => {
    const path = `/api/parade/${parade.id}`
    expect((await json(send('PUT', path, { capacity: 50 }))).capacity).toBe(50)
    expect((await json(send('PUT', path, { capacity: null }))).capacity).toBe(null)
    for (const capacity of [0, -1, 10_001]) {
      const answer = await send('PUT', path, { capacity })
      expect(answer.status).toBe(422)
      expect((await json(answer)).error.fields).toHaveProperty('capacity')
    }
    const [entry] = await json(
      send('GET', `/api/history?entity=parade&entityId=${parade.id}`),
    ).then(({ entries }) => entries)
    expect(JSON.stringify(entry)).toContain('capacity')
  })

  test('Once reserved and booked places together reach the limit of a parade, the next enrolment is rejected with freePlaces 0 (409)', async () => {
    await enrolNumber(1)
    await decide((await enrolled([place(2)], { firstName: 'Narr 2' })).token, 'paid')
    const answer = await enrolNumber(3)
    expect(answer.status).toBe(409)
    expect(await json(answer)).toEqual({
      enrolSuccessful: false,
      error: {
        code: 'ParadeFull',
        message: '„Ringtreffen Moosried“ ist ausgebucht.',
        fields: { 'parades.0.paradeId': 'Für Narr 3 ist kein Platz mehr frei.' },
        paradeId: parade.id,
        parades: [parade.id],
        freePlaces: 0,
      },
    })
    expect(await takenPlaces()).toEqual([{ n: 2 }])
    expect(await wrongParadeCounts()).toEqual([])
  })

  test('A family with more people than vacant places is rejected as a whole, and the answer names who has no place (409)', async () => {
    const answer = await enrolFamily([person(1), person(2), person(3)])
    expect(answer.status).toBe(409)
    const { error } = await json(answer)
    expect(error).toMatchObject({ code: 'ParadeFull', freePlaces: 2 })
    expect(error.message).toBe('Für „Ringtreffen Moosried“ sind nur noch 2 Plätze frei.')
    expect(error.fields).toEqual({
      'people.2.parades.0.paradeId': 'Für Narr 3 ist kein Platz mehr frei.',
    })
    expect(await takenPlaces()).toEqual([{ n: 0 }])
    expect((await enrolFamily([person(1), person(2)])).status).toBe(200)
  })

  test('An enrolment for two parades of which one is full is rejected as a whole', async () => {
    const other = await aParade({ title: 'Nachtumzug', capacity: 1 })
    await enrol([place(1, other.id)], { firstName: 'Narr 1' })
    const answer = await enrol([place(2), place(2, other.id)], { firstName: 'Narr 2' })
    expect((await json(answer)).error).toMatchObject({
      paradeId: other.id,
      fields: { 'parades.1.paradeId': 'Für Narr 2 ist kein Platz mehr frei.' },
    })
    expect(await takenPlaces()).toEqual([{ n: 1 }])
  })

  test('When a person who is already enrolled enrols again for a full parade, the rejection is about the person (PersonAlreadyEnrolled)', async () => {
    await enrolNumber(1)
    await enrolNumber(2)
    const answer = await enrol([place(3)], { firstName: 'Narr 1' })
    expect((await json(answer)).error.code).toBe('PersonAlreadyEnrolled')
  })

  test('The public list of parades shows the number of vacant places only if it is 10 or less; above that and without a limit it is null', async () => {
    await aParade({ title: 'Ohne Grenze', date: '2027-01-25' })
    await aParade({ title: 'Elf', date: '2027-01-26', capacity: 11 })
    const ten = await aParade({ title: 'Zehn', date: '2027-01-27', capacity: 10 })
    expect(await listedFreePlaces()).toEqual([2, null, null, 10])
    await enrol([place(1), place(1, ten.id)])
    expect(await listedFreePlaces()).toEqual([1, null, null, 9])
  })

  test('If the limit of a parade is set below its taken places, they stay taken, and the public list shows 0 vacant places', async () => {
    await enrolFamily([person(1), person(2)])
    await send('PUT', `/api/parade/${parade.id}`, { capacity: 1 })
    expect(await listedFreePlaces()).toEqual([0])
    expect(await takenPlaces()).toEqual([{ n: 2 }])
    expect((await enrolNumber(3)).status).toBe(409)
  })
})

describe('Places that become vacant', () => {
  test('As soon as a reservation expires, the next enrolment for the full parade is accepted', async () => {
    await enrolFamily([person(1), person(2)])
    expect((await enrolNumber(3)).status).toBe(409)
    setClock(afterHold)
    expect((await enrolNumber(3)).status).toBe(200)
    expect(await states()).toEqual({
      orders: ['expired', 'pending'],
      places: ['released', 'released', 'reserved'],
    })
  })

  test('A payment after the reservation ended is refunded if others have taken the last places of the parade', async () => {
    const { token } = await enrolled([place(1)], { firstName: 'Narr 1' })
    setClock(afterHold)
    await runCron()
    await enrolFamily([person(2), person(3)])
    await decide(token, 'paid')
    expect((await states()).orders).toEqual(['refunded', 'pending'])
    expect(await takenPlaces()).toEqual([{ n: 2 }])
  })

  test('A payment after the reservation ended books the place if the parade still has a vacant one', async () => {
    const { token } = await enrolled([place(1)], { firstName: 'Narr 1' })
    setClock(afterHold)
    await runCron()
    await enrolNumber(2)
    await decide(token, 'paid')
    expect((await states()).orders).toEqual(['paid', 'pending'])
  })

  test('In a full parade an unpaid order can be replaced by one with as many places, but not by one with more (ParadeFull)', async () => {
    const first = await json(enrolFamily([person(1), person(2)]))
    const wider = await enrolFamily([person(1), person(2), person(3)], {
      replaces: first.orderToken,
    })
    expect((await json(wider)).error).toMatchObject({ code: 'ParadeFull', freePlaces: 2 })
    const second = await json(enrolFamily([person(1), person(2)]))
    const other = await enrolFamily([person(1), person(4)], { replaces: second.orderToken })
    expect(other.status).toBe(200)
    expect(await takenPlaces()).toEqual([{ n: 2 }])
  })
})

describe('The limit of a parade for staff', () => {
  let member: { id: number }
  let costume: { id: number }

  beforeEach(async () => {
    member = await aMember()
    costume = await aCostume(type.id, '77')
    await enrolFamily([person(1), person(2)])
  })

  const enter = (change = {}) =>
    send('POST', `/api/parade/${parade.id}/participation`, {
      memberId: member.id,
      costumeId: costume.id,
      ...change,
    })

  test('Management can add a participant to a full parade only with overCapacity in the request (409 ParadeFull without it)', async () => {
    const answer = await enter()
    expect(answer.status).toBe(409)
    expect((await json(answer)).error).toMatchObject({ code: 'ParadeFull', freePlaces: 0 })
    expect((await enter({ overCapacity: true })).status).toBe(201)
    expect(await takenPlaces()).toEqual([{ n: 3 }])
    expect(await wrongParadeCounts()).toEqual([])
  })

  test('An internal enrolment for a full parade is accepted only with overCapacity in the request (409 ParadeFull without it)', async () => {
    const body = { firstName: 'Narr 3', lastName: 'Straßer', parades: [place(3)] }
    const answer = await send('POST', '/api/parades/internal-enrol', body)
    expect(answer.status).toBe(409)
    expect((await json(answer)).error.code).toBe('ParadeFull')
    const confirmed = { ...body, overCapacity: true }
    expect((await send('POST', '/api/parades/internal-enrol', confirmed)).status).toBe(200)
  })

  test('An on-site entry for a full parade is accepted only with overCapacity in the request (ParadeFull without it)', async () => {
    const path = `/api/parade/${parade.id}/participation/atParade`
    const body = { firstName: 'Narr 3', lastName: 'Straßer', selectedCostumeTypeId: type.id }
    expect((await json(send('POST', path, body))).error.code).toBe('ParadeFull')
    expect((await send('POST', path, { ...body, overCapacity: true })).status).toBe(201)
  })

  test('A public enrolment for a full parade is rejected (409) even with overCapacity in the request', async () => {
    expect((await enrolNumber(4, { overCapacity: true })).status).toBe(409)
  })

  test('The cancellation of a place cannot be undone while the parade is full (ParadeFull)', async () => {
    expect((await enter({ overCapacity: true })).status).toBe(201)
    const [{ id }] = (await rows<{ id: number }>(
      `SELECT id FROM participations WHERE door = 'management'`,
    )) as [{ id: number }]
    const cancelled = await send('POST', '/api/participation/cancel', { ids: [id] })
    const requestId = cancelled.headers.get('X-Request-Id')
    const undo = () => send('POST', `/api/history/${requestId}/undo`)
    expect((await json(undo())).error.code).toBe('ParadeFull')
    await send('PUT', `/api/parade/${parade.id}`, { capacity: 3 })
    expect((await undo()).status).toBe(200)
    expect(await takenPlaces()).toEqual([{ n: 3 }])
  })

  test('The limits of 500 parades are checked in one commit, more than the 100 values that a statement may bind', async () => {
    const others = Array.from({ length: 499 }, (_, index) => 1000 + index)
    const taken = [...others, parade.id].map((paradeId) => ({ paradeId, extras: [] }))
    await enrolFamily([person(1), person(2)])
    await commit(db(), [guardCapacity(taken)])
    await send('PUT', `/api/parade/${parade.id}`, { capacity: 1 })
    await expect(commit(db(), [guardCapacity(taken)])).rejects.toThrow('withinCapacity')
  })
})

describe('Many enrolments at once', () => {
  test('Of 60 simultaneous enrolments for 20 places exactly 20 are accepted', async () => {
    const many = await aParade({ title: 'Nachtumzug', capacity: 20 })
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, number) =>
        enrol([place(number, many.id)], { firstName: `Narr ${number}` }),
      ),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(20).fill(200), ...Array(40).fill(409)])
    expect(await takenPlaces()).toEqual([{ n: 20 }])
    expect(await wrongParadeCounts()).toEqual([])
  })
})
