import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, test as base, type Page, expect as soon } from '@playwright/test'
import { demoPassword } from '#scripts/demo/users.ts'
import { field } from '#tests/e2e/field.ts'
import { demoUserOf, forgetSignIn, signedIn } from '#tests/e2e/session.ts'
import { runFolder } from '#tests/e2e/state.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#worker/domain/codes.ts'
import { anotherRelease, builtFolder, entryOf, openFront, type ReleaseServer } from './releases.ts'

// What the service worker caches of the app, across releases.

// Servers are started and stopped in these tests, which takes time.
const expect = soon.configure({ timeout: 30_000 })

type Fixtures = { browserOf: (role: Role | null) => Promise<BrowserContext> }
type WorkerFixtures = { front: ReleaseServer; later: string; latest: string }

const test = base.extend<Fixtures, WorkerFixtures>({
  front: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it that nothing is needed
    async ({}, use) => {
      const front = await openFront()
      await use(front)
      await front.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  later: [async ({}, use) => use(await anotherRelease('B')), { scope: 'worker' }],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  latest: [async ({}, use) => use(await anotherRelease('C')), { scope: 'worker' }],

  browserOf: async ({ browser, front }, use) => {
    await front.serve(builtFolder)
    const contexts: BrowserContext[] = []
    await use(async (role) => {
      const storageState = role ? await signedIn(front.origin, role) : { cookies: [], origins: [] }
      const context = await browser.newContext({ storageState, baseURL: front.origin })
      contexts.push(context)
      return context
    })
    await Promise.all(contexts.map((context) => context.close()))
    await front.close()
  },
})

const today = paths.checkInToday

/** Waits until the service worker has cached everything and answers the page's requests. */
async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    while (active?.state !== 'activated' || !navigator.serviceWorker.controller) {
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })
}

/** Opens a page and waits until everything is cached. */
async function openCached(context: BrowserContext, path = today): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  await untilKept(page)
  return page
}

/** Waits for the idle moment in which the page registers a worker. */
async function untilIdle(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })),
  )
}

const registrations = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)

const keptNames = (page: Page) => page.evaluate(() => caches.keys())

const entry = (page: Page) =>
  page.evaluate(() => {
    const script = document.querySelector<HTMLScriptElement>('script[type=module][src]')
    return new URL(script?.src ?? '').pathname
  })

/** Waits until this release is cached and active. */
async function untilTaken(page: Page, folder: string): Promise<void> {
  const files = /"version":"(\w+)"/.exec(await readFile(join(folder, 'client/sw.js'), 'utf8'))
  const name = `zunft-${files?.[1]}`
  await expect
    .poll(() =>
      page.evaluate(async (name) => {
        const registration = await navigator.serviceWorker.getRegistration()
        const isAtWork = registration?.active?.state === 'activated' && !registration.installing
        return isAtWork ? (await caches.match('/login', { cacheName: name })) !== undefined : false
      }, name),
    )
    .toBe(true)
}

const lookForUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
  })

const isInstalling = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    return Boolean(registration?.installing || registration?.waiting)
  })

const leadsTo = (path: string) => ({ status: 302, headers: { Location: path } })

/** The app has started and shows a staff page, even without data. */
const isThere = (page: Page) =>
  expect(page.getByRole('banner').or(page.getByRole('main')).first()).toBeVisible()

