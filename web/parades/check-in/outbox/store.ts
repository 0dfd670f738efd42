import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import type { KeptList, StoredAct } from './acts.ts'

/** What the device knows beside acts and lists. */
type Meta = {
  /** What the server calls this device. */
  device: string
  /** Server's clock minus the device's, in milliseconds. */
  offset: number
  /** Of the last act, in milliseconds: the next one is later, whatever the clock says. */
  lastAt: number
  lastSeq: number
  /** Outbox empty, and the list after it here (milliseconds); null = never yet. */
  syncedAt: number | null
  /** How many lists have been asked for: what is asked for later has the higher number. */
  asked: number
  /** Of each kept list the number it was asked for with. */
  listed: Readonly<Record<number, number>>
  /** Counts the changes, and those of the kept lists. */
  version: number
  listsVersion: number
}

/** `lists` only when they are not those of the version that is known. */
export type Kept = {
  acts: readonly StoredAct[]
  meta: Meta
  lists: readonly KeptList[] | null
}

/** What a transaction writes. */
export type Change = {
  put?: readonly StoredAct[]
  /** By `seq`. */
  drop?: readonly number[]
  putLists?: readonly KeptList[]
  /** By parade. */
  dropLists?: readonly number[]
  meta?: Partial<Omit<Meta, 'version' | 'listsVersion'>>
}

export type Before = Pick<Kept, 'acts' | 'meta'>

/** Judges what is kept now, at once; may be asked a second time, and then says the same. */
export type Edit = (before: Before) => Change

export type Store = {
  read(knownVersion?: number): Promise<Kept>
  /** All or nothing, on the disk when it returns; answers what is kept now, without the lists. */
  change(edit: Edit): Promise<Before>
  /** Nothing is left, the database included. */
  wipe(): Promise<void>
}

export const databaseName = 'zunft-check-in'

const noMeta: Meta = {
  device: '',
  offset: 0,
  lastAt: 0,
  lastSeq: 0,
  syncedAt: null,
  asked: 0,
  listed: {},
  version: 0,
  listsVersion: 0,
}

function changedMeta(meta: Meta, change: Change): Meta {
  const touchesLists = [change.putLists, change.dropLists].some((some) => some && some.length > 0)
  const listsVersion = meta.listsVersion + (touchesLists ? 1 : 0)
  return { ...meta, ...change.meta, version: meta.version + 1, listsVersion }
}

/** Lives as long as the page: where the browser keeps nothing, and in tests. */
export function memoryStore(kept: Partial<Kept> = {}): Store {
  let acts = new Map((kept.acts ?? []).map((act) => [act.seq, act]))
  let lists = new Map((kept.lists ?? []).map((list) => [list.paradeId, list]))
  let meta = kept.meta ?? noMeta
  const before = (): Before =>
    structuredClone({ acts: [...acts.values()].sort((a, b) => a.seq - b.seq), meta })
  return {
    async read(knownVersion) {
      const isKnown = knownVersion === meta.listsVersion
      return { ...before(), lists: isKnown ? null : structuredClone([...lists.values()]) }
    },
    async change(edit) {
      const change = structuredClone(edit(before()))
      for (const seq of change.drop ?? []) acts.delete(seq)
      for (const act of change.put ?? []) acts.set(act.seq, act)
      for (const paradeId of change.dropLists ?? []) lists.delete(paradeId)
      for (const list of change.putLists ?? []) lists.set(list.paradeId, list)
      meta = changedMeta(meta, change)
      return before()
    },
    async wipe() {
      acts = new Map()
      lists = new Map()
      meta = noMeta
    },
  }
}

type Schema = DBSchema & {
  acts: { key: number; value: StoredAct; indexes: { id: string } }
  snapshots: { key: number; value: KeptList }
  meta: { key: string; value: Meta }
}

const stores = ['acts', 'snapshots', 'meta'] as const
const metaKey = 'device'

type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<Schema, typeof stores, Mode>

