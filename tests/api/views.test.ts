import { beforeEach, describe, expect, test } from 'vitest'
import { call, json, rows, setClock, signedIn } from '#tests/support/api.ts'
import { overtakenBefore } from '#tests/support/overtaken.ts'

type User = Awaited<ReturnType<typeof signedIn>>

let manager: User
let reader: User
let colleague: User
beforeEach(async () => {
  setClock()
  manager = await signedIn('management')
  reader = await signedIn('readonly')
  colleague = await signedIn('management', 'readonly')
})

const path = '/api/view'
const aView = { grid: 'members', name: 'Ohne Telefon', search: '?filter.phone=leer', shared: false }

const save = (user: User, view: object = {}) => call('POST', path, { ...aView, ...view }, user)
const saved = (user: User, view: object = {}) => json(save(user, view))
const change = (user: User, id: number, body: object) => call('PUT', `${path}/${id}`, body, user)
const remove = (user: User, id: number) => call('DELETE', `${path}/${id}`, undefined, user)
const listed = (user: User, query = '') => json(call('GET', path + query, undefined, user))
const namesOf = async (user: User, query = '') =>
  (await listed(user, query)).map(({ name }: { name: string }) => name)

test('A user can save a view, list, change and delete it; deleting it again is rejected (404)', async () => {
  const answer = await save(reader, { name: '  Ohne Telefon ' })
  expect(answer.status).toBe(201)
  const view = await json(answer)
  expect(view).toEqual({ id: expect.any(Number), ...aView, own: true })
  expect(await listed(reader)).toEqual([view])
  const changed = await change(reader, view.id, { name: 'Ohne Nummer', search: '' })
  expect(await json(changed)).toEqual({ ...view, name: 'Ohne Nummer', search: '' })
  expect((await remove(reader, view.id)).status).toBe(204)
  expect((await remove(reader, view.id)).status).toBe(404)
  expect(await listed(reader)).toEqual([])
})

test('A change of a view without fields is accepted and changes nothing', async () => {
  const view = await saved(reader)
  expect(await json(change(reader, view.id, {}))).toEqual(view)
})

test('A shared view is listed for every reader with the name of its owner, a private view only for its owner', async () => {
  await saved(manager, { name: 'Meine' })
  await saved(manager, { name: 'Unsere', shared: true })
  await saved(reader, { name: 'Äußere', shared: true, grid: 'costumes' })
  expect(await namesOf(manager)).toEqual(['Äußere', 'Meine', 'Unsere'])
  expect(await listed(reader, '?grid=members')).toEqual([
    {
      ...aView,
      id: expect.any(Number),
      name: 'Unsere',
      shared: true,
      own: false,
      by: 'Sabine Kächele',
    },
  ])
  expect(await namesOf(reader, '?grid=duties')).toEqual([])
})

describe('The right to change a view', () => {
  test("Changing or deleting another user's private view is rejected like an unknown view (404)", async () => {
    const { id } = await saved(reader)
    for (const answer of [
      await change(manager, id, { name: 'Anders' }),
      await remove(manager, id),
      await change(manager, 999_999, { name: 'Anders' }),
    ]) {
      expect(answer.status).toBe(404)
      expect((await json(answer)).error).toEqual({
        code: 'NotFound',
        message: 'Das gibt es nicht (mehr).',
      })
    }
    expect(await namesOf(reader)).toEqual(['Ohne Telefon'])
  })

  test("Another user's shared view can be changed and deleted by management, but not by a reader (403)", async () => {
    const mine = await saved(manager, { shared: true })
    expect((await change(reader, mine.id, { name: 'Anders' })).status).toBe(403)
    expect((await remove(reader, mine.id)).status).toBe(403)
    const theirs = await saved(reader, { shared: true, name: 'Vom Leser' })
    const changed = await json(change(manager, theirs.id, { name: 'Geprüft' }))
    expect(changed).toMatchObject({ name: 'Geprüft', own: false, by: 'Sabine Kächele' })
    expect((await remove(manager, theirs.id)).status).toBe(204)
    expect(await namesOf(reader)).toEqual(['Ohne Telefon'])
  })

  test('A helper sees no views, cannot save one (403), and cannot change or delete a shared one (404)', async () => {
    const helper = await signedIn('helper')
    const shared = await saved(manager, { shared: true })
    expect((await save(helper)).status).toBe(403)
    expect(await listed(helper)).toEqual([])
    expect((await change(helper, shared.id, { name: 'Anders' })).status).toBe(404)
    expect((await remove(helper, shared.id)).status).toBe(404)
    expect(await namesOf(manager)).toEqual(['Ohne Telefon'])
  })

  test('A reader who becomes a helper can no longer see or change the views saved as a reader (404)', async () => {
    const view = await saved(reader)
    await rows(`UPDATE user_roles SET role = 'helper' WHERE user_id = ${reader.id}`)
    expect(await listed(reader)).toEqual([])
    expect((await change(reader, view.id, { name: 'Anders' })).status).toBe(404)
  })
})

