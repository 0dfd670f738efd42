// The service worker of "Meine Anmeldung" only: offline, it serves the page and its files from the cache that
// the page fills (web/enrolment/public/keep-page.ts). The worker has no personal data and stores nothing.

type Asked = Event & {
  request: Request
  respondWith: (answer: Promise<Response>) => void
}
type Scope = {
  addEventListener: {
    (type: 'install', listener: () => void): void
    (type: 'fetch', listener: (event: Asked) => void): void
  }
  skipWaiting: () => Promise<void>
}

declare const self: Scope

const page = '/meine-anmeldung'
const cacheName = 'order-page'
/** On a slow network the cached page is shown after this time. */
const patienceInMs = 4_000

self.addEventListener('install', () => {
  void self.skipWaiting()
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname === page && request.mode === 'navigate') event.respondWith(pageFor(request))
  // The cache comes first for assets, which never change: their names contain a hash of the content.
  if (pathname.startsWith('/assets/')) event.respondWith(fileFor(request))
})

async function pageFor(request: Request): Promise<Response> {
  const answer = fetch(request)
  const slow = new Promise<undefined>((resolve) => setTimeout(resolve, patienceInMs))
  const first = await Promise.race([answer, slow]).catch(() => undefined)
  if (first && first.status < 500) return first
  return (await caches.match(page, { cacheName, ignoreVary: true })) ?? answer
}

async function fileFor(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName, ignoreVary: true })) ?? fetch(request)
}
