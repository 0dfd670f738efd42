import type { Locator } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import { demoPassword } from '#scripts/demo/users.ts'
import { paths } from '#web/paths.ts'
import type { CheckIn, CheckInRow } from '#worker/check-in/check-in.contract.ts'
import { addDays, berlinDay } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { MemberRow } from '#worker/members/members.contract.ts'
import type { Parade, Participation } from '#worker/parades/parades.contract.ts'
import { confirmIn, rowOf } from './check-in-steps.ts'
import { chooseParade, confirmEnrolment, fillPerson } from './enrolment-steps.ts'
import { field } from './field.ts'
import { expect, test } from './fixtures.ts'
import { checkInScreens } from './parade-screens.ts'
import { textsOf } from './printed-text.ts'
import { cameraThatReads, drawSvg, hold } from './scan-steps.ts'
import { openScreen } from './screens.ts'
import { demoUserOf, getAs, headersOf, postAs, putAs } from './session.ts'
import { countSteps } from './steps.ts'

test('A helper signs in and confirms a participant who enrolled and paid online @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  // Helpers can confirm from the day before the parade.
  const tomorrow = addDays(berlinDay(new Date()), 1)
  const parade = await postAs<Parade>(guild.origin, 'management', '/api/parade', {
    title: `Abendumzug ${project.name}`,
    host: 'Narrenzunft Neuhalden',
    date: tomorrow,
    dateEnrolmentStart: addDays(tomorrow, -1),
    dateEnrolmentEnd: tomorrow,
    priceForAdultsInCent: 800,
  })
  const lastName = `Abgehakt ${project.name}`
  const guest = await browserOf(null)
  await guest.goto(paths.paradeEnrolment)
  await fillPerson(guest, {
    firstName: 'Jörg',
    lastName,
    emailAddress: 'joerg@example.de',
    birthday: '1991-11-01',
  })
  await chooseParade(guest, parade, { number: `h ${project.name}`, type: guild.costumeTypes[0] })
  await confirmEnrolment(guest)
  await guest.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await expect(guest.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()

  const page = await browserOf(null)
  await page.goto(paths.login)
  await page.getByLabel('E-Mail Adresse').fill(demoUserOf('helper').emailAddress)
  await field(page, 'Passwort').fill(demoPassword)
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  await page.goto(paths.checkIn(parade.id))
  await page.getByLabel('Name oder Kleidernummer suchen').fill(`Jörg ${lastName}`)
  const row = rowOf(page, `${lastName}, Jörg`)
  await expect(row).toContainText(/(?<!Nicht )bezahlt/i)
  await row.getByRole('button', { name: /bestätigen$/ }).click()
  await confirmIn(page)
  await expect(row).toContainText(/Bestätigt um \d\d:\d\d Uhr/)
  await expect(row.getByRole('button')).toHaveCount(0)

  await page.reload()
  await page.getByLabel('Name oder Kleidernummer suchen').fill(lastName)
  await expect(rowOf(page, `${lastName}, Jörg`)).toContainText(/Bestätigt um/)
})

test('Two taps confirm a participant who has paid; three confirm an unpaid one and record the cash @gate-phone', async ({
  browserOf,
  guild,
}) => {
  const page = await browserOf('helper')
  const steps = await countSteps(page)
  await page.goto(paths.checkIn(guild.todayId))
  const open = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /bestätigen$/ }) })
  const unpaid = open.filter({ hasText: 'Nicht bezahlt' }).last()
  const paid = open.filter({ hasNotText: 'Nicht bezahlt' }).last()
  const [paidName, unpaidName] = await Promise.all(
    [paid, unpaid].map(async (row) => (await row.getByRole('link').textContent()) ?? ''),
  )
  await paid.getByRole('button').click()
  await confirmIn(page)
  await expect(rowOf(page, paidName ?? '')).toContainText(/Bestätigt um/)
  expect(steps()).toEqual({ presses: 2, fields: 0 })

  await unpaid.getByRole('button').click()
  const question = page.getByRole('alertdialog', { name: 'Teilnahme bestätigen?' })
  await question.getByRole('switch', { name: /^Bar bezahlt/ }).check()
  await confirmIn(page)
  const row = rowOf(page, unpaidName ?? '')
  await expect(row).toContainText(/Bestätigt um/)
  await expect(row).not.toContainText('Nicht bezahlt')
  expect(steps()).toEqual({ presses: 3, fields: 0 })
})

