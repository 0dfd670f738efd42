// Instead of keeping.ts in a release that withdraws it (docs/operations.md): a worker that is
// merely gone from the server would live on in every browser.

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

self.addEventListener('activate', (event) => event.waitUntil(goAway()))

async function goAway(): Promise<void> {
  await self.registration.unregister()
  for (const name of await caches.keys()) {
    if (name.startsWith('zunft-')) await caches.delete(name)
  }
}

export {}
