import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

// The staff's service worker under releases that overlap. The browser's part (one cache storage, one
// registration) is modelled after the Service Workers specification: installs of one scope run one after
// the other, while the version before may still be activating. fast-check chooses which step comes next.

const source = stripTypeScriptTypes(
  readFileSync(new URL('../../web/service-worker/keeping.ts', import.meta.url), 'utf8'),
).replaceAll(/^export /gm, '')

type Handler = (event: Record<string, unknown>) => void
type Worker = {
  version: string
  dispatch: (type: string, event?: object) => Promise<void>
  fetch: (path: string, mode: string) => Promise<Response | undefined>
}
type Step = <T>(work: () => T) => Promise<T>

const page = '/login'
const filesOf = (version: string) => [`/assets/a-${version}.js`, `/assets/b-${version}.js`]

/** Caches in the order of their creation; a deleted one lives on, unseen, for who has it open. */
function cacheStorage(step: Step) {
  const all = new Map<string, Map<string, Response>>()
  const pathOf = (request: string | { url: string }) =>
    new URL(typeof request === 'string' ? request : request.url, 'https://guild.test').pathname
  return {
    all,
    open: (name: string) =>
      step(() => {
        const entries = all.get(name) ?? new Map<string, Response>()
        all.set(name, entries)
        return {
          put: (path: string, response: Response) => step(() => void entries.set(path, response)),
          keys: () =>
            step(() => [...entries.keys()].map((path) => ({ url: `https://guild.test${path}` }))),
        }
      }),
    keys: () => step(() => [...all.keys()]),
    delete: (name: string) => step(() => all.delete(name)),
    match: (request: string | { url: string }, { cacheName }: { cacheName?: string }) =>
      step(() => {
        const searched = cacheName ? [all.get(cacheName)] : [...all.values()]
        return searched
          .map((entries) => entries?.get(pathOf(request)))
          .find(Boolean)
          ?.clone()
      }),
  }
}

/** A device with one registration. */
function device(step: Step) {
  const caches = cacheStorage(step)
  let network: { version: string; isBroken: boolean } | null = null
  let active: { worker: Worker; isActivated: boolean } | null = null
  let waiting: Worker | null = null
  let installs: Promise<unknown> = Promise.resolve()

  // Installs ask by path and have a network; a page that is reloaded asks with its request and has none.
  const fetchNow = (path: string | object) =>
    step(() => {
      if (!network || typeof path !== 'string') throw new TypeError('offline')
      const { version, isBroken } = network
      if (path === page) {
        return new Response(`<script src="/assets/a-${version}.js">`, {
          headers: { 'Content-Type': 'text/html' },
        })
      }
      const isThere = filesOf(version).includes(path) && !(isBroken && path.includes('/b-'))
      return new Response(path, { status: isThere ? 200 : 404 })
    })

  function start(version: string): Worker {
    const handlers = new Map<string, Handler>()
    const scope = {
      addEventListener: (type: string, handler: Handler) => void handlers.set(type, handler),
      skipWaiting: async () => {},
      clients: { claim: async () => {} },
    }
    const [entry = ''] = filesOf(version)
    const kept = {
      version,
      entry,
      files: filesOf(version),
      page,
      first: ['/check-in/'],
      last: [],
      never: [],
    }
    new Function('self', 'kept', 'caches', 'fetch', 'location', source)(
      scope,
      kept,
      caches,
      fetchNow,
      {
        origin: 'https://guild.test',
      },
    )
    return {
      version,
      async dispatch(type, event = {}) {
        const works: Promise<unknown>[] = []
        handlers.get(type)?.({ ...event, waitUntil: (work: Promise<unknown>) => works.push(work) })
        await Promise.all(works)
      },
      async fetch(path, mode) {
        let answer: Promise<Response> | undefined
        const request = { method: 'GET', url: `https://guild.test${path}`, mode, referrer: '' }
        handlers.get('fetch')?.({
          request,
          respondWith: (given: Promise<Response>) => (answer = given),
        })
        return answer
      },
    }
  }

  async function activateWaiting(): Promise<void> {
    if (!waiting || (active && !active.isActivated)) return
    const now = { worker: waiting, isActivated: false }
    active = now
    waiting = null
    await step(() => {})
    await now.worker.dispatch('activate')
    now.isActivated = true
    await activateWaiting()
  }

  return {
    caches,
    /** The server has this release from now on, and the browser looks for it. */
    release(version: string, isBroken: boolean): Promise<void> {
      const done = installs.then(async () => {
        network = { version, isBroken }
        const worker = start(version)
        await worker.dispatch('install')
        waiting = worker
      })
      installs = done.catch(() => {})
      // The next install does not wait for the activation.
      return done.then(activateWaiting).catch(() => {})
    },
    /** What a reload of the check-in shows without a network: the version, or null where it fails. */
    async reloadOffline(): Promise<string | null> {
      // The browser holds requests back until the activation is over.
      if (!active?.isActivated) return active?.worker.version ?? null
      try {
        const { worker } = active
        const html = await (await worker.fetch('/check-in/1', 'navigate'))?.text()
        const version = /a-(\w+)\.js/.exec(html ?? '')?.[1] ?? null
        for (const file of filesOf(version ?? '')) {
          if ((await (await worker.fetch(file, 'no-cors'))?.text()) !== file) return null
        }
        return version
      } catch {
        return null
      }
    },
    activeVersion: () => active?.worker.version ?? null,
  }
}

const releases = fc.array(fc.boolean(), { minLength: 1, maxLength: 3 })

describe('overlapping releases of the service worker', () => {
  it('Overlapping releases leave the active version complete, in every order of installs, activations and failed installs', async () => {
    const property = fc.asyncProperty(fc.scheduler(), releases, async (scheduler, broken) => {
      let isFree = true
      const step: Step = async (work) => {
        if (!isFree) await scheduler.schedule(Promise.resolve())
        return work()
      }
      const phone = device(step)
      await phone.release('A', false)
      isFree = false
      const reload = async () => {
        await step(() => {})
        expect(await phone.reloadOffline()).not.toBeNull()
      }
      const reloads = Array.from({ length: 4 }, reload)
      const done = Promise.all([
        ...reloads,
        ...broken.map((isBroken, index) => phone.release('BCD'.charAt(index), isBroken)),
      ])
      await scheduler.waitFor(done)
      isFree = true

      const lastGood = broken.lastIndexOf(false)
      expect(phone.activeVersion()).toBe('ABCD'.charAt(lastGood + 1))
      expect(await phone.reloadOffline()).toBe(phone.activeVersion())
      expect(phone.caches.all.size).toBeLessThanOrEqual(3)
    })
    await fc.assert(property, { seed: 20260126, numRuns: 1_000 })
  })
})
