import { test as base, expect, type Page } from '@playwright/test'
import type { Role } from '#worker/domain/codes.ts'
import { findGuild, type Guild } from './guild.ts'
import { signedIn } from './session.ts'

type Fixtures = {
  guild: Guild
  /** A browser of its own for a demo user with this role, or for somebody from the street. */
  browserOf: (role: Role | null) => Promise<Page>
}

// Not every spec speaks to the same server.
const known = new Map<string, Guild>()

export const test = base.extend<Fixtures>({
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
      const context = await browser.newContext(
        role ? { storageState: await signedIn(guild.origin, role) } : {},
      )
      const page = await context.newPage()
      watch(page, troubles)
      pages.push(page)
      return page
    })
    await Promise.all(pages.map((page) => page.context().close()))
    expect(troubles, 'nothing may go wrong unnoticed').toEqual([])
  },
})

export { expect } from '@playwright/test'

// A refused request is part of many stories, and the browser logs it by itself.
const isRefusal = (text: string) => text.startsWith('Failed to load resource')

function watch(page: Page, troubles: string[]): void {
  page.on('pageerror', (error) => troubles.push(String(error)))
  page.on('console', (message) => {
    const text = message.text()
    if (['error', 'warning'].includes(message.type()) && !isRefusal(text)) troubles.push(text)
  })
}
