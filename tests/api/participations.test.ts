import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn, today } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { decide, enrolled } from '#tests/support/enrolment.ts'

let type: { id: number }
let parade: { id: number }
let manager: { id: number; token: string }

beforeEach(async () => {
  setClock()
  type = await aCostumeType()
  parade = await aParade()
  manager = await signedIn('management')
})

const send = (path: string, body: unknown, { token } = manager) =>
  call('POST', path, body, { token })

const remove = (id: number) => call('DELETE', `/api/paradeParticipation/${id}`, undefined, manager)

const pay = (id: number, paid: boolean, as = manager) =>
  send(`/api/participation/${id}/paid`, { paid }, as)

const stored = async () =>
  (await rows<Record<string, unknown>>('SELECT * FROM participations ORDER BY id'))[0]

async function onSite(birthday: string | null = null): Promise<number> {
  const body = { firstName: 'Lena', lastName: 'Abele', birthday, costumeNumber: '3' }
  const path = `/api/parade/${parade.id}/participation/atParade`
  return (await json(send(path, { ...body, selectedCostumeTypeId: type.id }))).id
}

describe('A participation entered by management', () => {
  test('Management can add a member to a past parade; the place is booked but neither confirmed nor paid', async () => {
    const old = await aParade({ date: '2020-01-05' })
    const [member, costume] = [await aMember(), await aCostume(type.id, '118')]
    const response = await send(`/api/parade/${old.id}/participation`, {
      memberId: member.id,
      costumeId: costume.id,
    })
    expect(response.status).toBe(201)
    expect(await json(response)).toEqual({
      id: 1,
      memberId: member.id,
      memberName: 'Gruber, Annegret',
      birthday: '1980-05-04',
      costumeType: { id: type.id, name: 'Schellenhansel' },
      costumeNumber: '118',
      ageClass: 'Adult',
      priceInCent: 800,
      participationFeePayed: false,
      feePayedByHand: false,
      feePayedBy: null,
      cashWhileOff: false,
      cashReturnedAt: null,
      participationConfirmed: false,
      participationConfirmedAt: null,
      minor: null,
      extras: [],
    })
    expect(await stored()).toMatchObject({
      state: 'booked',
      door: 'management',
      price_in_cent: 800,
      costume_id: costume.id,
      created_by: manager.id,
    })
  })

  test('Adding an unknown member or costume to a parade is rejected at the field (422), and to an unknown parade with a 404', async () => {
    const body = { memberId: 99, costumeId: 98 }
    const response = await send(`/api/parade/${parade.id}/participation`, body)
    expect(response.status).toBe(422)
    expect(Object.keys((await json(response)).error.fields)).toEqual(['costumeId', 'memberId'])
    expect((await send('/api/parade/77/participation', body)).status).toBe(404)
  })

  test('Adding a member with a costume that is in the parade already is rejected with the error at the costume', async () => {
    const [member, costume] = [await aMember(), await aCostume(type.id, '3')]
    await onSite()
    const body = { memberId: member.id, costumeId: costume.id }
    const { error } = await json(send(`/api/parade/${parade.id}/participation`, body))
    expect(error).toMatchObject({
      code: 'CostumeAlreadyEnrolled',
      fields: { costumeId: expect.any(String) },
    })
  })
})

describe('The correction of a costume', () => {
  const correct = (id: number, newCostumeTypeId: number, newCostumeNumber: string) =>
    send(`/api/participation/${id}/costumeType`, { newCostumeTypeId, newCostumeNumber })

  test('Correcting a costume changes its type, its number and the link to the registered costume, and nothing else', async () => {
    const other = await aCostumeType('Flecklesbutz')
    const costume = await aCostume(other.id, '12 A')
    const id = await onSite('2015-01-01')
    const before = await stored()
    expect(await json(correct(id, other.id, '12a'))).toMatchObject({
      id,
      costumeType: { id: other.id, name: 'Flecklesbutz' },
      costumeNumber: '12a',
    })
    expect(await stored()).toEqual({
      ...before,
      costume_type_id: other.id,
      costume_id: costume.id,
      costume_number: '12a',
      costume_number_key: '12a',
    })
  })

  test('A correction to a taken costume is rejected with an error at the costume number, even if another participant has the same name', async () => {
    const member = await aMember({ firstName: 'Lena', lastName: 'Abele', birthday: null })
    const costume = await aCostume(type.id, '1')
    const path = `/api/parade/${parade.id}/participation`
    await send(path, { memberId: member.id, costumeId: costume.id })
    const first = (await stored())?.id as number
    await onSite()
    const other = { firstName: 'Eva', lastName: 'Buck', costumeNumber: '9' }
    await send(`${path}/atParade`, { ...other, selectedCostumeTypeId: type.id })
    const { error } = await json(correct(first, type.id, '9'))
    expect(error).toMatchObject({
      code: 'CostumeAlreadyEnrolled',
      fields: { newCostumeNumber: expect.any(String) },
    })
  })

  test('A correction of a costume to the same type and number is accepted', async () => {
    const id = await onSite()
    expect((await correct(id, type.id, '3')).status).toBe(200)
  })

  test('A correction to an unknown costume type is rejected with the error at the type (422)', async () => {
    const response = await correct(await onSite(), 99, '3')
    expect(response.status).toBe(422)
    expect((await json(response)).error.fields).toEqual({ newCostumeTypeId: expect.any(String) })
  })

  test('Correcting the costume of a deleted or unknown participation is rejected (404)', async () => {
    const id = await onSite()
    await remove(id)
    expect((await correct(id, type.id, '4')).status).toBe(404)
    expect((await correct(99, type.id, '4')).status).toBe(404)
  })
})