/**
 * In the browser's database. It is made for somebody only: without anybody signed in nothing appears
 * on the device.
 */
export function idbStore(isSomebodyIn: () => boolean): Store {
  let opened: Promise<IDBPDatabase<Schema>> | null = null

  function open(): Promise<IDBPDatabase<Schema>> {
    const forget = () => {
      opened = null
    }
    const opening = openDB<Schema>(databaseName, 1, {
      upgrade(db, _from, _to, transaction) {
        if (!isSomebodyIn()) {
          transaction.done.catch(() => undefined)
          return transaction.abort()
        }
        db.createObjectStore('acts', { keyPath: 'seq' }).createIndex('id', 'id', { unique: true })
        db.createObjectStore('snapshots', { keyPath: 'paradeId' })
        db.createObjectStore('meta')
      },
      // Another tab deletes it, or knows a newer version.
      blocking(_current, _blocked, event) {
        forget()
        ;(event.target as IDBDatabase).close()
      },
      terminated: forget,
    })
    opening.catch(forget)
    return opening
  }

  async function transact<Mode extends 'readonly' | 'readwrite', Result>(
    mode: Mode,
    work: (transaction: Transaction<Mode>) => Promise<Result>,
  ): Promise<Result> {
    opened ??= open()
    const transaction = (await opened).transaction(stores, mode, { durability: 'strict' })
    const working = work(transaction).catch((error: unknown) => {
      // What was written before it failed would be kept without the rest.
      abort(transaction)
      throw error
    })
    const [result] = await Promise.all([working, transaction.done])
    return result
  }

  /** A phone that slept may have lost its connection: a second one is tried. */
  async function twice<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch {
      opened = null
      return work()
    }
  }

  return {
    read: (knownVersion) =>
      twice(() =>
        transact('readonly', async (transaction) => {
          const kept = await readBefore(transaction)
          const isKnown = knownVersion === kept.meta.listsVersion
          const lists = isKnown ? null : await transaction.objectStore('snapshots').getAll()
          return { ...kept, lists }
        }),
      ),
    change: (edit) =>
      twice(() =>
        transact('readwrite', async (transaction) => {
          const before = await readBefore(transaction)
          const change = edit(before)
          await write(transaction, { ...change, meta: changedMeta(before.meta, change) })
          return readBefore(transaction)
        }),
      ),
    async wipe() {
      // A tab that sleeps may hold the database for long; what stands in it goes at once.
      const emptying = transact('readwrite', (transaction) =>
        Promise.all(stores.map((name) => transaction.objectStore(name).clear())),
      )
      // Where there is none, none can be emptied.
      await emptying.catch(() => undefined)
      await Promise.race([deleteDB(databaseName), sleep(patienceMs)])
    },
  }
}

function abort<Mode extends IDBTransactionMode>(transaction: Transaction<Mode>): void {
  try {
    transaction.abort()
  } catch {
    // The browser has done so already.
  }
}

/** How long is waited for other tabs to let go of the database. */
const patienceMs = 2000

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

async function readBefore<Mode extends IDBTransactionMode>(
  transaction: Transaction<Mode>,
): Promise<Before> {
  const [acts, meta] = await Promise.all([
    transaction.objectStore('acts').getAll(),
    transaction.objectStore('meta').get(metaKey),
  ])
  return { acts, meta: meta ?? noMeta }
}

async function write(
  transaction: Transaction<'readwrite'>,
  change: Change & { meta: Meta },
): Promise<void> {
  const acts = transaction.objectStore('acts')
  const lists = transaction.objectStore('snapshots')
  await Promise.all([
    ...(change.drop ?? []).map(async (seq) => acts.delete(seq)),
    ...(change.put ?? []).map(async (act) => acts.put(act)),
    ...(change.dropLists ?? []).map(async (paradeId) => lists.delete(paradeId)),
    ...(change.putLists ?? []).map(async (list) => lists.put(list)),
    transaction.objectStore('meta').put(change.meta, metaKey),
  ])
}
