// `npm run screens [-- --origin http://localhost:8787] [-- --only check-in] [-- --widths 320,768]`:
// screenshots of every screen, light, dark and printed, in test-results/screens, and reports overflowing or
// cut off content. `npm run screens -- --handbook [--only fee]` renews the pictures of the handbook.
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page, type PageScreenshotOptions } from '@playwright/test'
import { findGuild, type Guild } from '#tests/e2e/guild.ts'
import type { Screen } from '#tests/e2e/screen.ts'
import { openScreen, screens } from '#tests/e2e/screens.ts'
import { startServer } from '#tests/e2e/server.ts'
import { signedIn } from '#tests/e2e/session.ts'
import { stretch } from '#tests/e2e/stretch.ts'
import { findBrowser } from '#tests/support/browser.ts'
import { freePort } from '#tests/support/free-port.ts'
import { projectDir } from './local/project.ts'
import { faultsOf } from './screens/faults.ts'

const { values } = parseArgs({
  options: {
    origin: { type: 'string' },
    only: { type: 'string', default: '' },
    widths: { type: 'string', default: '390,1280' },
    handbook: { type: 'boolean', default: false },
  },
})
const folder = join(projectDir, 'test-results/screens')
const handbook = join(projectDir, 'docs/handbuch')
const pictures = join(handbook, 'bilder')

if (values.origin) await photograph(values.origin)
else await withOwnServer(photograph)

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
  await (values.handbook ? takeForHandbook : takeAll)(browser, guild)
  await browser.close()
}

async function takeAll(browser: Browser, guild: Guild): Promise<void> {
  await mkdir(folder, { recursive: true })
  const wanted = screens.filter(({ name }) => name.startsWith(values.only))
  for (const screen of wanted) {
    for (const width of values.widths.split(',').map(Number)) {
      await withScreen(browser, guild, screen, width, (page) =>
        takePictures(page, screen.name, width),
      )
    }
  }
  console.log(`Pictures of ${wanted.length} screens: ${folder}`)
}

/** Takes light, dark and print pictures without loading the screen again. */
async function takePictures(page: Page, name: string, width: number): Promise<void> {
  // Dialogs are captured as shown, not stretched to the page's height.
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
  if ((await dialog.count()) === 0) await stretch(page, 2600)
  for (const fault of await faultsOf(page)) console.log(`! ${name} ${width}: ${fault}`)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
  }
  if (width !== 1280) return
  await page.emulateMedia({ colorScheme: 'light', media: 'print' })
  await page.screenshot({ path: join(folder, `${name}-print.png`) })
}

/** Takes the pictures that the handbook's chapters and the README refer to, cropped and small. */
async function takeForHandbook(browser: Browser, guild: Guild): Promise<void> {
  const named = (await namedPictures()).filter((name) => name.startsWith(values.only))
  if (values.only === '') await rm(pictures, { recursive: true, force: true })
  await mkdir(pictures, { recursive: true })
  for (const name of named) {
    const screen = screens.find((one) => one.name === name)
    if (!screen) throw new Error(`No screen is called ${name}`)
    // Public pages and those of helpers are used on phones.
    const isPhone = screen.role === null || screen.role === 'helper'
    await withScreen(browser, guild, screen, isPhone ? 390 : 1280, async (page) => {
      const { width, height } = { width: isPhone ? 390 : 1280, height: isPhone ? 760 : 800 }
      const cut: PageScreenshotOptions = { type: 'jpeg', quality: 68 }
      const clip = { x: 0, y: 0, width, height }
      await page.screenshot({ ...cut, clip, path: join(pictures, `${name}.jpg`) })
    })
  }
  console.log(`${named.length} pictures of the handbook: ${pictures}`)
}

async function namedPictures(): Promise<string[]> {
  const chapters = (await readdir(handbook)).filter((file) => file.endsWith('.md'))
  const files = [join(projectDir, 'README.md'), ...chapters.map((file) => join(handbook, file))]
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
  const names = texts.flatMap((text) => [...text.matchAll(/bilder\/([a-z0-9-]+)\.jpg/g)])
  return [...new Set(names.map(([, name = '']) => name))].sort()
}

async function withScreen(
  browser: Browser,
  guild: Guild,
  screen: Screen,
  width: number,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: width < 768 ? 844 : 900 },
    colorScheme: 'light',
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...(screen.role && { storageState: await signedIn(guild.origin, screen.role) }),
  })
  const page = await context.newPage()
  page.setDefaultTimeout(8_000)
  try {
    await openScreen(page, screen, guild)
    await use(page)
  } catch (error) {
    console.error(`✗ ${screen.name} ${width}: ${error}`)
    process.exitCode = 1
  } finally {
    await context.close()
  }
}