test('A confirmation that failed three times (500) shows the text of the specification, and is stored on the device until it is sent @gate-phone', async ({
  browserOf,
  guild,
}) => {
  const page = await browserOf('helper')
  await page.goto(paths.checkIn(guild.todayId))
  const open = page.getByRole('main').getByRole('button', { name: /bestätigen$/ })
  await expect(open.first()).toBeVisible()
  let tries = 0
  let status = 500
  await page.route('**/api/check-in/acts', async (route) => {
    tries += 1
    await route.fulfill({ status, json: { error: { code: 'InternalError', message: '' } } })
  })
  await open.last().click()
  await confirmIn(page)
  // Simulates the network coming back instead of waiting for the next attempt.
  for (const time of [1, 2, 3]) {
    await expect.poll(() => tries).toBeGreaterThanOrEqual(time)
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
  }
  const sentence =
    'Die Umzugsteilnahme konnte nicht bestätigt werden. Stelle sicher, dass Du Internet hast.'
  const head = page.getByRole('status').filter({ hasText: '1 wartet' })
  await expect(head).toContainText(
    `${sentence} Sie bleibt auf dem Gerät und wird weiter gesendet. Lass die Seite offen.`,
  )
  status = 403
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(head).toContainText('Dir fehlt die Berechtigung: Sag der Verwaltung Bescheid.')
  await expect(head).not.toContainText('Anmelden')
  await page.unroute('**/api/check-in/acts')
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByRole('status').filter({ hasText: 'Alles gesendet' })).toBeVisible()
  await expect(page.getByText(sentence)).toBeHidden()
})

test("A link of the overview opens today's check-in, whose progress counts each confirmation @gate-phone", async ({
  browserOf,
  guild,
}) => {
  const page = await browserOf('helper')
  await page.goto(paths.home)
  await page.getByRole('link', { name: 'Umzugsteilnahme abhaken' }).click()
  await expect(page).toHaveURL(paths.checkIn(guild.todayId))
  await expect(page.getByRole('heading', { level: 1, name: 'Umzugsteilnahme' })).toBeVisible()

  const progress = page.getByRole('progressbar', { name: 'Bestätigte Teilnahmen' })
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  const before = Number(await progress.getAttribute('value'))
  await page
    .getByRole('button', { name: /bestätigen$/ })
    .first()
    .click()
  await confirmIn(page)
  await expect(progress).toHaveAttribute('value', String(before + 1))

  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('switch', { name: 'Bestätigte ausblenden' }).check()
  await page.getByRole('button', { name: 'Fertig' }).click()
  await expect(page.getByRole('button', { name: 'Filter, 1 gesetzt' })).toBeVisible()
  await expect(page.getByText(/^Bestätigt um/)).toHaveCount(0)
})

test('Offline, the sheet of a participant confirms and records the cash; both are stored on the server once there is a connection @gate-phone', async ({
  browserOf,
  guild,
}) => {
  const page = await browserOf('helper')
  await page.goto(paths.checkIn(guild.todayId))
  const open = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: 'Nicht bezahlt', has: page.getByRole('button', { name: /bestätigen$/ }) })
  const link = open.last().getByRole('link')
  const name = (await link.textContent()) ?? ''
  await page.context().setOffline(true)
  await link.click()
  await pressIn(page.getByRole('dialog'), 'Bestätigen')
  const question = page.getByRole('alertdialog', { name: 'Teilnahme bestätigen?' })
  await question.getByRole('switch', { name: /^Bar bezahlt: \d+,\d\d\s€$/ }).check()
  await confirmIn(page)
  const row = rowOf(page, name)
  await expect(row).toContainText('Wartet noch')
  await expect(row).not.toContainText('Nicht bezahlt')
  await page.context().setOffline(false)
  await expect(row).toContainText(/Bestätigt um/)
  await page.reload()
  await expect(row).toContainText(/Bestätigt um/)
  await expect(row).not.toContainText('Nicht bezahlt')
})

