import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn, today } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { decide, enrol, enrolled } from '#tests/support/enrolment.ts'

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

const jörg = { firstName: 'Jörg', lastName: 'Straßer', birthday: '1991-11-01' as string | null }

/** Enrols a person by the internal route, without choosing a member. */
function enter(paradeIds: number[], person: object = jörg, number = '118') {
  const parades = paradeIds.map((paradeId) => ({
    paradeId,
    costumeTypeId: type.id,
    costumeNumber: number,
  }))
  const body = { ...jörg, ...person, memberId: null, parades }
  return call('POST', '/api/parades/internal-enrol', body, { token })
}

const unmatched = () => json(call('GET', '/api/participation/unmatched', undefined, { token }))

const assign = (id: number, memberId: number | null) =>
  call('POST', `/api/participation/${id}/member`, { memberId }, { token })

const createMember = (id: number, query = '') =>
  call('POST', `/api/participation/${id}/member/create${query}`, undefined, { token })

const keys = async () =>
  (await rows<{ person_key: string }>('SELECT person_key FROM participations ORDER BY id')).map(
    (row) => row.person_key,
  )

describe('unmatched people', () => {
  test('A person who enrolled under different spellings is one row of the unmatched list, with all parades', async () => {
    await enter([first.id])
    await enter([second.id], { firstName: 'JÖRG ', lastName: 'Strasser' })
    expect(await unmatched()).toEqual([
      {
        id: 2,
        memberName: 'Strasser, JÖRG',
        birthday: '1991-11-01',
        parades: [
          { id: first.id, title: 'Ringtreffen', date: '2027-01-24' },
          { id: second.id, title: 'Nachtumzug', date: '2027-01-30' },
        ],
        suggestions: [],
        isSure: false,
      },
    ])
  })

  test('Enrolments without a member and without a birthday share a row of the list only if they have the same name and were made in one request', async () => {
    await enter([first.id, second.id], { birthday: null })
    const third = await aParade({ title: 'Tagwache' })
    setClock(`${today}T12:00:01Z`)
    await enter([third.id], { birthday: null })
    expect((await unmatched()).map(({ parades }: { parades: [] }) => parades.length)).toEqual([
      1, 2,
    ])
  })

  test('A person whose payment is pending or cancelled is not in the unmatched list', async () => {
    const place = { paradeId: first.id, costumeTypeId: type.id, costumeNumber: '1' }
    const { token: order } = await enrolled([place])
    expect(await unmatched()).toEqual([])
    await decide(order, 'cancelled')
    expect(await unmatched()).toEqual([])
  })

  test('A person matched to a member does not return to the unmatched list when the member leaves the guild', async () => {
    const member = await aMember(jörg)
    await enter([first.id])
    const body = { membershipState: 'Left' }
    await call('PUT', `/api/member/${member.id}`, body, { token })
    expect(await unmatched()).toEqual([])
  })
})

describe('suggested members', () => {
  const names = async () =>
    (await unmatched())[0].suggestions.map(
      (one: { firstName: string; lastName: string; reason: string }) =>
        `${one.firstName} ${one.lastName}: ${one.reason}`,
    )

  test('The suggested members for an unmatched person are sorted by likeness of name and birthday', async () => {
    await aMember({ firstName: 'Jörg', lastName: 'Straßer', birthday: '1955-06-24' })
    await aMember({ firstName: 'Jörg', lastName: 'Straßer', birthday: '1991-11-02' })
    await aMember({ firstName: 'Jörk', lastName: 'Strasser', birthday: '1991-11-01' })
    await aMember({ firstName: 'Jörg', lastName: 'Straßer', birthday: null })
    await aMember({ firstName: 'Jörg', lastName: 'Maier', birthday: '1991-11-01' })
    await aMember({ firstName: 'Ida', lastName: 'Buck', birthday: '1991-11-01' })
    await enter([first.id])
    expect(await names()).toEqual([
      'Jörg Straßer: gleicher Name, Mitglied ohne Geburtstag',
      'Jörg Straßer: gleicher Name, ähnlicher Geburtstag',
      'Jörk Strasser: gleicher Geburtstag, ähnlicher Name',
      'Jörg Maier: gleicher Geburtstag, anderer Nachname',
      'Jörg Straßer: gleicher Name, anderer Geburtstag',
    ])
  })

  test('When two members have the name and birthday of an enrolled person, both are suggested and neither is matched', async () => {
    await aMember(jörg)
    await aMember(jörg)
    await enter([first.id])
    expect(await names()).toEqual(
      Array.from({ length: 2 }, () => 'Jörg Straßer: gleicher Name, gleicher Geburtstag'),
    )
  })

  test.each([
    [
      'the maiden name',
      { firstName: 'Jörg', lastName: 'Maier', maidenName: 'Straßer', birthday: null },
    ],
    [
      'swapped first and last names',
      { firstName: 'Straßer', lastName: 'Jörg', birthday: '1991-11-01' },
    ],
    [
      'one of two first names',
      { firstName: 'Jörg-Peter', lastName: 'Strass', birthday: '1991-11-01' },
    ],
  ])('For an unmatched person a member is suggested because of %s', async (_, member) => {
    await aMember(member)
    await enter([first.id])
    expect(await names()).toHaveLength(1)
  })

  test.each(['Left', 'Died'] as const)(
    'A member with the state %s is not suggested for an unmatched person',
    async (membershipState) => {
      await aMember({ ...jörg, membershipState })
      await enter([first.id])
      expect(await names()).toEqual([])
    },
  )

  test('For a person without a birthday, a member with another first name is not suggested', async () => {
    await aMember({ firstName: 'Jörn', lastName: 'Straßer', birthday: null })
    await enter([first.id], { birthday: null })
    expect(await names()).toEqual([])
  })
})

