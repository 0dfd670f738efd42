import type { Page } from '@playwright/test'

// Whatever a page can leave behind in a browser, read by the browser's own means and not by the app's.

/** Where it lies ("localStorage user", "zunft-check-in/acts/7"), and its text. */
type Entry = { place: string; text: string }

export type Stored = {
  entries: readonly Entry[]
  /** What a store of the check-in's database holds. */
  store: (name: string) => unknown[]
  /** All of it by its place, the service worker and the cookies as well; [] = there is nothing. */
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
