import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, setClock, signedIn, today, tokenOf } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember } from '#tests/support/builders.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'

let management: { id: number; token: string }
let costumeId: number
let annegret: number
let jonas: number
beforeEach(async () => {
  setClock()
  management = await signedIn('management')
  const type = await aCostumeType('Butz')
  costumeId = (await aCostume(type.id, '12')).id
  annegret = (await aMember()).id
  jonas = (await aMember({ firstName: 'Jonas', lastName: 'Kächele', birthday: null })).id
})

/** Another day, on which management signs in again. */
async function on(instant: string) {
  setClock(instant)
  management.token = await tokenOf(management.id)
}

const give = (newMemberId: unknown, costume = costumeId) =>
  call('POST', `/api/costume/${costume}/owner`, { newMemberId }, management)
const history = async () =>
  (await json(call('GET', `/api/costume/${costumeId}/ownerships`, undefined, management))).map(
    (span: { member: { id: number }; ownedFrom: string; ownedTo: string | null }) => [
      span.member.id,
      span.ownedFrom,
      span.ownedTo,
    ],
  )
const leave = (memberId: number, date: string, state = 'Left') =>
  call(
    'POST',
    `/api/member/${memberId}/leave`,
    { state, date, costumeIds: [costumeId] },
    management,
  )
const problem = async (response: Response) => ({
  status: response.status,
  ...(await json(response)).error,
})

describe('a new owner', () => {
  test('owns the costume from today on; the one before until today', async () => {
    const first = await give(annegret)
    expect(first.status).toBe(201)
    expect(await json(first)).toEqual({
      id: expect.any(Number),
      member: { id: annegret, firstName: 'Annegret', lastName: 'Gruber', birthday: '1980-05-04' },
      ownedFrom: today,
      ownedTo: null,
    })
    await on('2027-03-01T12:00:00Z')
    expect((await give(jonas)).status).toBe(201)
    expect(await history()).toEqual([
      [jonas, '2027-03-01', null],
      [annegret, today, '2027-03-01'],
    ])
  })

  test('shows in the list, at the costume and at the member', async () => {
    await give(annegret)
    const [row] = await json(call('GET', '/api/costume/info', undefined, management))
    expect(row.currentOwner).toEqual({ id: annegret, firstName: 'Annegret', lastName: 'Gruber' })
    const [owned] = await json(
      call('GET', `/api/member/${annegret}/costumes`, undefined, management),
    )
    expect(owned).toMatchObject({ id: costumeId, number: '12', ownedFrom: today, ownedTo: null })
  })

  test('begins on the Berlin day, also in the hour in which UTC has another one', async () => {
    await on('2027-06-30T22:30:00Z')
    expect((await json(give(annegret))).ownedFrom).toBe('2027-07-01')
  })

  test('is told apart from the one who has it: 409, and nothing changes', async () => {
    await give(annegret)
    await on('2027-03-01T12:00:00Z')
    expect(await problem(await give(annegret))).toMatchObject({
      status: 409,
      code: 'AlreadyOwner',
      message: 'Dieses Mitglied besitzt das Kleid schon.',
    })
    expect(await history()).toEqual([[annegret, today, null]])
  })

  test('may be the next one on the same day, and the first one again', async () => {
    for (const member of [annegret, jonas, annegret]) {
      expect((await give(member)).status).toBe(201)
    }
    expect(await history()).toEqual([
      [annegret, today, null],
      [jonas, today, today],
      [annegret, today, today],
    ])
  })

  test.each([
    [4711, 422],
    [-1, 422],
    ['1', 400],
    [1.5, 400],
    [undefined, 400],
  ])('%o is a %i beside newMemberId, and the old one stays', async (member, status) => {
    await give(annegret)
    const error = await problem(await give(member))
    expect(error.status).toBe(status)
    expect(Object.keys(error.fields)).toEqual(['newMemberId'])
    expect(await history()).toEqual([[annegret, today, null]])
  })

  test('is nobody who died; who left may have it', async () => {
    const dead = await aMember({ membershipState: 'Died' })
    await give(annegret)
    expect(await problem(await give(dead.id))).toMatchObject({
      status: 422,
      fields: { newMemberId: 'Dieses Mitglied ist verstorben.' },
    })
    expect(await history()).toEqual([[annegret, today, null]])
    const gone = await aMember({ membershipState: 'Left' })
    expect((await give(gone.id)).status).toBe(201)
  })

  test('comes to no deregistered costume, which can only be given back', async () => {
    await give(annegret)
    const deregister = { registeredUntil: '2026-12-31' }
    await call('PUT', `/api/costume/${costumeId}`, deregister, management)
    expect(await history()).toEqual([[annegret, today, null]])
    expect(await problem(await give(jonas))).toMatchObject({
      status: 409,
      code: 'Conflict',
      message: 'Das Kleid ist abgemeldet und bekommt keinen neuen Besitzer.',
    })
    expect(await history()).toEqual([[annegret, today, null]])
    expect((await give(null)).status).toBe(200)
  })

  test('of an unknown costume is a 404', async () => {
    expect((await give(annegret, 4711)).status).toBe(404)
    expect((await give(null, 4711)).status).toBe(404)
  })
})