test('A participant whom a helper enters on site is listed as confirmed and unpaid, and gets a check-in code @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  const page = await browserOf('helper')
  await page.goto(paths.checkIn(guild.todayId))
  await page.getByRole('button', { name: 'Vor Ort eintragen' }).click()
  const sheet = page.getByRole('dialog', { name: 'Teilnahme vor Ort eintragen' })
  await expect(sheet.getByRole('button', { name: 'OK' })).toBeDisabled()
  await sheet.getByLabel('Vorname').fill('Klara')
  await sheet.getByLabel('Nachname').fill(`Spontan ${project.name}`)
  await sheet.getByLabel('Kleidertyp').selectOption(guild.costumeTypes[0])
  await sheet.getByRole('button', { name: 'OK' }).click()
  await expect(sheet).toBeHidden()
  const row = rowOf(page, `Spontan ${project.name}, Klara`)
  await expect(row).toContainText('Nicht bezahlt')
  await expect(row).toContainText(/Bestätigt um/)

  await row.getByRole('link').click()
  const klara = page.getByRole('dialog', { name: `Klara Spontan ${project.name}` })
  await pressIn(klara, 'Bar bezahlt')
  await expect(klara).toContainText(/(?<!Nicht )bezahlt/i)
  // The helper's own confirmation can be revoked.
  await expect(klara.getByRole('button', { name: 'Bestätigung zurücknehmen' })).toBeVisible()
  // A participant entered on site got no mail with a code.
  await pressIn(klara, 'Code zeigen')
  const code = klara.getByRole('img', { name: `Code von Klara Spontan ${project.name}` })
  const [, svg = ''] = ((await code.getAttribute('src')) ?? '').split('data:image/svg+xml,')
  const { width, height, luma } = await drawSvg(page, decodeURIComponent(svg))
  const data = Uint8Array.from([...luma].flatMap((shade) => [shade, shade, shade, 255]))
  const { parades } = await getAs<CheckIn>(guild.origin, 'management', '/api/check-in')
  const entered = parades
    .flatMap(({ rows }) => rows)
    .find(({ memberName }) => memberName === `Spontan ${project.name}, Klara`)
  expect(decodeQR({ width, height, data })).toBe(
    `HTTPS://${new URL(guild.origin).host.toUpperCase()}/C/${entered?.code}`,
  )
  await klara.getByRole('button', { name: 'Schließen' }).click()
  await expect(row).toContainText(/(?<!Nicht )bezahlt/i)

  const office = await browserOf('management')
  await office.goto(paths.checkIn(guild.todayId))
  const seen = rowOf(office, `Spontan ${project.name}, Klara`)
  await seen.getByRole('link').click()
  await pressIn(office.getByRole('dialog'), 'Bestätigung zurücknehmen')
  await pressIn(office.getByRole('alertdialog', { name: 'Bestätigung zurücknehmen?' }), 'OK')
  await office.goBack()
  await expect(seen.getByRole('button', { name: /bestätigen$/ })).toBeVisible()
})

