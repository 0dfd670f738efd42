import { env } from 'cloudflare:workers'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn, today } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'

// Assigning participations to members: one at a time or several, changing, listing and undoing the
// assignment.

let type: { id: number }
let first: { id: number }
let second: { id: number }
let token: string

beforeEach(async () => {
  setClock()
  type = await aCostumeType()
  first = await aParade({ title: 'Ringtreffen', date: '2027-01-24' })
  second = await aParade({ title: 'Nachtumzug', date: '2027-01-30' })
  token = (await signedIn('management')).token
})

const jörg = { firstName: 'Jörg', lastName: 'Straßer', birthday: '1991-11-01' }
let number = 0

/** Enrols a person as staff, as on the tablet at the stall. */
async function enter(paradeIds: number[], person: object = jörg, memberId: number | null = null) {
  number += 1
  const place = { costumeTypeId: type.id, costumeNumber: String(number) }
  const parades = paradeIds.map((paradeId) => ({ paradeId, ...place }))
  const body = { ...jörg, ...person, memberId, parades }
  const { status } = await call('POST', '/api/parades/internal-enrol', body, { token })
  expect(status).toBe(200)
}

const unmatched = () => json(call('GET', '/api/participation/unmatched', undefined, { token }))
const matched = () => json(call('GET', '/api/participation/matched', undefined, { token }))

const assign = (id: number, memberId: number | null, more: object = {}) =>
  call('POST', `/api/participation/${id}/member`, { memberId, ...more }, { token })

const matchMany = (matches: unknown) =>
  call('POST', '/api/participation/matches', { matches }, { token })

const undo = (act: unknown) =>
  call('POST', `/api/participation/matched/${act}/undo`, undefined, { token })

type Stored = { person_key: string; member_id: number | null; match_act_id: number | null }

const stored = () =>
  rows<Stored>('SELECT person_key, member_id, match_act_id FROM participations ORDER BY id')

const memberIds = async () => (await stored()).map(({ member_id }) => member_id)

/** The person key agrees with the member, and only an assigned row refers to a match act. */
async function expectWhole() {
  for (const { person_key, member_id, match_act_id } of await stored()) {
    if (member_id === null) expect([person_key.slice(0, 2), match_act_id]).toEqual(['p:', null])
    else expect(person_key).toBe(`m:${member_id}`)
  }
}

