import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn, today } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember } from '#tests/support/builders.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'

// Correcting the history of a costume: changing or deleting one ownership.

let management: { id: number; token: string }
let typeId: number
let costumeId: number
let annegret: number
let jonas: number
let lena: number
beforeEach(async () => {
  setClock()
  management = await signedIn('management')
  typeId = (await aCostumeType('Butz')).id
  costumeId = (await aCostume(typeId, '12')).id
  annegret = (await aMember()).id
  jonas = (await aMember({ firstName: 'Jonas', lastName: 'Kächele', birthday: null })).id
  lena = (await aMember({ firstName: 'Lena', lastName: 'Rist' })).id
})

/** Inserts an ownership. */
async function anOwnership(memberId: number, from: string, to: string | null): Promise<number> {
  const [row] = await rows<{ id: number }>(
    `INSERT INTO costume_ownerships (costume_id, member_id, owned_from, owned_to)
     VALUES (${costumeId}, ${memberId}, '${from}', ${to === null ? 'NULL' : `'${to}'`}) RETURNING id`,
  )
  return row?.id ?? 0
}

type Options = { database?: ReturnType<typeof overtakenBefore> }

const at = (id: number | string, costume = costumeId) => `/api/costume/${costume}/ownerships/${id}`
const change = (id: number, body: object, options: Options = {}) =>
  call('PUT', at(id), body, { ...management, ...options })
const remove = (id: number, query = '', options: Options = {}) =>
  call('DELETE', `${at(id)}${query}`, undefined, { ...management, ...options })
const history = async () =>
  (await json(call('GET', `/api/costume/${costumeId}/ownerships`, undefined, management))).map(
    (span: { member: { id: number }; ownedFrom: string; ownedTo: string | null }) => [
      span.member.id,
      span.ownedFrom,
      span.ownedTo,
    ],
  )
const problem = async (response: Response) => ({
  status: response.status,
  ...(await json(response)).error,
})

