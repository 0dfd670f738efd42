import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { freePort } from '#tests/support/free-port.ts'
import { readRows } from '#tests/support/local-database.ts'
import { paths } from '#web/paths.ts'
import { emptyMember, type MemberFields } from '#worker/domain/member.ts'
import { field } from './field.ts'
import { type Server, startServer } from './server.ts'
import { postAs, signedIn } from './session.ts'
import { copyState } from './state.ts'
import { runCron } from './survival/public-api.ts'
import { troubleIn } from './trouble.ts'

// A clerk's week in a guild with twice as many members as the demo: one story, day by day.

test.describe.configure({ mode: 'serial', timeout: 240_000 })

const wide = { width: 1280, height: 900 }

let server: Server
let stateDir: string
let page: Page
const troubles: string[] = []

/** 137 members, among them nine families of two who share an address. */
const people = 137
const families = 9
const addresses = people - families

/** 44 people without an e-mail address whose households give 40 labels. */
const householders = 44
const labels = 40

function person(fields: Partial<MemberFields>): MemberFields {
  return { ...emptyMember, dateJoined: '2020-01-06', ...fields }
}

const numbered = (index: number) => String(index + 1).padStart(3, '0')

/** The first eighteen are nine families with one name and address each. */
function reader(index: number): MemberFields {
  const home = index < 2 * families ? Math.floor(index / 2) : index
  return person({
    firstName: `Leo${numbered(index)}`,
    lastName: `Wochenmüller${numbered(home)}`,
    addressTown: 'Wochenau',
    eMail: `leser${numbered(home)}@example.de`,
    ...(index === 99 && { phoneMobile: '0151 / 234 987 61' }),
  })
}

/** The first eight are four families in one house each. */
function householder(index: number): MemberFields {
  const home = index < 8 ? Math.floor(index / 2) : index
  return person({
    firstName: `Ute${numbered(index)}`,
    lastName: `Briefmann${numbered(home)}`,
    addressStreet: 'Postweg',
    addressNumber: String(home + 1),
    addressPlz: '79999',
    addressTown: 'Etikettstadt',
  })
}

test.beforeAll(async ({ browser }) => {
  stateDir = await copyState()
  server = await startServer({ port: await freePort(), stateDir })
  const newMembers = [
    ...Array.from({ length: people }, (_, index) => reader(index)),
    ...Array.from({ length: householders }, (_, index) => householder(index)),
  ]
  for (const one of newMembers) await postAs(server.origin, 'management', '/api/member', one)
  page = await pageOf(browser, 'management')
})

test.afterAll(async () => {
  await server?.stop()
  expect(troubles, 'nothing may go wrong unnoticed').toEqual([])
})

async function pageOf(browser: Browser, role: 'management' | 'readonly'): Promise<Page> {
  const storageState = await signedIn(server.origin, role)
  const context = await browser.newContext({
    baseURL: server.origin,
    storageState,
    viewport: wide,
  })
  const opened = await context.newPage()
  opened.on('pageerror', (error) => troubles.push(String(error)))
  opened.on('console', (message) => {
    const trouble = troubleIn(message)
    if (trouble !== null) troubles.push(trouble)
  })
  return opened
}

const press = (name: string | RegExp) => page.getByRole('button', { name }).click()

async function searchMembers(typed: string): Promise<void> {
  await page.goto(paths.members)
  await page.getByRole('searchbox').fill(typed)
}

const rows = () => page.getByRole('row').filter({ hasText: /Wochenmüller|Briefmann/ })
const ticks = () =>
  page.getByRole('checkbox', { name: /^(Wochenmüller|Briefmann)\d+ \w+ auswählen$/ })

/** Selects all rows found, on every page. */
async function tickAll(count: number): Promise<void> {
  await ticks().first().check()
  await press(`Alle ${count} auswählen`)
  await expect(page.getByText(`${count} ausgewählt`)).toBeVisible()
}

test('On Monday a member is found by fragments of the names and by digits of a phone number', async () => {
  await searchMembers('leo100 wochenmue')
  await expect(rows()).toHaveText([/Wochenmüller100.*Leo100/])
  await searchMembers('23498761')
  await expect(rows()).toHaveText([/Wochenmüller100.*Leo100/])
})

