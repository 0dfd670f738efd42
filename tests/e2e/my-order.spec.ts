import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import decodeQR from 'qr/decode.js'
import { paths } from '#web/paths.ts'
import { addDays, berlinDay } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { EnrolmentParade, MyOrder } from '#worker/enrolment/enrolment.contract.ts'
import type { GuildSettings } from '#worker/guild/guild.contract.ts'
import type { OrderDetails, OrderList, OrderMailText } from '#worker/orders/orders.contract.ts'
import { expect, test } from './fixtures.ts'
import type { Guild } from './guild.ts'
import { enrol, enrolAndPay } from './order-steps.ts'
import { getAs, postAs, putAs } from './session.ts'

// A payer's actions after the payment.

/** Short enough for a costume number. */
const stampOf = (project: string) => `${project} ${Date.now().toString(36)}`

const euro = (cents: number) => new RegExp(germanEuro(cents).replace('\u00a0', '.'))

/** Two parades of its own, open for enrolment until the day before. */
async function twoParades({ origin }: Guild, stamp: string): Promise<EnrolmentParade[]> {
  const today = berlinDay(new Date())
  const parade = (title: string, inDays: number) =>
    postAs<EnrolmentParade>(origin, 'management', '/api/parade', {
      title: `${title} ${stamp}`,
      host: 'Narrenzunft Sturmbach',
      hostTown: 'Sturmbach',
      date: addDays(today, inDays),
      dateEnrolmentStart: today,
      dateEnrolmentEnd: addDays(today, inDays - 1),
      priceForAdultsInCent: 800,
    })
  return [await parade('Nachtumzug', 20), await parade('Ringtreffen', 30)]
}

async function allowSelfCancel({ origin }: Guild, change: Partial<GuildSettings>) {
  await putAs(origin, 'management', '/api/guild/settings', change)
}

/** The mail as staff reads it, since no mail is sent on a local machine. */
async function mailOf({ origin }: Guild, lastName: string): Promise<OrderMailText> {
  const get = <T>(path: string) => getAs<T>(origin, 'management', path)
  const { orders } = await get<OrderList>('/api/orders')
  const order = orders.find((one) => one.lastName === lastName)
  const { mails } = await get<OrderDetails>(`/api/orders/${order?.id}`)
  const mail = mails.find(({ kind }) => kind === 'enrolled')
  return get(`/api/orders/${order?.id}/mails/${mail?.id}`)
}

function placeOf(page: Page, { title }: EnrolmentParade) {
  return page.getByRole('listitem').filter({ hasText: title })
}

