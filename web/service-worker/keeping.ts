// The staff's service worker: caches the files of the check-in, which then opens offline
// (docs/decisions/check-in.md). The cache has only files of the product, no data and no session.

/** What the worker has to cache; `scripts/build/service-worker.ts` puts it before this code as `kept`. */
export type Kept = {
  /** A hash of the files, the page and its headers. */
  version: string
  /** The entry script of this version's page. */
  entry: string
  files: string[]
  /** A path for which the server returns the staff's page, signed in or not. */
  page: string
  /** Beginnings of the paths for which the cached page is served, and the network is asked only without one. */
  first: string[]
  /** The paths for which the network is asked, and the cached page served only when it does not answer. */
  last: string[]
  /** The beginnings of the paths of public pages, whose requests bypass this worker. */
  never: string[]
}

type Lasting = Event & { waitUntil: (work: Promise<unknown>) => void }
type Asked = Lasting & {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}
type Scope = {
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: Lasting) => void): void
    (type: 'message', listener: (event: Lasting & { data: unknown }) => void): void
    (type: 'fetch', listener: (event: Asked) => void): void
  }
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
}

declare const self: Scope
declare const kept: Kept

/** On a slow network the cached page is shown after this time. */
const patienceInMs = 5_000

/** The beginning of the caches' names. web/lib/service-worker.ts deletes caches by it, so both must be equal. */
const prefix = 'zunft-'
const name = `${prefix}${kept.version}`

/** The cached paths of this version and, once `nameOlderFiles` has read them, of the version before. */
const files = new Set(kept.files)
let isOlderKnown = false
void nameOlderFiles()

/** The caching that is running, which a second call of `cacheRelease` joins; undefined while none runs. */
let keeping: Promise<void> | undefined

self.addEventListener('install', (event) => {
  event.waitUntil(cacheRelease().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOlderCaches().then(() => self.clients.claim()))
})

// web/lib/service-worker.ts sends "keep" after signing in and "forget" after signing out.
self.addEventListener('message', (event) => {
  event.waitUntil(event.data === 'forget' ? deleteRunningInstallation() : reinstallIfDeleted())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode !== 'navigate') {
    // Only cached files are answered here; other requests, such as API calls, go to the network.
    const isKept = files.has(pathname) || (!isOlderKnown && pathname.startsWith('/assets/'))
    if (isKept && !isForEverybody(request)) event.respondWith(fileFor(request))
  } else if (kept.first.some((start) => pathname.startsWith(start))) {
    event.respondWith(keptPage().then((page) => page ?? fetch(request)))
  } else if (kept.last.includes(pathname)) {
    event.respondWith(pageFor(request))
  }
})

function cacheRelease(): Promise<void> {
  keeping ??= keepAll().finally(() => {
    keeping = undefined
  })
  return keeping
}

/** Caches again after a sign-in: signing out has deleted the cache, while an open page kept the worker alive. */
async function reinstallIfDeleted(): Promise<void> {
  if (!(await keptPage())) await cacheRelease()
}

/** Waits for a running `cacheRelease` and deletes its cache; the page has deleted all caches that were complete. */
async function deleteRunningInstallation(): Promise<void> {
  if (!keeping) return
  await keeping.catch(() => {})
  await caches.delete(name)
}

/** Caches all files and the page, or nothing: with a missing file the page would fail offline. */
async function keepAll(): Promise<void> {
  await caches.delete(name)
  const cache = await caches.open(name)
  try {
    await Promise.all(kept.files.map(async (file) => cache.put(file, await fileOf(file))))
    // The page is stored last, so that a cache that has the page is complete.
    await cache.put(kept.page, await currentPage())
    // Signing out may have deleted the cache while it was being filled.
    if (!(await keptPage())) throw new Error('The cache was deleted while it was filled')
  } catch (error) {
    await caches.delete(name)
    throw error
  }
}

async function fileOf(file: string): Promise<Response> {
  const answer = await fetchRevalidated(file, '*/*')
  if (isHtml(answer)) throw new Error(`${file} was answered with a page`)
  return answer
}

async function currentPage(): Promise<Response> {
  const page = await fetchRevalidated(kept.page, 'text/html')
  const text = await page.clone().text()
  if (!isHtml(page) || !text.includes(kept.entry)) throw new Error('The page is of another version')
  return page
}

/** `no-cache` revalidates, so that a stale copy in the HTTP cache is not stored here. */
async function fetchRevalidated(path: string, accept: string): Promise<Response> {
  const answer = await fetch(path, { cache: 'no-cache', headers: { Accept: accept } })
  if (!answer.ok || answer.redirected) throw new Error(`${path} was answered with ${answer.status}`)
  return answer
}

function isHtml({ headers }: Response): boolean {
  return headers.get('Content-Type')?.includes('text/html') ?? false
}

function keptPage(cacheName = name): Promise<Response | undefined> {
  return caches.match(kept.page, { cacheName, ignoreVary: true })
}

/** Whether a public page asks for the file: public pages use the same fonts, but not this cache. */
function isForEverybody({ referrer }: Request): boolean {
  const path = referrer && new URL(referrer).pathname
  return kept.never.some((start) => path.startsWith(start))
}

async function pageFor(request: Request): Promise<Response> {
  const answer = fetch(request)
  const slow = new Promise<undefined>((resolve) => setTimeout(resolve, patienceInMs))
  const first = await Promise.race([answer, slow]).catch(() => undefined)
  return first ?? (await keptPage()) ?? answer
}

async function fileFor(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

async function nameOlderFiles(): Promise<void> {
  for (const cacheName of await staffCaches()) {
    const requests = await (await caches.open(cacheName)).keys()
    for (const { url } of requests) files.add(new URL(url).pathname)
  }
  isOlderKnown = true
}

/**
 * Deletes the caches of older releases, except for the newest complete cache, whose pages may still be open.
 * A cache is older when it was created before this version's: a later release may already be filling its
 * cache while this version activates.
 */
async function deleteOlderCaches(): Promise<void> {
  const names = await staffCaches()
  const older = names.slice(0, Math.max(names.indexOf(name), 0)).reverse()
  let isPreviousFound = false
  for (const other of older) {
    const isPrevious = !isPreviousFound && (await keptPage(other)) !== undefined
    if (isPrevious) isPreviousFound = true
    else await caches.delete(other)
  }
}

/** The names of this worker's caches in the order of creation; other workers of the origin use other prefixes. */
async function staffCaches(): Promise<string[]> {
  return (await caches.keys()).filter((cacheName) => cacheName.startsWith(prefix))
}
