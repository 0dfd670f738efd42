import { beforeEach, expect, test } from 'vitest'
import { call, json, setClock, signedIn } from '#tests/support/api.ts'
import { aCostume, aCostumeType, aParade } from '#tests/support/builders.ts'
import { decide, enrol, enrolled } from '#tests/support/enrolment.ts'

let management: { token: string }
beforeEach(async () => {
  setClock()
  management = await signedIn('management')
})

const path = '/api/costumeType'
const save = (method: 'POST' | 'PUT', url: string, name: unknown) =>
  call(method, url, { name }, management)
const remove = (id: number) => call('DELETE', `${path}/${id}`, undefined, management)

test('Costume types are created, renamed, listed by name and deleted', async () => {
  const created = await save('POST', path, '  Flecklesbutz ')
  expect(created.status).toBe(201)
  const type = await json(created)
  expect(type).toEqual({ id: expect.any(Number), name: 'Flecklesbutz' })
  const renamed = await save('PUT', `${path}/${type.id}`, 'Älbler')
  expect(await json(renamed)).toEqual({ id: type.id, name: 'Älbler' })
  await aCostumeType('Bachhexe')
  const list = await json(call('GET', path))
  expect(list.map((row: { name: string }) => row.name)).toEqual(['Älbler', 'Bachhexe'])
  expect((await remove(type.id)).status).toBe(204)
  expect((await remove(type.id)).status).toBe(404)
})

test('Rejects a costume type whose name exists in another spelling (409); a type may change the spelling of its own name', async () => {
  const { id } = await aCostumeType('Bachhexe')
  const response = await save('POST', path, ' BACHHEXE')
  expect(response.status).toBe(409)
  expect((await json(response)).error).toMatchObject({
    code: 'CostumeTypeExists',
    fields: { name: 'Einen Kleidertyp mit diesem Namen gibt es schon.' },
  })
  expect((await save('PUT', `${path}/${id}`, 'bachhexe')).status).toBe(200)
})

test.each([
  ['   ', 422],
  ['x'.repeat(101), 422],
  ['Bach\u0007hexe', 422],
  [5, 400],
  [null, 400],
])('The name %o of a costume type is rejected (%i)', async (name, status) => {
  const response = await save('POST', path, name)
  expect(response.status).toBe(status)
  expect(Object.keys((await json(response)).error.fields)).toEqual(['name'])
  expect(await json(call('GET', path))).toEqual([])
})

test('Rejects deleting a costume type in use by a costume or a participation (409)', async () => {
  const worn = await aCostumeType('Garde')
  const owned = await aCostumeType('Elferrat')
  const parade = await aParade()
  await enrol([{ paradeId: parade.id, costumeTypeId: worn.id, costumeNumber: '1' }])
  await aCostume(owned.id, '1')
  for (const { id } of [worn, owned]) {
    const response = await remove(id)
    expect(response.status).toBe(409)
    expect((await json(response)).error.code).toBe('CostumeTypeInUse')
  }
  expect(await json(call('GET', path))).toHaveLength(2)
})

test('A costume type that only a cancelled enrolment uses can be deleted', async () => {
  const { id } = await aCostumeType('Garde')
  const parade = await aParade()
  const { token } = await enrolled([{ paradeId: parade.id, costumeTypeId: id, costumeNumber: '1' }])
  await decide(token, 'cancelled')
  expect((await remove(id)).status).toBe(204)
})

test('Renaming an unknown costume type is answered 404', async () => {
  expect((await save('PUT', `${path}/4711`, 'Garde')).status).toBe(404)
})