describe('changing an ownership', () => {
  test('A change of one field of an ownership does not change the others, and the answer contains the whole ownership', async () => {
    const id = await anOwnership(annegret, '2015-01-06', '2019-11-11')
    expect((await change(id, { ownedFrom: '2014-01-06' })).status).toBe(200)
    expect((await change(id, { ownedTo: '2019-11-12' })).status).toBe(200)
    const answer = await change(id, { memberId: jonas })
    expect(answer.status).toBe(200)
    expect(await json(answer)).toEqual({
      id,
      member: { id: jonas, firstName: 'Jonas', lastName: 'Kächele', birthday: null },
      ownedFrom: '2014-01-06',
      ownedTo: '2019-11-12',
    })
    expect((await change(id, { ownedTo: null })).status).toBe(200)
    expect((await change(id, {})).status).toBe(200)
    expect((await change(id, { id: 77, costumeId: 4711, nonsense: true })).status).toBe(200)
    expect(await history()).toEqual([[jonas, '2014-01-06', null]])
  })

  test('An ownership may begin on the day on which the previous one ends, end when the next one begins, and end in the future', async () => {
    await anOwnership(annegret, '2015-01-06', '2018-01-06')
    const id = await anOwnership(jonas, '2019-01-06', '2020-01-06')
    const last = await anOwnership(lena, '2021-01-06', null)
    const body = { ownedFrom: '2018-01-06', ownedTo: '2021-01-06' }
    expect((await change(id, body)).status).toBe(200)
    expect((await change(last, { ownedTo: '2027-12-31' })).status).toBe(200)
    expect(await history()).toEqual([
      [lena, '2021-01-06', '2027-12-31'],
      [jonas, '2018-01-06', '2021-01-06'],
      [annegret, '2015-01-06', '2018-01-06'],
    ])
  })

  test.each<[string, object, Record<string, string>]>([
    [
      'into the previous ownership',
      { ownedFrom: '2018-01-05' },
      { ownedFrom: 'Bis 06.01.2018 hatte Annegret Gruber das Kleid.' },
    ],
    [
      'into the next ownership',
      { ownedTo: '2021-01-07' },
      { ownedTo: 'Ab 06.01.2021 hatte Lena Rist das Kleid.' },
    ],
    [
      'to no end although another one follows',
      { ownedTo: null },
      { ownedTo: 'Ab 06.01.2021 hatte Lena Rist das Kleid.' },
    ],
    [
      'over all other ownerships',
      { ownedFrom: '2000-01-01', ownedTo: null },
      { ownedTo: expect.stringMatching(/^Ab .* hatte .* das Kleid\.$/) as unknown as string },
    ],
    [
      'into the current ownership',
      { ownedFrom: '2022-01-06', ownedTo: '2023-01-06' },
      { ownedFrom: 'Seit 06.01.2021 hat Lena Rist das Kleid.' },
    ],
    [
      'into the future',
      { ownedFrom: '2027-01-17', ownedTo: '2027-01-18' },
      {
        ownedFrom: 'Der Beginn liegt in der Zukunft.',
      },
    ],
    [
      'to a beginning after its new end',
      { ownedFrom: '2020-06-01', ownedTo: '2020-05-31' },
      { ownedTo: 'Der Besitz endet, bevor er beginnt.' },
    ],
    [
      'to a beginning after its stored end',
      { ownedFrom: '2020-01-07' },
      { ownedFrom: 'Der Besitz endet, bevor er beginnt.' },
    ],
    [
      'to zero days',
      { ownedTo: '2019-01-06' },
      { ownedTo: 'Das wäre kein einziger Tag. War es ein Irrtum, entferne den Eintrag.' },
    ],
    [
      'to an unknown member',
      { memberId: 4711 },
      { memberId: 'Dieses Mitglied gibt es nicht mehr.' },
    ],
  ])(
    'Moving an ownership %s is rejected with an error at the field (422), and nothing changes',
    async (_, body, fields) => {
      await anOwnership(annegret, '2015-01-06', '2018-01-06')
      const id = await anOwnership(jonas, '2019-01-06', '2020-01-06')
      await anOwnership(lena, '2021-01-06', null)
      const before = await history()
      expect(await problem(await change(id, body))).toMatchObject({
        status: 422,
        code: 'ValidationFailed',
        fields,
      })
      expect(await history()).toEqual(before)
    },
  )

  test.each([
    [{ memberId: null }, 400, 'memberId'],
    [{ memberId: 'Jonas' }, 400, 'memberId'],
    [{ memberId: -1 }, 422, 'memberId'],
    [{ ownedFrom: null }, 400, 'ownedFrom'],
    [{ ownedFrom: '2026-02-31' }, 400, 'ownedFrom'],
    [{ ownedTo: '2100-01-01' }, 422, 'ownedTo'],
  ])(
    'The change %o of an ownership is rejected (%i) at the field %s',
    async (body, status, field) => {
      const id = await anOwnership(jonas, '2019-01-06', '2020-01-06')
      const error = await problem(await change(id, body))
      expect([error.status, Object.keys(error.fields)]).toEqual([status, [field]])
    },
  )

  test('Changing or deleting an unknown ownership, or one of another costume, is answered 404', async () => {
    const id = await anOwnership(annegret, '2015-01-06', null)
    const another = (await aCostume(typeId, '13')).id
    for (const path of [at(id, another), at(id, 4711), at(4711), at('x'), at(0)]) {
      expect((await call('PUT', path, { ownedFrom: '2014-01-06' }, management)).status).toBe(404)
      expect((await call('DELETE', path, undefined, management)).status).toBe(404)
      const reopening = await call('DELETE', `${path}?reopenPrevious=true`, undefined, management)
      expect(reopening.status).toBe(404)
    }
    expect(await history()).toEqual([[annegret, '2015-01-06', null]])
  })

  test('An ownership of zero days is not deleted when another is extended up to its day, but is deleted when another is extended beyond it', async () => {
    const id = await anOwnership(annegret, '2015-01-06', '2018-01-06')
    const none = await anOwnership(jonas, '2019-01-06', '2019-01-06')
    expect((await change(none, { memberId: lena })).status).toBe(200)
    expect((await change(id, { ownedTo: '2019-01-06' })).status).toBe(200)
    expect(await history()).toEqual([
      [lena, '2019-01-06', '2019-01-06'],
      [annegret, '2015-01-06', '2019-01-06'],
    ])
    expect((await change(id, { ownedTo: null })).status).toBe(200)
    expect(await history()).toEqual([[annegret, '2015-01-06', null]])
  })
})

