import { type Browser, expect, type Page, test } from '@playwright/test'
import {
  chooseParade,
  confirmEnrolment,
  fillPerson,
  type Person,
} from '#tests/e2e/enrolment-steps.ts'
import { troubleIn } from '#tests/e2e/trouble.ts'
import { paths } from '#web/paths.ts'
import { addDays, berlinDay, weekday } from '#worker/domain/dates.ts'
import { type ClockedServer, startClockedServer } from './clocked-server.ts'
import { aParadeThatOpens, type OpeningParade } from './opening-parade.ts'

// An enrolment opens on Friday at 20:00 by the server's clock, which these tests set; the phones' clocks are wrong.

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const friday = [1, 2, 3, 4, 5, 6, 7]
  .map((days) => addDays(berlinDay(new Date()), days))
  .find((day) => weekday(day) === 'Fr') as string

let server: ClockedServer
let parade: OpeningParade
let troubles: string[] = []

test.beforeAll(async () => {
  server = await startClockedServer()
  parade = await aParadeThatOpens(server.origin, { day: friday, time: '20:00' })
  for (const title of ['Nachtumzug B', 'Nachtumzug C', 'Nachtumzug D', 'Nachtumzug E']) {
    await aParadeThatOpens(server.origin, { day: friday, time: '20:00', title })
  }
})
test.afterAll(() => server?.stop())
test.afterEach(() => {
  expect(troubles, 'errors in the console').toEqual([])
  troubles = []
})

/** Stops the server's clock at an instant before (negative) or after the opening. */
const stopClock = (fromOpening: number) => server.setClock(parade.opensAt + fromOpening, 0)

const pageUrl = () => `${server.origin}${paths.paradeEnrolment}`

type Phone = {
  page: Page
  /** The server's times at which the page asked for the time, in ms from the opening. */
  asked: number[]
  /** The server's time at which the parade could be chosen, in ms from the opening; null = not yet. */
  opened: () => number | null
  loads: () => number
}

type PhoneSettings = {
  /** How far its clock is ahead, in ms. */
  wrongBy: number
  /** What Math.random answers. */
  random?: number
  /** The page as a cache holds it; by default the server is asked. */
  cached?: string
}

type Probed = Window & {
  noteOpened: () => void
  /** The last answer the page waits for. */
  answer?: Promise<unknown>
}

/** A phone whose time passes only by `pass`. */
async function aPhone(
  browser: Browser,
  { wrongBy, random, cached }: PhoneSettings,
): Promise<Phone> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  page.on('console', (message) => {
    const trouble = troubleIn(message)
    if (trouble !== null) troubles.push(trouble)
  })
  page.on('pageerror', (error) => troubles.push(String(error)))
  const asked: number[] = []
  let loads = 0
  let opened: number | null = null
  const fromOpening = () => server.now() - parade.opensAt
  page.on('request', (request) => {
    if (request.url().endsWith('/api/enrolment/clock')) asked.push(fromOpening())
    if (request.isNavigationRequest()) loads += 1
  })
  await page.exposeFunction('noteOpened', () => {
    opened ??= fromOpening()
  })
  await page.addInitScript(
    ({ title, random }) => {
      const probed = window as unknown as Probed
      if (random !== undefined) Math.random = () => random
      const load = window.fetch
      window.fetch = (...request) => {
        const loading = load(...request)
        probed.answer = loading.then((answer) => answer.clone().text())
        return loading
      }
      new MutationObserver((_, observer) => {
        const boxes = [...document.querySelectorAll<HTMLInputElement>('input[name=parade]')]
        if (!boxes.some((box) => box.labels?.[0]?.textContent?.includes(title))) return
        observer.disconnect()
        probed.noteOpened()
      }).observe(document, { childList: true, subtree: true })
    },
    { title: parade.title, random },
  )
  if (cached !== undefined) {
    const headers = { 'Content-Type': 'text/html; charset=UTF-8', Age: '360' }
    await page.route(pageUrl(), (route) => route.fulfill({ body: cached, headers }))
  }
  const time = server.now() + wrongBy
  await page.clock.install({ time: time - minute })
  await page.clock.pauseAt(time)
  await page.goto(pageUrl())
  return { page, asked, opened: () => opened, loads: () => loads }
}

/** Lets time pass for the server and the phones until an instant, in ms from the opening. */
async function pass(phones: readonly Phone[], until: number, step = 10 * second): Promise<void> {
  for (let at = server.now() - parade.opensAt; at < until; ) {
    const passed = Math.min(step, until - at)
    at += passed
    await stopClock(at)
    await Promise.all(
      phones.map(async ({ page }) => {
        await page.clock.fastForward(passed)
        await page.evaluate(() => (window as unknown as Probed).answer)
      }),
    )
  }
}

/** Lets the scripts take over. */
async function start(phones: readonly Phone[]): Promise<void> {
  for (const { page } of phones) {
    await expect(announcement(page)).toBeVisible()
    await expect
      .poll(async () => {
        await page.clock.runFor(20)
        return page.getByText(/^Noch \d+:\d\d Min\./).count()
      })
      .toBe(1)
  }
}

const anna: Person = {
  firstName: 'Anna',
  lastName: 'Frühauf',
  emailAddress: 'anna@example.de',
  birthday: '1990-05-17',
}

async function firstType(): Promise<string> {
  const types: { name: string }[] = await (await fetch(`${server.origin}/api/costumeType`)).json()
  return types[0]?.name ?? ''
}

const announcement = (page: Page) =>
  page.getByRole('heading', { name: 'Anmeldung ab Freitag, 20:00 Uhr' })

