import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { seeded } from '#scripts/demo/random.ts'
import { freePort } from '#tests/support/free-port.ts'
import { type BookCell, workbookOf } from '#tests/support/workbook.ts'
import { paths } from '#web/paths.ts'
import { addDays, berlinDay, germanDate } from '#worker/domain/dates.ts'
import { confirmEnrolment, fillPerson } from './enrolment-steps.ts'
import { field } from './field.ts'
import { type Server, startServer } from './server.ts'
import { newStateDir } from './state.ts'
import { expectToast } from './toast.ts'
import { troubleIn } from './trouble.ts'

// An empty guild, from the link that its first start prints to the first paid participation.

test.describe.configure({ mode: 'serial', timeout: 180_000 })

let server: Server
let page: Page
const troubles: string[] = []

test.beforeAll(async ({ browser }) => {
  server = await startServer({ port: await freePort(), stateDir: newStateDir(), isEmpty: true })
  page = await newPage(await browser.newContext({ baseURL: server.origin }))
})

test.afterAll(async () => {
  await server?.stop()
  expect(troubles, 'nothing may go wrong unnoticed').toEqual([])
})

async function newPage(context: Awaited<ReturnType<Page['context']>>): Promise<Page> {
  const opened = await context.newPage()
  opened.on('pageerror', (error) => troubles.push(String(error)))
  opened.on('console', (message) => {
    const trouble = troubleIn(message)
    if (trouble !== null) troubles.push(trouble)
  })
  return opened
}

const sampleOf = (name: string) =>
  fileURLToPath(new URL(`../support/import-samples/${name}`, import.meta.url))

const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
const chooseFile = (file: Parameters<Page['setInputFiles']>[1]) =>
  page.locator('input[type=file]').setInputFiles(file)

async function expectMembers(count: string): Promise<void> {
  await page.goto(paths.members)
  await expect(page.getByText(new RegExp(`^1–\\d+ von ${count}$`))).toBeVisible()
}

test('The first user is created with the link that the start prints', async () => {
  const link = /http:\S+\/setup#\S+/.exec(server.said())?.[0] ?? ''
  await page.goto(link)
  await field(page, 'Vorname').fill('Sabine')
  await field(page, 'Nachname').fill('Kächele')
  await field(page, 'E-Mail Adresse').fill('sabine@example.de')
  await field(page, 'Passwort').fill('Fasnet-2026!')
  await field(page, 'Passwort wiederholen').fill('Fasnet-2026!')
  await press('Zugang anlegen und anmelden')
  await expect(page.getByRole('heading', { name: 'Was noch fehlt' })).toBeVisible()
})

test('A workbook made by hand is imported even if the page is reloaded after the file was read', async () => {
  await page.goto(paths.imports)
  await chooseFile(sampleOf('01-mitglieder-handliste.xlsx'))
  await expect(page.getByText('01-mitglieder-handliste.xlsx, 7 Zeilen')).toBeVisible()
  await expect(page.getByText('13 von 14 erkannt')).toBeVisible()
  await page.reload()
  await press('Weiter zum Prüfen')

  // Three direct debits without a mandate date: asked for once.
  const day = page.getByLabel('Wann wurden die SEPA-Mandate ohne Datum unterschrieben?')
  await day.fill('1.2.2014')
  await day.press('Enter')
  await press('7 neue Mitglieder übernehmen')
  await expect(page.getByRole('heading', { name: /^Übernommen: 7/ })).toBeVisible()
  await expectMembers('7')
  const row = page.getByRole('row').filter({ hasText: 'Jutta' })
  await expect(row).toContainText('01.05.1971')
})

const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']

/** A workbook with incompressible texts, well over 512 kB packed and unpacked. */
function largeWorkbook(): Buffer {
  const random = seeded('large workbook')
  const remark = () => Array.from({ length: 400 }, () => random.pick(letters)).join('')
  const rows: BookCell[][] = Array.from({ length: 2_500 }, (_, index) => [
    index + 100,
    `Muster${index}`,
    `Erna${index}`,
    { serial: 20_000 + index },
    'aktiv',
    { serial: 40_000 },
    remark(),
  ])
  const head = ['Nr', 'Nachname', 'Vorname', 'geb.', 'Status', 'Eintritt', 'Bemerkung']
  return Buffer.from(workbookOf({ sheets: [{ name: 'Alle', rows: [head, ...rows] }] }))
}

