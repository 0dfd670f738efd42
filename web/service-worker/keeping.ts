// The staff's service worker: keeps what the check-in needs, so that it opens without a network
// (docs/decisions/check-in.md). It knows nobody and keeps no data: files of the product alone.

/** What the build writes before this file: scripts/build/service-worker.ts. */
export type Kept = {
  /** Of the files, of the page and of its headers. */
  version: string
  /** The script that the page of this version names. */
  entry: string
  files: string[]
  /** Answered by the server with the staff's page, whoever asks. */
  page: string
  /** Addresses that begin so are answered from what is kept. */
  first: string[]
  /** These are the server's, as long as there is one. */
  last: string[]
  /** Pages for everybody begin so: nothing that they ask for goes through here. */
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

/** Where the network is that thin, nobody waits longer for a page that is here already. */
const patienceInMs = 5_000

/** Of web/lib/service-worker.ts, too, which deletes these caches. */
const prefix = 'zunft-'
const name = `${prefix}${kept.version}`

/** What is kept: the files of this version and, once they are known, those of the one before it. */
const files = new Set(kept.files)
let isOlderKnown = false
void nameOlderFiles()

/** Under way: several pages may ask for it at once. */
let keeping: Promise<void> | undefined

self.addEventListener('install', (event) => {
  event.waitUntil(keep().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOlderCaches().then(() => self.clients.claim()))
})

// From web/lib/service-worker.ts: somebody is signed in, or has signed out.
self.addEventListener('message', (event) => {
  event.waitUntil(event.data === 'forget' ? forget() : keepIfGone())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode !== 'navigate') {
    // What is not kept is no business of this worker: other rooms, every call.
    const isKept = files.has(pathname) || (!isOlderKnown && pathname.startsWith('/assets/'))
    if (isKept && !isForEverybody(request)) event.respondWith(fileFor(request))
  } else if (kept.first.some((start) => pathname.startsWith(start))) {
    event.respondWith(keptPage().then((page) => page ?? fetch(request)))
  } else if (kept.last.includes(pathname)) {
    event.respondWith(pageFor(request))
  }
})

function keep(): Promise<void> {
  keeping ??= keepAll().finally(() => {
    keeping = undefined
  })
  return keeping
}

/** A sign-out takes everything away, and with a page still open the same worker lives on. */
async function keepIfGone(): Promise<void> {
  if (!(await keptPage())) await keep()
}

/** The page deletes what is there; what was just on its way goes after it. */
async function forget(): Promise<void> {
  if (!keeping) return
  await keeping.catch(() => {})
  await caches.delete(name)
}

/** All or nothing: a page without one of its files would break on the street. */
async function keepAll(): Promise<void> {
  await caches.delete(name)
  const cache = await caches.open(name)
  try {
    await Promise.all(kept.files.map(async (file) => cache.put(file, await fileOf(file))))
    // Last: a cache that has it is whole.
    await cache.put(kept.page, await currentPage())
    // A sign-out may have deleted the cache that was being filled.
    if (!(await keptPage())) throw new Error('The cache was deleted while it was filled')
  } catch (error) {
    await caches.delete(name)
    throw error
  }
}

async function fileOf(file: string): Promise<Response> {
  const answer = await ask(file, '*/*')
  if (isHtml(answer)) throw new Error(`${file} was answered with a page`)
  return answer
}

async function currentPage(): Promise<Response> {
  const page = await ask(kept.page, 'text/html')
  const text = await page.clone().text()
  if (!isHtml(page) || !text.includes(kept.entry)) throw new Error('The page is of another version')
  return page
}

/** Asks the server whether what the browser has is still so: what it kept by mistake would be kept on. */
async function ask(path: string, accept: string): Promise<Response> {
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

/** They show the same faces. */
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
 * Deletes what older releases kept, except the newest whole one: its pages may still be open. Older means
 * created before this version's own cache, by the storage's order: a later release may be filling its
 * cache while this one is still activating.
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

/** In the order of their creation; other workers of this origin have caches of other names. */
async function staffCaches(): Promise<string[]> {
  return (await caches.keys()).filter((cacheName) => cacheName.startsWith(prefix))
}
