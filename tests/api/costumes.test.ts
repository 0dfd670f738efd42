import { beforeEach, describe, expect, test } from 'vitest'
import { call, db, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aMember, aParade } from '#tests/support/builders.ts'
import { decide, enrol, enrolled } from '#tests/support/enrolment.ts'
import { expectLogged } from '#tests/support/log.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { costumeOwnerships } from '#worker/db/schema.ts'

let management: { token: string }
let butz: { id: number; name: string }
let garde: { id: number; name: string }
beforeEach(async () => {
  setClock()
  management = await signedIn('management')
  butz = { id: (await aCostumeType('Butz')).id, name: 'Butz' }
  garde = { id: (await aCostumeType('Garde')).id, name: 'Garde' }
})

const path = '/api/costume'
const get = (url: string, who = management) => call('GET', url, undefined, who)
const post = (body: unknown) => call('POST', path, body, management)
const put = (id: number, body: unknown) => call('PUT', `${path}/${id}`, body, management)
const remove = (id: number) => call('DELETE', `${path}/${id}`, undefined, management)

const costume = () => ({
  number: '12 A',
  costumeTypeId: butz.id,
  registeredSince: '2019-11-11',
  registeredUntil: null as string | null,
  comment: 'Maske von 1987\nneu bemalt',
})

const problem = async (response: Response) => ({
  status: response.status,
  ...(await json(response)).error,
})

describe('a costume', () => {
  test('A new costume is stored and read with its type', async () => {
    const response = await post(costume())
    expect(response.status).toBe(201)
    const created = await json(response)
    expect(created).toEqual({ id: expect.any(Number), ...costume(), type: butz })
    expect(await json(get(`${path}/${created.id}`))).toEqual(created)
  })

  test('Rejects a new costume without a number and a type (422); the other fields are optional', async () => {
    const response = await post({ number: ' 7 ', costumeTypeId: garde.id })
    expect(response.status).toBe(201)
    expect(await json(response)).toMatchObject({
      number: '7',
      registeredSince: null,
      registeredUntil: null,
      comment: '',
    })
    expect(await problem(await post({}))).toMatchObject({
      status: 422,
      code: 'ValidationFailed',
      fields: {
        number: 'Gib dem Kleid eine Nummer.',
        costumeTypeId: 'Wähle einen Kleidertyp.',
      },
    })
  })

  test.each([
    [{ number: '   ' }, 422, 'number'],
    [{ number: '1'.repeat(21) }, 422, 'number'],
    [{ number: '1\u00072' }, 422, 'number'],
    [{ number: 12 }, 400, 'number'],
    [{ costumeTypeId: 4711 }, 422, 'costumeTypeId'],
    [{ costumeTypeId: null }, 422, 'costumeTypeId'],
    [{ costumeTypeId: 'Butz' }, 400, 'costumeTypeId'],
    [{ registeredSince: '2026-02-31' }, 400, 'registeredSince'],
    [{ registeredSince: '1899-12-31' }, 422, 'registeredSince'],
    [{ registeredUntil: '2019-11-10' }, 422, 'registeredUntil'],
    [{ comment: 'x'.repeat(2001) }, 422, 'comment'],
  ])(
    'Creating a costume with %o, and changing one to it, is rejected (%i) at the field %s',
    async (change, status, field) => {
      const { id } = await json(post(costume()))
      for (const answer of [await post({ ...costume(), ...change }), await put(id, change)]) {
        const error = await problem(answer)
        expect(error.status).toBe(status)
        expect(Object.keys(error.fields)).toEqual([field])
      }
      expect(await json(get(`${path}/${id}`))).toMatchObject(costume())
      expect(await json(get(`${path}/info`))).toHaveLength(1)
    },
  )

  test('Changing a field of a costume does not change the others; read-only and unknown fields in the request are ignored', async () => {
    const { id } = await json(post(costume()))
    const response = await put(id, { comment: 'geflickt', id: 99, type: garde, unknown: 1 })
    expect(response.status).toBe(200)
    expect(await json(response)).toEqual({ id, ...costume(), type: butz, comment: 'geflickt' })
    expect((await put(id, {})).status).toBe(200)
  })

  test('Simultaneous changes of different fields of a costume are all stored', async () => {
    const { id } = await json(post(costume()))
    await Promise.all([
      put(id, { number: '13' }),
      put(id, { costumeTypeId: garde.id }),
      put(id, { registeredUntil: '2026-12-31' }),
    ])
    expect(await json(get(`${path}/${id}`))).toMatchObject({
      number: '13',
      type: garde,
      registeredUntil: '2026-12-31',
    })
  })

  test('Reading, changing or deleting an unknown costume is answered 404', async () => {
    expect((await get(`${path}/4711`)).status).toBe(404)
    expect((await get(`${path}/4711/ownerships`)).status).toBe(404)
    expect((await put(4711, { number: '1' })).status).toBe(404)
    expect((await remove(4711)).status).toBe(404)
    expect((await get(`${path}/infos`)).status).toBe(404)
  })
})