const large = { name: 'alle.xlsx', mimeType: 'application/octet-stream', buffer: largeWorkbook() }

test('If the page is left during an upload, no members are changed, and the page of the import says that the file is incomplete', async () => {
  const second = '**/api/imports/*/parts/2'
  // This request stays pending as long as the tab is open.
  await page.route(second, () => {})
  await page.goto(paths.imports)
  const asked = page.waitForRequest(second)
  await chooseFile(large)
  await asked
  await page.goto(paths.imports)
  await page.unroute(second)
  await page.getByRole('link', { name: /^Weiter mit alle\.xlsx/ }).click()
  await expect(page.getByText('Die Datei ist nicht ganz angekommen')).toBeVisible()
  await expectMembers('7')
})

test('A workbook of more than 512 kB is imported, and the import is undone', async () => {
  expect(large.buffer.length).toBeGreaterThan(600_000)
  await page.goto(paths.imports)
  await page.getByRole('link', { name: /^Weiter mit alle\.xlsx/ }).click()
  await chooseFile(large)
  await expect(page.getByText('alle.xlsx, 2.500 Zeilen')).toBeVisible({ timeout: 30_000 })
  await press('Weiter zum Prüfen')
  await page.getByRole('button', { name: '2.500 neue Mitglieder übernehmen' }).click({
    timeout: 30_000,
  })
  const done = page.getByRole('heading', { name: /^Übernommen: 2\.500/ })
  await expect(done).toBeVisible({ timeout: 60_000 })
  await expectMembers('2\\.507')

  await page.goto(paths.imports)
  await press(/^Zurücknehmen ?: alle\.xlsx/)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Zurücknehmen' }).click()
  await expectToast(page, 'Übernahme zurückgenommen')
  await expectMembers('7')
})

test('A second import of the same list changes nothing', async () => {
  await page.goto(paths.imports)
  await chooseFile(sampleOf('01-mitglieder-handliste.xlsx'))
  await expect(page.getByText(/^Am \d\d\.\d\d\.\d{4} schon übernommen/)).toBeVisible()
  await press('Weiter zum Prüfen')
  await expect(page.getByText('Es gibt nichts zu übernehmen.')).toBeVisible()
})

test('For a file that cannot be read the reason is shown, and no import is started', async () => {
  await page.goto(paths.imports)
  await chooseFile({
    name: 'alt.xls',
    mimeType: '',
    buffer: Buffer.from('d0cf11e0a1b11ae1', 'hex'),
  })
  await expect(page.getByRole('alert')).toContainText(
    'Das ist eine Excel-Datei im alten Format (.xls).',
  )
  await expect(page).toHaveURL(new RegExp(`${paths.imports}$`))
})

test('After an import management creates a costume type and a parade, and an imported member enrols and pays', async ({
  browser,
}) => {
  await page.goto(paths.costumes)
  await press('Kleidertyp anlegen')
  const dialog = page.getByRole('dialog', { name: 'Neuer Kleidertyp' })
  await field(dialog, 'Name').fill('Hexe')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expectToast(page, 'Kleidertyp angelegt')

  const title = 'Ringtreffen Moosried'
  await page.goto(paths.paradeCreate)
  await field(page, 'Beschreibung').fill(title)
  await field(page, 'Datum').fill(germanDate(addDays(berlinDay(new Date()), 60)))
  await field(page, 'Gastgeber').fill('NZ Moosried')
  await field(page, 'PLZ').fill('88444')
  await field(page, 'Ort').fill('Moosried')
  await page.getByLabel('Preis Erwachsene').fill('3,50')
  await press('Speichern')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()

  const guest = await newPage(await browser.newContext({ baseURL: server.origin }))
  await guest.goto(paths.paradeEnrolment)
  await fillPerson(guest, {
    firstName: 'Beate',
    lastName: 'Bantle',
    emailAddress: 'beate.bantle@example.de',
    birthday: '1958-02-01',
  })
  const tick = guest.getByRole('checkbox', { name: title })
  await tick.check()
  const card = guest.getByRole('listitem').filter({ has: tick })
  await card.getByLabel('Kleidernummer').fill('H 12')
  await card.getByLabel('Kleidertyp').selectOption('Hexe')
  await confirmEnrolment(guest)
  await guest.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await expect(guest.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()

  await page.reload()
  const row = page.getByRole('row').filter({ hasText: 'Bantle, Beate' })
  await expect(row).toContainText('Bezahlt')
})