describe('The name of a view', () => {
  test('A name that the owner already uses for a view of the same list is rejected (409); for another list or owner it is accepted', async () => {
    await saved(reader)
    const other = await saved(reader, { name: 'Andere' })
    for (const answer of [
      await save(reader, { name: ' Ohne Telefon', shared: true }),
      await change(reader, other.id, { name: 'Ohne Telefon' }),
    ]) {
      expect(answer.status).toBe(409)
      expect((await json(answer)).error).toMatchObject({
        code: 'ViewExists',
        fields: { name: 'Eine Ansicht mit diesem Namen hast Du schon.' },
      })
    }
    expect((await save(reader, { grid: 'costumes' })).status).toBe(201)
    expect((await save(manager)).status).toBe(201)
  })

  test('Of three simultaneous requests to save a view with the same name, one is stored and two are rejected (409)', async () => {
    const answers = await Promise.all([save(reader), save(reader), save(reader)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })
})

test.each([
  ['name', '   ', 422],
  ['name', 'x'.repeat(61), 422],
  ['name', 'zwei\u0007Zeilen', 422],
  ['name', 7, 400],
  ['search', 'https://example.com', 422],
  ['search', 'q=a', 422],
  ['search', `?${'x'.repeat(2000)}`, 422],
  ['search', null, 400],
  ['shared', 'ja', 400],
  ['grid', 'parades', 422],
  ['grid', 3, 400],
])(
  'A view with %s = %o is rejected (%i) with an error at this field',
  async (field, value, status) => {
    const answer = await save(reader, { [field]: value })
    expect(answer.status).toBe(status)
    expect(Object.keys((await json(answer)).error.fields)).toEqual([field])
    expect(await listed(reader)).toEqual([])
  },
)

test('A view with a name of 60 characters and with a search of 2000 characters, or without one, is accepted', async () => {
  const longest = { name: 'x'.repeat(60), search: `?${'y'.repeat(1999)}` }
  expect((await save(reader, longest)).status).toBe(201)
  expect((await save(reader, { search: '' })).status).toBe(201)
})

test('A request for the saved views of an unknown list is rejected (400)', async () => {
  expect((await call('GET', `${path}?grid=parades`, undefined, reader)).status).toBe(400)
})

test('If a user with 49 views saves two more at the same moment, one is stored and the other, the 51st, is rejected (422)', async () => {
  const one = (id: number) => `(${reader.id}, 'members', 'Ansicht ${id}', '')`
  const some = Array.from({ length: 49 }, (_, index) => one(index)).join()
  await rows(`INSERT INTO saved_views (user_id, grid, name, search) VALUES ${some}`)
  const answers = await Promise.all([save(reader, { name: 'A' }), save(reader, { name: 'B' })])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422])
  const refused = answers.find(({ status }) => status === 422)
  expect(Object.keys((await json(refused as Response)).error.fields)).toEqual(['name'])
  expect((await save(manager)).status).toBe(201)
})

describe('Simultaneous changes of a view', () => {
  test('Saving a field of a view that another user changed after it was loaded is rejected as a conflict (409)', async () => {
    const { id, name } = await saved(manager, { shared: true })
    await change(colleague, id, { name: 'Vom Kollegen', before: { name } })
    const answer = await change(manager, id, { name: 'Von mir', before: { name } })
    expect(answer.status).toBe(409)
    expect((await json(answer)).error).toMatchObject({
      code: 'ChangedMeanwhile',
      conflicts: [
        { field: 'name', stored: 'Vom Kollegen', yours: 'Von mir', by: { id: colleague.id } },
      ],
    })
    expect(await namesOf(reader)).toEqual(['Vom Kollegen'])
  })

  test('When two users change different fields of a shared view, both changes are stored', async () => {
    const { id, name, search } = await saved(manager, { shared: true })
    await change(colleague, id, { search: '?q=b', before: { search } })
    const answer = await change(manager, id, { name: 'Von mir', before: { name } })
    expect(await json(answer)).toMatchObject({ name: 'Von mir', search: '?q=b' })
  })

  test("If another user changes a view between a request's read and its write, the request is rejected and does not overwrite the change (409)", async () => {
    const { id, name } = await saved(manager, { shared: true })
    const database = overtakenBefore('update "saved_views"', () =>
      change(colleague, id, { name: 'Vom Kollegen' }),
    )
    const body = { name: 'Von mir', before: { name } }
    const answer = await call('PUT', `${path}/${id}`, body, { token: manager.token, database })
    expect(answer.status).toBe(409)
    expect((await json(answer)).error.code).toBe('ChangedMeanwhile')
    expect(await namesOf(reader)).toEqual(['Vom Kollegen'])
  })

  test('A change by management is rejected (404) if the owner stops sharing the view just before the write', async () => {
    const { id } = await saved(reader, { shared: true })
    const database = overtakenBefore('update "saved_views"', () =>
      change(reader, id, { shared: false }),
    )
    const answer = await call(
      'PUT',
      `${path}/${id}`,
      { name: 'Geprüft' },
      { token: manager.token, database },
    )
    expect(answer.status).toBe(404)
    expect(await namesOf(reader)).toEqual(['Ohne Telefon'])
  })
})

describe('The history of views', () => {
  const undo = (answer: Response) =>
    call('POST', `/api/history/${answer.headers.get('X-Request-Id')}/undo`, {}, manager)

  test('Saving, changing and deleting a view can be undone', async () => {
    const made = await save(manager, { shared: true })
    const view = await json(made.clone())
    const changed = await change(manager, view.id, { name: 'Anders', shared: false })
    expect((await undo(changed)).status).toBe(200)
    expect(await listed(manager)).toEqual([view])
    const gone = await remove(manager, view.id)
    expect((await undo(gone)).status).toBe(200)
    expect(await listed(manager)).toEqual([view])
    const later = await save(manager, { name: 'Zweite' })
    expect((await undo(later)).status).toBe(200)
    expect(await namesOf(manager)).toEqual(['Ohne Telefon'])
  })

  test('Management can see in the history that a view was saved; a reader is not allowed to read the history (403)', async () => {
    await save(reader)
    const { entries } = await json(call('GET', '/api/history', undefined, manager))
    expect(entries[0].lines).toMatchObject([{ entity: 'view', op: 'insert' }])
    expect((await call('GET', '/api/history', undefined, reader)).status).toBe(403)
  })
})