test('A participant whom a helper enters on site gets a bus seat with cash, offline too, and the seats are counted at once @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  const path = `/api/parade/${guild.todayId}`
  const parade = await getAs<Parade>(guild.origin, 'management', path)
  const title = `Bus für ${project.name}`
  const bus = { title, kind: 'bus', priceForAdultsInCent: 500, priceForChildrenInCent: 200 }
  const extras = [...parade.extras, { ...bus, capacity: 2, departure: null }]
  await putAs(guild.origin, 'management', path, { extras })
  const page = await browserOf('helper')
  await page.goto(paths.checkIn(guild.todayId))
  const enter = async (firstName: string, seats: string) => {
    await page.getByRole('button', { name: 'Vor Ort eintragen' }).click()
    const sheet = page.getByRole('dialog', { name: 'Teilnahme vor Ort eintragen' })
    await sheet.getByLabel('Vorname').fill(firstName)
    await sheet.getByLabel('Nachname').fill(`Bus ${project.name}`)
    await sheet.getByLabel('Kleidertyp').selectOption(guild.costumeTypes[0])
    await sheet.getByRole('checkbox', { name: title }).check()
    await sheet.getByLabel(`Plätze: ${title}`).selectOption(seats)
    const ticks = sheet.locator('label').filter({ has: page.getByRole('checkbox') })
    expect(await lowest(ticks.or(sheet.getByRole('combobox')))).toBeGreaterThanOrEqual(56)
    return sheet
  }
  const first = await enter('Klara', '2 Plätze')
  const price = parade.priceForAdultsInCent + 1000
  await first.getByRole('switch', { name: `Bar bezahlt: ${germanEuro(price)}` }).check()
  await first.getByRole('button', { name: 'OK' }).click()
  const klara = rowOf(page, `Bus ${project.name}, Klara`)
  await expect(klara).toContainText(/Bestätigt um/)
  await expect(klara).not.toContainText('Nicht bezahlt')

  await page.context().setOffline(true)
  const second = await enter('Otto', '1 Platz')
  await second.getByRole('checkbox', { name: 'Trotzdem anmelden, über die Plätze hinaus' }).check()
  await second.getByRole('button', { name: 'OK' }).click()
  const otto = rowOf(page, `Bus ${project.name}, Otto`)
  await expect(otto).toContainText('Wartet noch')
  await page.context().setOffline(false)
  await expect(otto).toContainText(/Bestätigt um/)
  const after = await getAs<CheckIn>(guild.origin, 'management', '/api/check-in')
  const entered = after.parades
    .flatMap(({ rows }) => rows)
    .filter(({ memberName }) => memberName.startsWith(`Bus ${project.name},`))
  expect(entered).toMatchObject([
    { memberName: `Bus ${project.name}, Klara`, paid: true, extras: [{ title, quantity: 2 }] },
    { memberName: `Bus ${project.name}, Otto`, paid: false, extras: [{ title, quantity: 1 }] },
  ])
})

/** A sheet ignores taps for its first moment. */
async function pressIn(sheet: Locator, name: string): Promise<void> {
  const button = sheet.getByRole('button', { name })
  // Waits for the button first, because a button not shown yet looks like a hidden one.
  await button.waitFor()
  await expect(async () => {
    if (await button.isVisible()) await button.click()
    await expect(button).toBeHidden({ timeout: 400 })
  }).toPass()
}

for (const screen of checkInScreens) {
  const tag = screen.inGate ? ' @gate-phone' : ''
  test(`${screen.name}: every button is at least 56 px high on a small phone${tag}`, async ({
    browserOf,
    guild,
  }) => {
    const page = await browserOf(screen.role)
    await page.setViewportSize({ width: 360, height: 640 })
    await openScreen(page, screen, guild)
    const sheet = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    const isAsked = await sheet.isVisible()
    const targets = (isAsked ? sheet : page.getByRole('main'))
      .getByRole('button')
      // The button of a menu lies in a field that is large enough.
      .and(page.locator(':not([aria-haspopup])'))
    // An element that is re-rendered while being measured has no height.
    if ((await targets.count()) > 0) {
      await expect.poll(() => lowest(targets)).toBeGreaterThanOrEqual(56)
    }
  })
}

async function lowest(targets: Locator): Promise<number> {
  const heights = await targets.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect().height),
  )
  return Math.min(...heights)
}

test('An offline confirmation is shown as waiting, and is stored on the server once there is a connection @gate-phone', async ({
  browserOf,
  guild,
}) => {
  const page = await browserOf('helper')
  await page.goto(paths.checkIn(guild.todayId))
  const button = page.getByRole('button', { name: /bestätigen$/ }).last()
  const name = (await button.getAttribute('aria-label'))?.replace(/ bestätigen$/, '') ?? ''
  await page.context().setOffline(true)
  await button.click()
  await confirmIn(page)
  const row = rowOf(page, name)
  await expect(row).toContainText('Wartet noch')
  await page.context().setOffline(false)
  await expect(row).toContainText(/Bestätigt um/)
  await expect(row).not.toContainText('Wartet noch')
})