test('On Tuesday an honor is entered for twelve members together, and this is undone', async () => {
  const held = async () => {
    const rows = readRows<{ count: number }>(
      stateDir,
      `SELECT count(*) AS count FROM honors h JOIN members m ON m.id = h.member_id
        WHERE h.type = 'Ehrenelferrat' AND m.last_name LIKE 'Briefmann%'`,
    )
    return rows[0]?.count
  }
  await searchMembers('briefmann')
  await ticks().first().check()
  await ticks()
    .nth(11)
    .click({ modifiers: ['Shift'] })
  await expect(page.getByText('12 ausgewählt')).toBeVisible()
  await press('Ehrung eintragen')
  const dialog = page.getByRole('dialog', { name: 'Ehrung eintragen' })
  await expect(dialog).toContainText('Für 12 Mitglieder')
  await field(dialog, 'Ehrung').fill('Ehrenelferrat')
  await field(dialog, 'Datum').fill('6.1.2026')
  await dialog.getByRole('button', { name: 'OK', exact: true }).click()
  const toast = page.getByRole('status').filter({ hasText: 'Ehrung für 12 Mitglieder eingetragen' })
  await expect(toast).toBeVisible()
  expect(await held()).toBe(12)
  await toast.getByRole('button', { name: 'Rückgängig' }).click()
  await expect.poll(held).toBe(0)
})

test('On Wednesday morning a view of the member list is saved and shared, and another user applies it', async ({
  browser,
}) => {
  const chips = (within: Page) => within.getByRole('region', { name: 'Ansichten' })
  await page.goto(`${paths.members}?q=wochenau&sort=-lastName`)
  await expect(rows().first()).toContainText(`Wochenmüller${people}`)
  await press('Ansicht speichern')
  const dialog = page.getByRole('dialog', { name: 'Ansicht speichern' })
  await field(dialog, 'Name').fill('Alle aus Wochenau')
  await dialog.getByRole('checkbox', { name: 'Für alle' }).check()
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await expect(
    chips(page).getByRole('button', { name: 'Alle aus Wochenau für alle', pressed: true }),
  ).toBeVisible()

  const other = await pageOf(browser, 'readonly')
  await other.goto(paths.members)
  const chip = chips(other).getByRole('button', { name: /^Alle aus Wochenau / })
  await chip.click()
  await expect(chip).toHaveAttribute('aria-pressed', 'true')
  await expect(other.getByRole('searchbox')).toHaveValue('wochenau')
  await expect(other.getByRole('row').nth(1)).toContainText(`Wochenmüller${people}`)
  await other.context().close()
})

test('On Wednesday 40 address labels are printed for 44 members in 40 households', async () => {
  await searchMembers('79999')
  await tickAll(householders)
  await page.getByRole('link', { name: 'Etiketten' }).click()
  await expect(page.getByText(`${labels} Etiketten auf 2 Bögen`)).toBeVisible()
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(2)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/^Familie Briefmann\d+$/)).toHaveCount(4)
  await expect(page.getByText(/^(Familie|Ute\d+) Briefmann\d+$/)).toHaveCount(labels)
  await page.emulateMedia({ media: 'screen' })
})

type Sent = { address: string; state: string; attempts: number }

