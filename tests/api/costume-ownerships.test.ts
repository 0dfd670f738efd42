import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn, today } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember } from '#tests/support/builders.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'

// Who had a costume when, put right afterwards: one ownership is changed or removed.

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

/** As it stands in the database: member, from, to. */
async function owned(memberId: number, from: string, to: string | null): Promise<number> {
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

describe('a change', () => {
  test('of each field alone keeps the others, and answers with the whole', async () => {
    const id = await owned(annegret, '2015-01-06', '2019-11-11')
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

  test('may touch its neighbours and end on a day to come', async () => {
    await owned(annegret, '2015-01-06', '2018-01-06')
    const id = await owned(jonas, '2019-01-06', '2020-01-06')
    const last = await owned(lena, '2021-01-06', null)
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
      'into the one before',
      { ownedFrom: '2018-01-05' },
      { ownedFrom: 'Bis 06.01.2018 hatte Annegret Gruber das Kleid.' },
    ],
    [
      'into the one after',
      { ownedTo: '2021-01-07' },
      { ownedTo: 'Ab 06.01.2021 hatte Lena Rist das Kleid.' },
    ],
    [
      'without an end before another',
      { ownedTo: null },
      { ownedTo: 'Ab 06.01.2021 hatte Lena Rist das Kleid.' },
    ],
    [
      'over all of them',
      { ownedFrom: '2000-01-01', ownedTo: null },
      { ownedTo: expect.stringMatching(/^Ab .* hatte .* das Kleid\.$/) as unknown as string },
    ],
    [
      'into the open one',
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
      'behind its end',
      { ownedFrom: '2020-06-01', ownedTo: '2020-05-31' },
      { ownedTo: 'Der Besitz endet, bevor er beginnt.' },
    ],
    [
      'behind its stored end',
      { ownedFrom: '2020-01-07' },
      { ownedFrom: 'Der Besitz endet, bevor er beginnt.' },
    ],
    [
      'to no day',
      { ownedTo: '2019-01-06' },
      { ownedTo: 'Das wäre kein einziger Tag. War es ein Irrtum, entferne den Eintrag.' },
    ],
    ['to nobody', { memberId: 4711 }, { memberId: 'Dieses Mitglied gibt es nicht mehr.' }],
  ])('%s is a 422 beside the field, and nothing changes', async (_, body, fields) => {
    await owned(annegret, '2015-01-06', '2018-01-06')
    const id = await owned(jonas, '2019-01-06', '2020-01-06')
    await owned(lena, '2021-01-06', null)
    const before = await history()
    expect(await problem(await change(id, body))).toMatchObject({
      status: 422,
      code: 'ValidationFailed',
      fields,
    })
    expect(await history()).toEqual(before)
  })

  test.each([
    [{ memberId: null }, 400, 'memberId'],
    [{ memberId: 'Jonas' }, 400, 'memberId'],
    [{ memberId: -1 }, 422, 'memberId'],
    [{ ownedFrom: null }, 400, 'ownedFrom'],
    [{ ownedFrom: '2026-02-31' }, 400, 'ownedFrom'],
    [{ ownedTo: '2100-01-01' }, 422, 'ownedTo'],
  ])('%o is a %i beside %s', async (body, status, field) => {
    const id = await owned(jonas, '2019-01-06', '2020-01-06')
    const error = await problem(await change(id, body))
    expect([error.status, Object.keys(error.fields)]).toEqual([status, [field]])
  })

  test('of one that belongs to another costume, or is none, is a 404', async () => {
    const id = await owned(annegret, '2015-01-06', null)
    const another = (await aCostume(typeId, '13')).id
    for (const path of [at(id, another), at(id, 4711), at(4711), at('x'), at(0)]) {
      expect((await call('PUT', path, { ownedFrom: '2014-01-06' }, management)).status).toBe(404)
      expect((await call('DELETE', path, undefined, management)).status).toBe(404)
      const reopening = await call('DELETE', `${path}?reopenPrevious=true`, undefined, management)
      expect(reopening.status).toBe(404)
    }
    expect(await history()).toEqual([[annegret, '2015-01-06', null]])
  })

  test('keeps one of no day as it is, and takes it away inside another', async () => {
    const id = await owned(annegret, '2015-01-06', '2018-01-06')
    const none = await owned(jonas, '2019-01-06', '2019-01-06')
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

describe('an owner of a past time', () => {
  test.each(['Active', 'Passive', 'Left', 'Died'] as const)('may be %s', async (state) => {
    const { id } = await aMember({ membershipState: state, dateLeft: '2020-01-06' })
    const ownership = await owned(annegret, '2015-01-06', '2020-01-06')
    expect((await change(ownership, { memberId: id })).status).toBe(200)
  })

  test('does not have it after their death', async () => {
    const dead = await aMember({ membershipState: 'Died', dateLeft: '2020-01-06' })
    const id = await owned(annegret, '2015-01-06', null)
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

  test('whose day of death is not known has had it until some day', async () => {
    const dead = await aMember({ membershipState: 'Died' })
    const id = await owned(annegret, '2015-01-06', null)
    expect(await problem(await change(id, { memberId: dead.id }))).toMatchObject({
      status: 422,
      fields: { ownedTo: 'Annegret Gruber ist verstorben. Gib an, bis wann.' },
    })
    expect((await change(id, { memberId: dead.id, ownedTo: today })).status).toBe(200)
  })

  test('of a deregistered costume can be put right', async () => {
    const id = await owned(annegret, '2015-01-06', '2020-01-06')
    await call('PUT', `/api/costume/${costumeId}`, { registeredUntil: '2026-12-31' }, management)
    expect((await change(id, { memberId: jonas, ownedFrom: '2016-01-06' })).status).toBe(200)
    expect(await history()).toEqual([[jonas, '2016-01-06', '2020-01-06']])
  })
})

describe('removing', () => {
  test('leaves the time to the guild', async () => {
    await owned(annegret, '2015-01-06', '2018-01-06')
    const id = await owned(jonas, '2018-01-06', null)
    const response = await remove(id)
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(await history()).toEqual([[annegret, '2015-01-06', '2018-01-06']])
    expect((await remove(id)).status).toBe(404)
  })

  test('with reopenPrevious, the last one: the one before is without an end', async () => {
    await owned(annegret, '2015-01-06', '2018-01-06')
    const id = await owned(jonas, '2018-06-01', null)
    expect((await remove(id, '?reopenPrevious=true')).status).toBe(204)
    expect(await history()).toEqual([[annegret, '2015-01-06', null]])
  })

  test('with reopenPrevious, one in between: the one before has it until the next', async () => {
    await owned(annegret, '2015-01-06', '2018-01-06')
    const id = await owned(jonas, '2018-06-01', '2020-01-06')
    await owned(lena, '2021-01-06', null)
    expect((await remove(id, '?reopenPrevious=true')).status).toBe(204)
    expect(await history()).toEqual([
      [lena, '2021-01-06', null],
      [annegret, '2015-01-06', '2021-01-06'],
    ])
  })

  test('with reopenPrevious, the first one: nobody was before', async () => {
    const id = await owned(annegret, '2015-01-06', '2018-01-06')
    await owned(jonas, '2018-06-01', null)
    expect((await remove(id, '?reopenPrevious=true')).status).toBe(204)
    expect(await history()).toEqual([[jonas, '2018-06-01', null]])
  })

  test('lets the dead run on only within their life', async () => {
    const dead = await aMember({ membershipState: 'Died', dateLeft: '2021-01-06' })
    await owned(dead.id, '2015-01-06', '2018-01-06')
    const between = await owned(jonas, '2018-01-06', '2021-01-06')
    const last = await owned(lena, '2021-01-06', null)
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

  test('with another word than true or false is a 400', async () => {
    const id = await owned(annegret, '2015-01-06', null)
    expect((await remove(id, '?reopenPrevious=ja')).status).toBe(400)
    expect(await history()).toHaveLength(1)
  })
})

describe('two at the same moment', () => {
  const write = 'update "costume_ownerships"'

  test('who lead two times into each other: the second is refused, and told by whom', async () => {
    const first = await owned(annegret, '2015-01-06', '2018-01-06')
    const second = await owned(jonas, '2019-01-06', null)
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

  test('who open two: one of them is', async () => {
    const first = await owned(annegret, '2015-01-06', '2018-01-06')
    const second = await owned(jonas, '2019-01-06', '2020-01-06')
    const database = overtakenBefore(write, () => change(second, { ownedTo: null }))
    const late = await change(first, { ownedFrom: '2020-01-06', ownedTo: null }, { database })
    expect(late.status).toBe(422)
    expect(await history()).toEqual([
      [jonas, '2019-01-06', null],
      [annegret, '2015-01-06', '2018-01-06'],
    ])
  })

  test('whose two halves would make a time of no day, or a backward one: the second is refused', async () => {
    for (const [ownedFrom, ownedTo] of [
      ['2017-01-06', '2017-01-06'],
      ['2017-01-06', '2016-01-06'],
    ]) {
      await rows('DELETE FROM costume_ownerships')
      const id = await owned(annegret, '2015-01-06', '2018-01-06')
      const database = overtakenBefore(write, () => change(id, { ownedTo }))
      const late = await problem(await change(id, { ownedFrom }, { database }))
      expect([late.status, Object.keys(late.fields)]).toEqual([422, ['ownedFrom']])
      expect(await history()).toEqual([[annegret, '2015-01-06', ownedTo]])
    }
  })

  test('whose owner dies meanwhile: the second is refused', async () => {
    const id = await owned(annegret, '2015-01-06', '2018-01-06')
    const body = { state: 'Died', date: '2020-01-06' }
    const database = overtakenBefore(write, () =>
      call('POST', `/api/member/${annegret}/leave`, body, management),
    )
    expect((await change(id, { ownedTo: null }, { database })).status).toBe(422)
    expect(await history()).toEqual([[annegret, '2015-01-06', '2018-01-06']])
  })

  test('who change and remove: what is gone is a 404', async () => {
    const id = await owned(annegret, '2015-01-06', '2018-01-06')
    const database = overtakenBefore(write, () => remove(id))
    expect((await change(id, { ownedTo: '2019-01-06' }, { database })).status).toBe(404)
    expect(await history()).toEqual([])
  })

  test('who reopen and give: the one before runs on until the new one', async () => {
    await owned(annegret, '2015-01-06', '2018-01-06')
    const id = await owned(jonas, '2018-01-06', '2020-01-06')
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

describe('a new costume', () => {
  const create = (body: object) =>
    call('POST', '/api/costume', { number: '40', costumeTypeId: typeId, ...body }, management)
  const made = () => rows("SELECT id FROM costumes WHERE number = '40'")

  test.each([
    [{}, today],
    [{ ownedFrom: null }, today],
    [{ ownedFrom: '2019-11-11' }, '2019-11-11'],
  ])('may belong to somebody from the beginning: %o', async (since, ownedFrom) => {
    const response = await create({ ownerId: annegret, ...since })
    expect(response.status).toBe(201)
    const costume = await json(response)
    expect(costume).toMatchObject({ number: '40', costumeTypeId: typeId })
    costumeId = costume.id
    expect(await history()).toEqual([[annegret, ownedFrom, null]])
  })

  test.each([{}, { ownerId: null }, { ownerId: null, ownedFrom: '2030-01-01' }])(
    'is the guild’s without one: %o',
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
  ])('with %o is a %i, and neither is stored', async (body, status, fields) => {
    const error = await problem(await create(body))
    expect([error.status, Object.keys(error.fields).sort()]).toEqual([status, fields])
    expect(await made()).toEqual([])
  })

  test('is given to nobody who died', async () => {
    const dead = await aMember({ membershipState: 'Died' })
    expect(await problem(await create({ ownerId: dead.id }))).toMatchObject({
      status: 422,
      fields: { ownerId: 'Dieses Mitglied ist verstorben.' },
    })
    expect(await made()).toEqual([])
  })

  test('whose number is taken leaves no owner behind', async () => {
    await create({})
    expect((await create({ ownerId: annegret })).status).toBe(409)
    expect(await rows('SELECT id FROM costume_ownerships')).toEqual([])
  })
})