describe('owners in the past', () => {
  test.each(['Active', 'Passive', 'Left', 'Died'] as const)(
    'A member with the state %s can be entered as the owner of a costume for a past period',
    async (state) => {
      const { id } = await aMember({ membershipState: state, dateLeft: '2020-01-06' })
      const ownership = await anOwnership(annegret, '2015-01-06', '2020-01-06')
      expect((await change(ownership, { memberId: id })).status).toBe(200)
    },
  )

  test('Rejects an ownership that lasts beyond the death of its member (422)', async () => {
    const dead = await aMember({ membershipState: 'Died', dateLeft: '2020-01-06' })
    const id = await anOwnership(annegret, '2015-01-06', null)
    const beyond = 'Annegret Gruber ist am 06.01.2020 verstorben. Der Besitz endet spätestens dann.'
    for (const ownedTo of [null, '2020-01-07']) {
      expect(await problem(await change(id, { memberId: dead.id, ownedTo }))).toMatchObject({
        status: 422,
        fields: { memberId: 'Dieses Mitglied ist verstorben.', ownedTo: beyond },
      })
    }
    expect((await change(id, { memberId: dead.id, ownedTo: '2020-01-06' })).status).toBe(200)
    const error = await problem(await change(id, { ownedTo: null }))
    expect([error.status, error.fields]).toEqual([422, { ownedTo: beyond }])
    expect(await history()).toEqual([[dead.id, '2015-01-06', '2020-01-06']])
  })

  test('Rejects an ownership without an end for a member who died on an unknown day (422)', async () => {
    const dead = await aMember({ membershipState: 'Died' })
    const id = await anOwnership(annegret, '2015-01-06', null)
    expect(await problem(await change(id, { memberId: dead.id }))).toMatchObject({
      status: 422,
      fields: { ownedTo: 'Annegret Gruber ist verstorben. Gib an, bis wann.' },
    })
    expect((await change(id, { memberId: dead.id, ownedTo: today })).status).toBe(200)
  })

  test('The ownerships of a deregistered costume can be corrected', async () => {
    const id = await anOwnership(annegret, '2015-01-06', '2020-01-06')
    await call('PUT', `/api/costume/${costumeId}`, { registeredUntil: '2026-12-31' }, management)
    expect((await change(id, { memberId: jonas, ownedFrom: '2016-01-06' })).status).toBe(200)
    expect(await history()).toEqual([[jonas, '2016-01-06', '2020-01-06']])
  })
})

