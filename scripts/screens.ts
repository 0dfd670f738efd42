// `npm run screens [-- --origin http://localhost:8787] [-- --only check-in]`: pictures of every
// screen at 390 and 1280 px, light and dark, in test-results/screens.
import { mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type Browser, chromium } from '@playwright/test'
import { findGuild, type Guild } from '#tests/e2e/guild.ts'
import type { Screen } from '#tests/e2e/screen.ts'
import { openScreen, screens } from '#tests/e2e/screens.ts'
import { startServer } from '#tests/e2e/server.ts'
import { signedIn } from '#tests/e2e/session.ts'
import { stretch } from '#tests/e2e/stretch.ts'
import { findBrowser } from '#tests/support/browser.ts'
import { freePort } from '#tests/support/free-port.ts'

const folder = fileURLToPath(new URL('../test-results/screens', import.meta.url))
const { values } = parseArgs({ options: { origin: { type: 'string' }, only: { type: 'string' } } })
const wanted = screens.filter(({ name }) => !values.only || name.startsWith(values.only))

await mkdir(folder, { recursive: true })
if (values.origin) await photograph(values.origin)
else await withOwnServer(photograph)
console.log(`Pictures of ${wanted.length} screens: ${folder}`)

async function withOwnServer(use: (origin: string) => Promise<void>): Promise<void> {
  const stateDir = join(tmpdir(), `zunft-screens-${process.pid}`)
  const buildDir = process.env.BUILD_DIR ?? '.build/screens'
  const server = await startServer({ port: await freePort(), stateDir, buildDir, build: true })
  try {
    await use(server.origin)
  } finally {
    await server.stop()
    await rm(stateDir, { recursive: true, force: true })
  }
}

async function photograph(origin: string): Promise<void> {
  const guild = await findGuild(origin)
  const browser = await chromium.launch(await findBrowser())
  for (const screen of wanted) {
    for (const width of [390, 1280]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await take(browser, guild, screen, { width, colorScheme }).catch((error: unknown) => {
          console.error(`✗ ${screen.name} ${width} ${colorScheme}: ${error}`)
          process.exitCode = 1
        })
      }
    }
  }
  await browser.close()
}

type Look = { width: number; colorScheme: 'light' | 'dark' }

async function take(browser: Browser, guild: Guild, screen: Screen, look: Look): Promise<void> {
  const { width, colorScheme } = look
  const context = await browser.newContext({
    viewport: { width, height: width < 768 ? 844 : 900 },
    colorScheme,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...(screen.role && { storageState: await signedIn(guild.origin, screen.role) }),
  })
  const page = await context.newPage()
  page.setDefaultTimeout(8_000)
  try {
    await openScreen(page, screen, guild)
    // What lies over a page is shown as people see it.
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
    if ((await dialog.count()) === 0) await stretch(page, 2600)
    await page.screenshot({ path: join(folder, `${screen.name}-${width}-${colorScheme}.png`) })
  } finally {
    await context.close()
  }
}