describe('A changed match', () => {
  test('Changing the member matched with one place changes the member for all places of the person, and replaces the entry in the list of matches', async () => {
    const [wrong, right] = [
      await aMember({ lastName: 'Falsch' }),
      await aMember({ lastName: 'Richtig' }),
    ]
    await enter([first.id])
    await enter([second.id])
    await assign(1, wrong.id)
    const moved = await assign(2, right.id, { instead: wrong.id })
    expect([moved.status, await json(moved)]).toEqual([200, { linked: 2, left: [] }])
    expect(await memberIds()).toEqual([right.id, right.id])
    expect(await matched()).toMatchObject([{ act: 2, member: { id: right.id } }])
    await expectWhole()
  })

  test('When an automatic match is changed, it appears in the list of matches; after undoing it there the participation is unmatched', async () => {
    const own = await aMember(jörg)
    const other = await aMember({ lastName: 'Sauter' })
    await enter([first.id])
    expect([await memberIds(), await matched()]).toEqual([[own.id], []])
    expect(await json(assign(1, other.id, { instead: own.id }))).toEqual({ linked: 1, left: [] })
    expect(await matched()).toMatchObject([{ act: 1, member: { id: other.id } }])
    expect(await json(undo(1))).toEqual({ unlinked: 1, left: [] })
    expect(await memberIds()).toEqual([null])
    await expectWhole()
  })

  test("If staff picked the member of a place when enrolling it, changing the match changes only this place and not the person's others", async () => {
    const picked = await aMember(jörg)
    const other = await aMember({ lastName: 'Sauter' })
    await enter([first.id], {}, picked.id)
    await enter([second.id], {}, picked.id)
    expect(await json(assign(1, other.id, { instead: picked.id }))).toEqual({ linked: 1, left: [] })
    expect(await memberIds()).toEqual([other.id, picked.id])
    await undo(1)
    expect(await stored()).toMatchObject([
      { person_key: 'p:joerg|strasser|1991-11-01' },
      { person_key: `m:${picked.id}` },
    ])
    await expectWhole()
  })

  test('If a match is changed to a member who takes part in one of its parades already, the place there is not changed, and the answer lists the parade', async () => {
    const [wrong, right] = [
      await aMember({ lastName: 'Falsch' }),
      await aMember({ lastName: 'Richtig' }),
    ]
    await enter([first.id, second.id])
    await assign(1, wrong.id)
    await enter([second.id], {}, right.id)
    expect(await json(assign(1, right.id, { instead: wrong.id }))).toEqual({
      linked: 1,
      left: [second.id],
    })
    expect(await memberIds()).toEqual([right.id, wrong.id, right.id])
  })

  test.each([
    ['without the current member in the request', {}],
    ['with another member given as the current one', { instead: 3 }],
  ])('Changing a match %s is rejected (409)', async (_, more) => {
    const [one, two] = [await aMember({ lastName: 'A' }), await aMember({ lastName: 'B' })]
    await aMember({ lastName: 'C' })
    await enter([first.id])
    await assign(1, one.id)
    expect((await assign(1, two.id, more)).status).toBe(409)
    expect(await memberIds()).toEqual([one.id])
    expect(await rows('SELECT id FROM match_acts')).toHaveLength(1)
  })

  test('Changing or removing a match is rejected if `instead` in the request is not the member currently matched (409)', async () => {
    const [one, two] = [await aMember({ lastName: 'A' }), await aMember({ lastName: 'B' })]
    await enter([first.id])
    expect((await assign(1, two.id, { instead: one.id })).status).toBe(409)
    await assign(1, two.id)
    expect((await assign(1, null, { instead: one.id })).status).toBe(409)
    expect(await json(assign(1, null, { instead: two.id }))).toEqual({ linked: 1, left: [] })
  })

  test('Changing a match to the same member changes nothing; changing it to an unknown member is rejected (422)', async () => {
    const one = await aMember()
    await enter([first.id])
    await assign(1, one.id)
    expect(await json(assign(1, one.id, { instead: one.id }))).toEqual({ linked: 0, left: [] })
    const unknown = await assign(1, 99, { instead: one.id })
    expect([unknown.status, (await json(unknown)).error.fields]).toEqual([
      422,
      { memberId: expect.any(String) },
    ])
  })

  test('Changing a match that another request removes at the same moment is rejected and stores nothing (409)', async () => {
    const [one, two] = [await aMember(), await aMember()]
    await enter([first.id], { lastName: 'Ander' })
    await assign(1, one.id)
    const database = overtakenBefore('insert into "match_acts"', () => assign(1, null))
    const body = { memberId: two.id, instead: one.id }
    const late = await call('POST', '/api/participation/1/member', body, { token, database })
    expect(late.status).toBe(409)
    expect(await memberIds()).toEqual([null])
    expect(await rows('SELECT id FROM match_acts')).toHaveLength(1)
  })

  test('Of two simultaneous changes of a match one succeeds, and the other is rejected (409)', async () => {
    const [one, two, three] = [await aMember(), await aMember(), await aMember()]
    await enter([first.id], { lastName: 'Ander' })
    await assign(1, one.id)
    const both = await Promise.all([two, three].map(({ id }) => assign(1, id, { instead: one.id })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    await expectWhole()
    expect(await rows('SELECT id FROM match_acts')).toHaveLength(2)
  })
})

describe('Many matches', () => {
  const lena = { firstName: 'Lena', lastName: 'Eberle', birthday: '2001-02-03' }

  test('Several matches sent with one request are stored under one id, and each applies to all places of the person', async () => {
    await enter([first.id])
    await enter([second.id])
    await enter([first.id], lena)
    const [a, b] = [await aMember(jörg), await aMember(lena)]
    const response = await matchMany([
      { id: 2, memberId: a.id },
      { id: 3, memberId: b.id },
    ])
    expect([response.status, await json(response)]).toEqual([200, { act: 1, linked: 3, left: [] }])
    expect(await unmatched()).toEqual([])
    await expectWhole()
  })

  test('Sending the same matches again changes nothing and stores no second entry in the list of matches', async () => {
    await enter([first.id])
    const a = await aMember(jörg)
    await matchMany([{ id: 1, memberId: a.id }])
    expect(await json(matchMany([{ id: 1, memberId: a.id }]))).toEqual({
      act: null,
      linked: 0,
      left: [],
    })
    expect(await rows('SELECT id FROM match_acts')).toHaveLength(1)
  })

  test.each<[string, (a: number) => object, number, string]>([
    ['an unknown member', () => ({ id: 3, memberId: 99 }), 422, 'matches.1.memberId'],
    ['an unknown participation', (a) => ({ id: 99, memberId: a }), 422, 'matches.1.id'],
    [
      'another member for the same person',
      (a) => ({ id: 2, memberId: a }),
      422,
      'matches.1.memberId',
    ],
    [
      'a person who is matched with another member',
      (a) => ({ id: 4, memberId: a }),
      409,
      'matches.1.id',
    ],
  ])(
    'A request for several matches, one of them with %s, is rejected as a whole',
    async (_, wrong, status, field) => {
      await enter([first.id])
      await enter([second.id])
      await enter([first.id], lena)
      await enter([first.id], { ...lena, lastName: 'Aberle' })
      const [a, b] = [await aMember(jörg), await aMember(lena)]
      await assign(4, b.id)
      const before = await stored()
      const response = await matchMany([{ id: 1, memberId: b.id }, wrong(a.id)])
      expect([response.status, Object.keys((await json(response)).error.fields)]).toEqual([
        status,
        [field],
      ])
      expect(await stored()).toEqual(before)
      expect(await rows('SELECT id FROM match_acts')).toHaveLength(1)
    },
  )

  test.each<[string, unknown, number]>([
    ['an empty list', [], 422],
    ['more than 500 entries', Array.from({ length: 501 }, () => ({ id: 1, memberId: 1 })), 422],
    ['no list', undefined, 400],
    ['a text for an id', [{ id: '1', memberId: 1 }], 400],
  ])('A request for several matches with %s is rejected', async (_, matches, status) => {
    expect((await matchMany(matches)).status).toBe(status)
  })

  test('One request matches 499 participations with their members, and one undo reverts all', async () => {
    const { id: memberId } = await aMember(jörg)
    const statement = env.DB.prepare(`INSERT INTO participations (id, parade_id, door, state,
        first_name, last_name, birthday, person_key, given_key, costume_type_id, costume_number,
        costume_number_key, age_class, price_in_cent, created_at)
      VALUES (?1, ?2, 'internal', 'booked', 'Gast', 'Nr ' || ?1, '1990-01-01',
        'p:gast|nr ' || CAST(?1 AS INTEGER) || '|1990-01-01',
        'p:gast|nr ' || CAST(?1 AS INTEGER) || '|1990-01-01', ?3, ?1, ?1, 'Adult', 0, ?4)`)
    const ids = Array.from({ length: 500 }, (_, index) => index + 1)
    await env.DB.batch(ids.map((id) => statement.bind(id, first.id, type.id, `${today}T00:00:00Z`)))
    const people = []
    for (const id of ids) people.push({ id, memberId })
    // A member can be in a parade once, so the first is matched and the others are left.
    expect(await json(matchMany(people))).toEqual({ act: 1, linked: 1, left: [first.id] })
    const others = ids.slice(1)
    await env.DB.batch(
      others.map((id) =>
        env.DB.prepare(`INSERT INTO members (id, first_name, last_name, first_name_key,
          last_name_key, created_at, updated_at) VALUES (?, 'a', 'b', 'a', 'b', '', '')`).bind(
          id + 1000,
        ),
      ),
    )
    const each = others.map((id) => ({ id, memberId: id + 1000 }))
    expect(await json(matchMany(each))).toEqual({ act: 2, linked: 499, left: [] })
    await expectWhole()
    expect(await json(undo(2))).toEqual({ unlinked: 499, left: [] })
    await expectWhole()
  })

  test('If two people in one parade are matched with the same member, only the first is assigned, and the answer lists the parade', async () => {
    await enter([first.id])
    await enter([first.id, second.id], { lastName: 'Strasse' })
    const a = await aMember(jörg)
    const both = [1, 2].map((id) => ({ id, memberId: a.id }))
    expect(await json(matchMany(both))).toEqual({ act: 1, linked: 2, left: [first.id] })
    expect(await memberIds()).toEqual([a.id, null, a.id])
    await expectWhole()
  })

  test('Places with the same name and without a birthday count as one person only if they are from the same enrolment', async () => {
    await enter([first.id], { birthday: null })
    setClock(`${today}T12:00:01Z`)
    await enter([second.id], { birthday: null })
    const [a, b] = [await aMember(), await aMember()]
    const each = [
      { id: 1, memberId: a.id },
      { id: 2, memberId: b.id },
    ]
    expect(await json(matchMany(each))).toMatchObject({ linked: 2 })
    expect(await memberIds()).toEqual([a.id, b.id])
  })

  test('If another user matches one of the people at the same moment, all matches of the request are rejected (409)', async () => {
    await enter([first.id])
    await enter([first.id], lena)
    const [a, b, other] = [await aMember(jörg), await aMember(lena), await aMember()]
    const matches = [
      { id: 1, memberId: a.id },
      { id: 2, memberId: b.id },
    ]
    const database = overtakenBefore('insert into "match_acts"', () => assign(2, other.id))
    const response = await call(
      'POST',
      '/api/participation/matches',
      { matches },
      { token, database },
    )
    expect([response.status, Object.keys((await json(response)).error.fields)]).toEqual([
      409,
      ['matches.1.id'],
    ])
    expect(await memberIds()).toEqual([null, other.id])
    expect(await rows('SELECT id FROM match_acts')).toHaveLength(1)
  })

  test('If one of the members is deleted at the same moment, all matches of the request are rejected, with the error at that member (422)', async () => {
    await enter([first.id])
    await enter([first.id], lena)
    const [a, b] = [await aMember(jörg), await aMember(lena)]
    const matches = [
      { id: 1, memberId: a.id },
      { id: 2, memberId: b.id },
    ]
    const database = overtakenBefore('insert into "match_acts"', () =>
      rows(`DELETE FROM members WHERE id = ${b.id}`),
    )
    const response = await call(
      'POST',
      '/api/participation/matches',
      { matches },
      { token, database },
    )
    expect([response.status, Object.keys((await json(response)).error.fields)]).toEqual([
      422,
      ['matches.1.memberId'],
    ])
    expect(await memberIds()).toEqual([null, null])
  })
})

describe('A sure match', () => {
  const sure = async () => (await unmatched()).map(({ isSure }: { isSure: boolean }) => isSure)

  test('An unmatched participation has a sure match if exactly one member has the same name or maiden name and the same birthday', async () => {
    await enter([first.id])
    await aMember({ ...jörg, birthday: null })
    expect(await sure()).toEqual([false])
    await aMember({ ...jörg, lastName: 'Maier', maidenName: 'STRASSER' })
    expect(await sure()).toEqual([true])
    await aMember(jörg)
    expect(await sure()).toEqual([false])
  })

  test('An unmatched participation without a birthday has no sure match, although members have the same name', async () => {
    await enter([first.id], { birthday: null })
    await aMember({ ...jörg, birthday: null })
    await aMember({ ...jörg, membershipState: 'Left' })
    expect(await sure()).toEqual([false])
  })
})

describe('The list of matches', () => {
  test('The list of matches contains an entry for each member matched by a request, with user, time, enrolled people and their parades', async () => {
    const { id: userId, token: other } = await signedIn('management', 'helper')
    await enter([second.id])
    await enter([first.id], { lastName: 'STRASSER' })
    await enter([first.id], { firstName: 'Lena', birthday: null })
    const [a, b] = [await aMember({ lastName: 'Abele' }), await aMember({ lastName: 'Zoller' })]
    const matches = [
      { id: 3, memberId: b.id },
      { id: 1, memberId: a.id },
    ]
    await call('POST', '/api/participation/matches', { matches }, { token: other })
    const by = { id: userId, firstName: 'Sabine', lastName: 'Kächele' }
    const at = `${today}T12:00:00.000Z`
    expect(await matched()).toEqual([
      {
        act: 1,
        at,
        by,
        member: { id: a.id, firstName: a.firstName, lastName: 'Abele', birthday: a.birthday },
        people: [
          {
            id: 2,
            memberName: 'STRASSER, Jörg',
            birthday: '1991-11-01',
            parades: [
              { id: first.id, title: 'Ringtreffen', date: '2027-01-24' },
              { id: second.id, title: 'Nachtumzug', date: '2027-01-30' },
            ],
          },
        ],
      },
      {
        act: 1,
        at,
        by,
        member: { id: b.id, firstName: b.firstName, lastName: 'Zoller', birthday: b.birthday },
        people: [
          {
            id: 3,
            memberName: 'Straßer, Lena',
            birthday: null,
            parades: [{ id: first.id, title: 'Ringtreffen', date: '2027-01-24' }],
          },
        ],
      },
    ])
  })

  test('The list contains the last fifty matches, newest first, except those that were undone or whose places were cancelled', async () => {
    const members = []
    for (let count = 0; count < 53; count += 1) {
      await enter([first.id], { lastName: `Gast ${count}` })
      members.push((await aMember({ lastName: `Mitglied ${count}` })).id)
    }
    for (const [index, memberId] of members.entries()) await assign(index + 1, memberId)
    await undo(53)
    await assign(52, null)
    // A cancelled place has nothing to undo.
    await call('DELETE', '/api/paradeParticipation/51', undefined, { token })
    const acts = (await matched()).map(({ act }: { act: number }) => act)
    expect(acts).toEqual(Array.from({ length: 50 }, (_, index) => 50 - index))
  })

  test('A match for which a new member was created is in the list of matches; undoing it does not delete the new member', async () => {
    await enter([first.id])
    await call('POST', '/api/participation/1/member/create', undefined, { token })
    expect(await matched()).toMatchObject([{ act: 1, member: { lastName: 'Straßer' } }])
    expect(await json(undo(1))).toEqual({ unlinked: 1, left: [] })
    expect(await rows('SELECT id FROM members')).toHaveLength(1)
    expect(await unmatched()).toHaveLength(1)
  })
})

describe('An undone match', () => {
  test('Undoing the matches of a request does not change a place that has been matched with another member since', async () => {
    await enter([first.id])
    await enter([second.id])
    await enter([first.id], { firstName: 'Lena' })
    const [a, b, other] = [await aMember(jörg), await aMember(), await aMember()]
    await matchMany([
      { id: 2, memberId: a.id },
      { id: 3, memberId: b.id },
    ])
    await assign(3, other.id, { instead: b.id })
    expect(await json(undo(1))).toEqual({ unlinked: 2, left: [] })
    expect(await memberIds()).toEqual([null, null, other.id])
    expect(await json(undo(1))).toEqual({ unlinked: 0, left: [] })
    expect(await matched()).toMatchObject([{ act: 2 }])
    await expectWhole()
  })

  test('If a match was removed and the same match made again, undoing the first one does not remove the second', async () => {
    await enter([first.id])
    const a = await aMember(jörg)
    await assign(1, a.id)
    await assign(1, null)
    await assign(1, a.id)
    expect(await json(undo(1))).toEqual({ unlinked: 0, left: [] })
    expect(await memberIds()).toEqual([a.id])
  })

  test('If another place in the parade has the same name by now, undoing a match does not unmatch the place, and the answer lists the parade', async () => {
    await enter([first.id])
    const a = await aMember({ lastName: 'Georg' })
    await assign(1, a.id)
    const twin = await aMember(jörg)
    const costume = await aCostume(type.id, '700')
    const body = { memberId: twin.id, costumeId: costume.id }
    await call('POST', `/api/parade/${first.id}/participation`, body, { token })
    await assign(2, null)
    expect(await json(undo(1))).toEqual({ unlinked: 0, left: [first.id] })
    expect(await matched()).toMatchObject([{ act: 1 }])
    await expectWhole()
  })

  test('Undoing a match does not unassign a place of the same person for which staff picked the member', async () => {
    await enter([first.id])
    const a = await aMember(jörg)
    await assign(1, a.id)
    await enter([second.id], {}, a.id)
    expect(await json(undo(1))).toEqual({ unlinked: 1, left: [] })
    expect(await memberIds()).toEqual([null, a.id])
  })

  test('A match that two users undo at the same moment is undone once', async () => {
    await enter([first.id, second.id])
    await assign(1, (await aMember(jörg)).id)
    const both = await Promise.all([undo(1), undo(1)].map(json))
    expect(both.map(({ unlinked }) => unlinked).sort()).toEqual([0, 2])
  })

  test.each(['7', 'x', '0'])('Undoing the unknown match %s is rejected (404)', async (act) => {
    expect((await undo(act)).status).toBe(404)
  })
})

test('After random matches, changes and undos the person key of each place is that of its member, and every match can be undone', async () => {
  const people = [
    { ...jörg },
    { ...jörg, firstName: 'Jürg' },
    { ...jörg, birthday: null },
    { firstName: 'Lena', lastName: 'Eberle', birthday: '2001-02-03' },
  ]
  const members: number[] = []
  for (const person of [jörg, { lastName: 'Abele' }, { lastName: 'Buck' }]) {
    members.push((await aMember({ ...person, membershipState: 'Left' })).id)
  }
  for (const person of people) await enter([first.id, second.id], person)
  await enter([first.id], {}, members[1])
  const names = (await stored()).map(({ person_key }) => person_key)
  const id = fc.integer({ min: 1, max: names.length })
  const member = fc.constantFrom(...members)
  const step = fc.oneof(
    fc.tuple(id, fc.option(member), fc.option(member)).map(
      ([of, memberId, instead]) =>
        () =>
          assign(of, memberId, { instead }),
    ),
    fc
      .array(fc.record({ id, memberId: member }), { minLength: 1, maxLength: 4 })
      .map((matches) => () => matchMany(matches)),
    fc.nat(30).map((act) => () => undo(act)),
  )
  let successCount = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const one of steps) {
        const { status } = await one()
        expect([200, 404, 409, 422]).toContain(status)
        if (status === 200) successCount += 1
        for (const { person_key, member_id, match_act_id } of await stored()) {
          if (member_id !== null) expect(person_key).toBe(`m:${member_id}`)
          else expect([person_key[0], match_act_id]).toEqual(['p', null])
        }
      }
      const acts = (await stored()).flatMap(({ match_act_id }) => match_act_id ?? [])
      const listed = (await matched()).map(({ act }: { act: number }) => act)
      expect(new Set(listed)).toEqual(new Set(acts))
      for (const act of new Set(acts)) await undo(act)
      expect(await matched()).toEqual([])
    }),
    { numRuns: 15, seed: 12 },
  )
  expect(successCount).toBeGreaterThan(20)
  // A picked member's place gets its name key once that match was undone.
  for (const of of names.keys()) await assign(of + 1, null)
  expect((await stored()).map(({ person_key }) => person_key).slice(0, 8)).toEqual(
    names.slice(0, 8),
  )
}, 120_000)
