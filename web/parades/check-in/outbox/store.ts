import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import type { KeptList, StoredAct } from './acts.ts'

/** Stored values beside acts and lists. */
type Meta = {
  /** The server's id for this device. */
  device: string
  /** Server's clock minus the device's, in milliseconds. */
  offset: number
  /** The time of the last act, in milliseconds: the next act is later, even if the clock was set back. */
  lastAt: number
  lastSeq: number
  /** When the outbox was last empty and the list loaded after it (milliseconds); null when never. */
  syncedAt: number | null
  /** How many lists were requested so far; the count numbers the next request. */
  asked: number
  /** For each stored list the number of its request. */
  listed: Readonly<Record<number, number>>
  /** Counts all changes; `listsVersion` only those of the lists. */
  version: number
  listsVersion: number
}

/** `lists` is left out when the reader has the current version. */
export type StoredState = {
  acts: readonly StoredAct[]
  meta: Meta
  lists: readonly KeptList[] | null
}

/** The writes of a transaction. */
export type StoreWrites = {
  put?: readonly StoredAct[]
  /** By `seq`. */
  drop?: readonly number[]
  putLists?: readonly KeptList[]
  /** By parade id. */
  dropLists?: readonly number[]
  meta?: Partial<Omit<Meta, 'version' | 'listsVersion'>>
}

export type EditInput = Pick<StoredState, 'acts' | 'meta'>

/** Decides synchronously from the stored state. It may be called twice, so it must be pure. */
export type Edit = (before: EditInput) => StoreWrites

export type Store = {
  read(knownVersion?: number): Promise<StoredState>
  /** Atomic; resolves when stored, with the new state without the lists. */
  change(edit: Edit): Promise<EditInput>
  /** Deletes everything, including the database. */
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

function changedMeta(meta: Meta, change: StoreWrites): Meta {
  const touchesLists = [change.putLists, change.dropLists].some((some) => some && some.length > 0)
  const listsVersion = meta.listsVersion + (touchesLists ? 1 : 0)
  return { ...meta, ...change.meta, version: meta.version + 1, listsVersion }
}

/** A store that lasts as long as the page: for browsers that store nothing, and for tests. */
export function memoryStore(kept: Partial<StoredState> = {}): Store {
  let acts = new Map((kept.acts ?? []).map((act) => [act.seq, act]))
  let lists = new Map((kept.lists ?? []).map((list) => [list.paradeId, list]))
  let meta = kept.meta ?? noMeta
  const before = (): EditInput =>
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

/** A store in IndexedDB, created only while a user is signed in: other devices hold no traces of the guild. */
export function idbStore(isSignedIn: () => boolean): Store {
  let opened: Promise<IDBPDatabase<Schema>> | null = null

  function open(): Promise<IDBPDatabase<Schema>> {
    const forget = () => {
      opened = null
    }
    const opening = openDB<Schema>(databaseName, 1, {
      upgrade(db, _from, _to, transaction) {
        if (!isSignedIn()) {
          transaction.done.catch(() => undefined)
          return transaction.abort()
        }
        db.createObjectStore('acts', { keyPath: 'seq' }).createIndex('id', 'id', { unique: true })
        db.createObjectStore('snapshots', { keyPath: 'paradeId' })
        db.createObjectStore('meta')
      },
      // Another tab deletes the database or upgrades it.
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
      // Aborts, because earlier writes of the transaction would be stored without the rest.
      abort(transaction)
      throw error
    })
    const [result] = await Promise.all([working, transaction.done])
    return result
  }

  /** Retries with a new database connection, since a phone may lose the first while asleep. */
  async function retryOnce<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch {
      opened = null
      return work()
    }
  }

  return {
    read: (knownVersion) =>
      retryOnce(() =>
        transact('readonly', async (transaction) => {
          const kept = await readBefore(transaction)
          const isKnown = knownVersion === kept.meta.listsVersion
          const lists = isKnown ? null : await transaction.objectStore('snapshots').getAll()
          return { ...kept, lists }
        }),
      ),
    change: (edit) =>
      retryOnce(() =>
        transact('readwrite', async (transaction) => {
          const before = await readBefore(transaction)
          const change = edit(before)
          await write(transaction, { ...change, meta: changedMeta(before.meta, change) })
          return readBefore(transaction)
        }),
      ),
    async wipe() {
      // A suspended tab may block the deletion for long, so the content is cleared first.
      const emptying = transact('readwrite', (transaction) =>
        Promise.all(stores.map((name) => transaction.objectStore(name).clear())),
      )
      // Without a database there is nothing to clear.
      await emptying.catch(() => undefined)
      await Promise.race([deleteDB(databaseName), sleep(patienceMs)])
    },
  }
}

function abort<Mode extends IDBTransactionMode>(transaction: Transaction<Mode>): void {
  try {
    transaction.abort()
  } catch {
    // The browser has aborted the transaction already.
  }
}

/** How long to wait for other tabs to release the database. */
const patienceMs = 2000

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

async function readBefore<Mode extends IDBTransactionMode>(
  transaction: Transaction<Mode>,
): Promise<EditInput> {
  const [acts, meta] = await Promise.all([
    transaction.objectStore('acts').getAll(),
    transaction.objectStore('meta').get(metaKey),
  ])
  return { acts, meta: meta ?? noMeta }
}

async function write(
  transaction: Transaction<'readwrite'>,
  change: StoreWrites & { meta: Meta },
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
