import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
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

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  globalSetup: './tests/e2e/global-setup.ts',
  // Each has a server and a guild of its own (fixtures.ts); the tests of a file come one by one. One
  // more than the cores of a small machine: much of their time they wait for the page.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // What fails is told again on a server and a guild of its own; passed then, it is counted and named as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 45_000,
  expect: { timeout: 7_000 },
  reporter: 'list',
  use: {
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 10_000,
    launchOptions: await findBrowser(),
    // To record every test would take longer than the tests.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'server', testMatch: ownServers, timeout: 240_000 },
    {
      name: 'noscript',
      testMatch: withoutScripts,
      use: { viewport: { width: 390, height: 844 }, javaScriptEnabled: false },
    },
    {
      name: 'desktop',
      testIgnore: [...ownServers, withoutScripts],
      use: { viewport: { width: 1280, height: 900 } },
    },
    {
      name: 'phone',
      testIgnore: [...ownServers, withoutScripts],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