describe('matching a member', () => {
  test('Matching a person with a member links all participations of the person and removes them from the unmatched list', async () => {
    const member = await aMember({ firstName: 'Georg', lastName: 'Straßer' })
    await enter([first.id])
    await enter([second.id])
    const response = await assign(1, member.id)
    expect([response.status, await json(response)]).toEqual([200, { linked: 2, left: [] }])
    expect(await unmatched()).toEqual([])
    expect(await keys()).toEqual([`m:${member.id}`, `m:${member.id}`])
    const shown = await json(
      call('GET', `/api/parade/${first.id}/participation`, undefined, { token }),
    )
    expect(shown).toMatchObject([{ memberId: member.id, memberName: 'Straßer, Georg' }])
  })

  test('Matching a person without a birthday does not match participations of the same name from another enrolment', async () => {
    const member = await aMember({ firstName: 'Georg' })
    await enter([first.id], { birthday: null })
    setClock(`${today}T12:00:01Z`)
    await enter([second.id], { birthday: null })
    expect(await json(assign(2, member.id))).toEqual({ linked: 1, left: [] })
    expect(await unmatched()).toMatchObject([{ id: 1 }])
  })

  test('A participation in a parade for which the member is enrolled already is not matched, and the answer contains the parade', async () => {
    const member = await aMember({ firstName: 'Georg', lastName: 'Straßer' })
    await enter([first.id, second.id])
    const place = { paradeId: first.id, costumeTypeId: type.id, costumeNumber: '2' }
    const own = { ...jörg, memberId: member.id, parades: [place] }
    await call('POST', '/api/parades/internal-enrol', own, { token })
    expect(await json(assign(1, member.id))).toEqual({ linked: 1, left: [first.id] })
    expect(await unmatched()).toMatchObject([{ id: 1, parades: [{ id: first.id }] }])
  })

  test('Until a match is undone, repeating it changes nothing, and matching the person with another member is rejected (409)', async () => {
    const [right, wrong] = [await aMember({ firstName: 'Georg' }), await aMember({ lastName: 'X' })]
    await enter([first.id])
    await assign(1, wrong.id)
    expect(await json(assign(1, wrong.id))).toEqual({ linked: 0, left: [] })
    expect((await assign(1, right.id)).status).toBe(409)
    expect(await json(assign(1, null))).toEqual({ linked: 1, left: [] })
    expect(await keys()).toEqual(['p:joerg|strasser|1991-11-01'])
    expect((await assign(1, right.id)).status).toBe(200)
  })

  test('Undoing a match with a member does not unmatch participations that were enrolled for this member directly', async () => {
    const member = await aMember({ firstName: 'Georg', lastName: 'Straßer' })
    await enter([first.id])
    await assign(1, member.id)
    const place = { paradeId: second.id, costumeTypeId: type.id, costumeNumber: '2' }
    const body = { memberId: member.id, parades: [place] }
    await call('POST', '/api/parades/internal-enrol', body, { token })
    expect(await json(assign(1, null))).toEqual({ linked: 1, left: [] })
    expect(await keys()).toEqual(['p:joerg|strasser|1991-11-01', `m:${member.id}`])
  })

  test('Undoing a match does not unmatch participations of the same name for which staff had chosen the member', async () => {
    const member = await aMember(jörg)
    await enter([first.id])
    const place = { paradeId: second.id, costumeTypeId: type.id, costumeNumber: '2' }
    const picked = { memberId: member.id, parades: [place] }
    await call('POST', '/api/parades/internal-enrol', picked, { token })
    expect(await json(assign(1, null))).toEqual({ linked: 1, left: [] })
    expect(await keys()).toEqual(['p:joerg|strasser|1991-11-01', `m:${member.id}`])
    expect(await json(assign(2, null))).toEqual({ linked: 1, left: [] })
  })

  test('After a match, the name that was entered cannot be enrolled again for the same parade: by staff, publicly or on site (409)', async () => {
    const member = await aMember({ firstName: 'Georg', lastName: 'Straßer' })
    await enter([first.id])
    await assign(1, member.id)
    const again = await enter([first.id], jörg, '2')
    expect((await json(again)).error).toMatchObject({
      code: 'PersonAlreadyEnrolled',
      parades: [first.id],
    })
    const place = { paradeId: first.id, costumeTypeId: type.id, costumeNumber: '3' }
    expect((await enrol([place])).status).toBe(409)
    const onSite = { ...jörg, costumeNumber: '4', selectedCostumeTypeId: type.id }
    const path = `/api/parade/${first.id}/participation/atParade`
    expect((await call('POST', path, onSite, { token })).status).toBe(409)
  })

  test('A match is not undone if the parade has another unmatched participation of the same name; the answer contains the parade', async () => {
    const member = await aMember({ firstName: 'Georg', lastName: 'Straßer' })
    await enter([first.id])
    await assign(1, member.id)
    // A twin of the same name, entered for a member and unmatched, occupies the name.
    const twin = await aMember(jörg)
    const costume = await aCostume(type.id, '7')
    const body = { memberId: twin.id, costumeId: costume.id }
    await call('POST', `/api/parade/${first.id}/participation`, body, { token })
    await assign(2, null)
    expect(await json(assign(1, null))).toEqual({ linked: 0, left: [first.id] })
  })

  test('Of two simultaneous matches of a person with different members, one succeeds and one is rejected (409)', async () => {
    const [a, b] = [await aMember({ firstName: 'Georg' }), await aMember({ firstName: 'Jürg' })]
    await enter([first.id])
    const both = await Promise.all([assign(1, a.id), assign(1, b.id)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    const [row] = await rows<{ member_id: number; person_key: string }>(
      'SELECT member_id, person_key FROM participations',
    )
    expect(row?.person_key).toBe(`m:${row?.member_id}`)
  })

  test.each([
    ['an unknown participation (404)', 99, 1, 404],
    ['a participation with an unknown member (422)', 1, 99, 422],
  ])('Matching %s is rejected', async (_, id, memberId, status) => {
    await aMember()
    await enter([first.id])
    expect((await assign(id, memberId)).status).toBe(status)
  })
})

describe('marking a person as guest', () => {
  const mark = (id: number, isGuest = true, who = token) =>
    call('POST', `/api/participation/${id}/guest`, { isGuest }, { token: who })
  const listed = async () =>
    (await unmatched()).map(({ memberName }: { memberName: string }) => memberName)
  const counted = async () => (await json(call('GET', '/api/home', undefined, { token }))).unmatched

  test('A person marked as guest is no longer in the unmatched list with any parade; other people still are', async () => {
    await enter([first.id, second.id])
    await enter([first.id], { lastName: 'Gast' }, '119')
    expect(await counted()).toBe(2)
    const response = await mark(1)
    expect([response.status, await json(response)]).toEqual([200, { marked: 2 }])
    expect(await listed()).toEqual(['Gast, Jörg'])
    expect(await counted()).toBe(1)
    // The participations are unchanged otherwise.
    expect(await rows('SELECT DISTINCT state, member_id FROM participations')).toEqual([
      { state: 'booked', member_id: null },
    ])
  })

  test('Marking a person without a birthday as guest does not mark participations of the same name from another enrolment', async () => {
    await enter([first.id], { birthday: null })
    setClock(`${today}T12:00:01Z`)
    await enter([second.id], { birthday: null })
    expect(await json(mark(1))).toEqual({ marked: 1 })
    expect(await unmatched()).toMatchObject([{ id: 2 }])
  })

  test('A guest is in the unmatched list again when the mark is removed, or when the marking is undone in the history', async () => {
    await enter([first.id, second.id])
    await mark(1)
    expect(await json(mark(2, false))).toEqual({ marked: 2 })
    expect(await listed()).toEqual(['Straßer, Jörg'])
    const act = (await mark(1)).headers.get('X-Request-Id')
    expect(await listed()).toEqual([])
    const undone = await call('POST', `/api/history/${act}/undo`, undefined, { token })
    expect(undone.status).toBe(200)
    expect(await listed()).toEqual(['Straßer, Jörg'])
  })

  test('A guest who enrolled online is in the unmatched list again after the marking is undone in the history', async () => {
    const place = { paradeId: first.id, costumeTypeId: type.id, costumeNumber: '1' }
    const { token: order } = await enrolled([place])
    await decide(order, 'paid')
    const [person] = await unmatched()
    const act = (await mark(person.id)).headers.get('X-Request-Id')
    expect(await listed()).toEqual([])
    const undone = await call('POST', `/api/history/${act}/undo`, undefined, { token })
    expect(undone.status).toBe(200)
    expect(await unmatched()).toEqual([person])
  })

  test('A guest can be matched with a member; after the match is undone the person is unmatched and no longer a guest', async () => {
    await enter([first.id])
    await mark(1)
    const member = await aMember({ lastName: 'Anders' })
    expect((await assign(1, member.id)).status).toBe(200)
    expect((await assign(1, null)).status).toBe(200)
    expect(await listed()).toEqual(['Straßer, Jörg'])
  })

  test('Rejects marking a matched person (409) or an unknown one (404) as guest, and any marking by readonly users (403)', async () => {
    await aMember(jörg)
    await enter([first.id])
    expect((await mark(1)).status).toBe(409)
    expect((await mark(4711)).status).toBe(404)
    const { token: reader } = await signedIn('readonly')
    expect((await mark(1, true, reader)).status).toBe(403)
    expect((await call('POST', '/api/participation/1/guest', {}, { token })).status).toBe(400)
  })
})

describe('creating a passive member from an enrolment', () => {
  test('A member created from an enrolled person gets the next number, today as joining date, and all participations of the person', async () => {
    await aMember({ memberNumber: 41 })
    await enter([first.id])
    await enter([second.id])
    const response = await createMember(1)
    expect(response.status).toBe(201)
    expect(await json(response)).toMatchObject({
      id: 2,
      firstName: 'Jörg',
      lastName: 'Straßer',
      birthday: '1991-11-01',
      memberNumber: 42,
      membershipState: 'Passive',
      dateJoined: today,
    })
    expect(await keys()).toEqual(['m:2', 'm:2'])
    expect(await unmatched()).toEqual([])
  })

  test('Rejects creating a member who may exist already (409 MemberExists) until the request allows a duplicate', async () => {
    const known = await aMember({ ...jörg, birthday: null })
    await enter([first.id])
    const refused = await createMember(1)
    expect(refused.status).toBe(409)
    expect((await json(refused)).error).toMatchObject({
      code: 'MemberExists',
      candidates: [{ id: known.id, firstName: 'Jörg' }],
    })
    expect(await keys()).toEqual(['p:joerg|strasser|1991-11-01'])
    expect((await createMember(1, '?allowDuplicate=true')).status).toBe(201)
    expect(await unmatched()).toEqual([])
  })

  test('Of two simultaneous requests to create a member from one person, one creates it and one is rejected (409)', async () => {
    await enter([first.id])
    const both = await Promise.all([
      createMember(1, '?allowDuplicate=true'),
      createMember(1, '?allowDuplicate=true'),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await rows('SELECT id FROM members')).toHaveLength(1)
  })

  test('Two members created from different people at the same moment get different numbers', async () => {
    await enter([first.id])
    await enter([first.id], { firstName: 'Lena' }, '2')
    const made = await Promise.all([createMember(1), createMember(2)].map(json))
    expect(made.map(({ memberNumber }) => memberNumber).sort()).toEqual([1, 2])
  })

  test('Rejects creating a member from a participation that is already matched (409)', async () => {
    const member = await aMember({ firstName: 'Georg' })
    await enter([first.id])
    await assign(1, member.id)
    expect((await createMember(1)).status).toBe(409)
    expect(await rows('SELECT id FROM members')).toHaveLength(1)
  })
})

test('Only management may list unmatched people, match them and create members from them (403)', async () => {
  await enter([first.id])
  const { token: reader } = await signedIn('readonly', 'helper')
  const calls = [
    call('GET', '/api/participation/unmatched', undefined, { token: reader }),
    call('POST', '/api/participation/1/member', { memberId: 1 }, { token: reader }),
    call('POST', '/api/participation/1/member/create', undefined, { token: reader }),
  ]
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, 403])
})