describe('the number of a costume', () => {
  const taken = {
    status: 409,
    code: 'CostumeExists',
    fields: {
      number: 'Diese Nummer hat bei diesem Kleidertyp schon ein anderes angemeldetes Kleid.',
    },
  }

  test('A costume number is unique within its type, in any spelling (409), and can be used in another type', async () => {
    await post(costume())
    expect(await problem(await post({ ...costume(), number: ' 12a' }))).toMatchObject(taken)
    expect((await post({ ...costume(), costumeTypeId: garde.id })).status).toBe(201)
  })

  test('Of three simultaneous new costumes with the same number one is stored and two are rejected (409)', async () => {
    const answers = await Promise.all([post(costume()), post(costume()), post(costume())])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  })

  test("Rejects a change of number or type to a taken costume number (409); saving the costume's own number is accepted", async () => {
    const first = await json(post(costume()))
    const second = await json(post({ ...costume(), number: '13' }))
    const third = await json(post({ ...costume(), costumeTypeId: garde.id }))
    expect(await problem(await put(second.id, { number: '12A' }))).toMatchObject(taken)
    expect(await problem(await put(third.id, { costumeTypeId: butz.id }))).toMatchObject(taken)
    expect((await put(first.id, costume())).status).toBe(200)
  })

  test('Once the number of a deregistered costume is used again, the old costume can be registered again only under another number (409)', async () => {
    const old = await json(post(costume()))
    expect((await put(old.id, { registeredUntil: '2026-12-31' })).status).toBe(200)
    expect((await post(costume())).status).toBe(201)
    expect(await problem(await put(old.id, { registeredUntil: null }))).toMatchObject(taken)
    expect((await put(old.id, { number: '12 B', registeredUntil: null })).status).toBe(200)
  })

  test('Changing number and type of a costume does not change them in existing participations', async () => {
    const { id } = await json(post({ ...costume(), number: '7' }))
    const { id: paradeId } = await aParade({ priceForAdultsInCent: 0 })
    await enrol([{ paradeId, costumeTypeId: butz.id, costumeNumber: '7' }])
    await put(id, { number: '70', costumeTypeId: garde.id })
    const booked = await rows(
      'SELECT costume_id, costume_number, costume_type_id FROM participations',
    )
    expect(booked).toEqual([{ costume_id: id, costume_number: '7', costume_type_id: butz.id }])
  })
})

