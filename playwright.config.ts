import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser } from '#tests/support/browser.ts'
import { freePort } from '#tests/support/free-port.ts'

// This file is read again by every process of the runner: what is decided here is kept in its
// environment. The data are the demo guild's, loaded afresh for this run and thrown away after it.
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_STATE_DIR ??= join(tmpdir(), `zunft-e2e-${randomUUID()}`)

const { E2E_PORT, E2E_STATE_DIR } = process.env
const baseURL = `http://localhost:${E2E_PORT}`

// They start servers of their own.
const ownServers = ['survival/*.spec.ts', 'payments/*.spec.ts']

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/browser',
  globalTeardown: './tests/e2e/remove-state.ts',
  // All of them speak to the same guild, one after the other.
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  timeout: 45_000,
  expect: { timeout: 7_000 },
  reporter: 'list',
  use: {
    baseURL,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 10_000,
    launchOptions: await findBrowser(),
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'server', testMatch: ownServers, timeout: 120_000 },
    {
      name: 'desktop',
      testIgnore: ownServers,
      use: { viewport: { width: 1280, height: 900 } },
    },
    {
      name: 'phone',
      testIgnore: ownServers,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: {
    command: 'node scripts/start.ts',
    env: { PORT: E2E_PORT, STATE_DIR: E2E_STATE_DIR },
    url: `${baseURL}/api/v1/health`,
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