test('A payer pays, opens the link in the mail, changes a costume number, and cancels a place @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  const stamp = stampOf(project.name)
  const person = {
    firstName: 'Jörg',
    lastName: `Eigen ${stamp}`,
    emailAddress: 'joerg.eigen@example.de',
    birthday: null,
  }
  const parades = await twoParades(guild, stamp)
  const [night, ring] = parades
  if (!night || !ring) throw new Error('no parades')
  await allowSelfCancel(guild, { selfCancel: 'refund', selfCancelDays: 7 })
  const page = await browserOf(null)
  const costume = { number: `e ${stamp}`, type: guild.costumeTypes[0] }
  await enrolAndPay(page, person, parades, costume, guild.origin)

  // The result page: the specification's text, then what was bought.
  await expect(page.getByText('Viel Spaß an der Fasnet!')).toBeVisible()
  const box = page.getByRole('region', { name: `Jörg Eigen ${stamp} ist dabei` })
  await expect(box.getByRole('listitem')).toHaveCount(2)
  await expect(box).toContainText(euro(1600))
  await expect(page.getByRole('main')).toContainText('j…@example.de')
  await expect(page.getByText('Falsch geschrieben?')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Drucken' })).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Kalenderdatei herunterladen' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.ics$/)

  // The form is empty for the next person, except for the address.
  await page.getByRole('link', { name: 'Weitere Anmeldung' }).click()
  await expect(page.getByLabel('Vorname')).toHaveValue('')

  // The link in the mail, opened in another browser.
  const { text } = await mailOf(guild, person.lastName)
  const link = /\/meine-anmeldung#order=\w+/.exec(text)?.[0] ?? ''
  const other = await browserOf(null)
  await other.goto(`${guild.origin}${link}`)
  await expect(other.getByText(/^Bezahlt am/)).toBeVisible()

  await other.getByRole('button', { name: `Kleid ändern: Jörg, ${ring.title}` }).click()
  const change = other.getByRole('dialog', { name: 'Kleid ändern' })
  await change.getByLabel('Kleidernummer').fill(`n ${stamp}`)
  await change.getByLabel('Kleidertyp').selectOption(guild.costumeTypes[1])
  await change.getByRole('button', { name: 'Speichern' }).click()
  await expect(placeOf(other, ring)).toContainText(`${guild.costumeTypes[1]} n ${stamp}`)
  await expect(placeOf(other, night)).toContainText(`${guild.costumeTypes[0]} e ${stamp}`)

  await other.getByRole('button', { name: 'E-Mail Adresse ändern' }).click()
  const address = other.getByRole('dialog', { name: 'E-Mail Adresse ändern' })
  await address.getByLabel('E-Mail Adresse').fill('neu@gmial.com')
  await address.getByLabel('E-Mail Adresse').blur()
  await address.getByRole('button', { name: 'Meintest Du neu@gmail.com?' }).click()
  await address.getByRole('button', { name: 'Speichern' }).click()
  await expect(address).toBeHidden()
  await expect(other.getByText('E-Mail: n…@gmail.com')).toContainText('Geändert.')

  const cancel = other.getByRole('button', { name: `Absagen: Jörg, ${night.title}` })
  await cancel.click()
  const question = other.getByRole('alertdialog', { name: 'Jörg absagen?' })
  await expect(question).toContainText('geht auf dem Weg zurück, auf dem Du bezahlt hast')
  await other.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(cancel).toBeFocused()
  await cancel.click()
  await expect(question.getByRole('button')).toHaveText([
    'Doch nicht',
    /^Ja, absagen \(8,00.€ zurück\)$/,
  ])
  await question.getByRole('button', { name: 'Ja, absagen' }).click()
  await expect(placeOf(other, night)).toContainText('Abgesagt.')
  await expect(placeOf(other, night)).toContainText(/Die Gebühr von 8,00.€/)
  await expect(placeOf(other, night)).toBeFocused()

  // A reload shows the same, and the history tells staff who cancelled.
  await other.reload()
  await expect(placeOf(other, night)).toContainText('Abgesagt.')
  const { orders } = await getAs<OrderList>(guild.origin, 'management', '/api/orders')
  const id = orders.find((one) => one.lastName === person.lastName)?.id
  const { history } = await getAs<OrderDetails>(guild.origin, 'management', `/api/orders/${id}`)
  expect(history.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      'costumeChangedByPayer',
      'addressChangedByPayer',
      'placeCancelledByPayer',
    ]),
  )
  await allowSelfCancel(guild, { selfCancel: 'off' })
})

test('A family cancels all its places at once for one refund @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  const stamp = stampOf(project.name)
  const parades = await twoParades(guild, stamp)
  const [night, ring] = parades
  if (!night || !ring) throw new Error('no parades')
  await allowSelfCancel(guild, { selfCancel: 'refund', selfCancelDays: 7 })
  const page = await browserOf(null)
  const person = {
    firstName: 'Zita',
    lastName: `Absage ${stamp}`,
    emailAddress: 'zita@example.de',
    birthday: null,
  }
  await enrolAndPay(
    page,
    person,
    parades,
    { number: `a ${stamp}`, type: guild.costumeTypes[0] },
    guild.origin,
  )
  await page.getByRole('link', { name: 'Meine Anmeldung' }).click()
  await page.getByRole('button', { name: 'Alle absagen' }).click()
  const question = page.getByRole('alertdialog', { name: 'Alle absagen?' })
  await expect(question).toContainText(night.title)
  await expect(question).toContainText(ring.title)
  await expect(question).toContainText(/Zusammen gehen 16,00.€ auf dem Weg zurück/)
  await question.getByRole('button', { name: /^Ja, alle absagen \(16,00.€ zurück\)$/ }).click()
  await expect(question).toBeHidden()
  for (const parade of parades) {
    await expect(placeOf(page, parade)).toContainText(/Abgesagt\. Die Gebühr von 8,00.€/)
  }
  await expect(page.getByRole('button', { name: 'Alle absagen' })).toHaveCount(0)
  await allowSelfCancel(guild, { selfCancel: 'off' })
})

