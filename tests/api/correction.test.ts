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

/** The stall tablet, without a member. */
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

describe('who is not matched', () => {
  test('is one row, however many parades and doors', async () => {
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

  test('without a birthday is one row only for what was enrolled in one go', async () => {
    await enter([first.id, second.id], { birthday: null })
    const third = await aParade({ title: 'Tagwache' })
    setClock(`${today}T12:00:01Z`)
    await enter([third.id], { birthday: null })
    expect((await unmatched()).map(({ parades }: { parades: [] }) => parades.length)).toEqual([
      1, 2,
    ])
  })

  test('is not somebody whose payment is open or came to nothing', async () => {
    const place = { paradeId: first.id, costumeTypeId: type.id, costumeNumber: '1' }
    const { token: order } = await enrolled([place])
    expect(await unmatched()).toEqual([])
    await decide(order, 'cancelled')
    expect(await unmatched()).toEqual([])
  })

  test('who was matched and leaves the guild later does not come back', async () => {
    const member = await aMember(jörg)
    await enter([first.id])
    const body = { membershipState: 'Left' }
    await call('PUT', `/api/member/${member.id}`, body, { token })
    expect(await unmatched()).toEqual([])
  })
})

describe('suggestions', () => {
  const names = async () =>
    (await unmatched())[0].suggestions.map(
      (one: { firstName: string; lastName: string; reason: string }) =>
        `${one.firstName} ${one.lastName}: ${one.reason}`,
    )

  test('the same name comes before the same birthday, the likelier first', async () => {
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

  test('two members of the same name and birthday are both offered, nobody is linked', async () => {
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
      'names in each other’s field',
      { firstName: 'Straßer', lastName: 'Jörg', birthday: '1991-11-01' },
    ],
    [
      'one of two first names',
      { firstName: 'Jörg-Peter', lastName: 'Strass', birthday: '1991-11-01' },
    ],
  ])('%s is found', async (_, member) => {
    await aMember(member)
    await enter([first.id])
    expect(await names()).toHaveLength(1)
  })

  test.each(['Left', 'Died'] as const)('somebody %s is not suggested', async (membershipState) => {
    await aMember({ ...jörg, membershipState })
    await enter([first.id])
    expect(await names()).toEqual([])
  })

  test('without a birthday on either side nobody of another name is', async () => {
    await aMember({ firstName: 'Jörn', lastName: 'Straßer', birthday: null })
    await enter([first.id], { birthday: null })
    expect(await names()).toEqual([])
  })
})

describe('assigning a member', () => {
  test('links all participations of the person and empties the list', async () => {
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

  test('leaves the others of the same name without a birthday alone', async () => {
    const member = await aMember({ firstName: 'Georg' })
    await enter([first.id], { birthday: null })
    setClock(`${today}T12:00:01Z`)
    await enter([second.id], { birthday: null })
    expect(await json(assign(2, member.id))).toEqual({ linked: 1, left: [] })
    expect(await unmatched()).toMatchObject([{ id: 1 }])
  })

  test('who is in that parade already stays in the list, and the answer names it', async () => {
    const member = await aMember({ firstName: 'Georg', lastName: 'Straßer' })
    await enter([first.id, second.id])
    const place = { paradeId: first.id, costumeTypeId: type.id, costumeNumber: '2' }
    const own = { ...jörg, memberId: member.id, parades: [place] }
    await call('POST', '/api/parades/internal-enrol', own, { token })
    expect(await json(assign(1, member.id))).toEqual({ linked: 1, left: [first.id] })
    expect(await unmatched()).toMatchObject([{ id: 1, parades: [{ id: first.id }] }])
  })

  test('a second time changes nothing, another member is refused until it is undone', async () => {
    const [right, wrong] = [await aMember({ firstName: 'Georg' }), await aMember({ lastName: 'X' })]
    await enter([first.id])
    await assign(1, wrong.id)
    expect(await json(assign(1, wrong.id))).toEqual({ linked: 0, left: [] })
    expect((await assign(1, right.id)).status).toBe(409)
    expect(await json(assign(1, null))).toEqual({ linked: 1, left: [] })
    expect(await keys()).toEqual(['p:joerg|strasser|1991-11-01'])
    expect((await assign(1, right.id)).status).toBe(200)
  })

  test('undone leaves what is the member’s own', async () => {
    const member = await aMember({ firstName: 'Georg', lastName: 'Straßer' })
    await enter([first.id])
    await assign(1, member.id)
    const place = { paradeId: second.id, costumeTypeId: type.id, costumeNumber: '2' }
    const body = { memberId: member.id, parades: [place] }
    await call('POST', '/api/parades/internal-enrol', body, { token })
    expect(await json(assign(1, null))).toEqual({ linked: 1, left: [] })
    expect(await keys()).toEqual(['p:joerg|strasser|1991-11-01', `m:${member.id}`])
  })

  test('undone leaves what the member was picked for, even under the same name', async () => {
    const member = await aMember(jörg)
    await enter([first.id])
    const place = { paradeId: second.id, costumeTypeId: type.id, costumeNumber: '2' }
    const picked = { memberId: member.id, parades: [place] }
    await call('POST', '/api/parades/internal-enrol', picked, { token })
    expect(await json(assign(1, null))).toEqual({ linked: 1, left: [] })
    expect(await keys()).toEqual(['p:joerg|strasser|1991-11-01', `m:${member.id}`])
    expect(await json(assign(2, null))).toEqual({ linked: 1, left: [] })
  })

  test('once matched, the same name cannot enrol for that parade again, through any door', async () => {
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

  test('undone where the name was given meanwhile stays matched, and is named', async () => {
    const member = await aMember({ firstName: 'Georg', lastName: 'Straßer' })
    await enter([first.id])
    await assign(1, member.id)
    // Twins of one name: another member of it, entered by hand and undone, stands under the name.
    const twin = await aMember(jörg)
    const costume = await aCostume(type.id, '7')
    const body = { memberId: twin.id, costumeId: costume.id }
    await call('POST', `/api/parade/${first.id}/participation`, body, { token })
    await assign(2, null)
    expect(await json(assign(1, null))).toEqual({ linked: 0, left: [first.id] })
  })

  test('two people at two screens at once: one match', async () => {
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
    ['an unknown participation', 99, 1, 404],
    ['an unknown member', 1, 99, 422],
  ])('%s', async (_, id, memberId, status) => {
    await aMember()
    await enter([first.id])
    expect((await assign(id, memberId)).status).toBe(status)
  })
})

describe('a guest, who belongs to no member', () => {
  const mark = (id: number, isGuest = true, who = token) =>
    call('POST', `/api/participation/${id}/guest`, { isGuest }, { token: who })
  const listed = async () =>
    (await unmatched()).map(({ memberName }: { memberName: string }) => memberName)
  const counted = async () => (await json(call('GET', '/api/home', undefined, { token }))).unmatched

  test('is asked about no more, with all their parades; others of the list stay', async () => {
    await enter([first.id, second.id])
    await enter([first.id], { lastName: 'Gast' }, '119')
    expect(await counted()).toBe(2)
    const response = await mark(1)
    expect([response.status, await json(response)]).toEqual([200, { marked: 2 }])
    expect(await listed()).toEqual(['Gast, Jörg'])
    expect(await counted()).toBe(1)
    // Nothing else about them has changed: they take part as before.
    expect(await rows('SELECT DISTINCT state, member_id FROM participations')).toEqual([
      { state: 'booked', member_id: null },
    ])
  })

  test('without a birthday is only who was enrolled in this one go', async () => {
    await enter([first.id], { birthday: null })
    setClock(`${today}T12:00:01Z`)
    await enter([second.id], { birthday: null })
    expect(await json(mark(1))).toEqual({ marked: 1 })
    expect(await unmatched()).toMatchObject([{ id: 2 }])
  })

  test('is asked about again when somebody says so, here or in the history', async () => {
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

  test('who enrolled online is asked about again by the history as well', async () => {
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

  test('turns out to be a member after all: is matched, and once that is undone is open', async () => {
    await enter([first.id])
    await mark(1)
    const member = await aMember({ lastName: 'Anders' })
    expect((await assign(1, member.id)).status).toBe(200)
    expect((await assign(1, null)).status).toBe(200)
    expect(await listed()).toEqual(['Straßer, Jörg'])
  })

  test('is nobody who is matched, nobody unknown, and said by the management alone', async () => {
    await aMember(jörg)
    await enter([first.id])
    expect((await mark(1)).status).toBe(409)
    expect((await mark(4711)).status).toBe(404)
    const { token: reader } = await signedIn('readonly')
    expect((await mark(1, true, reader)).status).toBe(403)
    expect((await call('POST', '/api/participation/1/guest', {}, { token })).status).toBe(400)
  })
})

describe('a new passive member', () => {
  test('gets the next number, joins today, and has all parades of the person', async () => {
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

  test('who may exist already is asked about, and made all the same when wanted', async () => {
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

  test('pressed at two screens at once is made once', async () => {
    await enter([first.id])
    const both = await Promise.all([
      createMember(1, '?allowDuplicate=true'),
      createMember(1, '?allowDuplicate=true'),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await rows('SELECT id FROM members')).toHaveLength(1)
  })

  test('two persons at once get two numbers', async () => {
    await enter([first.id])
    await enter([first.id], { firstName: 'Lena' }, '2')
    const made = await Promise.all([createMember(1), createMember(2)].map(json))
    expect(made.map(({ memberNumber }) => memberNumber).sort()).toEqual([1, 2])
  })

  test('of a participation that is matched already is refused', async () => {
    const member = await aMember({ firstName: 'Georg' })
    await enter([first.id])
    await assign(1, member.id)
    expect((await createMember(1)).status).toBe(409)
    expect(await rows('SELECT id FROM members')).toHaveLength(1)
  })
})

test('only management corrects', async () => {
  await enter([first.id])
  const { token: reader } = await signedIn('readonly', 'helper')
  const calls = [
    call('GET', '/api/participation/unmatched', undefined, { token: reader }),
    call('POST', '/api/participation/1/member', { memberId: 1 }, { token: reader }),
    call('POST', '/api/participation/1/member/create', undefined, { token: reader }),
  ]
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([403, 403, 403])
})