test('When a code is scanned again, the scanner shows who confirmed and when, with another vibration and sound @gate-phone', async ({
  browserOf,
  guild,
}) => {
  const [person] = await peopleOfToday(guild.origin, guild.todayId, ({ confirmed }) => !confirmed)
  const page = await browserOf('helper')
  await cameraThatReads(page)
  await page.goto(paths.checkIn(guild.todayId))
  await page.getByRole('link', { name: 'Scannen' }).click()
  const scanner = page.getByRole('dialog', { name: 'Code scannen' })
  await hold(page, person.code)
  await confirmIn(page)
  await expect(scanner).toContainText(person.memberName)
  await expect(scanner).not.toContainText('Schon bestätigt')

  await hold(page, person.code)
  await expect(scanner).toContainText(/Schon bestätigt um \d\d:\d\d Uhr von Dir/)
  await expect(scanner).toContainText(person.memberName)
  const feedback = await page.evaluate(() => Reflect.get(globalThis, 'felt'))
  expect(feedback).toContainEqual({ shakes: [60], tones: 1 })
  expect(feedback).toContainEqual({ shakes: [250, 120, 250], tones: 2 })
  await pressIn(scanner, 'Zurücknehmen')
  const question = page.getByRole('alertdialog', { name: 'Bestätigung zurücknehmen?' })
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(question).toBeHidden()
  await expect(scanner).toContainText('Schon bestätigt')
  await hold(page, 'FFFFFFFFFFFFFFFF')
  await expect(scanner).toContainText('Dieser Code gehört zu keiner Anmeldung für diesen Umzug.')
  await expect(scanner).not.toContainText(person.memberName)

  const office = await browserOf('management')
  await cameraThatReads(office)
  await office.goto(paths.checkIn(guild.todayId))
  await office.getByRole('link', { name: 'Scannen' }).click()
  await hold(office, person.code)
  await expect(office.getByRole('dialog', { name: 'Code scannen' })).toContainText(
    /Schon bestätigt um \d\d:\d\d Uhr von \S+ \S\./,
  )
})

test("After 'Bezahlte beim Scannen gleich abhaken' was pressed, a scanned code confirms a participant who has paid without a question @gate-phone", async ({
  browserOf,
  guild,
}) => {
  const isOpen = (row: CheckInRow) => !row.confirmed && row.paid
  const [first, second] = await peopleOfToday(guild.origin, guild.todayId, isOpen)
  const isUnpaid = (row: CheckInRow) => !row.confirmed && !row.paid
  const [unpaid] = await peopleOfToday(guild.origin, guild.todayId, isUnpaid)
  const page = await browserOf('helper')
  await cameraThatReads(page)
  await page.goto(paths.checkIn(guild.todayId))
  await page.getByRole('link', { name: 'Scannen' }).click()
  const scanner = page.getByRole('dialog', { name: 'Code scannen' })
  const question = page.getByRole('alertdialog', { name: 'Teilnahme bestätigen?' })
  await hold(page, first.code)
  await expect(question.getByRole('button', { name: 'Abbrechen' })).toBeFocused()
  // Radix listens for Escape after the render in which it knows the question as the topmost layer; this style is of
  // that render, and its effects have run two frames later.
  await expect(question).toHaveCSS('pointer-events', 'auto')
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  const switchOn = scanner.getByRole('button', { name: 'Bezahlte beim Scannen gleich abhaken' })
  // It has a line of its own, because its text would not fit beside the others.
  const below = await scanner.getByRole('button', { name: 'Name suchen' }).boundingBox()
  const above = await switchOn.boundingBox()
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  await switchOn.click()
  await hold(page, second.code)
  await expect(scanner).toContainText(second.memberName)
  await expect(question).toBeHidden()
  await expect(scanner.getByRole('button', { name: 'Zurücknehmen' })).toBeVisible()
  await hold(page, unpaid.code)
  await expect(question).toBeVisible()
  await page.reload()
  await expect(
    scanner.getByRole('button', { name: 'Bezahlte beim Scannen gleich abhaken' }),
  ).toHaveAttribute('aria-pressed', 'true')
})