describe('deleting an ownership', () => {
  test('Deleting an ownership changes no other ownership: for the deleted period the costume has no owner', async () => {
    await anOwnership(annegret, '2015-01-06', '2018-01-06')
    const id = await anOwnership(jonas, '2018-01-06', null)
    const response = await remove(id)
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(await history()).toEqual([[annegret, '2015-01-06', '2018-01-06']])
    expect((await remove(id)).status).toBe(404)
  })

  test('With reopenPrevious, deleting the last ownership makes the previous one last without an end', async () => {
    await anOwnership(annegret, '2015-01-06', '2018-01-06')
    const id = await anOwnership(jonas, '2018-06-01', null)
    expect((await remove(id, '?reopenPrevious=true')).status).toBe(204)
    expect(await history()).toEqual([[annegret, '2015-01-06', null]])
  })

  test('With reopenPrevious, deleting an ownership between two others extends the previous one to the next', async () => {
    await anOwnership(annegret, '2015-01-06', '2018-01-06')
    const id = await anOwnership(jonas, '2018-06-01', '2020-01-06')
    await anOwnership(lena, '2021-01-06', null)
    expect((await remove(id, '?reopenPrevious=true')).status).toBe(204)
    expect(await history()).toEqual([
      [lena, '2021-01-06', null],
      [annegret, '2015-01-06', '2021-01-06'],
    ])
  })

  test('With reopenPrevious, deleting the first ownership changes no other', async () => {
    const id = await anOwnership(annegret, '2015-01-06', '2018-01-06')
    await anOwnership(jonas, '2018-06-01', null)
    expect((await remove(id, '?reopenPrevious=true')).status).toBe(204)
    expect(await history()).toEqual([[jonas, '2018-06-01', null]])
  })

  test("Rejects reopenPrevious when it would extend the previous ownership beyond the owner's death (422)", async () => {
    const dead = await aMember({ membershipState: 'Died', dateLeft: '2021-01-06' })
    await anOwnership(dead.id, '2015-01-06', '2018-01-06')
    const between = await anOwnership(jonas, '2018-01-06', '2021-01-06')
    const last = await anOwnership(lena, '2021-01-06', null)
    expect((await remove(between, '?reopenPrevious=true')).status).toBe(204)
    expect(await problem(await remove(last, '?reopenPrevious=true'))).toMatchObject({
      status: 422,
      fields: {
        reopenPrevious: 'Wer das Kleid davor hatte, ist verstorben und kann es nicht weiter haben.',
      },
    })
    expect(await history()).toEqual([
      [lena, '2021-01-06', null],
      [dead.id, '2015-01-06', '2021-01-06'],
    ])
    expect((await remove(last, '?reopenPrevious=false')).status).toBe(204)
  })

  test('Rejects deleting an ownership with a reopenPrevious other than true and false (400)', async () => {
    const id = await anOwnership(annegret, '2015-01-06', null)
    expect((await remove(id, '?reopenPrevious=ja')).status).toBe(400)
    expect(await history()).toHaveLength(1)
  })
})

describe('simultaneous changes of ownerships', () => {
  const write = 'update "costume_ownerships"'

  test("Of two simultaneous changes whose ownerships would overlap, the second is rejected (422) with the other owner's name", async () => {
    const first = await anOwnership(annegret, '2015-01-06', '2018-01-06')
    const second = await anOwnership(jonas, '2019-01-06', null)
    const database = overtakenBefore(write, () => change(second, { ownedFrom: '2018-01-06' }))
    expect(
      await problem(await change(first, { ownedTo: '2018-06-01' }, { database })),
    ).toMatchObject({
      status: 422,
      fields: { ownedTo: 'Ab 06.01.2018 hatte Jonas Kächele das Kleid.' },
    })
    expect(await history()).toEqual([
      [jonas, '2018-01-06', null],
      [annegret, '2015-01-06', '2018-01-06'],
    ])
  })

  test('Of two simultaneous changes that each remove the end of an ownership, the second is rejected (422)', async () => {
    const first = await anOwnership(annegret, '2015-01-06', '2018-01-06')
    const second = await anOwnership(jonas, '2019-01-06', '2020-01-06')
    const database = overtakenBefore(write, () => change(second, { ownedTo: null }))
    const late = await change(first, { ownedFrom: '2020-01-06', ownedTo: null }, { database })
    expect(late.status).toBe(422)
    expect(await history()).toEqual([
      [jonas, '2019-01-06', null],
      [annegret, '2015-01-06', '2018-01-06'],
    ])
  })

  test('If two simultaneous changes together would make an ownership end on or before the day it began, the second is rejected (422)', async () => {
    for (const [ownedFrom, ownedTo] of [
      ['2017-01-06', '2017-01-06'],
      ['2017-01-06', '2016-01-06'],
    ]) {
      await rows('DELETE FROM costume_ownerships')
      const id = await anOwnership(annegret, '2015-01-06', '2018-01-06')
      const database = overtakenBefore(write, () => change(id, { ownedTo }))
      const late = await problem(await change(id, { ownedFrom }, { database }))
      expect([late.status, Object.keys(late.fields)]).toEqual([422, ['ownedFrom']])
      expect(await history()).toEqual([[annegret, '2015-01-06', ownedTo]])
    }
  })

  test('Rejects removing the end of an ownership when its owner dies at the same moment (422)', async () => {
    const id = await anOwnership(annegret, '2015-01-06', '2018-01-06')
    const body = { state: 'Died', date: '2020-01-06' }
    const database = overtakenBefore(write, () =>
      call('POST', `/api/member/${annegret}/leave`, body, management),
    )
    expect((await change(id, { ownedTo: null }, { database })).status).toBe(422)
    expect(await history()).toEqual([[annegret, '2015-01-06', '2018-01-06']])
  })

  test('A change of an ownership that is deleted at the same moment is not found (404)', async () => {
    const id = await anOwnership(annegret, '2015-01-06', '2018-01-06')
    const database = overtakenBefore(write, () => remove(id))
    expect((await change(id, { ownedTo: '2019-01-06' }, { database })).status).toBe(404)
    expect(await history()).toEqual([])
  })

  test('If a new owner is entered while an ownership is deleted with reopenPrevious, the previous ownership ends on the day of the new owner', async () => {
    await anOwnership(annegret, '2015-01-06', '2018-01-06')
    const id = await anOwnership(jonas, '2018-01-06', '2020-01-06')
    const database = overtakenBefore(write, () =>
      call('POST', `/api/costume/${costumeId}/owner`, { newMemberId: lena }, management),
    )
    expect((await remove(id, '?reopenPrevious=true', { database })).status).toBe(204)
    expect(await history()).toEqual([
      [lena, today, null],
      [annegret, '2015-01-06', today],
    ])
  })
})

