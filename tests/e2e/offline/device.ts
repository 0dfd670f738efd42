import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, chromium, expect, type Page } from '@playwright/test'
import { demoPassword } from '#scripts/demo/users.ts'
import { field } from '#tests/e2e/field.ts'
import { demoUserOf } from '#tests/e2e/session.ts'
import { runFolder } from '#tests/e2e/state.ts'
import { troubleIn } from '#tests/e2e/trouble.ts'
import { findBrowser } from '#tests/support/browser.ts'
import { paths } from '#web/paths.ts'
import type { Role } from '#worker/domain/codes.ts'

/** A phone whose browser can be closed or killed and opened again with the same data. */
export type Device = {
  tab: () => Promise<Page>
  context: () => BrowserContext
  close: () => Promise<void>
  /** Kills the browser: what is not on the disk is lost. */
  kill: () => Promise<void>
  open: () => Promise<void>
  /** Closes the browser and deletes its data. */
  throwAway: () => Promise<void>
  /** Errors logged by the browser. */
  troubles: readonly string[]
}

const handheld = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true } as const

export async function aDevice(): Promise<Device> {
  const folder = join(runFolder, `device-${randomUUID()}`)
  const troubles: string[] = []
  const browser = await findBrowser()
  const launch = async () => {
    const context = await chromium.launchPersistentContext(folder, {
      ...browser,
      ...handheld,
      locale: 'de-DE',
      timezoneId: 'Europe/Berlin',
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(10_000)
    context.on('weberror', (trouble) => troubles.push(String(trouble.error())))
    context.on('console', (message) => {
      const trouble = troubleIn(message)
      if (trouble !== null) troubles.push(trouble)
    })
    return context
  }
  let running: BrowserContext | null = await launch()
  const context = () => {
    if (!running) throw new Error('The browser is closed')
    return running
  }
  const close = async () => {
    await running?.close()
    running = null
  }
  return {
    troubles,
    context,
    tab: () => context().newPage(),
    close,
    async kill() {
      const gone = context().waitForEvent('close')
      for (const pid of browserOn(folder)) process.kill(pid, 'SIGKILL')
      await gone
      running = null
    },
    async open() {
      running ??= await launch()
    },
    async throwAway() {
      await close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The process ids of the browser with this profile, without child processes, which end with it. */
function browserOn(folder: string): number[] {
  const lines = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' })
  return lines
    .split('\n')
    .filter((line) => line.includes(`--user-data-dir=${folder}`) && !line.includes('--type='))
    .map((line) => Number.parseInt(line, 10))
}

/** Signs in on the sign-in page. */
export async function signIn(page: Page, origin: string, role: Role): Promise<void> {
  await page.goto(`${origin}${paths.login}`)
  await typeSignIn(page, role)
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
}

export async function typeSignIn(page: Page, role: Role): Promise<void> {
  await page.getByLabel('E-Mail Adresse').fill(demoUserOf(role).emailAddress)
  await field(page, 'Passwort').fill(demoPassword)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
}

/** Signs in with a network, and waits until lists and pages are stored on the phone. */
export async function signInAndPreload(page: Page, origin: string, role: Role): Promise<void> {
  await signIn(page, origin, role)
  await expect(page.getByText(/^Für unterwegs gespeichert: /)).toBeVisible({ timeout: 30_000 })
  await untilKept(page)
}

/** Waits until the service worker has stored the pages. */
async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (!active || active.state === 'activated') return
    await new Promise<void>((done) => {
      active.addEventListener('statechange', () => active.state === 'activated' && done())
    })
  })
}
