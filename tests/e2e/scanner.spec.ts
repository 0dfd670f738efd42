import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Browser, Page } from '@playwright/test'
import encodeQR from 'qr'
import { type Picture, pictureOfModules } from '#tests/support/camera-picture.ts'
import { paths } from '#web/paths.ts'
import { checkInLink } from '#worker/domain/check-in.ts'
import { confirmIn, rowOf } from './check-in-steps.ts'
import { expect, test } from './fixtures.ts'
import {
  browserThatSees,
  drawSvg,
  type Enrolled,
  enrolledWithCode,
  unconfirmedOfToday,
} from './scan-steps.ts'
import { signedIn } from './session.ts'

// The scanner on a helper's phone, in a browser whose camera shows a film.

const phone = { width: 360, height: 640 }
const unknown = 'Dieser Code gehört zu keiner Anmeldung für diesen Umzug.'
const blocked = 'Die Kamera ist gesperrt. Tippe Name oder Nummer.'

const pictureOf = (text: string): Picture =>
  pictureOfModules(encodeQR(text, 'raw', { ecc: 'medium', border: 4 }))

type Seen = Enrolled & { picture: Picture }

/** Shared by all tests of this file. */
let enrolled: Promise<Seen> | null = null

const story = test.extend<{
  seen: Seen
  helperWith: (picture: Picture | null, script?: () => void) => Promise<Page>
}>({
  seen: async ({ browserOf, guild }, use) => {
    const enrol = async () => {
      const page = await browserOf(null)
      const person = await enrolledWithCode(page, guild)
      await page.goto('about:blank')
      return { ...person, picture: await drawSvg(page, person.svg) }
    }
    enrolled ??= enrol()
    await use(await enrolled)
  },

  helperWith: async ({ origin }, use) => {
    const open: { close: () => Promise<void> }[] = []
    const troubles: string[] = []
    await use(async (picture, script) => {
      const { browser, close } = await browserThatSees(picture)
      open.push({ close })
      const page = await helperIn(browser, origin)
      page.on('pageerror', (error) => troubles.push(String(error)))
      if (script) await page.addInitScript(script)
      return page
    })
    await Promise.all(open.map(({ close }) => close()))
    expect(troubles).toEqual([])
  },
})

// Only on the phone project, since the camera does not depend on the width of the window.
story.skip(({ isMobile }) => !isMobile, 'a phone')

async function helperIn(browser: Browser, origin: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    storageState: await signedIn(origin, 'helper'),
    viewport: phone,
    hasTouch: true,
    isMobile: true,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  })
  return context.newPage()
}

const screenOf = (page: Page) => page.getByRole('dialog', { name: 'Code scannen' })
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Teilnahme bestätigen?' })

async function openScanner(page: Page, paradeId: number): Promise<void> {
  await page.goto(paths.checkIn(paradeId))
  await page.getByRole('link', { name: 'Scannen' }).click()
  await expect(screenOf(page)).toBeVisible()
}

story(
  'A scanned code that the server made confirms its participant after a question, and the confirmation can be revoked',
  async ({ helperWith, seen }) => {
    const page = await helperWith(seen.picture)
    await openScanner(page, seen.paradeId)
    await expect(question(page)).toContainText(seen.memberName.replace(/(.*), (.*)/, '$2 $1'))
    await confirmIn(page)
    const screen = screenOf(page)
    await expect(screen).toContainText(seen.memberName)
    await expect(screen).toContainText('bezahlt')
    // The code stays in view and is not reported again.
    await page.waitForTimeout(2500)
    await expect(question(page)).toBeHidden()
    await expect(page.getByRole('dialog')).toHaveCount(1)

    await screen.getByRole('button', { name: 'Zurücknehmen' }).click()
    await expect(screen).not.toContainText(seen.memberName)
    await screen.getByRole('button', { name: 'Fertig' }).click()
    await expect(screen).toBeHidden()
    await expect(page).toHaveURL(paths.checkIn(seen.paradeId))
    await expect(page.getByRole('link', { name: 'Scannen' })).toBeFocused()
    await page.getByRole('searchbox').fill(seen.memberName.split(',')[0] ?? '')
    await expect(
      rowOf(page, seen.memberName).getByRole('button', { name: /bestätigen$/ }),
    ).toBeVisible()
  },
)