describe('the owner of a new costume', () => {
  const create = (body: object) =>
    call('POST', '/api/costume', { number: '40', costumeTypeId: typeId, ...body }, management)
  const created = () => rows("SELECT id FROM costumes WHERE number = '40'")

  test.each([
    [{}, today],
    [{ ownedFrom: null }, today],
    [{ ownedFrom: '2019-11-11' }, '2019-11-11'],
  ])(
    'The ownership of a new costume that is created with an owner and %o begins on %s',
    async (since, ownedFrom) => {
      const response = await create({ ownerId: annegret, ...since })
      expect(response.status).toBe(201)
      const costume = await json(response)
      expect(costume).toMatchObject({ number: '40', costumeTypeId: typeId })
      costumeId = costume.id
      expect(await history()).toEqual([[annegret, ownedFrom, null]])
    },
  )

  test.each([{}, { ownerId: null }, { ownerId: null, ownedFrom: '2030-01-01' }])(
    'A new costume created with %o has no owner and so belongs to the guild',
    async (body) => {
      const response = await create(body)
      expect(response.status).toBe(201)
      costumeId = (await json(response)).id
      expect(await history()).toEqual([])
    },
  )

  test.each<[object, number, string[]]>([
    [{ ownerId: 4711 }, 422, ['ownerId']],
    [{ ownerId: -1 }, 422, ['ownerId']],
    [{ ownerId: '1' }, 400, ['ownerId']],
    [{ ownerId: 1, ownedFrom: '2027-01-17' }, 422, ['ownedFrom']],
    [{ ownerId: 1, ownedFrom: '2026-02-31' }, 400, ['ownedFrom']],
    [{ ownerId: 1, registeredUntil: '2026-12-31' }, 422, ['ownerId']],
    [
      { ownerId: 1, number: ' ', costumeTypeId: null, ownedFrom: '2027-01-17' },
      422,
      ['costumeTypeId', 'number', 'ownedFrom'],
    ],
    [{ ownerId: 1, costumeTypeId: 4711 }, 422, ['costumeTypeId']],
  ])(
    'A new costume with %o is rejected (%i), and nothing is stored',
    async (body, status, fields) => {
      const error = await problem(await create(body))
      expect([error.status, Object.keys(error.fields).sort()]).toEqual([status, fields])
      expect(await created()).toEqual([])
    },
  )

  test('A new costume with an owner who died is rejected (422)', async () => {
    const dead = await aMember({ membershipState: 'Died' })
    expect(await problem(await create({ ownerId: dead.id }))).toMatchObject({
      status: 422,
      fields: { ownerId: 'Dieses Mitglied ist verstorben.' },
    })
    expect(await created()).toEqual([])
  })

  test('When a new costume is rejected because its number exists (409), no owner is stored', async () => {
    await create({})
    expect((await create({ ownerId: annegret })).status).toBe(409)
    expect(await rows('SELECT id FROM costume_ownerships')).toEqual([])
  })
})
