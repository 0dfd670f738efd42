// The staff's service worker: caches the check-in's files so that it opens offline
// (docs/decisions/check-in.md). It stores only files of the product, no data and no session.

/** Prepended by the build: scripts/build/service-worker.ts. */
export type Kept = {
  /** A hash of the files, the page and its headers. */
  version: string
  /** The entry script of this version's page. */
  entry: string
  files: string[]
  /** A path for which the server returns the staff's page, signed in or not. */
  page: string
  /** Paths with these prefixes are served from the cache first. */
  first: string[]
  /** Paths with these prefixes are served from the network first. */
  last: string[]
  /** Prefixes of public pages: their requests bypass this worker. */
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

/** The same as in web/lib/service-worker.ts, which deletes these caches. */
const prefix = 'zunft-'
const name = `${prefix}${kept.version}`

/** The cached paths of this version and, once known, of the one before it. */
const files = new Set(kept.files)
let isOlderKnown = false
void nameOlderFiles()

/** The running installation, shared by concurrent requests for it. */
let keeping: Promise<void> | undefined

self.addEventListener('install', (event) => {
  event.waitUntil(cacheRelease().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOlderCaches().then(() => self.clients.claim()))
})

// Sent by web/lib/service-worker.ts after signing in or out.
self.addEventListener('message', (event) => {
  event.waitUntil(event.data === 'forget' ? deleteRunningInstallation() : reinstallIfDeleted())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode !== 'navigate') {
    // All other requests, such as API calls, go to the network.
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

/** Signing out deletes the cache, but the worker lives on while a page is open. */
async function reinstallIfDeleted(): Promise<void> {
  if (!(await keptPage())) await cacheRelease()
}

/** The page has deleted the caches; a running installation is deleted when it finishes. */
async function deleteRunningInstallation(): Promise<void> {
  if (!keeping) return
  await keeping.catch(() => {})
  await caches.delete(name)
}

/** All or nothing, because a page with a missing file would fail offline. */
async function keepAll(): Promise<void> {
  await caches.delete(name)
  const cache = await caches.open(name)
  try {
    await Promise.all(kept.files.map(async (file) => cache.put(file, await fileOf(file))))
    // Stored last, so that a cache with the page is complete.
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

/** Public pages use the same fonts. */
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
 * Deletes the caches of older releases, except for the newest complete one, whose pages may still
 * be open. Older means created before this version's cache, in the order of the storage: a later
 * release may be filling its cache while this one activates.
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

/** In the order of creation; other workers of this origin use other names. */
async function staffCaches(): Promise<string[]> {
  return (await caches.keys()).filter((cacheName) => cacheName.startsWith(prefix))
}
