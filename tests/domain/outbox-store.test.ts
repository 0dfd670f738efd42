import {
  IDBDatabase as FakeDatabase,
  IDBCursor,
  IDBFactory,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBRequest,
  IDBTransaction,
} from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { jonas, lena, listOf, parading, rowOf } from '#tests/support/outbox-world.ts'
import type { Draft, FurtherActs } from '#web/parades/check-in/outbox/acts.ts'
import { addActs, clockOffsetAfter } from '#web/parades/check-in/outbox/edits.ts'
import { databaseName, idbStore, type Store } from '#web/parades/check-in/outbox/store.ts'

const browser = {
  IDBCursor,
  IDBDatabase: FakeDatabase,
  IDBIndex,
  IDBKeyRange,
  IDBObjectStore,
  IDBRequest,
  IDBTransaction,
}

beforeEach(() => {
  for (const [name, value] of Object.entries(browser)) vi.stubGlobal(name, value)
  vi.stubGlobal('indexedDB', new IDBFactory())
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const confirm: Draft = {
  kind: 'confirm',
  paradeId: 3,
  memberName: 'Bantle, Erika',
  target: { participationId: 1 },
}

let ids = 0
const newId = () => `id-${++ids}`

const tap = (store: Store, { now = parading, by = lena, id = newId() } = {}) =>
  store.change(addActs(id, { draft: confirm, by, now, newId }))

const { put } = IDBObjectStore.prototype

const open = () => idbStore(() => true)

const databases = async () => (await indexedDB.databases()).map(({ name }) => name)

describe('the stored acts of a device', () => {
  test('Check-in acts and lists are still stored after the page was closed', async () => {
    const before = open()
    await tap(before)
    await before.change(() => ({ putLists: [listOf([rowOf(1, 'Bantle, Erika')])] }))
    const kept = await open().read()
    expect(kept.acts).toMatchObject([
      { seq: 1, state: 'waiting', userName: 'Lena F.', result: null },
    ])
    expect(kept.lists).toMatchObject([{ paradeId: 3, askedAt: parading }])
    expect(kept.meta).toMatchObject({ lastAt: parading, lastSeq: 1 })
    expect(kept.meta.device).not.toBe('')
  })

  test('All check-in acts of one tap are stored, or none if one of them cannot be written', async () => {
    const enter: Draft = {
      kind: 'enter',
      paradeId: 3,
      memberName: 'Wäschle, Lena',
      entry: { firstName: 'Lena', lastName: 'Wäschle', selectedCostumeTypeId: 2 },
      costumeType: 'Garde',
      priceInCent: 800,
    }
    const also: FurtherActs = (target) => [{ ...confirm, kind: 'pay', target }]
    const store = open()
    const add = () =>
      store.change(addActs('entry', { draft: enter, also, by: lena, now: parading, newId }))
    const { acts } = await add()
    expect(acts).toMatchObject([
      { seq: 1, id: 'entry', kind: 'enter' },
      { seq: 2, kind: 'pay', target: { actId: 'entry' } },
    ])
    expect(await add()).toEqual({ acts, meta: expect.anything() })
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: object, ...args) {
      if ((args[0] as { kind?: string }).kind === 'pay') throw new Error('The disk is full')
      return put.apply(this as IDBObjectStore, args)
    })
    const other = { draft: { ...confirm, target: { participationId: 2 } }, by: lena, now: parading }
    await expect(store.change(addActs('other', { ...other, also, newId }))).rejects.toThrow()
    vi.restoreAllMocks()
    expect((await open().read()).acts.map(({ id }) => id)).toEqual(acts.map(({ id }) => id))
  })

  test('The browser\'s database of the check-in consists of the stores "acts", "meta" and "snapshots"', async () => {
    await tap(open())
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(databaseName)
      request.onsuccess = () => resolve(request.result)
    })
    expect([db.version, [...db.objectStoreNames]]).toEqual([1, ['acts', 'meta', 'snapshots']])
    const transaction = db.transaction(['acts', 'snapshots'])
    const acts = transaction.objectStore('acts')
    expect([acts.keyPath, acts.index('id').unique]).toEqual(['seq', true])
    expect(transaction.objectStore('snapshots').keyPath).toBe('paradeId')
    db.close()
  })

  test('A check-in act is written to the disk (durability "strict") before it is reported as stored', async () => {
    const transaction = vi.spyOn(FakeDatabase.prototype, 'transaction')
    await tap(open())
    expect(transaction).toHaveBeenLastCalledWith(expect.anything(), 'readwrite', {
      durability: 'strict',
    })
  })

  test('Check-in acts of simultaneous taps in two tabs get consecutive numbers and different times', async () => {
    const [one, other] = [open(), open()]
    await Promise.all(Array.from({ length: 20 }, (_, at) => tap(at % 2 ? one : other)))
    const { acts } = await one.read()
    expect(acts.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    expect(new Set(acts.map(({ at }) => at)).size).toBe(20)
    expect(await other.read()).toEqual(await one.read())
  })

  test('If a check-in act is stored twice under the same id, the outbox contains it once', async () => {
    const store = open()
    await tap(store, { id: 'same' })
    await tap(store, { id: 'same' })
    expect((await store.read()).acts).toHaveLength(1)
  })

  test("If the connection to the browser's database is lost while a check-in act is being stored, storing is tried again", async () => {
    const store = open()
    await tap(store)
    const asked = vi.spyOn(FakeDatabase.prototype, 'transaction').mockImplementationOnce(() => {
      throw new DOMException('The database connection is closing.', 'InvalidStateError')
    })
    await tap(store)
    expect(asked).toHaveBeenCalledTimes(2)
    expect((await open().read()).acts).toHaveLength(2)
  })

  test('If the database rejects one record of a change, nothing of the change is stored', async () => {
    const store = open()
    await tap(store)
    const { acts } = await store.read()
    const twin = acts.map((act) => ({ ...act, seq: 9 }))
    await expect(store.change(() => ({ put: twin, meta: { lastAt: 1 } }))).rejects.toThrow()
    const kept = await open().read()
    expect(kept.acts).toEqual(acts)
    expect(kept.meta.lastAt).toBe(parading)
  })

  test('The store returns the check-in lists only if they have changed since the version that the caller knows', async () => {
    const store = open()
    const before = await store.change(() => ({ putLists: [listOf([])] }))
    expect((await store.read(before.meta.listsVersion)).lists).toBeNull()
    await tap(store)
    expect((await store.read(before.meta.listsVersion)).lists).toBeNull()
    await store.change(() => ({ dropLists: [3] }))
    expect((await store.read(before.meta.listsVersion)).lists).toEqual([])
  })
})

