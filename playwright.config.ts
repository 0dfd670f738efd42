import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { isGate } from '#tests/gate.ts'
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
  'opening/*.spec.ts',
  'survival/*.spec.ts',
  'payments/*.spec.ts',
]
const withoutScripts = 'noscript.spec.ts'

const staffAndPublic = { testIgnore: [...ownServers, withoutScripts] }

/**
 * In the gate a project runs the tests whose titles end in its tag, such as `@gate-phone`: the public and the helpers
 * have a phone in their hand, the office sits at a desk, and each story runs in one size.
 */
const named = (name: string) => ({
  name,
  ...(isGate && { grep: new RegExp(`@gate-${name}$`) }),
})

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  globalSetup: './tests/e2e/global-setup.ts',
  // Each has a server and a guild to itself (fixtures.ts); the tests of a file come one by one. One
  // more than the cores of a small machine: much of their time they wait for the page.
  workers: 3,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  // A test that passes only when it is repeated has a race, which is to be found: nothing is repeated.
  retries: 0,
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
    // Recording takes longer than the tests; `npm run test:e2e -- --trace on` does it for those that are looked into.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { ...named('server'), testMatch: ownServers, timeout: 240_000 },
    {
      ...named('noscript'),
      testMatch: withoutScripts,
      use: { viewport: { width: 390, height: 844 }, javaScriptEnabled: false },
    },
    {
      ...named('desktop'),
      ...staffAndPublic,
      use: { viewport: { width: 1280, height: 900 } },
    },
    {
      ...named('phone'),
      ...staffAndPublic,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
})