describe('A participation that management deletes', () => {
  test('A deleted participation is stored as cancelled with user and time, and is no longer among the participants', async () => {
    const id = await onSite()
    expect((await remove(id)).status).toBe(204)
    expect(await stored()).toMatchObject({
      state: 'cancelled',
      cancelled_by: manager.id,
      cancelled_at: `${today}T12:00:00.000Z`,
    })
    const list = call('GET', `/api/parade/${parade.id}/participation`, undefined, manager)
    expect(await json(list)).toEqual([])
    expect((await remove(id)).status).toBe(404)
  })

  test('A cancelled participation that was paid prevents the deletion of its member', async () => {
    const member = await aMember({ firstName: 'Lena', lastName: 'Abele', birthday: '1990-01-01' })
    const deleteMember = () => call('DELETE', `/api/member/${member.id}`, undefined, manager)
    await remove(await onSite('1990-01-01'))
    const paid = await onSite('1990-01-01')
    await pay(paid, true)
    await remove(paid)
    const refused = await deleteMember()
    expect((await json(refused)).error.references.participations).toBe(1)
  })

  test('A cancelled participation that was not paid is deleted together with its member', async () => {
    const member = await aMember({ firstName: 'Lena', lastName: 'Abele', birthday: '1990-01-01' })
    await remove(await onSite('1990-01-01'))
    const gone = await call('DELETE', `/api/member/${member.id}`, undefined, manager)
    expect(gone.status).toBe(204)
  })
})

describe('Cash payment of a participation', () => {
  test('Marking a fee as paid a second time does not change the stored user and time of the first', async () => {
    const helper = await signedIn('helper')
    await rows(`UPDATE parades SET date = '${today}', date_enrolment_end = '${today}' RETURNING id`)
    const id = await onSite()
    const row = await json(pay(id, true, helper))
    expect(row).toMatchObject({ id, participationFeePayed: true })
    expect(row).not.toHaveProperty('birthday')
    setClock(`${today}T13:00:00Z`)
    expect((await pay(id, true)).status).toBe(200)
    expect(await stored()).toMatchObject({
      fee_payed_by: helper.id,
      fee_payed_at: `${today}T12:00:00.000Z`,
    })
  })

  test('A fee paid in cash can be marked as unpaid again, even repeatedly', async () => {
    const id = await onSite()
    await pay(id, true)
    expect(await json(pay(id, false))).toMatchObject({ participationFeePayed: false })
    expect((await pay(id, false)).status).toBe(200)
    expect(await stored()).toMatchObject({ fee_payed_by: null, fee_payed_at: null })
  })

  test('A fee paid online cannot be marked as unpaid (409)', async () => {
    const place = { paradeId: parade.id, costumeTypeId: type.id, costumeNumber: '1' }
    await decide((await enrolled([place])).token, 'paid')
    expect((await pay(1, true)).status).toBe(200)
    const response = await pay(1, false)
    expect(response.status).toBe(409)
    expect(await stored()).toMatchObject({ participation_fee_payed: 1, fee_payed_by: null })
  })

  test('The fee of an enrolment without a price cannot be marked as unpaid (409)', async () => {
    const free = await aParade({ priceForAdultsInCent: 0 })
    await enrolled([{ paradeId: free.id, costumeTypeId: type.id, costumeNumber: '1' }])
    expect((await pay(1, false)).status).toBe(409)
  })

  test('The fee of a reserved or unknown place cannot be marked as paid (404)', async () => {
    await enrolled([{ paradeId: parade.id, costumeTypeId: type.id, costumeNumber: '1' }])
    expect((await pay(1, true)).status).toBe(404)
    expect((await pay(99, true)).status).toBe(404)
  })

  test('Marking a fee as paid with a value that is no boolean is rejected (400)', async () => {
    const id = await onSite()
    expect((await send(`/api/participation/${id}/paid`, { paid: 'ja' })).status).toBe(400)
  })
})