test('On Thursday a circular to 137 members is stopped and continued, and no address receives it twice', async () => {
  const mails = () =>
    readRows<Sent>(
      stateDir,
      `SELECT r.email_address AS address, m.state AS state, m.attempts AS attempts
        FROM mails m LEFT JOIN circular_recipients r ON r.mail_id = m.id WHERE m.kind = 'circular'`,
    )
  const sent = () => mails().filter(({ state }) => state === 'sent').length
  await searchMembers('wochenau')
  await tickAll(people)
  await page.getByRole('link', { name: 'Rundmail', exact: true }).click()
  await expect(
    page.getByText(
      `${people} Mitglieder, ${addresses} Adressen, ${families} Familien bekommen eine gemeinsam`,
    ),
  ).toBeVisible()
  await field(page, 'Betreff').fill('Schnurren am Donnerstag')
  await field(page, 'Text').fill('{Anrede}\n\nwir treffen uns um acht.')
  await press(/^Senden/)
  await press(`${addresses} E-Mails senden`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Schnurren am Donnerstag')
  await press('Anhalten')
  await expect(page.getByText(/^Angehalten \d/)).toBeVisible()
  // The mail that was being sent is finished.
  await runCron(server.origin)
  const before = sent()
  expect(before).toBeLessThan(addresses)
  await runCron(server.origin)
  expect(sent(), 'a stopped one waits').toBe(before)

  await press('Fortsetzen')
  await expect(page.getByRole('button', { name: 'Anhalten' })).toBeVisible()
  await expect
    .poll(
      async () => {
        await runCron(server.origin)
        return sent()
      },
      { timeout: 60_000 },
    )
    .toBe(addresses)
  const all = mails()
  expect(new Set(all.map(({ address }) => address)).size).toBe(addresses)
  expect(all).toHaveLength(addresses)
  expect(all.every(({ attempts }) => attempts === 1)).toBe(true)
  await expect(page.getByText(`${addresses} von ${addresses} E-Mails verschickt`)).toBeVisible({
    timeout: 30_000,
  })
})

type Walker = { id: number; lastName: string; firstName: string }

/** Owners of a single costume whose name is unique. */
const ownersOfOne = (count: number) =>
  readRows<Walker>(
    stateDir,
    `SELECT m.id AS id, m.last_name AS lastName, m.first_name AS firstName
      FROM costume_ownerships o JOIN members m ON m.id = o.member_id
        JOIN costumes c ON c.id = o.costume_id
      WHERE o.owned_to IS NULL AND c.registered_until IS NULL AND m.membership_state = 'Active'
      GROUP BY m.last_name, m.first_name HAVING count(*) = 1 ORDER BY m.id LIMIT ${count}`,
  )

test('On Friday five members are entered in a parade one after the other, with the keyboard alone', async () => {
  const { id: paradeId } = await postAs<{ id: number }>(
    server.origin,
    'management',
    '/api/parade',
    {
      title: 'Wochenumzug',
      host: 'Narrenzunft Neuhalden',
      date: '2030-02-01',
      dateEnrolmentStart: '2026-01-01',
      dateEnrolmentEnd: '2030-01-20',
    },
  )
  const owners = ownersOfOne(4)
  const lender: Walker = { id: 0, lastName: 'Wochenmüller100', firstName: 'Leo100' }
  const five = [...owners.slice(0, 2), lender, ...owners.slice(2)]
  expect(five).toHaveLength(5)

  await page.goto(paths.parade(paradeId))
  const opener = page.getByRole('button', { name: 'Teilnahme eintragen' })
  await tabTo(opener)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Teilnahme eintragen' })
  const costume = dialog.getByRole('combobox', { name: 'Kleid' })
  for (const [index, walker] of five.entries()) {
    await expect(dialog.getByRole('combobox', { name: 'Mitglied' })).toBeFocused()
    await page.keyboard.type(`${walker.lastName} ${walker.firstName}`)
    await page.keyboard.press('Enter')
    if (walker === lender) {
      await tabTo(costume)
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    }
    await expect(costume, 'the own costume is proposed').not.toHaveValue('')
    await tabTo(dialog.getByRole('button', { name: 'OK und nächste' }))
    await page.keyboard.press('Enter')
    const said = `${walker.firstName} ${walker.lastName} ist eingetragen.`
    await expect(dialog.getByRole('status').filter({ hasText: said })).toContainText(
      index > 0 ? `Das waren schon ${index + 1}.` : said,
    )
  }
  await tabTo(dialog.getByRole('button', { name: 'Fertig' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  for (const { lastName, firstName } of five)
    await expect(
      page.getByRole('row').filter({ hasText: `${lastName}, ${firstName}` }),
    ).toBeVisible()
  const entered = readRows<{ members: number }>(
    stateDir,
    `SELECT count(DISTINCT member_id) AS members
      FROM participations WHERE parade_id = ${paradeId}`,
  )
  expect(entered[0]?.members).toBe(5)
})

/** Reaches the element with the Tab key. */
async function tabTo(goal: Locator): Promise<void> {
  await expect(goal).toBeVisible()
  const isThere = () => goal.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 60 && !(await isThere()); presses += 1)
    await page.keyboard.press('Tab')
  await expect(goal).toBeFocused()
}
