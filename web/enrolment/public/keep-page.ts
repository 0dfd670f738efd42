import { publicPaths } from '#web/paths.ts'

// Caches the page "Meine Anmeldung" on this device so that it opens offline: its HTML, which is the
// same for every order, and the files it names. The order itself is stored by kept-order.ts.

/** The same name as in web/service-worker/order.ts. */
const cacheName = 'order-page'
const page = publicPaths.myEnrolmentPage

/** For production builds only; when caching fails, the page just needs a network. */
export async function cachePage(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return
  await navigator.serviceWorker.register('/order-sw.js', { scope: page, updateViaCache: 'none' })
  const html = await load(page)
  const files = await filesOf(await html.clone().text())
  const cache = await caches.open(cacheName)
  for (const [path, answer] of files) await cache.put(path, answer)
  // The HTML is cached after its files, so that a cached page is complete.
  await cache.put(page, html)
  for (const { url } of await cache.keys()) {
    const { pathname } = new URL(url)
    if (pathname !== page && !files.has(pathname)) await cache.delete(url)
  }
}

export async function deleteCachedPage(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  await caches.delete(cacheName)
  for (const registration of await navigator.serviceWorker.getRegistrations()) {
    if (new URL(registration.scope).pathname === page) await registration.unregister()
  }
}

/** All files that the page and its scripts name; each has a hash in its name. */
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