test.describe('Offline after one visit', () => {
  test('The check-in and the address of a scanned code open offline', async ({
    browserOf,
    front,
  }) => {
    const context = await browserOf('helper')
    await (await openCached(context)).close()
    const kept = await entryOf(builtFolder)
    await front.close()

    const page = await context.newPage()
    for (const path of [today, paths.checkIn(17), '/C/0123456789ABCDEF']) {
      const answer = await page.goto(path)
      expect(answer?.fromServiceWorker()).toBe(true)
      expect(answer?.headers()['permissions-policy']).toContain('camera=(self)')
      expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'")
      expect(await entry(page)).toBe(kept)
      await isThere(page)
    }
  })

  test('Offline, the root page shows the overview, and the sign-in page opens', async ({
    browserOf,
    front,
  }) => {
    const context = await browserOf('helper')
    const page = await openCached(context)
    await front.close()
    await page.goto(paths.home)
    await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()

    await page.evaluate(() => localStorage.clear())
    await page.goto(`${paths.login}?reason=expired`)
    await expect(page.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible()
  })

  test('The pages of members and payments do not open offline, and neither does the API answer', async ({
    browserOf,
    front,
  }) => {
    const context = await browserOf('management')
    await openCached(context)
    await front.close()
    for (const path of [paths.members, paths.orders, '/api/v1/health']) {
      const page = await context.newPage()
      await expect(page.goto(path), path).rejects.toThrow()
    }
  })
})

test('With a network, the root page and the sign-in page come from the server, the check-in from the cache', async ({
  browserOf,
  front,
  later,
}) => {
  const context = await browserOf('helper')
  const page = await openCached(context)
  await front.serve(later)
  front.say('/sw.js', { status: 503, headers: {} })
  for (const path of [paths.home, paths.login]) {
    await page.goto(path)
    expect(await entry(page)).toBe(await entryOf(later))
  }
  await page.goto(today)
  expect(await entry(page)).toBe(await entryOf(builtFolder))
})

test('A user who may not check in and a signed-out visitor get no service worker', async ({
  browserOf,
}) => {
  const reader = await (await browserOf('readonly')).newPage()
  await reader.goto(paths.home)
  await expect(reader.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  await untilIdle(reader)
  expect([await registrations(reader), await keptNames(reader)]).toEqual([0, []])

  const stranger = await (await browserOf(null)).newPage()
  for (const path of [paths.paradeEnrolment, paths.login, today, '/C/0123456789ABCDEF']) {
    await stranger.goto(path)
    await isThere(stranger)
    await untilIdle(stranger)
    expect([await registrations(stranger), await keptNames(stranger)]).toEqual([0, []])
  }
})

test('The service worker answers no request of the public pages', async ({ browserOf }) => {
  const page = await openCached(await browserOf('helper'))
  const answers: [string, boolean][] = []
  page.on('response', (answer) => answers.push([answer.url(), answer.fromServiceWorker()]))
  for (const path of [paths.paradeEnrolment, paths.privacy, paths.myEnrolmentPage]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
  }
  expect(answers.length).toBeGreaterThan(5)
  expect(answers.filter(([, fromWorker]) => fromWorker)).toEqual([])
})

test('Signing out removes the service worker and its caches, and the next sign-in restores them', async ({
  browserOf,
  front,
}) => {
  const context = await browserOf('helper')
  const page = await openCached(context, paths.home)
  await page.getByRole('button', { name: /^Account von/ }).click()
  await page.getByRole('menuitem', { name: 'Abmelden' }).click()
  forgetSignIn(front.origin, 'helper')
  await expect(page.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible()
  await expect.poll(() => registrations(page)).toBe(0)
  await expect.poll(() => keptNames(page)).toEqual([])

  // In the same tab the removed worker may still be active while the tab is open.
  await page.getByLabel('E-Mail Adresse').fill(demoUserOf('helper').emailAddress)
  await field(page, 'Passwort').fill(demoPassword)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  await untilTaken(page, builtFolder)
  await front.close()
  await page.goto(today)
  await isThere(page)
  expect(await entry(page)).toBe(await entryOf(builtFolder))
})

test('If a file of a release is missing or wrong, the release is not cached and the previous one stays', async ({
  browserOf,
  front,
  later,
}) => {
  const page = await openCached(await browserOf('helper'))
  const before = await keptNames(page)
  const entryOfLater = await entryOf(later)
  const html = { 'Content-Type': 'text/html' }
  await front.serve(later)
  for (const [what, path, said] of [
    ['a page instead of a file', entryOfLater, { headers: html, body: '<p>' }],
    ['a file that leads elsewhere', entryOfLater, leadsTo(await entryOf(builtFolder))],
    ['a file that is missing', entryOfLater, { status: 404, headers: {} }],
    ['a page that leads elsewhere', paths.login, leadsTo(paths.imprint)],
    ['a page of another version', paths.login, { headers: html, body: '<script src="/a.js">' }],
  ] as const) {
    front.say(path, said)
    await lookForUpdate(page)
    // Waits for the end of the installation, successful or not.
    await expect.poll(() => isInstalling(page), what).toBe(false)
    expect(await keptNames(page), what).toEqual(before)
    front.say(path, null)
  }
  await lookForUpdate(page)
  await untilTaken(page, later)
  await front.close()
  await page.goto(today)
  await isThere(page)
  expect(await entry(page)).toBe(entryOfLater)
})

test('A page that is open during a release can still be used; a reload shows the new release, also offline', async ({
  browserOf,
  front,
  later,
  latest,
}) => {
  const context = await browserOf('helper')
  const open = await openCached(context, paths.home)
  await open.evaluate(() => Object.assign(window, { wasHere: true }))
  await front.serve(later)
  await lookForUpdate(open)
  await untilTaken(open, later)

  // This page's code was not loaded before and is no longer on the server.
  const fromServer = front.asked.length
  await open.getByRole('link', { name: /^Umzugsteilnahme abhaken/ }).click()
  await expect(open).toHaveURL(/\/parades\/participation\/check\/\d+$/)
  await isThere(open)
  expect(front.asked.slice(fromServer).filter((path) => path.startsWith('/assets/'))).toEqual([])
  expect(await open.evaluate(() => 'wasHere' in window)).toBe(true)
  expect(await entry(open)).toBe(await entryOf(builtFolder))

  await open.reload()
  expect(await entry(open)).toBe(await entryOf(later))
  await front.close()
  await open.reload()
  await isThere(open)
  expect(await entry(open)).toBe(await entryOf(later))

  // The caches of the newest two releases are kept.
  await front.serve(latest)
  await lookForUpdate(open)
  await untilTaken(open, latest)
  await expect.poll(() => keptNames(open)).toHaveLength(2)
  await front.close()
  await open.reload()
  expect(await entry(open)).toBe(await entryOf(latest))
})

test('A release that withdraws the service worker removes it and its caches', async ({
  browserOf,
  front,
}) => {
  const context = await browserOf('helper')
  const page = await openCached(context)
  const withdrawn = join(runFolder, 'release-withdrawn')
  execFileSync(process.execPath, ['scripts/build.ts'], {
    env: { ...process.env, BUILD_DIR: withdrawn, SERVICE_WORKER: 'withdrawn' },
    stdio: 'ignore',
  })
  await front.serve(withdrawn)
  await page.reload()
  await expect.poll(() => keptNames(page)).toEqual([])
  await expect.poll(() => registrations(page)).toBe(0)

  await page.goto(today)
  expect(await entry(page)).toBe(await entryOf(withdrawn))
  await isThere(page)
  await untilIdle(page)
  expect([await registrations(page), await keptNames(page)]).toEqual([0, []])
})
