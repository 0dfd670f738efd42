import { type Browser, test as base, expect, type Page } from '@playwright/test'
import { freePort } from '#tests/support/free-port.ts'
import type { Role } from '#worker/domain/codes.ts'
import { findGuild, type Guild } from './guild.ts'
import { startServer } from './server.ts'
import { type StorageState, signedIn } from './session.ts'
import { takeShared } from './shared-servers.ts'
import { copyState } from './state.ts'
import { troubleIn } from './trouble.ts'

type Fixtures = {
  guild: Guild
  /** Opens a browser of its own for a demo user with this role, or for an anonymous visitor. */
  browserOf: (role: Role | null) => Promise<Page>
  /**
   * Opens a new page in a browser shared by the tests of this worker; its storage has to be left
   * unchanged.
   */
  pageOf: (role: Role | null) => Promise<Page>
}

type WorkerFixtures = {
  /** The address of the server that only this worker uses. */
  origin: string
  sharedBrowsers: Map<Role | null, SharedBrowser>
}

type SharedBrowser = Awaited<ReturnType<typeof openBrowser>>

// Some specs use other servers than the worker's own.
const known = new Map<string, Guild>()

export const test = base.extend<Fixtures, WorkerFixtures>({
  origin: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed
    async ({}, use, { parallelIndex, project }) => {
      const shared = await takeShared(parallelIndex, project.name)
      if (shared !== null) return use(shared)
      const server = await startServer({ port: await freePort(), stateDir: await copyState() })
      await use(server.origin)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: ({ origin }, use) => use(origin),

  guild: async ({ baseURL }, use) => {
    const origin = baseURL ?? ''
    const guild = known.get(origin) ?? (await findGuild(origin))
    known.set(origin, guild)
    await use(guild)
  },

  browserOf: async ({ browser, guild }, use) => {
    const troubles: string[] = []
    const pages: Page[] = []
    await use(async (role) => {
      const context = await openBrowser(browser, guild, role)
      const page = await context.newPage()
      watch(page, troubles)
      pages.push(page)
      return page
    })
    await Promise.all(pages.map((page) => page.context().close()))
    expect(troubles, 'errors in the console').toEqual([])
  },

  // biome-ignore lint/correctness/noEmptyPattern: as above
  sharedBrowsers: [async ({}, use) => use(new Map()), { scope: 'worker' }],

  pageOf: async ({ browser, guild, sharedBrowsers }, use) => {
    const troubles: string[] = []
    const pages: { page: Page; role: Role | null }[] = []
    await use(async (role) => {
      const context = sharedBrowsers.get(role) ?? (await openBrowser(browser, guild, role))
      sharedBrowsers.set(role, context)
      const page = await context.newPage()
      watch(page, troubles)
      pages.push({ page, role })
      return page
    })
    for (const { page, role } of pages) {
      const left = inOneOrder(await page.context().storageState())
      const found = inOneOrder(await storedBy(guild, role))
      expect(left, 'a shared browser is left as it was found').toEqual(found)
      await page.close()
    }
    expect(troubles, 'errors in the console').toEqual([])
  },
})

export { expect } from '@playwright/test'

async function openBrowser(browser: Browser, guild: Guild, role: Role | null) {
  return browser.newContext({ storageState: await storedBy(guild, role) })
}

async function storedBy({ origin }: Guild, role: Role | null): Promise<StorageState> {
  return role ? signedIn(origin, role) : { cookies: [], origins: [] }
}

/** The storage state lists entries in no particular order. */
function inOneOrder({ cookies, origins }: StorageState) {
  const byName = (one: { name: string }, other: { name: string }) =>
    one.name < other.name ? -1 : 1
  return {
    cookies: cookies.toSorted(byName),
    origins: origins.map(({ origin, localStorage }) => ({
      origin,
      localStorage: localStorage.toSorted(byName),
    })),
  }
}

function watch(page: Page, troubles: string[]): void {
  page.on('pageerror', (error) => troubles.push(String(error)))
  page.on('console', (message) => {
    const trouble = troubleIn(message)
    if (trouble !== null) troubles.push(trouble)
  })
}