test('After a cancelled payment the result mentions the costume, and "Noch einmal versuchen" opens the form with the same values @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  const stamp = stampOf(project.name)
  const person = {
    firstName: 'Lena',
    lastName: `Noch ${stamp}`,
    emailAddress: 'lena.noch@example.de',
    birthday: null,
  }
  const page = await browserOf(null)
  const costume = { number: `z ${stamp}`, type: guild.costumeTypes[0] }
  await enrol(page, person, guild.open.slice(0, 1), costume, guild.origin)
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByRole('heading', { name: 'Anmeldung fehlgeschlagen' })).toBeVisible()
  await expect(
    page.getByText('Die Zahlung ist fehlgeschlagen. Du wurdest nicht angemeldet.'),
  ).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`${costume.type} ${costume.number}`)
  await page.getByRole('link', { name: 'Noch einmal versuchen' }).click()
  await expect(page.getByLabel('Vorname')).toHaveValue('Lena')
  await expect(page.getByLabel('Nachname')).toHaveValue(person.lastName)
})

test('On a shared tablet "Nicht meine Anmeldung" removes the order from the browser @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  const stamp = stampOf(project.name)
  const person = {
    firstName: 'Uta',
    lastName: `Tablet ${stamp}`,
    emailAddress: 'uta@example.de',
    birthday: null,
  }
  const page = await browserOf(null)
  const costume = { number: `t ${stamp}`, type: guild.costumeTypes[0] }
  await enrolAndPay(page, person, guild.open.slice(0, 1), costume, guild.origin)
  await expect(page.getByRole('main')).toContainText(person.lastName)
  await page.getByRole('button', { name: 'Nicht meine Anmeldung' }).click()
  await expect(page).toHaveURL(`${guild.origin}${paths.paradeEnrolment}`)
  await expect(page.getByLabel('E-Mail Adresse').first()).toHaveValue('')
  await page.goto(`${guild.origin}${paths.paradeEnrolmentResult}?state=success`)
  await expect(page.getByRole('heading', { level: 1, name: 'Schau in Deine E-Mail' })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Tablet')
})

/** What the browser stores of "Meine Anmeldung": keys, cached addresses and service workers. */
const storedIn = (page: Page) =>
  page.evaluate(async () => {
    const stored = Object.keys(localStorage).filter((key) => key.startsWith('kept-order-'))
    const names = (await caches.keys()).filter((name) => name.startsWith('order-'))
    const kept = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    )
    const registrations = await navigator.serviceWorker.getRegistrations()
    return { stored, kept: kept.flat(), scopes: registrations.map(({ scope }) => scope) }
  })

/** Decodes the QR code in a saved picture at half its size. */
async function textInPicture(page: Page, png: Buffer): Promise<string> {
  const address = `data:image/png;base64,${png.toString('base64')}`
  const { width, height, shades } = await page.evaluate(async (address) => {
    const image = new Image()
    image.src = address
    await image.decode()
    const [width, height] = [image.naturalWidth / 2, image.naturalHeight / 2]
    const context = new OffscreenCanvas(width, height).getContext('2d')
    context?.drawImage(image, 0, 0, width, height)
    const colors = [...(context?.getImageData(0, 0, width, height).data ?? [])]
    return { width, height, shades: colors.filter((_, at) => at % 4 === 0) }
  }, address)
  const data = Uint8Array.from(shades.flatMap((shade) => [shade, shade, shade, 255]))
  return decodeQR({ width, height, data })
}