test("A page from a cache, six minutes old, opens its form at 20:00:00 of the server's clock without a reload, even if the phone's clock is wrong @gate-server", async ({
  browser,
}) => {
  await stopClock(-6 * minute - 15 * second)
  const cached = await (await fetch(pageUrl())).text()
  await stopClock(-15 * second)
  const wrong = [0, 4 * minute, -3 * minute, 4 * hour, -26 * hour]
  const phones = await Promise.all(wrong.map((wrongBy) => aPhone(browser, { wrongBy, cached })))
  await start(phones)
  await pass(phones, -second, second)
  for (const { page } of phones) await expect(page.getByText('Noch 0:01 Min.')).toBeVisible()
  expect(phones.map(({ opened }) => opened())).toEqual(wrong.map(() => null))
  await pass(phones, 0)
  await expect.poll(() => phones.map(({ opened }) => opened())).toEqual(wrong.map(() => 0))
  for (const { page, asked, loads } of phones) {
    expect([asked.length, loads()]).toEqual([1, 1])
    await expect(announcement(page)).toHaveCount(0)
  }
})

test('A phone that waits for twenty minutes asks for the time twice: at once, and at a random moment before the last minute', async ({
  browser,
}) => {
  await stopClock(-20 * minute)
  const chances = [0, 0.25, 0.5, 0.999]
  const phones = await Promise.all(
    chances.map((random, index) =>
      aPhone(browser, { wrongBy: (index - 1.5) * 90 * minute, random }),
    ),
  )
  await start(phones)
  await pass(phones, -second)
  expect(phones.map(({ opened }) => opened())).toEqual([null, null, null, null])
  await pass(phones, 0)
  await expect.poll(() => phones.map(({ opened }) => opened())).toEqual([0, 0, 0, 0])
  for (const [index, { asked, loads }] of phones.entries()) {
    expect([asked.length, loads()]).toEqual([2, 1])
    // From five minutes before the opening until one minute before it.
    const chosen = -minute - (chances[index] ?? 0) * 4 * minute
    expect(asked[0]).toBe(-20 * minute)
    expect(asked[1]).toBeGreaterThanOrEqual(chosen)
    expect(asked[1]).toBeLessThanOrEqual(chosen + 10 * second)
  }
})

test('On the day before the opening the countdown appears in a line kept free for it, so that nothing below moves', async ({
  browser,
}) => {
  await stopClock(-21 * hour)
  for (const width of [320, 390, 1280]) {
    const page = await browser.newPage({ viewport: { width, height: 844 } })
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/enrolment/clock', async (route) => {
      await answer.promise
      await route.continue()
    })
    const asked = page.waitForRequest('**/api/enrolment/clock')
    await page.goto(pageUrl())
    await asked
    // The part below is loaded at the user's first movement.
    await page.mouse.move(10, 10)
    const below = page.getByRole('heading', { name: 'Link verloren?' })
    const before = await below.boundingBox()
    answer.resolve()
    await expect(page.getByRole('timer')).toHaveText('Noch 21 Std. 0 Min.')
    expect(await below.boundingBox(), `at ${width} px`).toEqual(before)
    await page.close()
  }
})

test('Once the form has opened by itself, a person can fill it in, enrol and pay', async ({
  browser,
}) => {
  await stopClock(-8 * second)
  const phone = await aPhone(browser, { wrongBy: -2 * hour })
  const { page, opened } = phone
  await start([phone])
  await pass([phone], 0, second)
  await expect.poll(opened).toBe(0)
  await page.clock.resume()
  await fillPerson(page, { ...anna, birthday: null })
  await chooseParade(page, parade, { number: '41', type: await firstType() })
  await confirmEnrolment(page)
  await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await expect(page.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('16:15 Uhr Schulhof')
})

test('Without scripts the page says when the enrolment opens, and after a reload it has the form', async ({
  browser,
}) => {
  await stopClock(-20 * second)
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const box = page.getByRole('checkbox', { name: parade.title })
  await page.goto(pageUrl())
  await expect(announcement(page)).toBeVisible()
  await expect(page.getByText('Lade die Seite dann neu.')).toBeVisible()
  await expect(page.getByText('Sie öffnet sich hier von selbst.')).toBeHidden()
  await expect(box).toHaveCount(0)

  await stopClock(second)
  await page.reload()
  await expect(announcement(page)).toHaveCount(0)
  await fillPerson(page, anna)
  await chooseParade(page, parade, { number: '42', type: await firstType() })
  await page.getByRole('button', { name: /^Für .*anmelden$/ }).click()
  await page.getByRole('button', { name: 'Zahlungspflichtig anmelden' }).click()
  await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await expect(page.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()
})

test('While other parades are open, these come first on a phone with its bar in view, and the announcement stands behind the form', async ({
  browser,
}) => {
  await stopClock(-2 * hour)
  for (const javaScriptEnabled of [false, true]) {
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      javaScriptEnabled,
    })
    const page = await context.newPage()
    await page.goto(pageUrl())
    await expect(page.getByText(/^\d+ Umzüge sind jetzt offen\.$/)).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('heading', { name: 'Wer läuft mit?' })).toBeInViewport()
    const bar = page.getByRole('button', { name: /^Für .*anmelden$/ })
    await expect(bar).toBeInViewport({ ratio: 1 })
    await expect(announcement(page)).not.toBeInViewport()
    await page.getByRole('link', { name: /^\d+ weitere öffnen später$/ }).click()
    await expect(announcement(page)).toBeInViewport()
    await context.close()
  }
})
