import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn, today } from '#tests/support/api.ts'
import { aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { decide, enrolled } from '#tests/support/enrolment.ts'

let management: { token: string }

beforeEach(async () => {
  setClock()
  management = await signedIn('management')
})

const get = (path: string, who = management) => call('GET', path, undefined, who)
const post = (path: string, body: unknown, who = management) => call('POST', path, body, who)
const put = (path: string, body: unknown) => call('PUT', path, body, management)

const parade = {
  title: 'Narrensprung Altbrunn',
  host: 'Narrenverein Altbrunn',
  hostTown: 'Altbrunn',
  hostPlz: '88888',
  date: '2027-01-31',
  paradeNumber: 12,
  comment: 'Bus ab 11 Uhr',
  priceForAdultsInCent: 600,
  priceForChildrenInCent: 0,
  dateEnrolmentStart: '2026-11-11',
  dateEnrolmentEnd: '2027-01-22',
  timeEnrolmentStart: null,
  timeEnrolmentEnd: null,
  timeStart: null,
  lineUpNumber: null,
  lineUpPlace: null,
  departures: [],
  capacity: 50,
  minAge: 6,
  guardianBelow: 0,
  extras: [],
  isChildParade: false,
}

describe('A parade', () => {
  test('A new parade is stored as it was sent and read back the same', async () => {
    const response = await post('/api/parade', parade)
    expect(response.status).toBe(201)
    const created = await json(response)
    expect(created).toEqual({
      id: expect.any(Number),
      ...parade,
      cancelledAt: null,
      cancelReason: '',
      registrationCount: 0,
      participationCount: 0,
      takenCount: 0,
    })
    const stored = { ...created, takesCash: true, extraCounts: [] }
    expect(await json(get(`/api/parade/${created.id}`))).toEqual(stored)
  })

  test('A cancelled parade is returned with the name of the user who cancelled it, until it is reinstated', async () => {
    const { id } = await json(post('/api/parade', parade))
    expect((await post(`/api/parade/${id}/cancel`, { reason: 'Sturm' })).status).toBe(200)
    const [user] = await rows<{ name: string }>(
      "SELECT first_name || ' ' || last_name AS name FROM users JOIN parades ON cancelled_by = users.id",
    )
    expect(user?.name).toMatch(/\S \S/)
    expect(await json(get(`/api/parade/${id}`))).toMatchObject({
      cancelReason: 'Sturm',
      cancelledBy: user?.name,
    })
    await post(`/api/parade/${id}/reinstate`, {})
    expect(await json(get(`/api/parade/${id}`))).not.toHaveProperty('cancelledBy')
  })

  test('A change of one field of a parade does not change the others; read-only and unknown fields in the request are ignored', async () => {
    const { id } = await json(post('/api/parade', parade))
    const response = await put(`/api/parade/${id}`, {
      title: 'Großer Sprung',
      id: 99,
      registrationCount: 5,
      unknown: true,
    })
    expect(response.status).toBe(200)
    expect(await json(response)).toEqual({
      id,
      ...parade,
      title: 'Großer Sprung',
      cancelledAt: null,
      cancelReason: '',
      registrationCount: 0,
      participationCount: 0,
      takenCount: 0,
      offeredPlaces: 0,
    })
  })

  test('A parade without its required fields is rejected with an error at each of them (422)', async () => {
    const response = await post('/api/parade', { title: ' ' })
    expect(response.status).toBe(422)
    const { error } = await json(response)
    expect(Object.keys(error.fields)).toEqual([
      'title',
      'host',
      'date',
      'dateEnrolmentStart',
      'dateEnrolmentEnd',
    ])
    const missing = await json(post('/api/parade', { title: 'Umzug' }))
    expect(Object.keys(missing.error.fields).sort()).toEqual([
      'date',
      'dateEnrolmentEnd',
      'dateEnrolmentStart',
      'host',
    ])
    expect(await rows('SELECT * FROM parades')).toEqual([])
  })

  test.each([
    [{ dateEnrolmentEnd: '2026-11-10' }, 422, 'dateEnrolmentEnd'],
    [{ dateEnrolmentEnd: '2027-02-01' }, 422, 'dateEnrolmentEnd'],
    [{ priceForAdultsInCent: -1 }, 422, 'priceForAdultsInCent'],
    [{ priceForChildrenInCent: 100_001 }, 422, 'priceForChildrenInCent'],
    [{ priceForAdultsInCent: 6.5 }, 400, 'priceForAdultsInCent'],
    [{ priceForAdultsInCent: '600' }, 400, 'priceForAdultsInCent'],
    [{ date: '2027-02-31' }, 400, 'date'],
    [{ date: '9999-12-31' }, 422, 'date'],
    [{ date: '31.01.2027' }, 400, 'date'],
    [{ host: 'x'.repeat(201) }, 422, 'host'],
    [{ comment: 'x'.repeat(2001) }, 422, 'comment'],
    [{ title: 'Um\u0007zug' }, 422, 'title'],
    [{ isChildParade: 'ja' }, 400, 'isChildParade'],
  ])(
    'Creating or changing a parade with %o is rejected (%i) with the error at %s',
    async (change, status, field) => {
      const created = await post('/api/parade', { ...parade, ...change })
      expect(created.status).toBe(status)
      expect(Object.keys((await json(created)).error.fields)).toEqual([field])

      const stored = await aParade({ date: '2027-01-31' })
      const changed = await put(`/api/parade/${stored.id}`, change)
      expect(changed.status).toBe(status)
      const [row] = await rows('SELECT * FROM parades')
      expect(row).toMatchObject({ date: '2027-01-31', date_enrolment_end: '2027-01-20' })
    },
  )

  test('A parade with the highest and lowest allowed price, and all dates on one day, is accepted', async () => {
    const oneDay = { date: today, dateEnrolmentStart: today, dateEnrolmentEnd: today }
    const prices = { priceForAdultsInCent: 100_000, priceForChildrenInCent: 0 }
    expect((await post('/api/parade', { ...parade, ...oneDay, ...prices })).status).toBe(201)
  })

  test('Reading, changing or deleting an unknown parade, or reading its participants, is rejected (404)', async () => {
    expect((await get('/api/parade/4711')).status).toBe(404)
    expect((await put('/api/parade/4711', { title: 'x' })).status).toBe(404)
    expect((await call('DELETE', '/api/parade/4711', undefined, management)).status).toBe(404)
    expect((await get('/api/parade/4711/participation')).status).toBe(404)
  })
})

test('Simultaneous changes of different fields of a parade are both stored', async () => {
  const { id } = await aParade()
  await Promise.all([
    put(`/api/parade/${id}`, { comment: 'Bus' }),
    put(`/api/parade/${id}`, { priceForAdultsInCent: 900 }),
  ])
  expect(await json(get(`/api/parade/${id}`))).toMatchObject({
    comment: 'Bus',
    priceForAdultsInCent: 900,
  })
})

describe('The parades of a year', () => {
  test('The parades of a year are listed by date with the numbers of booked and of confirmed participants', async () => {
    const type = await aCostumeType()
    const second = await aParade({ title: 'Zweiter', date: '2027-02-07' })
    const first = await aParade({ title: 'Erster' })
    await aParade({ title: 'Voriges Jahr', date: '2026-12-31', dateEnrolmentEnd: '2026-12-30' })
    const place = { paradeId: first.id, costumeTypeId: type.id }
    for (const number of ['1', '2']) {
      const { token } = await enrolled([{ ...place, costumeNumber: number }], { firstName: number })
      await decide(token, 'paid')
    }
    await enrolled([{ ...place, costumeNumber: '3' }], { firstName: 'offen' })
    const [row] = await json(get(`/api/parade/${first.id}/participation`))
    await post(`/api/parade/${first.id}/participation/${row.id}/confirm`, undefined)

    const list = await json(get('/api/parade/year/2027'))
    expect(
      list.map((one: Record<string, unknown>) => [
        one.id,
        one.registrationCount,
        one.participationCount,
      ]),
    ).toEqual([
      [first.id, 2, 1],
      [second.id, 0, 0],
    ])
    expect(await json(put(`/api/parade/${first.id}`, { comment: 'neu' }))).toMatchObject({
      registrationCount: 2,
      participationCount: 1,
    })
  })

  test.each(['26', 'abcd', '1899', '2100', '2027.5'])(
    'A request for the parades of the year %s is rejected (400)',
    async (year) => {
      expect((await get(`/api/parade/year/${year}`)).status).toBe(400)
    },
  )
})

test('For the form of a new parade the API returns the highest number plus one, and each known host and title once', async () => {
  expect(await json(get('/api/parade/number'))).toEqual({ number: 1 })
  await aParade({ paradeNumber: 41 })
  await aParade({ title: 'Nachtumzug', paradeNumber: 7 })
  expect(await json(get('/api/parade/number'))).toEqual({ number: 42 })
  expect(await json(get('/api/parade/hosts'))).toEqual([
    { host: 'Butzenzunft Moosried', hostPlz: '88999', hostTown: 'Moosried' },
  ])
  expect(await json(get('/api/parade/titles'))).toEqual(['Nachtumzug', 'Ringtreffen Moosried'])
})

describe("Today's parade", () => {
  test('If several parades take place today, "today\'s parade" is the one with the lowest number, and the answer also lists the others', async () => {
    const evening = await aParade({
      title: 'Abends',
      date: today,
      paradeNumber: 8,
      dateEnrolmentEnd: today,
    })
    const noon = await aParade({
      title: 'Mittags',
      date: today,
      paradeNumber: 7,
      dateEnrolmentEnd: today,
    })
    await aParade()
    expect(await json(get('/api/parade/today'))).toEqual({
      paradeId: noon.id,
      others: [{ id: evening.id, title: 'Abends' }],
    })
  })

  test("Today's parade is null if no parade takes place today", async () => {
    await aParade()
    expect(await json(get('/api/parade/today'))).toEqual({ paradeId: null, others: [] })
  })

  test("Today's parade is determined by the date in Berlin, not in UTC", async () => {
    const night = await aParade({ date: '2027-01-17', dateEnrolmentEnd: '2027-01-16' })
    setClock('2027-01-16T23:30:00Z')
    const { token } = await signedIn('helper')
    expect((await json(get('/api/parade/today', { token }))).paradeId).toBe(night.id)
  })
})

describe('Deleting a parade', () => {
  const remove = (id: number) => call('DELETE', `/api/parade/${id}`, undefined, management)

  test('A parade without enrolments can be deleted', async () => {
    const { id } = await aParade()
    expect((await remove(id)).status).toBe(204)
    expect((await get(`/api/parade/${id}`)).status).toBe(404)
  })

  test.each(['pending', 'paid'] as const)(
    'A parade with a %s enrolment cannot be deleted (409)',
    async (state) => {
      const { id } = await aParade()
      const type = await aCostumeType()
      const { token } = await enrolled([
        { paradeId: id, costumeTypeId: type.id, costumeNumber: '1' },
      ])
      if (state === 'paid') await decide(token, 'paid')
      const response = await remove(id)
      expect(response.status).toBe(409)
      expect((await json(response)).error.code).toBe('ParadeInUse')
      expect(await rows('SELECT * FROM participations')).toHaveLength(1)
    },
  )

  test('A parade whose only enrolment was cancelled can be deleted', async () => {
    const { id } = await aParade()
    const type = await aCostumeType()
    const { token } = await enrolled([{ paradeId: id, costumeTypeId: type.id, costumeNumber: '1' }])
    await decide(token, 'cancelled')
    expect((await remove(id)).status).toBe(204)
  })
})

describe('The day of a parade', () => {
  let paradeId: number
  let typeId: number
  let helper: { id: number; token: string }

  beforeEach(async () => {
    paradeId = (await aParade({ date: today, dateEnrolmentEnd: today })).id
    typeId = (await aCostumeType()).id
    helper = await signedIn('helper')
  })

  const lena = (change: object = {}) => ({
    firstName: 'Lena',
    lastName: 'Wäschle',
    birthday: null,
    costumeNumber: '233',
    selectedCostumeTypeId: typeId,
    ...change,
  })
  const enter = (body: unknown, who: { token: string } = helper) =>
    post(`/api/parade/${paradeId}/participation/atParade`, body, who)
  const act = (id: number, verb: string, who: { token: string } = helper) =>
    post(`/api/parade/${paradeId}/participation/${id}/${verb}`, undefined, who)

  test('A person enrolled on site is stored as confirmed and unpaid', async () => {
    const response = await enter(lena())
    expect(response.status).toBe(201)
    expect(await json(response)).toEqual({
      id: expect.any(Number),
      ageClass: 'Adult',
      memberId: null,
      memberName: 'Wäschle, Lena',
      costumeType: { id: typeId, name: 'Schellenhansel' },
      costumeNumber: '233',
      priceInCent: 800,
      participationFeePayed: false,
      feePayedByHand: false,
      feePayedBy: null,
      cashWhileOff: false,
      cashReturnedAt: null,
      participationConfirmed: true,
      participationConfirmedAt: '2027-01-16T12:00:00.000Z',
      minor: null,
      extras: [],
    })
  })

  test('A person can be enrolled on site without a costume number', async () => {
    expect((await enter(lena({ costumeNumber: '' }))).status).toBe(201)
    const { costumeNumber: _, birthday: __, ...body } = lena({ firstName: 'Ida' })
    expect((await enter(body)).status).toBe(201)
  })

  test('A person enrolled on site is matched with the member of the same name and birthday', async () => {
    const member = await aMember({ firstName: 'Lena', lastName: 'Wäschle', birthday: '1990-01-02' })
    const row = await json(enter(lena({ birthday: '1990-01-02' })))
    expect(row.memberId).toBe(member.id)
  })

  test('A person or a costume that is already in the parade cannot be enrolled on site again (409)', async () => {
    await enter(lena())
    const person = await enter(lena({ costumeNumber: '5' }))
    expect(person.status).toBe(409)
    expect((await json(person)).error).toMatchObject({
      code: 'PersonAlreadyEnrolled',
      fields: { lastName: expect.stringContaining('schon') },
    })
    const costume = await enter(lena({ firstName: 'Ida' }))
    expect([costume.status, (await json(costume)).error.code]).toEqual([
      409,
      'CostumeAlreadyEnrolled',
    ])
  })

  test.each([
    [{ firstName: ' ' }, 422, 'firstName'],
    [{ lastName: '' }, 422, 'lastName'],
    [{ selectedCostumeTypeId: 4711 }, 422, 'selectedCostumeTypeId'],
    [{ birthday: '2027-02-30' }, 400, 'birthday'],
    [{ birthday: '2028-01-01' }, 422, 'birthday'],
  ])(
    'An enrolment on site with %o is rejected (%i) with the error at %s',
    async (change, status, field) => {
      const response = await enter(lena(change))
      expect(response.status).toBe(status)
      expect(Object.keys((await json(response)).error.fields)).toEqual([field])
      expect(await rows('SELECT * FROM participations')).toEqual([])
    },
  )

  test('An enrolment on site for an unknown parade is rejected (404)', async () => {
    const response = await post('/api/parade/4711/participation/atParade', lena(), helper)
    expect(response.status).toBe(404)
  })

  test('Confirming a participant a second time does not change the stored time and user of the first confirmation', async () => {
    const type = { paradeId, costumeTypeId: typeId, costumeNumber: '118' }
    const { token } = await enrolled([type])
    await decide(token, 'paid')
    const [row] = await json(get(`/api/parade/${paradeId}/participation`, helper))
    const first = await act(row.id, 'confirm')
    expect(first.status).toBe(200)
    expect(await json(first)).toEqual({
      ...row,
      participationConfirmed: true,
      participationConfirmedAt: '2027-01-16T12:00:00.000Z',
    })
    setClock('2027-01-16T13:00:00Z')
    const second = await act(row.id, 'confirm', management)
    expect(second.status).toBe(200)
    expect((await json(second)).participationConfirmedAt).toBe('2027-01-16T12:00:00.000Z')
    expect(await rows('SELECT confirmed_by FROM participations')).toEqual([
      { confirmed_by: helper.id },
    ])
  })

  test('A helper can revoke only the confirmations that the same helper made (403); management can revoke any', async () => {
    const { id } = await json(enter(lena(), management))
    const refused = await act(id, 'unconfirm')
    expect(refused.status).toBe(403)
    expect((await json(refused)).error).toEqual({
      code: 'NotYours',
      message: 'Den Haken hat Sabine K. gesetzt: Das nimmt nur die Verwaltung zurück.',
    })
    const response = await act(id, 'unconfirm', management)
    expect(await json(response)).toMatchObject({
      participationConfirmed: false,
      participationConfirmedAt: null,
    })
    expect((await act(id, 'unconfirm', management)).status).toBe(200)
    await act(id, 'confirm')
    expect(await json(act(id, 'unconfirm'))).toMatchObject({ participationConfirmed: false })
    await act(id, 'confirm')
    expect((await act(id, 'unconfirm', management)).status).toBe(200)
  })

  test('Confirming a participation under another parade, or an unpaid reservation, is rejected (404)', async () => {
    const { id } = await json(enter(lena()))
    const other = await aParade()
    const path = `/api/parade/${other.id}/participation/${id}/confirm`
    expect((await post(path, undefined, helper)).status).toBe(404)
    await enrolled([{ paradeId, costumeTypeId: typeId, costumeNumber: '118' }])
    const [reserved] = await rows<{ id: number }>(
      `SELECT id FROM participations WHERE state = 'reserved'`,
    )
    expect((await act(reserved?.id ?? 0, 'confirm')).status).toBe(404)
  })

  test('The participants of a parade contain birthdays for the role readonly but not for helpers, and e-mail addresses for neither', async () => {
    await enter(lena({ birthday: '1990-01-02' }))
    const path = `/api/parade/${paradeId}/participation`
    const [forHelper] = await json(get(path, helper))
    expect(forHelper).not.toHaveProperty('birthday')
    const [forReader] = await json(get(path, await signedIn('readonly')))
    expect(forReader.birthday).toBe('1990-01-02')
    expect(JSON.stringify(forReader)).not.toContain('mail')
  })

  test('The participants of a parade are sorted by name in German order', async () => {
    for (const lastName of ['Zeller', 'Öhler', 'Ott', 'Straub', 'Straßer']) {
      await enter(lena({ lastName, costumeNumber: '' }))
    }
    const list = await json(get(`/api/parade/${paradeId}/participation`))
    expect(list.map((row: { memberName: string }) => row.memberName)).toEqual([
      'Öhler, Lena',
      'Ott, Lena',
      'Straßer, Lena',
      'Straub, Lena',
      'Zeller, Lena',
    ])
  })
})
