import type { Page } from '@playwright/test'

// Everything that a page can store in a browser, read with the browser's own interfaces.

/** Its place ("localStorage user", "zunft-check-in/acts/7") and its text. */
type Entry = { place: string; text: string }

export type Stored = {
  entries: readonly Entry[]
  /** The rows of a store in the check-in's database. */
  store: (name: string) => unknown[]
  /** The places of everything stored, with service workers and cookies; [] for none. */
  everything: () => string[]
}

export async function storedOn(page: Page): Promise<Stored> {
  const { entries, rows, others } = await page.evaluate(readAll)
  const cookies = await page.context().cookies()
  return {
    entries,
    store: (name) => rows.filter(({ store }) => store === name).map(({ value }) => value),
    everything: () => [
      ...entries.map(({ place }) => place),
      ...others,
      ...cookies.map(({ name }) => `cookie ${name}`),
    ],
  }
}

async function readAll() {
  const promised = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })

  const entries: { place: string; text: string }[] = []
  const rows: { store: string; value: unknown }[] = []
  const others: string[] = []

  for (const [name, area] of [
    ['localStorage', localStorage],
    ['sessionStorage', sessionStorage],
  ] as const) {
    for (const key of Object.keys(area)) {
      entries.push({ place: `${name} ${key}`, text: area.getItem(key) ?? '' })
    }
  }

  for (const { name = '' } of await indexedDB.databases()) {
    others.push(`database ${name}`)
    const database = await promised(indexedDB.open(name))
    for (const store of database.objectStoreNames) {
      const objects = database.transaction(store).objectStore(store)
      const [keys, values] = await Promise.all([
        promised(objects.getAllKeys()),
        promised(objects.getAll()),
      ])
      values.forEach((value, index) => {
        rows.push({ store, value })
        entries.push({ place: `${name}/${store}/${keys[index]}`, text: JSON.stringify(value) })
      })
    }
    database.close()
  }

  for (const name of await caches.keys()) {
    others.push(`cache ${name}`)
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      const response = await cache.match(request)
      const text = (await response?.text()) ?? ''
      entries.push({ place: `${name} ${request.url}`, text })
    }
  }

  for (const { scope } of await navigator.serviceWorker.getRegistrations()) {
    others.push(`service worker ${scope}`)
  }
  return { entries, rows, others }
}
