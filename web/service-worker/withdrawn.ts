// Replaces keeping.ts in a release that withdraws the service worker (docs/operations.md): a worker that
// is only deleted from the server lives on in browsers.

type Scope = {
  addEventListener: (
    type: 'install' | 'activate',
    listener: (event: Event & { waitUntil: (work: Promise<unknown>) => void }) => void,
  ) => void
  skipWaiting: () => Promise<void>
  registration: { unregister: () => Promise<boolean> }
}

declare const self: Scope

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

self.addEventListener('activate', (event) => event.waitUntil(removeWorker()))

async function removeWorker(): Promise<void> {
  await self.registration.unregister()
  for (const name of await caches.keys()) {
    if (name.startsWith('zunft-')) await caches.delete(name)
  }
}

export {}