/** Two participants of today with a code for whom the predicate holds. */
async function peopleOfToday(origin: string, id: number, isMeant: (row: CheckInRow) => boolean) {
  const { parades } = await getAs<CheckIn>(origin, 'helper', `/api/check-in?parade=${id}`)
  const people = parades[0]?.rows.filter((row) => row.code !== '' && isMeant(row)) ?? []
  const [first, second = first] = people.toReversed()
  if (!first || !second) throw new Error('The demo has no such person today')
  return [first, second] as const
}

for (const [width, height, atLeast] of [
  [390, 664, 5],
  [320, 568, 3],
  [568, 320, 3],
  [844, 390, 3],
] as const) {
  test(`At ${width} × ${height} px the check-in shows at least ${atLeast} participants completely on the first visit @gate-phone`, async ({
    browserOf,
    guild,
  }) => {
    const page = await browserOf('helper')
    await page.addInitScript(() => localStorage.removeItem('seenPages'))
    await page.setViewportSize({ width, height })
    await page.goto(paths.checkIn(guild.todayId))
    const rows = page.getByRole('main').getByRole('listitem')
    await expect(rows.nth(atLeast)).toBeAttached()
    await expect(page.getByText(/^Alles gesendet/)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(
      /\S+, (Mo|Di|Mi|Do|Fr|Sa|So) /,
    )
    const inSight = await rows.evaluateAll(
      (all) =>
        all.filter((row) => {
          const { left, right, top, bottom } = row.getBoundingClientRect()
          const corners = [left + 2, right - 2].flatMap((x) =>
            [top + 2, bottom - 2].map((y) => [x, y]),
          )
          return corners.every(([x = 0, y = 0]) => row.contains(document.elementFromPoint(x, y)))
        }).length,
    )
    expect(inSight).toBeGreaterThanOrEqual(atLeast)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(width)
  })
}

test("Offline, the overview shows today's parade from the stored list, with a link to its check-in and without an error @gate-phone", async ({
  browserOf,
  guild,
}) => {
  const page = await browserOf('helper')
  await page.goto(paths.home)
  await expect(page.getByText(/^Für unterwegs gespeichert/).first()).toBeVisible()
  await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
  await page.reload()
  const card = page.getByRole('main').getByRole('region', { name: /^Heute: / })
  await expect(card).toContainText(/\d+ angemeldet, \d+ abgehakt/)
  await expect(
    page.getByText('Kein Internet: Alles andere steht hier wieder, sobald Du Netz hast.'),
  ).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await card.getByRole('link', { name: 'Teilnahme abhaken' }).click()
  await expect(page).toHaveURL(paths.checkIn(guild.todayId))
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
})

test('From the check-in list management sends a circular to its members; helpers have no button for that, and their request is rejected (403) @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  const asManagement = <T>(path: string) => getAs<T>(guild.origin, 'management', path)
  const participants = await asManagement<Participation[]>(
    `/api/parade/${guild.todayId}/participation`,
  )
  const ids = participants.flatMap(({ memberId }) => memberId ?? [])
  const members = (await asManagement<MemberRow[]>('/api/member')).filter(({ id }) =>
    ids.includes(id),
  )
  const addressOf = ({ eMail }: MemberRow) => eMail.trim().toLowerCase()
  const [optedOut] = members.filter((one) => addressOf(one) !== '' && !one.mailOptOut)
  if (!optedOut) throw new Error('No participant of today has an e-mail address')
  const setOptOut = (mailOptOut: boolean) =>
    putAs(guild.origin, 'management', `/api/member/${optedOut.id}`, { mailOptOut })
  await setOptOut(true)
  const written = members.filter(
    (one) => one.id !== optedOut.id && !one.mailOptOut && one.membershipState !== 'Died',
  )
  const count = new Set(written.map(addressOf).filter((address) => address !== '')).size
  const withoutAddress = members.filter((one) => addressOf(one) === '').length

  const office = await browserOf('management')
  await office.goto(paths.checkIn(guild.todayId))
  await office.getByRole('button', { name: 'Filter' }).click()
  await office.getByRole('button', { name: 'Rundmail an alle' }).click()
  await expect(office).toHaveURL(paths.circularCreate)
  const toWhom = office.getByRole('region', { name: 'An wen' })
  await expect(toWhom).toContainText(`${members.length} Mitglieder, ${count} Adressen`)
  await expect(toWhom).toContainText(`${withoutAddress} ohne E-Mail Adresse`)
  await toWhom.getByText(/^1 abbestellt/).click()
  await expect(
    toWhom.getByRole('link', { name: `${optedOut.firstName} ${optedOut.lastName}` }),
  ).toBeVisible()

  const subject = `Treffpunkt ${project.name}`
  await field(office, 'Betreff').fill(subject)
  await field(office, 'Text').fill('{Anrede}\n\nwir treffen uns am Brunnen.')
  await office.getByRole('button', { name: 'Senden …' }).click()
  await office
    .getByRole('alertdialog', { name: `Rundmail an ${count} Adressen schicken?` })
    .getByRole('button', { name: `${count} E-Mails senden` })
    .click()
  await expect(office.getByRole('heading', { level: 1 })).toContainText(subject)
  // The first mails are sent at once, the rest with each run of the cron.
  await expect(
    office.getByText(new RegExp(`^[1-9]\\d* von ${count} E-Mails verschickt`)),
  ).toBeVisible()
  await office.goto(paths.circulars)
  await expect(office.getByRole('link', { name: subject })).toBeVisible()
  await office.goto(paths.history)
  await expect(
    office.getByRole('listitem').filter({ hasText: 'Rundmail verschickt' }).first(),
  ).toContainText(subject)

  const helper = await browserOf('helper')
  await helper.goto(paths.checkIn(guild.todayId))
  await helper.getByRole('button', { name: 'Filter' }).click()
  await expect(helper.getByRole('button', { name: 'Liste drucken' })).toBeVisible()
  await expect(helper.getByRole('button', { name: 'Rundmail an alle' })).toHaveCount(0)
  const refused = await fetch(`${guild.origin}/api/circular`, {
    method: 'POST',
    headers: { ...(await headersOf(guild.origin, 'helper')), 'Content-Type': 'application/json' },
    body: JSON.stringify({ subject: 'Von Lena', body: 'Hallo', memberIds: ids }),
  })
  expect(refused.status).toBe(403)
  const circulars = await asManagement<{ subject: string }[]>('/api/circular')
  expect(circulars.map((one) => one.subject)).not.toContain('Von Lena')
  await setOptOut(false)
})