describe('a device without sign-in', () => {
  test('Nothing is stored on the device without a sign-in', async () => {
    const store = idbStore(() => false)
    await expect(store.read()).rejects.toThrow()
    await expect(tap(store)).rejects.toThrow()
    expect(await databases()).toEqual([])
  })

  test('Stored data can be read and deleted without a sign-in', async () => {
    await tap(open())
    const store = idbStore(() => false)
    expect((await store.read()).acts).toHaveLength(1)
    await store.wipe()
    expect(await databases()).toEqual([])
  })
})

describe('signing out', () => {
  test('Signing out deletes the database, even if another tab has it open', async () => {
    const [one, other] = [open(), open()]
    await tap(one)
    await tap(other, { by: jonas })
    await one.wipe()
    expect(await databases()).toEqual([])
  })

  test('Signing out empties the database when another tab does not close it', async () => {
    await tap(open())
    const held = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(databaseName)
      request.onsuccess = () => resolve(request.result)
    })
    await open().wipe()
    const counts = await Promise.all(
      [...held.objectStoreNames].map(
        (name) =>
          new Promise((resolve) => {
            const request = held.transaction(name).objectStore(name).count()
            request.onsuccess = () => resolve(request.result)
          }),
      ),
    )
    expect(counts).toEqual([0, 0, 0])
    held.close()
  })

  test('Signing out on a device without stored data creates no database', async () => {
    await idbStore(() => false).wipe()
    await open().wipe()
    expect(await databases()).toEqual([])
  })
})

describe('the difference between the clocks of device and server', () => {
  test.each([
    ['agrees', 0, { askedAt: 1000, answeredAt: 1400, serverTime: 1200 }, 0],
    [
      'still has the difference measured before',
      -500,
      { askedAt: 1000, answeredAt: 1400, serverTime: 700 },
      -500,
    ],
    ['is behind', 0, { askedAt: 1000, answeredAt: 1400, serverTime: 61_200 }, 60_000],
    ['is ahead', 0, { askedAt: 61_000, answeredAt: 61_400, serverTime: 1200 }, -60_000],
    ['was set back meanwhile', 0, { askedAt: 90_000, answeredAt: 1000, serverTime: 1000 }, 0],
    ['was set back, wrongly', 0, { askedAt: 90_000, answeredAt: 1000, serverTime: 91_000 }, 90_000],
  ])(
    'For a device whose clock %s, the difference to the server is $3 ms',
    (_, offset, exchange, expected) => {
      expect(clockOffsetAfter(offset, exchange)).toBe(expected)
    },
  )
})
