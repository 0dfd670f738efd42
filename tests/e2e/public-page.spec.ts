import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { chooseParade, fillPerson, type Person, paradeCard } from './enrolment-steps.ts'
import { expect, test } from './fixtures.ts'
import { signedIn } from './session.ts'

// The delivery of the enrolment page: its size, and what works before its scripts are loaded.

const script = /\/assets\/[^/]+\.js$/

const jörg = (lastName: string): Person => ({
  firstName: 'Jörg',
  lastName,
  emailAddress: 'joerg@example.de',
  birthday: '1991-11-01',
})

/**
 * Once the scripts run, the button is disabled while values are missing; before, it sends the form.
 */
const expectScriptsLoaded = (page: Page) =>
  expect(page.getByRole('button', { name: 'Für Umzüge anmelden' })).toBeDisabled()

type File = { path: string; type: string; text: string; gzip: number }

async function read(response: Response): Promise<File> {
  const body = await response.body()
  const type = response.headers()['content-type'] ?? ''
  const { pathname: path } = new URL(response.url())
  return { path, type, text: body.toString(), gzip: gzipSync(body, { level: 9 }).length }
}

/** Before an opening within a day, as the demo has on Thursdays and Fridays, the page loads its countdown too. */
const isOfCountdown = ({ path }: Pick<File, 'path'>) =>
  path === '/api/enrolment/clock' || /\/coming-[^/]+\.js$/.test(path)

const sum = (files: File[]) => files.reduce((total, { gzip }) => total + gzip, 0)

test('The enrolment page is not larger than its size budget, and sends no request to the API @gate-phone', async ({
  browserOf,
  guild,
}) => {
  const page = await browserOf(null)
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  await page.goto(paths.paradeEnrolment)
  await expectScriptsLoaded(page)
  await page.waitForLoadState('networkidle')

  const files = (await Promise.all(responses.map(read))).filter((file) => !isOfCountdown(file))
  const scripts = files.filter(({ type }) => type.includes('javascript'))
  const fonts = files.filter(({ path }) => path.endsWith('.woff2'))
  const [html] = files.filter(({ type }) => type.includes('html'))
  expect(files.map(({ path }) => path).filter((path) => path.startsWith('/api/'))).toEqual([])
  expect(files.length).toBeLessThanOrEqual(7)
  expect(scripts.length).toBeLessThanOrEqual(3)
  expect(sum(scripts)).toBeLessThanOrEqual(92_900)
  expect(sum(fonts)).toBeLessThanOrEqual(33_000)
  // The budget is for the demo's parades; those of other tests are added.
  const added = (await page.locator('[name=parade]').count()) - guild.open.length
  expect(html?.gzip).toBeLessThanOrEqual(18_500 + added * 250)
  const [, styles = ''] = /<style>(.*?)<\/style>/s.exec(html?.text ?? '') ?? []
  expect(gzipSync(styles, { level: 9 }).length).toBeLessThanOrEqual(11_000)

  // Code of staff pages, their dialogs and their API client is not loaded.
  for (const { path, text } of scripts) {
    expect(
      text.match(/react-router|DialogContent|\bhono\b|0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ \$%/gi),
      path,
    ).toBeNull()
  }
  expect(html?.text).not.toMatch(/\sstyle=/)
  const inline = html?.text.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>/g) ?? []
  expect([...inline].map(([, kind]) => kind)).toEqual([' type="application/json" id="data"'])
})

test('From the first input to the confirmation scripts of at most 12 kB are loaded @gate-phone', async ({
  browserOf,
  guild,
}) => {
  const page = await browserOf(null)
  await page.goto(paths.paradeEnrolment)
  await expectScriptsLoaded(page)
  const later: Response[] = []
  page.on('response', (response) => later.push(response))
  await fillPerson(page, jörg('Klein'))
  // The code for several people and for dialogs is loaded with the first interaction, and nothing
  // else.
  const withTouch = later.map((response) => ({ path: new URL(response.url()).pathname }))
  const others = withTouch.filter((file) => !isOfCountdown(file))
  expect(others.filter(({ path }) => !/\/(dialogs|native-dialog)-/.test(path))).toEqual([])
  await expect(page.getByRole('heading', { name: 'Link verloren?' })).toBeVisible()
  await chooseParade(page, guild.open[0], { number: '1', type: guild.costumeTypes[0] })
  await page.getByRole('button', { name: 'Für 1 Umzug anmelden' }).click()
  await expect(page.getByRole('dialog', { name: 'Stimmt alles?' })).toBeVisible()
  const files = (await Promise.all(later.map(read))).filter((file) => !isOfCountdown(file))
  expect(files.filter(({ path }) => !script.test(path))).toEqual([])
  expect(sum(files)).toBeLessThanOrEqual(12_000)
})

test('With text at 200 % the total of the confirmation does not cover the first parade, and the button can be scrolled into view @gate-phone', async ({
  browserOf,
  guild,
}) => {
  const page = await browserOf(null)
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto(paths.paradeEnrolment)
  await expectScriptsLoaded(page)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await fillPerson(page, jörg('Groß'))
  await chooseParade(page, guild.open[0], { number: '1', type: guild.costumeTypes[0] })
  await page.getByRole('button', { name: 'Für 1 Umzug anmelden' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stimmt alles?' })
  const line = dialog.getByRole('listitem').first()
  await line.evaluate((element) => element.scrollIntoView({ block: 'start' }))
  const isUncovered = (element: Element) => {
    const { left, top } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + 4, top + 40))
  }
  expect(await line.evaluate(isUncovered)).toBe(true)
  const confirm = dialog.getByRole('button', { name: 'Zahlungspflichtig anmelden' })
  await confirm.scrollIntoViewIfNeeded()
  await expect(confirm).toBeInViewport({ ratio: 1 })
})

