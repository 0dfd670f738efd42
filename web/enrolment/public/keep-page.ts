import { publicPaths } from '#web/paths.ts'

// Keeps the page "Meine Anmeldung" on this device, so that it opens without a network: its HTML, which is the
// same for everybody, and the files it names. The order itself is kept in kept-order.ts.

/** Known to web/service-worker/order.ts as well. */
const cacheName = 'order-page'
const page = publicPaths.myEnrolmentPage

/** Of a built app alone; where it fails, the page needs a network as before. */
export async function keepPage(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  await navigator.serviceWorker.register('/order-sw.js', { scope: page, updateViaCache: 'none' })
  const html = await load(page)
  const files = await filesOf(await html.clone().text())
  const cache = await caches.open(cacheName)
  for (const [path, answer] of files) await cache.put(path, answer)
  // After its files: a page that is there is whole.
  await cache.put(page, html)
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (pathname !== page && !files.has(pathname)) await cache.delete(url)
  }
}

export async function forgetPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await caches.delete(cacheName)
  for (const registration of await navigator.serviceWorker.getRegistrations()) {
    if (new URL(registration.scope).pathname === page) await registration.unregister()
  }
}

/** All that the page names, and what those scripts name: each of our files has a hash in its name. */
async function filesOf(html: string): Promise<Map<string, Response>> {
  const files = new Map<string, Response>()
  const open = namesIn(html)
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const path = `/assets/${name}`
    if (files.has(path)) continue
    const answer = await load(path)
    files.set(path, answer)
    if (name.endsWith('.js')) open.push(...namesIn(await answer.clone().text()))
  }
  return files
}

function namesIn(text: string): string[] {
  const names = text.matchAll(/(?:\/?assets|\.)\/([\w.-]+-[\w-]{8}\.(?:js|css|woff2))/g)
  return [...names].flatMap(([, name]) => name ?? [])
}

async function load(path: string): Promise<Response> {
  const answer = await fetch(path)
  if (!answer.ok || answer.redirected) throw new Error(`${path} was answered with ${answer.status}`)
  return answer
}