describe('The search for hosts', () => {
  const search = async (typed: string) =>
    (
      await json(
        call('GET', `/api/parades/hosts?search=${encodeURIComponent(typed)}`, undefined, manager),
      )
    ).map(({ title }: { title: string }) => title)

  test.each(['butzenzunft', 'MOOSRIED', 'zenzunft moos', ' moosried'])(
    'The search for parades by host finds "Butzenzunft Moosried" for %j',
    async (typed) => {
      expect(await search(typed)).toEqual(['Ringtreffen Moosried'])
    },
  )

  test('The search for parades by host also searches the town, with ö written as oe', async () => {
    await aParade({ title: 'Nachtumzug', host: 'Hexenzunft', hostTown: 'Rötenbach' })
    expect(await search('roetenb')).toEqual(['Nachtumzug'])
  })

  test('The search for parades by host does not search the titles of parades', async () => {
    await aParade({ title: 'Nachtumzug', host: 'Hexenzunft', hostTown: 'Rötenbach' })
    await aParade({ title: 'Fasnet', host: 'Nachtkrabb', hostTown: '', date: '2026-01-01' })
    expect(await search('Nacht')).toEqual(['Fasnet'])
    expect(await search('Ringtreffen')).toEqual([])
    // Nor by text that spans the end of one field and the start of the next.
    expect(await search('nachtkrabb | fasnet')).toEqual([])
  })

  test('After host and town of a parade were changed, only the search for the new ones finds it', async () => {
    const { id, ...parade } = await aParade({ title: 'Fasnet', host: 'Alt', hostTown: 'Altdorf' })
    const {
      searchKey: _,
      version: _v,
      cancelledAt: _c,
      cancelledBy: _b,
      cancelReason: _r,
      ...sent
    } = parade
    const { registrationCount: _n, confirmedCount: _m, ...fields } = sent
    const change = { ...fields, host: 'Neu', hostTown: 'Neudorf' }
    expect((await call('PUT', `/api/parade/${id}`, change, manager)).status).toBe(200)
    expect([await search('altdorf'), await search('neudorf')]).toEqual([[], ['Fasnet']])
  })

  test('The search for parades by host takes the characters % and _ literally', async () => {
    await aParade({ host: '100 % Fasnet', title: 'Umzug', date: '2026-01-01' })
    expect(await search('%')).toEqual(['Umzug'])
    expect(await search('_')).toEqual([])
  })

  test('The search for parades by host lists the newest parade first', async () => {
    await aParade({ title: 'Ringtreffen 2030', date: '2030-01-06' })
    expect(await search('butzenzunft')).toEqual(['Ringtreffen 2030', 'Ringtreffen Moosried'])
  })

  test.each(['', '%20%20', '&x=1', '%CC%81'])(
    'The search for parades by host with the blank text %j is rejected (400)',
    async (typed) => {
      const response = await call('GET', `/api/parades/hosts?search=${typed}`, undefined, manager)
      expect(response.status).toBe(400)
    },
  )
})

test('The statistic of enrolments counts booked places by costume type for each parade from today on', async () => {
  const old = await aParade({ date: '2027-01-15', title: 'Vorbei' })
  const now = await aParade({ date: '2027-01-16', title: 'Heute' })
  const other = await aCostumeType('Flecklesbutz')
  const empty = await aParade({ title: 'Nachtumzug', date: '2027-02-01' })
  const helper = await signedIn('helper')
  const enter = (paradeId: number, lastName: string, typeId: number) =>
    send(`/api/parade/${paradeId}/participation/atParade`, {
      firstName: 'Lena',
      lastName,
      costumeNumber: '',
      selectedCostumeTypeId: typeId,
    })
  await enter(old.id, 'Abele', type.id)
  await enter(now.id, 'Abele', type.id)
  await enter(parade.id, 'Abele', type.id)
  await enter(parade.id, 'Buck', other.id)
  await enter(parade.id, 'Czerny', other.id)
  await remove((await json(enter(parade.id, 'Dorn', other.id))).id)
  await enrolled([{ paradeId: parade.id, costumeTypeId: type.id, costumeNumber: '9' }])

  const answer = call('GET', '/api/statistics/parades/enrolments', undefined, helper)
  expect(await json(answer)).toEqual([
    {
      parade: expect.objectContaining({ id: now.id, title: 'Heute' }),
      total: 1,
      enrolments: [{ costumeType: { id: type.id, name: 'Schellenhansel' }, enrolments: 1 }],
    },
    {
      parade: {
        id: parade.id,
        title: 'Ringtreffen Moosried',
        host: 'Butzenzunft Moosried',
        date: '2027-01-24',
        cancelledAt: null,
        cancelReason: '',
      },
      total: 3,
      enrolments: [
        { costumeType: { id: other.id, name: 'Flecklesbutz' }, enrolments: 2 },
        { costumeType: { id: type.id, name: 'Schellenhansel' }, enrolments: 1 },
      ],
    },
    {
      parade: expect.objectContaining({ id: empty.id, title: 'Nachtumzug' }),
      total: 0,
      enrolments: [],
    },
  ])
})