story(
  'After one visit the scanner reads and confirms offline as well',
  async ({ helperWith, seen }) => {
    const page = await helperWith(seen.picture)
    await page.goto(paths.checkIn(seen.paradeId))
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready
      while (active?.state !== 'activated' || !navigator.serviceWorker.controller) {
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    })
    await page.context().setOffline(true)
    await page.reload()
    await page.getByRole('link', { name: 'Scannen' }).click()
    await expect(question(page)).toContainText('Cora')
    await confirmIn(page)
    await expect(screenOf(page)).toContainText(seen.memberName)
    await expect(screenOf(page)).toContainText(/1 wartet/)
    await page.goto(paths.personCode(seen.code))
    // The stored lists tell that the code is of another parade than today's.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Dieser Code gehört zu keiner Anmeldung für heute.',
    )
  },
)

story(
  'A scanned QR code that is no check-in code is reported without a question',
  async ({ helperWith, guild }) => {
    const foreign = pictureOf('https://de.wikipedia.org/wiki/Narrensprung')
    const page = await helperWith(foreign)
    await openScanner(page, guild.todayId)
    await expect(screenOf(page)).toContainText(unknown)
    await expect(question(page)).toBeHidden()
  },
)

story(
  'A scanned check-in code that is not on the list is reported',
  async ({ helperWith, guild }) => {
    const page = await helperWith(pictureOf(checkInLink(guild.origin, '00000000DEADBEEF')))
    await openScanner(page, guild.todayId)
    await expect(screenOf(page)).toContainText(unknown)
  },
)

story('The scanner offers the search when the camera is blocked', async ({ helperWith, guild }) => {
  const page = await helperWith(null)
  await openScanner(page, guild.todayId)
  await expect(screenOf(page).getByRole('alert')).toHaveText(blocked)
  await screenOf(page).getByRole('button', { name: 'Name suchen' }).click()
  await expect(screenOf(page)).toBeHidden()
  await expect(page.getByRole('searchbox')).toBeFocused()
})

story(
  'The camera is off while the page is hidden and after the scanner was closed',
  async ({ helperWith, guild }) => {
    const page = await helperWith(pictureOf('another code'))
    await openScanner(page, guild.todayId)
    const video = page.locator('video')
    const trackOf = () =>
      video.evaluateHandle(async (element: HTMLVideoElement) => {
        while (!(element.srcObject instanceof MediaStream)) {
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
        return element.srcObject.getVideoTracks()[0]
      })
    const look = (state: 'hidden' | 'visible') =>
      page.evaluate((state) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
        document.dispatchEvent(new Event('visibilitychange'))
      }, state)
    const track = await trackOf()
    const stateOf = (one: typeof track) => one.evaluate((it) => it?.readyState)
    expect(await stateOf(track)).toBe('live')
    await look('hidden')
    await expect.poll(() => stateOf(track)).toBe('ended')
    await look('visible')
    const again = await trackOf()
    expect(await stateOf(again)).toBe('live')
    await page.goBack()
    await expect(screenOf(page)).toBeHidden()
    await expect.poll(() => stateOf(again)).toBe('ended')
  },
)

story(
  "The scanner uses the browser's code reader if it supports QR codes",
  async ({ helperWith, seen }) => {
    const page = await helperWith(pictureOf('another code'))
    await page.addInitScript(
      (link) => {
        const own = class {
          static getSupportedFormats = async () => ['qr_code']
          detect = async (seen: unknown) =>
            seen instanceof HTMLVideoElement && seen.videoWidth > 0 ? [{ rawValue: link }] : []
        }
        Object.assign(globalThis, { BarcodeDetector: own })
      },
      checkInLink('https://anderswo.example', seen.code),
    )
    const asked: string[] = []
    page.on('worker', (worker) => asked.push(worker.url()))
    await openScanner(page, seen.paradeId)
    await expect(page.getByRole('alertdialog').or(page.getByText('Schon bestätigt'))).toBeVisible()
    expect(asked.filter((url) => url.includes('decode'))).toEqual([])
  },
)