describe('the register of costumes', () => {
  test('The register lists all costumes with type and current owner', async () => {
    const { id: annegret } = await aMember()
    const owned = await aCostume(garde.id, '2')
    const returned = await aCostume(butz.id, '9')
    await commit(db(), [
      write.insert(costumeOwnerships).values([
        { costumeId: owned.id, memberId: annegret, ownedFrom: '2019-01-01', ownedTo: '2020-01-01' },
        { costumeId: owned.id, memberId: annegret, ownedFrom: '2024-01-01', ownedTo: null },
        {
          costumeId: returned.id,
          memberId: annegret,
          ownedFrom: '2019-01-01',
          ownedTo: '2020-01-01',
        },
      ]),
    ])
    await put(returned.id, { registeredSince: '2001-01-01', registeredUntil: '2026-12-31' })
    const response = await get(`${path}/info`)
    expect(response.status).toBe(200)
    expect(await json(response)).toEqual([
      {
        id: returned.id,
        number: '9',
        type: butz,
        costumeTypeId: butz.id,
        registeredSince: '2001-01-01',
        registeredUntil: '2026-12-31',
        comment: '',
        currentOwner: null,
      },
      {
        id: owned.id,
        number: '2',
        type: garde,
        costumeTypeId: garde.id,
        registeredSince: null,
        registeredUntil: null,
        comment: '',
        currentOwner: { id: annegret, firstName: 'Annegret', lastName: 'Gruber' },
      },
    ])
  })

  test("If two simultaneous changes together would end a costume's registration before its beginning, one of them is rejected", async () => {
    const { id } = await json(post({ ...costume(), registeredSince: '2020-01-01' }))
    const changes = [{ registeredSince: '2025-01-01' }, { registeredUntil: '2022-01-01' }]
    const answers = await Promise.all(changes.map((change) => put(id, change)))
    const codes = await Promise.all(
      answers.map(async (answer) => (answer.ok ? 'ok' : (await json(answer)).error.code)),
    )
    expect(codes.sort().at(-1)).toBe('ok')
    expect(['Conflict', 'ValidationFailed']).toContain(codes.sort()[0])
    if (codes.includes('Conflict')) expectLogged('/api/costume/:id')
  })

  test('Readonly users read costumes, management also changes them, helpers do neither (403)', async () => {
    const { id } = await json(post(costume()))
    const reader = await signedIn('readonly')
    const helper = await signedIn('helper')
    for (const url of [`${path}/info`, `${path}/${id}`, `${path}/${id}/ownerships`]) {
      expect((await get(url, reader)).status).toBe(200)
      expect((await get(url, helper)).status).toBe(403)
    }
    for (const who of [reader, helper]) {
      expect((await call('POST', path, costume(), who)).status).toBe(403)
      expect((await call('PUT', `${path}/${id}`, { number: '1' }, who)).status).toBe(403)
      expect((await call('DELETE', `${path}/${id}`, undefined, who)).status).toBe(403)
      const owner = await call('POST', `${path}/${id}/owner`, { newMemberId: null }, who)
      expect(owner.status).toBe(403)
    }
    expect(await json(get(`${path}/${id}`))).toMatchObject(costume())
  })
})

describe('deleting a costume', () => {
  test('A costume without owners and participations can be deleted', async () => {
    const { id } = await json(post(costume()))
    expect((await remove(id)).status).toBe(204)
    expect((await remove(id)).status).toBe(404)
  })

  test('Deleting a costume with owners or participations is rejected, and the answer counts both (409)', async () => {
    const { id } = await json(post({ ...costume(), number: '7' }))
    const member = await aMember()
    const owner = { newMemberId: member.id, from: '2020-01-06' }
    await call('POST', `${path}/${id}/owner`, owner, management)
    await call('POST', `${path}/${id}/owner`, { newMemberId: null }, management)
    const { id: paradeId } = await aParade()
    await enrol([{ paradeId, costumeTypeId: butz.id, costumeNumber: '7' }])
    expect(await problem(await remove(id))).toMatchObject({
      status: 409,
      code: 'CostumeInUse',
      message:
        'Zu diesem Kleid gibt es Besitzer oder Umzüge. Deshalb kann es nicht gelöscht werden.',
      references: { ownerships: 1, participations: 1 },
    })
    expect(await json(get(`${path}/${id}/ownerships`))).toHaveLength(1)
  })

  test('When a costume is deleted, its released enrolments that were never paid still have its number but no link to it', async () => {
    const { id } = await json(post({ ...costume(), number: '7' }))
    const { id: paradeId } = await aParade()
    const { token } = await enrolled([{ paradeId, costumeTypeId: butz.id, costumeNumber: '7' }])
    await decide(token, 'cancelled')
    expect((await remove(id)).status).toBe(204)
    const left = await rows('SELECT state, costume_id, costume_number FROM participations')
    expect(left).toEqual([{ state: 'released', costume_id: null, costume_number: '7' }])
  })

  test('Rejects deleting a costume with a place that was paid and then cancelled (409)', async () => {
    const { id } = await json(post({ ...costume(), number: '7' }))
    const { id: paradeId } = await aParade()
    const { token } = await enrolled([{ paradeId, costumeTypeId: butz.id, costumeNumber: '7' }])
    await decide(token, 'paid')
    await commit(db(), [write.run("UPDATE participations SET state = 'cancelled'")])
    expect(await problem(await remove(id))).toMatchObject({
      status: 409,
      references: { ownerships: 0, participations: 1 },
    })
  })
})