test('What is typed before the scripts are loaded stays in the form @gate-phone', async ({
  browserOf,
  guild,
}) => {
  const page = await browserOf(null)
  const { promise, resolve: release } = Promise.withResolvers<void>()
  await page.route(script, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(paths.paradeEnrolment, { waitUntil: 'commit' })
  await fillPerson(page, jörg('Früh'))
  await chooseParade(page, guild.open[0], { number: '7b', type: guild.costumeTypes[1] })
  const press = page.getByRole('button', { name: 'Für Umzüge anmelden' })
  await expect(press).toBeEnabled()
  release()

  await expect(page.getByRole('button', { name: 'Für 1 Umzug anmelden' })).toBeEnabled()
  await expect(page.getByLabel('Vorname')).toHaveValue('Jörg')
  await expect(page.getByLabel('Nachname')).toHaveValue('Früh')
  await expect(page.locator('[name=emailAddress]')).toHaveValue('joerg@example.de')
  await expect(page.getByLabel('Geburtstag')).toHaveValue('01.11.1991')
  const card = paradeCard(page, guild.open[0])
  await expect(card.getByRole('checkbox')).toBeChecked()
  await expect(card.getByLabel('Kleidernummer')).toHaveValue('7b')
  await expect(card.getByLabel('Kleidertyp').locator('option:checked')).toHaveText(
    guild.costumeTypes[1],
  )
})

test('If the scripts cannot be loaded, the form still leads to the payment and then to the result @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  const page = await browserOf(null)
  await page.route(/\/assets\/live-/, (route) => route.abort())
  await page.goto(paths.paradeEnrolment)
  await fillPerson(page, jörg(`Stumm ${project.name}`))
  await chooseParade(page, guild.open[3], {
    number: `s ${project.name}`,
    type: guild.costumeTypes[0],
  })
  await page.getByRole('button', { name: 'Für Umzüge anmelden' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Stimmt alles?' })).toBeVisible()
  await page.getByRole('button', { name: 'Zahlungspflichtig anmelden' }).click()
  await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await expect(page.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()
})

test('If the code for several people cannot be loaded, "Weitere Person" shows an error, and what was typed stays @gate-phone', async ({
  browserOf,
}) => {
  const page = await browserOf(null)
  await page.route(/\/assets\/dialogs-/, (route) => route.abort())
  await page.goto(paths.paradeEnrolment)
  await expectScriptsLoaded(page)
  await fillPerson(page, jörg('Allein'))
  await page.getByRole('button', { name: 'Weitere Person' }).click()
  await expect(page.getByRole('alert')).toContainText('Was Du eingegeben hast, bleibt.')
  await expect(page.getByLabel('Nachname')).toHaveValue('Allein')
})

test('If the cookie "staff" is missing, the root page shows a signed-in user the overview and sets the cookie again @gate-phone', async ({
  browserOf,
  guild,
}) => {
  const page = await browserOf(null)
  const { origins } = await signedIn(guild.origin, 'management')
  await page.goto(paths.login)
  await page.evaluate((items) => {
    for (const { name, value } of items) localStorage.setItem(name, value)
  }, origins[0]?.localStorage ?? [])
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  expect((await page.context().cookies()).map(({ name, value }) => [name, value])).toEqual([
    ['staff', '1'],
  ])
})

test('If a visitor without a session has the cookie "staff", the root page leads to the enrolment and deletes the cookie @gate-phone', async ({
  browserOf,
  guild,
}) => {
  const page = await browserOf(null)
  await page.context().addCookies([{ name: 'staff', value: '1', url: guild.origin }])
  await page.goto('/')
  await expect(page).toHaveURL(paths.paradeEnrolment)
  expect(await page.context().cookies()).toEqual([])
})

test('The preview image, the icons and robots.txt are served; the templates are not @gate-phone', async ({
  guild,
  request,
}) => {
  const html = await (await request.get(paths.paradeEnrolment)).text()
  for (const path of ['/og.png', '/icon-192.png', '/apple-touch-icon.png', '/favicon.svg']) {
    expect(html).toContain(path)
    const file = await request.get(path)
    expect([path, file.status()]).toEqual([path, 200])
    expect(file.headers()['strict-transport-security']).toBe('max-age=31536000')
  }
  const robots = await (await request.get('/robots.txt')).text()
  expect(robots).toContain('Allow: /parade-enrolment')
  expect(robots).toMatch(/^Disallow: \/$/m)
  const staff = await request.get('/login', { headers: { Accept: 'text/html' } })
  expect(staff.headers()).toMatchObject({
    'strict-transport-security': 'max-age=31536000',
    'cross-origin-opener-policy': 'same-origin',
  })
  expect(await staff.text()).toContain('<meta name="robots" content="noindex"')
  for (const template of ['enrolment', 'my-order', 'result']) {
    for (const path of [`/${template}`, `/${template}.html`]) {
      const answer = await fetch(`${guild.origin}${path}`, { headers: { Accept: 'text/html' } })
      expect([path, answer.status]).toEqual([path, 404])
    }
  }
})