story(
  "The bundled code reader is used if the browser's own one fails",
  async ({ helperWith, seen }) => {
    const page = await helperWith(seen.picture, () => {
      const broken = class {
        static getSupportedFormats = async () => ['qr_code']
        detect = () => Promise.reject(new Error('Barcode detection service unavailable.'))
      }
      Object.assign(globalThis, { BarcodeDetector: broken })
    })
    await openScanner(page, seen.paradeId)
    await expect(page.getByRole('alertdialog').or(page.getByText('Schon bestätigt'))).toBeVisible()
  },
)

const axe = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

story(
  'The scanner has no accessibility violations in both themes, large buttons, and fits on the narrowest phone',
  async ({ helperWith, guild }, info) => {
    const page = await helperWith(pictureOf('https://de.wikipedia.org/'))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await openScanner(page, guild.todayId)
      await expect(screenOf(page)).toContainText(unknown)
      await page.screenshot({ path: info.outputPath(`scanner-${colorScheme}.png`) })
      await page.evaluate(await axe)
      const found = await page.evaluate<{ violations: { id: string }[] }>(
        'axe.run({ rules: { "target-size": { enabled: true } }, resultTypes: ["violations"] })',
      )
      expect(found.violations.map(({ id }) => id)).toEqual([])
    }
    const targets = screenOf(page).getByRole('button')
    const heights = await targets.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().height),
    )
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(56)
    await page.setViewportSize({ width: 320, height: 480 })
    const width = await screenOf(page).evaluate((screen) => screen.scrollWidth)
    expect(width).toBeLessThanOrEqual(320)
    await expect(screenOf(page).getByRole('button', { name: 'Name suchen' })).toBeInViewport()
  },
)

// ── The address in the code ────────────────────────────────────────────────────────────────

const sentence = (page: Page) => page.getByRole('heading', { level: 1 })

test('A signed-out visitor who opens the address of a code sees the same sentence for every code, and no request contains the code', async ({
  browserOf,
  guild,
}) => {
  const page = await browserOf(null)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const { code } = await unconfirmedOfToday(guild)
  for (const written of [code, code.toLowerCase(), '0000000000000000', 'unsinn']) {
    await page.goto(paths.personCode(written))
    await expect(sentence(page)).toHaveText('Zeig diesen Code am Umzugstag.')
    await expect(page.getByRole('link', { name: 'Zur Übersicht' })).toHaveCount(0)
  }
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  const calls = asked.filter((path) => path.startsWith('/api/') && path !== '/api/guild')
  expect(calls).toEqual([])
})

test("A helper or manager who opens the address of a code, in upper or lower case, sees the participant in today's check-in", async ({
  browserOf,
  guild,
}) => {
  const person = await unconfirmedOfToday(guild)
  for (const role of ['helper', 'management'] as const) {
    const page = await browserOf(role)
    for (const written of [person.code, person.code.toLowerCase()]) {
      await page.goto(
        paths.personCode(written).replace('/C/', written === person.code ? '/C/' : '/c/'),
      )
      await expect(page).toHaveURL(new RegExp(`${paths.checkIn(guild.todayId)}\\?`))
      const [lastName, firstName] = person.memberName.split(', ')
      await expect(page.getByRole('dialog', { name: `${firstName} ${lastName}` })).toBeVisible()
    }
  }
})

test('For an unknown code, and for every code opened by a read-only user, the page says that it belongs to no enrolment of today', async ({
  browserOf,
  guild,
}) => {
  const notOfToday = 'Dieser Code gehört zu keiner Anmeldung für heute.'
  const helper = await browserOf('helper')
  for (const written of ['00000000DEADBEEF', 'unsinn']) {
    await helper.goto(paths.personCode(written))
    await expect(sentence(helper)).toHaveText(notOfToday)
  }
  const reader = await browserOf('readonly')
  await reader.goto(paths.personCode((await unconfirmedOfToday(guild)).code))
  await expect(sentence(reader)).toHaveText(notOfToday)
})