test('After one visit "Meine Anmeldung" opens offline until its last parade is over or "Nicht meine Anmeldung" is pressed @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  const stamp = stampOf(project.name)
  const person = {
    firstName: 'Nele',
    lastName: `Netzlos ${stamp}`,
    emailAddress: 'nele@example.de',
    birthday: null,
  }
  const [night, ring] = await twoParades(guild, stamp)
  if (!night || !ring) throw new Error('no parades')
  const page = await browserOf(null)
  const costume = { number: `o ${stamp}`, type: guild.costumeTypes[0] }
  await enrolAndPay(page, person, [night, ring], costume, guild.origin)
  expect(await storedIn(page)).toEqual({ stored: [], kept: [], scopes: [] })

  await page.getByRole('link', { name: 'Meine Anmeldung' }).click()
  await expect(page.getByText(/zeigt die Anmeldung auch ohne Netz/)).toBeVisible()
  const address = page.url()
  const token = address.split('=').at(-1) ?? ''
  const pageAddress = `${guild.origin}${paths.myEnrolmentPage}`
  await expect.poll(async () => (await storedIn(page)).kept).toContain(pageAddress)
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    while (active?.state !== 'activated') await new Promise((then) => setTimeout(then, 50))
  })
  const held = await storedIn(page)
  expect(held.stored).toEqual([
    expect.stringMatching(new RegExp(`^kept-order-${ring.date}-[0-9a-f]{64}$`)),
  ])
  expect(held.scopes).toEqual([pageAddress])
  expect(JSON.stringify(held)).not.toContain(token)
  // The worker of this page does not answer public or staff pages.
  for (const path of [paths.paradeEnrolment, paths.login]) {
    const answer = await page.goto(`${guild.origin}${path}`)
    expect(answer?.fromServiceWorker()).toBe(false)
  }

  const context = page.context()
  await context.setOffline(true)
  await page.goto(address)
  await expect(page.getByText(/^So stand Deine Anmeldung am/)).toBeVisible()
  await page.getByRole('button', { name: `Code zeigen: Nele ${person.lastName}` }).click()
  const code = page.getByRole('dialog').getByRole('img', { name: /^Code von Nele/ })
  await expect(code).toBeInViewport()
  expect(await code.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBeGreaterThan(
    0,
  )
  const saving = page.waitForEvent('download')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /als Bild speichern$/ })
    .click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe(`Code von Nele ${person.lastName}.png`)
  const orders = `${guild.origin}/api/enrolment/orders/${token}`
  const { people } = (await (await fetch(orders)).json()) as MyOrder
  expect(await textInPicture(page, await readFile(await saved.path()))).toBe(
    `HTTPS://${new URL(guild.origin).host.toUpperCase()}/C/${people[0]?.checkInCode}`,
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Kalenderdatei herunterladen' })).toBeHidden()

  // Another link does not show the stored order.
  await page.goto(`${pageAddress}#order=${'0'.repeat(32)}`)
  await page.reload()
  await expect(page.getByText('Deine Anmeldung konnte nicht geladen werden')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(person.lastName)

  await page.goto(address)
  await page.reload()
  await expect(page.getByText(/^So stand Deine Anmeldung am/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/^So stand Deine Anmeldung am/)).toBeHidden()

  await page.getByRole('button', { name: 'Nicht meine Anmeldung' }).click()
  await expect(page).toHaveURL(`${guild.origin}${paths.paradeEnrolment}`)
  expect((await storedIn(page)).stored).toEqual([])

  // Stored again; then the clock is set to the day after the last parade.
  await page.goto(address)
  await expect.poll(async () => (await storedIn(page)).stored).toHaveLength(1)
  const late = await context.newPage()
  await late.clock.setFixedTime(new Date(`${addDays(ring.date, 1)}T10:00:00Z`))
  await late.goto(`${guild.origin}${paths.paradeEnrolment}`)
  await expect.poll(async () => (await storedIn(late)).stored).toEqual([])
  await late.close()
})