test('The check-in list that is printed offline contains every participant of the parade, and none of another one @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  const lastName = `Morgen ${project.name}`
  const tomorrow = addDays(berlinDay(new Date()), 1)
  const other = await postAs<Parade>(guild.origin, 'management', '/api/parade', {
    title: `Umzug am Tag danach ${project.name}`,
    host: 'Narrenzunft Neuhalden',
    date: tomorrow,
    dateEnrolmentStart: addDays(tomorrow, -1),
    dateEnrolmentEnd: tomorrow,
    priceForAdultsInCent: 800,
  })
  const [type] = await getAs<{ id: number }[]>(guild.origin, 'management', '/api/costumeType')
  await postAs(guild.origin, 'management', '/api/parades/internal-enrol', {
    memberId: null,
    firstName: 'Mina',
    lastName,
    birthday: null,
    parades: [{ paradeId: other.id, costumeTypeId: type?.id, costumeNumber: `d ${project.name}` }],
  })
  const page = await browserOf('helper')
  // The browser's print dialog would block the page.
  await page.addInitScript(() => {
    window.print = () => {}
  })
  await page.goto(paths.checkIn(other.id))
  await expect(rowOf(page, `${lastName}, Mina`)).toBeVisible()
  await page.goto(paths.checkIn(guild.todayId))
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  const { parades } = await getAs<CheckIn>(
    guild.origin,
    'helper',
    `/api/check-in?parade=${guild.todayId}`,
  )
  const list = parades.find(({ parade }) => parade.id === guild.todayId)
  const rows = list?.rows ?? []
  await page.context().setOffline(true)
  // The search on the screen does not shorten the printed list.
  await page.getByLabel('Name oder Kleidernummer suchen').fill(rows[0]?.memberName ?? '')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('button', { name: 'Liste drucken' }).click()
  const printed = page.locator('[data-slot=printed-list]')
  const heads = await printed.locator('thead th').allTextContents()
  const shown = ['Name', 'Kleid', 'Bezahlt'].map((head) => heads.indexOf(head))
  const cells = await printed
    .locator('tbody tr')
    .evaluateAll(
      (lines, columns) =>
        lines.map((line) => columns.map((column) => line.children[column]?.textContent)),
      shown,
    )
  expect(cells.toSorted()).toEqual(
    rows
      .map(({ memberName, costume, paid }) => [
        memberName,
        `${costume.type} ${costume.number}`.trim(),
        paid ? 'ja' : 'nein',
      ])
      .toSorted(),
  )
  const { texts } = await textsOf(await page.pdf({ preferCSSPageSize: true }))
  const paper = texts.map(({ text }) => text).join(' ')
  expect(paper).toContain(list?.parade.title)
  expect(paper).toContain(rows.at(-1)?.memberName)
  expect(paper).not.toContain(lastName)
  // Neither the page, nor the sheet with the button, nor anything that helpers may not see.
  expect(paper).not.toMatch(/Bestätigen|Filter|Fertig|@/)
})