describe('back to the guild', () => {
  test('ends the ownership today and answers with it', async () => {
    await give(annegret)
    await on('2027-03-01T12:00:00Z')
    const response = await give(null)
    expect(response.status).toBe(200)
    expect(await json(response)).toMatchObject({
      member: { id: annegret },
      ownedFrom: today,
      ownedTo: '2027-03-01',
    })
    expect(await history()).toEqual([[annegret, today, '2027-03-01']])
  })

  test('is refused when nobody owns it', async () => {
    expect(await problem(await give(null))).toMatchObject({
      status: 409,
      code: 'AlreadyOwner',
      message: 'Das Kleid gehört niemandem. Es ist schon bei der Zunft.',
    })
  })
})

describe('somebody who leaves', () => {
  test('with a day to come keeps it until then, or until the next owner', async () => {
    await give(annegret)
    expect((await leave(annegret, '2027-12-31')).status).toBe(200)
    await on('2027-03-01T12:00:00Z')
    const [row] = await json(call('GET', '/api/costume/info', undefined, management))
    expect(row.currentOwner.id).toBe(annegret)
    await give(jonas)
    expect(await history()).toEqual([
      [jonas, '2027-03-01', null],
      [annegret, today, '2027-03-01'],
    ])
  })

  test('may get the same costume again before that day', async () => {
    await give(annegret)
    await leave(annegret, '2027-12-31')
    await on('2027-03-01T12:00:00Z')
    expect((await give(annegret)).status).toBe(201)
    expect(await history()).toEqual([
      [annegret, '2027-03-01', null],
      [annegret, today, '2027-03-01'],
    ])
  })

  test('takes no costume along that was given to somebody else meanwhile', async () => {
    await give(annegret)
    const database = overtakenBefore('update "costume_ownerships"', () => give(jonas))
    const path = `/api/member/${annegret}/leave`
    const body = { state: 'Left', date: '2027-12-31', costumeIds: [costumeId] }
    const left = await call('POST', path, body, { ...management, database })
    expect(left.status).toBe(200)
    expect(await history()).toEqual([
      [jonas, today, null],
      [annegret, today, today],
    ])
  })
})

describe('two at the same moment', () => {
  test('who give it to two members leave one owner and no gap or overlap', async () => {
    const other = await aMember({ firstName: 'Lena', lastName: 'Rist' })
    await give(annegret)
    await on('2027-03-01T12:00:00Z')
    const answers = await Promise.all([give(jonas), give(other.id)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const [last, between, first] = await history()
    expect(last.slice(1)).toEqual(['2027-03-01', null])
    expect(between.slice(1)).toEqual(['2027-03-01', '2027-03-01'])
    expect(first).toEqual([annegret, today, '2027-03-01'])
    expect([last[0], between[0]].sort()).toEqual([jonas, other.id].sort())
  })

  test('who give it to the same one: one is told that it is so already', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => give(jonas)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    expect(await history()).toEqual([[jonas, today, null]])
  })

  test('who take it back: one is told that it is with the guild already', async () => {
    await give(annegret)
    const answers = await Promise.all([give(null), give(null)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
