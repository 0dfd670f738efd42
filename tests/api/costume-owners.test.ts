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

/** Sets the clock and signs management in again. */
async function continueAt(instant: string) {
  setClock(instant)
  management.token = await tokenOf(management.id)
}

const give = (newMemberId: unknown, costume = costumeId) =>
  call('POST', `/api/costume/${costume}/owner`, { newMemberId }, management)
const giveFrom = (newMemberId: number | null, from: unknown) =>
  call('POST', `/api/costume/${costumeId}/owner`, { newMemberId, from }, management)

type Listed = { id: number; member: { id: number }; ownedFrom: string; ownedTo: string | null }

const ownerships = (): Promise<Listed[]> =>
  json(call('GET', `/api/costume/${costumeId}/ownerships`, undefined, management))
const history = async () =>
  (await ownerships()).map((span) => [span.member.id, span.ownedFrom, span.ownedTo])
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
  test('The ownership of a new owner begins today, and the previous ownership ends today', async () => {
    const first = await give(annegret)
    expect(first.status).toBe(201)
    expect(await json(first)).toEqual({
      id: expect.any(Number),
      member: { id: annegret, firstName: 'Annegret', lastName: 'Gruber', birthday: '1980-05-04' },
      ownedFrom: today,
      ownedTo: null,
    })
    await continueAt('2027-03-01T12:00:00Z')
    expect((await give(jonas)).status).toBe(201)
    expect(await history()).toEqual([
      [jonas, '2027-03-01', null],
      [annegret, today, '2027-03-01'],
    ])
  })

  test("The list of costumes contains the owner, and the member's costumes contain the costume", async () => {
    await give(annegret)
    const [row] = await json(call('GET', '/api/costume/info', undefined, management))
    expect(row.currentOwner).toEqual({ id: annegret, firstName: 'Annegret', lastName: 'Gruber' })
    const [owned] = await json(
      call('GET', `/api/member/${annegret}/costumes`, undefined, management),
    )
    expect(owned).toMatchObject({ id: costumeId, number: '12', ownedFrom: today, ownedTo: null })
  })

  test('A new ownership begins on the current day in Berlin', async () => {
    await continueAt('2027-06-30T22:30:00Z')
    expect((await json(give(annegret))).ownedFrom).toBe('2027-07-01')
  })

  test('Rejects the current owner as the new owner (409 AlreadyOwner)', async () => {
    await give(annegret)
    await continueAt('2027-03-01T12:00:00Z')
    expect(await problem(await give(annegret))).toMatchObject({
      status: 409,
      code: 'AlreadyOwner',
      message: 'Dieses Mitglied besitzt das Kleid schon.',
    })
    expect(await history()).toEqual([[annegret, today, null]])
  })

  test('If a costume changes its owner several times a day and the first owner of the day gets it back, only that ownership is stored', async () => {
    for (const member of [annegret, jonas, annegret]) {
      expect((await give(member)).status).toBe(201)
    }
    expect(await history()).toEqual([[annegret, today, null]])
  })

  test('When a costume is given back to its previous owner on the same day, the previous ownership continues and no other is stored', async () => {
    await giveFrom(annegret, '2020-11-11')
    const [first] = await ownerships()
    await give(jonas)
    const again = await give(annegret)
    expect(again.status).toBe(201)
    expect(await json(again)).toMatchObject({
      id: first?.id,
      ownedFrom: '2020-11-11',
      ownedTo: null,
    })
    expect(await history()).toEqual([[annegret, '2020-11-11', null]])
  })

  test.each([
    [4711, 422],
    [-1, 422],
    ['1', 400],
    [1.5, 400],
    [undefined, 400],
  ])(
    'A new owner with the id %o is rejected (%i), and the owner does not change',
    async (member, status) => {
      await give(annegret)
      const error = await problem(await give(member))
      expect(error.status).toBe(status)
      expect(Object.keys(error.fields)).toEqual(['newMemberId'])
      expect(await history()).toEqual([[annegret, today, null]])
    },
  )

  test('A member who died is rejected as the new owner of a costume (422); one who left the guild is accepted', async () => {
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

  test('A deregistered costume cannot get a new owner (409), but its owner can return it to the guild', async () => {
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

  test('Changing the owner of an unknown costume is answered 404', async () => {
    expect((await give(annegret, 4711)).status).toBe(404)
    expect((await give(null, 4711)).status).toBe(404)
  })
})

describe('a new owner since an earlier day', () => {
  test('A new owner since an earlier day ends the ownership that was open on that day', async () => {
    await giveFrom(annegret, '2019-11-11')
    const given = await giveFrom(jonas, '2024-01-06')
    expect(given.status).toBe(201)
    expect(await json(given)).toMatchObject({ ownedFrom: '2024-01-06', ownedTo: null })
    expect(await history()).toEqual([
      [jonas, '2024-01-06', null],
      [annegret, '2019-11-11', '2024-01-06'],
    ])
  })

  test('A new owner since an earlier day shortens an ownership that ended after that day', async () => {
    await giveFrom(annegret, '2019-11-11')
    await giveFrom(null, '2024-01-06')
    await giveFrom(jonas, '2022-05-01')
    expect(await history()).toEqual([
      [jonas, '2022-05-01', null],
      [annegret, '2019-11-11', '2022-05-01'],
    ])
  })

  test('A new owner since an earlier day changes no ownership that ended before that day', async () => {
    await giveFrom(annegret, '2019-11-11')
    await giveFrom(null, '2020-01-06')
    await giveFrom(jonas, '2022-05-01')
    expect(await history()).toEqual([
      [jonas, '2022-05-01', null],
      [annegret, '2019-11-11', '2020-01-06'],
    ])
  })

  test('A new owner since an earlier day replaces an ownership that began on that day', async () => {
    await giveFrom(annegret, '2019-11-11')
    await giveFrom(jonas, '2019-11-11')
    expect(await history()).toEqual([[jonas, '2019-11-11', null]])
  })

  test('If a member gets the costume again since the day on which their ownership ended, that ownership continues', async () => {
    await giveFrom(annegret, '2019-11-11')
    const [first] = await ownerships()
    await giveFrom(null, '2024-01-06')
    expect(await json(giveFrom(annegret, '2024-01-06'))).toMatchObject({ id: first?.id })
    expect(await history()).toEqual([[annegret, '2019-11-11', null]])
  })

  test.each([
    ['another member', () => jonas],
    ['the guild', () => null],
    ['the current owner', () => annegret],
  ])(
    'Entering %s as owner since a day before the current ownership is rejected (422)',
    async (_, who) => {
      await giveFrom(annegret, '2024-01-06')
      for (const day of ['2024-01-05', '1900-01-01']) {
        expect(await problem(await giveFrom(who(), day))).toMatchObject({
          status: 422,
          fields: { from: 'Danach hatte das Kleid schon jemand: ändere dort.' },
        })
      }
      expect(await history()).toEqual([[annegret, '2024-01-06', null]])
    },
  )

  test('The current owner is rejected as the new owner since a later day (409 AlreadyOwner)', async () => {
    await giveFrom(annegret, '2020-01-06')
    expect(await problem(await giveFrom(annegret, '2024-01-06'))).toMatchObject({
      status: 409,
      code: 'AlreadyOwner',
    })
    expect(await history()).toEqual([[annegret, '2020-01-06', null]])
  })

  test.each([
    ['2027-01-17', 422],
    ['1899-12-31', 422],
    ['2026-02-31', 400],
    [5, 400],
  ])(
    'A change of owner since the day %o is rejected (%i), and nothing changes',
    async (from, status) => {
      await give(annegret)
      for (const who of [jonas, null]) {
        const error = await problem(await giveFrom(who, from))
        expect([error.status, Object.keys(error.fields)]).toEqual([status, ['from']])
      }
      expect(await history()).toEqual([[annegret, today, null]])
    },
  )

  test('A change of owner with null as the day is effective from today', async () => {
    expect(await json(giveFrom(annegret, null))).toMatchObject({ ownedFrom: today })
  })

  test('Since an earlier day, too, a member who died (422) cannot become the owner, and a deregistered costume cannot get one (409)', async () => {
    const dead = await aMember({ membershipState: 'Died', dateLeft: '2025-01-01' })
    expect(await problem(await giveFrom(dead.id, '2020-01-06'))).toMatchObject({
      status: 422,
      fields: { newMemberId: 'Dieses Mitglied ist verstorben.' },
    })
    await call('PUT', `/api/costume/${costumeId}`, { registeredUntil: '2026-12-31' }, management)
    expect((await giveFrom(jonas, '2020-01-06')).status).toBe(409)
    expect(await history()).toEqual([])
  })
})

describe('returning a costume to the guild', () => {
  test('Returning a costume since an earlier day ends the ownership on that day', async () => {
    await giveFrom(annegret, '2019-11-11')
    const back = await giveFrom(null, '2024-01-06')
    expect(back.status).toBe(200)
    expect(await json(back)).toMatchObject({ ownedFrom: '2019-11-11', ownedTo: '2024-01-06' })
    expect(await history()).toEqual([[annegret, '2019-11-11', '2024-01-06']])
  })

  test('Returning a costume on the first day of an ownership deletes the ownership; the answer contains the deleted ownership', async () => {
    await giveFrom(annegret, '2019-11-11')
    await give(jonas)
    const back = await give(null)
    expect(back.status).toBe(200)
    expect(await json(back)).toMatchObject({
      member: { id: jonas },
      ownedFrom: today,
      ownedTo: today,
    })
    expect(await history()).toEqual([[annegret, '2019-11-11', today]])
    expect((await giveFrom(null, '2019-11-11')).status).toBe(200)
    expect(await history()).toEqual([])
  })

  test('Returning a costume ends the ownership today; the answer contains the ended ownership', async () => {
    await give(annegret)
    await continueAt('2027-03-01T12:00:00Z')
    const response = await give(null)
    expect(response.status).toBe(200)
    expect(await json(response)).toMatchObject({
      member: { id: annegret },
      ownedFrom: today,
      ownedTo: '2027-03-01',
    })
    expect(await history()).toEqual([[annegret, today, '2027-03-01']])
  })

  test('Rejects returning a costume without an owner (409)', async () => {
    expect(await problem(await give(null))).toMatchObject({
      status: 409,
      code: 'AlreadyOwner',
      message: 'Das Kleid gehört niemandem. Es ist schon bei der Zunft.',
    })
  })
})

describe('a costume of a member who leaves', () => {
  test('The ownership of a member with an exit on a later day ends on that day, or earlier when the costume gets its next owner', async () => {
    await give(annegret)
    expect((await leave(annegret, '2027-12-31')).status).toBe(200)
    await continueAt('2027-03-01T12:00:00Z')
    const [row] = await json(call('GET', '/api/costume/info', undefined, management))
    expect(row.currentOwner.id).toBe(annegret)
    await give(jonas)
    expect(await history()).toEqual([
      [jonas, '2027-03-01', null],
      [annegret, today, '2027-03-01'],
    ])
  })

  test('A member whose exit is recorded for a later day can get the costume again before that day; the ownership then has no end', async () => {
    await give(annegret)
    await leave(annegret, '2027-12-31')
    await continueAt('2027-03-01T12:00:00Z')
    expect((await give(annegret)).status).toBe(201)
    expect(await history()).toEqual([[annegret, today, null]])
  })

  test('Recording an exit does not end the ownership of another member who got the costume at the same moment', async () => {
    await give(annegret)
    const database = overtakenBefore('update "costume_ownerships"', () => give(jonas))
    const path = `/api/member/${annegret}/leave`
    const body = { state: 'Left', date: '2027-12-31', costumeIds: [costumeId] }
    const left = await call('POST', path, body, { ...management, database })
    expect(left.status).toBe(200)
    expect(await history()).toEqual([[jonas, today, null]])
  })
})

describe('simultaneous changes of the owner', () => {
  test('Of two members entered as the new owner at the same moment one has the costume then, and the ownerships have no gap or overlap', async () => {
    const other = await aMember({ firstName: 'Lena', lastName: 'Rist' })
    await give(annegret)
    await continueAt('2027-03-01T12:00:00Z')
    const answers = await Promise.all([give(jonas), give(other.id)])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    const [last, ...before] = await history()
    expect([jonas, other.id]).toContain(last?.[0])
    expect(last?.slice(1)).toEqual(['2027-03-01', null])
    expect(before).toEqual([[annegret, today, '2027-03-01']])
  })

  test('Of six simultaneous requests to give a costume to the same member one succeeds and five are rejected (409)', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => give(jonas)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    expect(await history()).toEqual([[jonas, today, null]])
  })

  test('Of two simultaneous returns of a costume one is rejected (409)', async () => {
    await give(annegret)
    const answers = await Promise.all([give(null), give(null)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('an ownership that an exit ends on its first day', () => {
  /** Annegret gets the costume and leaves on the same day. */
  async function leavesAtOnce() {
    await give(annegret)
    expect((await leave(annegret, today)).status).toBe(200)
    expect(await history()).toEqual([[annegret, today, today]])
  }

  test('An ownership that an exit ended on its first day is not deleted when the costume gets its next owner', async () => {
    await leavesAtOnce()
    await give(jonas)
    expect(await history()).toEqual([
      [jonas, today, null],
      [annegret, today, today],
    ])
  })

  test('An ownership that an exit ended on its first day is deleted when the owner before it gets the costume again', async () => {
    await giveFrom(jonas, '2020-11-11')
    await give(annegret)
    await leave(annegret, today)
    await give(jonas)
    expect(await history()).toEqual([[jonas, '2020-11-11', null]])
  })

  test("If a member's two last ownerships adjoin and the second ended on its first day, the first continues when the member gets the costume again", async () => {
    await giveFrom(annegret, '2020-11-11')
    await give(jonas)
    const [newest] = await ownerships()
    const corrected = `/api/costume/${costumeId}/ownerships/${newest?.id}`
    await call('PUT', corrected, { memberId: annegret }, management)
    await leave(annegret, today)
    expect(await history()).toEqual([
      [annegret, today, today],
      [annegret, '2020-11-11', today],
    ])
    expect((await give(annegret)).status).toBe(201)
    expect(await history()).toEqual([[annegret, '2020-11-11', null]])
  })

  test('An ownership that an exit ended on its first day continues when the same member gets the costume again on that day', async () => {
    await leavesAtOnce()
    await give(annegret)
    expect(await history()).toEqual([[annegret, today, null]])
  })
})