test('If the session was ended, the page says that confirmations are stored on the device, and the next sign-in sends them @gate-phone', async ({
  browserOf,
  guild,
}) => {
  const page = await browserOf(null)
  const typeSignIn = async () => {
    await page.getByLabel('E-Mail Adresse').fill(demoUserOf('helper').emailAddress)
    await field(page, 'Passwort').fill(demoPassword)
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
  }
  await page.goto(paths.login)
  await typeSignIn()
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible()
  await page.goto(paths.checkIn(guild.todayId))
  const button = page.getByRole('button', { name: /bestätigen$/ }).last()
  const name = (await button.getAttribute('aria-label'))?.replace(/ bestätigen$/, '') ?? ''
  await page.context().setOffline(true)
  await button.click()
  await confirmIn(page)
  await expect(rowOf(page, name)).toContainText('Wartet noch')

  const token = await page.evaluate(
    () => JSON.parse(localStorage.getItem('user') ?? '{}').accessToken,
  )
  // As with "Abmelden" in the list of devices, from another device.
  const ended = await fetch(`${guild.origin}/api/v1/auth/logout`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(ended.ok).toBe(true)
  await page.context().setOffline(false)
  const why = page.locator('[data-slot=alert]').filter({ hasText: 'Du wurdest abgemeldet.' })
  await expect(why).toContainText(
    'Was Du abgehakt hast, ist auf dem Gerät gespeichert und wird gesendet, sobald Du wieder angemeldet bist.',
  )
  const confirmed = async () => {
    const path = `/api/check-in?parade=${guild.todayId}`
    const { parades } = await getAs<CheckIn>(guild.origin, 'management', path)
    return parades[0]?.rows.find(({ memberName }) => memberName === name)?.confirmed
  }
  expect(await confirmed()).toBe(false)
  await typeSignIn()
  await expect(page).toHaveURL(paths.checkIn(guild.todayId))
  await expect(rowOf(page, name)).toContainText(/Bestätigt um/)
  await expect(rowOf(page, name)).not.toContainText('Wartet noch')
  expect(await confirmed()).toBe(true)
})
