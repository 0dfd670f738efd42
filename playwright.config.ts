import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { isGate, storiesOfTheGate } from '#tests/gate.ts'
import { findBrowser } from '#tests/support/browser.ts'

// This file is read again by every process of the runner: what is decided here is kept in its
// environment. The data are the demo guild's, loaded afresh for this run and thrown away after it.
process.env.E2E_FOLDER ??= join(tmpdir(), `zunft-e2e-${randomUUID()}`)
process.env.BUILD_DIR ??= '.build/test'

// They start servers of their own.
const ownServers = [
  'clerk-week.spec.ts',
  'import.spec.ts',
  'offline/*.spec.ts',
  'survival/*.spec.ts',
  'payments/*.spec.ts',
]
const withoutScripts = 'noscript.spec.ts'

type Project = keyof typeof storiesOfTheGate

/** Which files a project runs. */
function filesOf(name: Project, all: { testMatch: string | string[] } | { testIgnore: string[] }) {
  return { name, ...(isGate ? { testMatch: storiesOfTheGate[name] } : all) }
}
const staffAndPublic = { testIgnore: [...ownServers, withoutScripts] }

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  globalSetup: './tests/e2e/global-setup.ts',
  // Each has a server and a guild to itself (fixtures.ts); the tests of a file come one by one. One
  // more than the cores of a small machine: much of their time they wait for the page.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // What fails is told again on a server and a guild of its own; passed then, it is counted and named as flaky.
  retries: process.env.CI ? 1 : 0,
  // A busy machine is no failure: none of it is a measure.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 20_000,
    launchOptions: await findBrowser(),
    // To record every test would take longer than the tests; `-- --trace on` does.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
  },
  projects: [
    { ...filesOf('server', { testMatch: ownServers }), timeout: 240_000 },
    {
      ...filesOf('noscript', { testMatch: withoutScripts }),
      use: { viewport: { width: 390, height: 844 }, javaScriptEnabled: false },
    },
    {
      ...filesOf('desktop', staffAndPublic),
      use: { viewport: { width: 1280, height: 900 } },
    },
    {
      ...filesOf('phone', staffAndPublic),
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
