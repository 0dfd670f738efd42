import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { addDays, berlinDay, germanDate } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import {
  askToEnrol,
  chooseParade,
  confirmEnrolment,
  fillPerson,
  type Person,
  paradeCard,
} from './enrolment-steps.ts'
import { expect, test } from './fixtures.ts'
import { postAs } from './session.ts'
import { countSteps } from './steps.ts'

// Names contain the project's, since phone and desktop write to the same guild.

const grownUp = (lastName: string): Person => ({
  firstName: 'Jörg',
  lastName,
  emailAddress: 'joerg@example.de',
  birthday: '1991-11-01',
})

const child = (lastName: string): Person => {
  const year = Number(berlinDay(new Date()).slice(0, 4))
  return { ...grownUp(lastName), firstName: 'Lina', birthday: `${year - 9}-01-15` }
}

const listed = (person: Person) => `${person.lastName}, ${person.firstName}`
const sumOf = (prices: number[]) => germanEuro(prices.reduce((sum, price) => sum + price, 0))

async function choose(
  page: Page,
  parades: Pick<EnrolmentParade, 'id' | 'title'>[],
  costume: Costume,
): Promise<void> {
  for (const parade of parades) await chooseParade(page, parade, costume)
}
type Costume = Parameters<typeof chooseParade>[2]

/** The participant's row on the parade's page for management. */
async function rowOf(page: Page, parade: EnrolmentParade, person: Person) {
  await page.goto(paths.parade(parade.id))
  await expect(page.getByRole('heading', { level: 1, name: parade.title })).toBeVisible()
  // Searched for, because others enrol during this run and the row may be on another page of the
  // list.
  await page.getByRole('searchbox').fill(listed(person))
  return page.getByRole('row').filter({ hasText: listed(person) })
}

test('An adult enrols for three parades, pays, and is listed as paid @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  const person = grownUp(`Erwachsen ${project.name}`)
  const chosen = guild.open.slice(0, 3)
  const page = await browserOf(null)
  await page.goto('/')
  await expect(page).toHaveURL(paths.paradeEnrolment)
  await expect(page.getByRole('button', { name: 'Für Umzüge anmelden' })).toBeDisabled()

  await fillPerson(page, { ...person, emailAddress: 'joerg@gmial.com' })
  await page.getByRole('button', { name: 'Meintest Du joerg@gmail.com?' }).click()
  await expect(page.locator('[name=emailAddress]')).toHaveValue('joerg@gmail.com')
  await expect(page.getByText('Meintest Du')).toHaveCount(0)
  await choose(page, chosen, { number: `e ${project.name}`, type: guild.costumeTypes[0] })
  const sum = sumOf(chosen.map((parade) => parade.priceForAdultsInCent))
  await expect(page.getByRole('status').filter({ hasText: sum }).first()).toBeVisible()
  const dialog = await askToEnrol(page)
  await expect(dialog).toContainText(sum)
  await dialog.getByRole('button', { name: 'Zahlungspflichtig anmelden' }).click()

  await expect(page.getByRole('heading', { name: 'Bezahlung' })).toBeVisible()
  await expect(page.getByText(sum)).toBeVisible()
  await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await expect(page.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()
  await expect(page.getByText('Viel Spaß an der Fasnet!')).toBeVisible()

  const office = await browserOf('management')
  for (const parade of chosen) {
    await expect(await rowOf(office, parade, person)).toContainText('Bezahlt')
  }
})

// The same numbers as in docs/security.md, "Steps of honest people", so that an additional dialog
// is noticed.
test('To enrol one person with payment, one without, or a family takes the presses and fields that docs/security.md states @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  const [type] = guild.costumeTypes
  const [paid] = guild.open
  const tomorrow = addDays(berlinDay(new Date()), 1)
  const free = await postAs<Parade>(guild.origin, 'management', '/api/parade', {
    title: `Kinderumzug ${project.name}`,
    host: 'Narrenzunft Neuhalden',
    date: tomorrow,
    dateEnrolmentStart: addDays(tomorrow, -1),
    dateEnrolmentEnd: tomorrow,
    priceForAdultsInCent: 0,
  })
  const page = await browserOf(null)
  const steps = await countSteps(page)
  const isEnrolled = async () => {
    await expect(page.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()
    // The page's script removes the draft, which the form would restore otherwise.
    await page.waitForLoadState()
  }

  await test.step('one person pays online', async () => {
    await page.goto(paths.paradeEnrolment)
    await fillPerson(page, grownUp(`Schritte ${project.name}`))
    await choose(page, [paid], { number: `s1 ${project.name}`, type })
    await confirmEnrolment(page)
    await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
    await isEnrolled()
    expect(steps()).toEqual({ presses: 4, fields: 6 })
  })

  await test.step('one person enrols for a free parade', async () => {
    await page.goto(paths.paradeEnrolment)
    await fillPerson(page, grownUp(`Umsonst ${project.name}`))
    await chooseParade(page, free, { number: `s2 ${project.name}`, type })
    const dialog = await askToEnrol(page)
    await dialog.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await isEnrolled()
    // The address is remembered.
    expect(steps()).toEqual({ presses: 3, fields: 6 })
  })

  await test.step('a family of three pays once', async () => {
    await page.goto(paths.paradeEnrolment)
    const { birthday, ...mother } = child(`Schritte Familie ${project.name}`)
    await fillPerson(page, { ...mother, firstName: 'Anna', birthday: '1991-11-01' })
    await choose(page, [paid], { number: `s3 ${project.name}`, type })
    for (const firstName of ['Mia', 'Ben']) {
      await page.getByRole('button', { name: 'Weitere Person' }).click()
      await page.getByLabel('Vorname').fill(firstName)
      await page.getByLabel('Geburtstag').fill(germanDate(birthday ?? ''))
      const card = paradeCard(page, paid).last()
      await card.getByLabel('Kleidernummer').fill(`s ${firstName} ${project.name}`)
      await card.getByLabel('Kleidertyp').selectOption(type)
    }
    await page.getByRole('button', { name: 'Für 3 Personen anmelden' }).click()
    const dialog = page.getByRole('dialog', { name: 'Stimmt alles?' })
    await dialog.getByRole('button', { name: 'Zahlungspflichtig anmelden' }).click()
    await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
    await isEnrolled()
    expect(steps()).toEqual({ presses: 6, fields: 14 })
  })
})

test("A child enrols for three parades at the children's price @gate-phone", async ({
  browserOf,
  guild,
}, { project }) => {
  const person = child(`Kind ${project.name}`)
  const chosen = guild.open.slice(0, 3)
  const page = await browserOf(null)
  await page.goto(paths.paradeEnrolment)
  await fillPerson(page, person)
  await choose(page, chosen, { number: `k ${project.name}`, type: guild.costumeTypes[0] })
  const sum = sumOf(chosen.map((parade) => parade.priceForChildrenInCent))
  const dialog = await askToEnrol(page)
  await expect(dialog).toContainText(sum)
  await dialog.getByRole('button', { name: 'Zahlungspflichtig anmelden' }).click()
  await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await expect(page.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()

  await page.getByRole('link', { name: 'Weitere Anmeldung' }).click()
  await expect(page.getByLabel('Vorname')).toHaveValue('')
  const office = await browserOf('management')
  await expect(await rowOf(office, guild.open[0], person)).toContainText('Bezahlt')
})

test('After a cancelled payment the form contains what was typed, and another person can enrol with the costume @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  const person = grownUp(`Abgebrochen ${project.name}`)
  const costume = { number: `a ${project.name}`, type: guild.costumeTypes[0] }
  const page = await browserOf(null)
  await page.goto(paths.paradeEnrolment)
  await fillPerson(page, person)
  await choose(page, [guild.open[0]], costume)
  await confirmEnrolment(page)
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByRole('heading', { name: 'Anmeldung fehlgeschlagen' })).toBeVisible()

  const office = await browserOf('management')
  await expect(await rowOf(office, guild.open[0], person)).toHaveCount(0)

  await page.getByRole('link', { name: 'Weitere Anmeldung' }).click()
  await expect(page.getByLabel('Nachname')).toHaveValue(person.lastName)
  await page.getByLabel('Nachname').fill(`Nachfolger ${project.name}`)
  await confirmEnrolment(page)
  await expect(page.getByRole('heading', { name: 'Bezahlung' })).toBeVisible()
})

test('A second enrolment of the same person or with the same costume is rejected with the reason @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  const person = grownUp(`Doppelt ${project.name}`)
  const costume = { number: `d ${project.name}`, type: guild.costumeTypes[0] }
  const page = await browserOf(null)
  await page.goto(paths.paradeEnrolment)
  await fillPerson(page, person)
  await choose(page, [guild.open[1]], costume)
  await confirmEnrolment(page)
  await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await page.getByRole('link', { name: 'Weitere Anmeldung' }).click()

  await fillPerson(page, person)
  await choose(page, [guild.open[1]], { ...costume, number: `d2 ${project.name}` })
  await confirmEnrolment(page)
  const dialog = page.getByRole('dialog', { name: 'Stimmt alles?' })
  const refusal = dialog.getByRole('alert')
  await expect(refusal).toContainText('Du konntest nicht angemeldet werden.')
  await expect(refusal).toContainText(
    `Unter diesem Namen gibt es schon eine Anmeldung für „${guild.open[1].title}“.`,
  )

  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByLabel('Vorname').fill('Annegret')
  await paradeCard(page, guild.open[1]).getByLabel('Kleidernummer').fill(costume.number)
  await confirmEnrolment(page)
  await expect(refusal).toContainText(
    `Das Kleid mit der Nummer ${costume.number} ist schon angemeldet`,
  )
})

test('After a reload and after "Back" from the payment the form contains what was typed; sent again, it leads to the same payment @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  const person = grownUp(`Zurück ${project.name}`)
  const page = await browserOf(null)
  await page.goto(paths.paradeEnrolment)
  await fillPerson(page, person)
  await choose(page, [guild.open[2]], {
    number: `z ${project.name}`,
    type: guild.costumeTypes[1],
  })
  await page.reload()
  await expect(page.getByLabel('Nachname')).toHaveValue(person.lastName)
  await expect(page.getByRole('checkbox', { name: guild.open[2].title })).toBeChecked()

  await confirmEnrolment(page)
  await expect(page.getByRole('heading', { name: 'Bezahlung' })).toBeVisible()
  const payment = page.url()
  await page.goBack()
  const card = paradeCard(page, guild.open[2])
  await expect(card.getByLabel('Kleidernummer')).toHaveValue(`z ${project.name}`)
  // Repeating the request continues the same order instead of conflicting with it.
  const dialog = page.getByRole('dialog', { name: 'Stimmt alles?' })
  if (await dialog.isHidden()) await askToEnrol(page)
  await dialog.getByRole('button', { name: 'Zahlungspflichtig anmelden' }).click()
  await expect(page.getByRole('heading', { name: 'Bezahlung' })).toBeVisible()
  expect(page.url()).toBe(payment)
})

test("An enrolment answered with 500 is sent a second time; if that fails too, the error says that it is not the user's fault @gate-phone", async ({
  browserOf,
  guild,
}, { project }) => {
  const page = await browserOf(null)
  await page.goto(paths.paradeEnrolment)
  const person = grownUp(`Störung ${project.name}`)
  await fillPerson(page, person)
  await chooseParade(page, guild.open[1], {
    number: `s ${project.name}`,
    type: guild.costumeTypes[0],
  })
  let tries = 0
  let broken = 2
  await page.route('**/api/parades/enrol', async (route) => {
    tries += 1
    broken -= 1
    if (broken < 0) return route.continue()
    const error = { code: 'InternalError', message: 'Das hat nicht geklappt.' }
    await route.fulfill({ status: 500, json: { enrolSuccessful: false, error } })
  })
  await confirmEnrolment(page)
  const dialog = page.getByRole('dialog', { name: 'Stimmt alles?' })
  const alert = dialog.getByRole('alert')
  await expect(alert).toContainText('Du konntest nicht angemeldet werden.')
  await expect(alert).toContainText('Das liegt an uns, nicht an Dir.')
  await expect(alert).not.toContainText('Prüfe, ob alles richtig eingegeben wurde.')
  expect(tries).toBe(2)
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByLabel('Nachname')).toHaveValue(person.lastName)

  broken = 1
  await confirmEnrolment(page)
  await expect(page.getByRole('heading', { name: 'Bezahlung' })).toBeVisible()
  expect(tries).toBe(4)
})

test('If the answer to an enrolment is lost, the enrolment is found after a reload and can be paid @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  const page = await browserOf(null)
  await page.goto(paths.paradeEnrolment)
  await fillPerson(page, grownUp(`Verloren ${project.name}`))
  const costume = { number: `v ${project.name}`, type: guild.costumeTypes[0] }
  await chooseParade(page, guild.open[0], costume)
  await page.route('**/api/parades/enrol', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await confirmEnrolment(page)
  const alert = page.getByRole('dialog').getByRole('alert')
  await expect(alert).toContainText('Du konntest nicht angemeldet werden.')
  await expect(alert).toContainText('Der Server ist nicht erreichbar.')
  await expect(alert).toContainText('Prüfe, ob alles richtig eingegeben wurde.')
  await expect(alert).toContainText('Deine Angaben stehen noch da.')
  await page.unroute('**/api/parades/enrol')

  await page.reload()
  const open = page.getByRole('region', { name: 'Offene Bezahlung' })
  await expect(open).toContainText('Deine Bezahlung ist noch offen')
  await open.getByRole('link', { name: 'Weiter bezahlen' }).click()
  await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await expect(page.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()
})

test('If a busy server rejects an enrolment (503), it is sent again without a click @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  const page = await browserOf(null)
  await page.goto(paths.paradeEnrolment)
  await fillPerson(page, grownUp(`Später ${project.name}`))
  const costume = { number: `s ${project.name}`, type: guild.costumeTypes[0] }
  await chooseParade(page, guild.open[0], costume)
  let isFirst = true
  await page.route('**/api/parades/enrol', async (route) => {
    if (!isFirst) return route.continue()
    isFirst = false
    await route.fulfill({
      status: 503,
      headers: { 'Retry-After': '1', 'X-Request-Id': 'one' },
      json: { error: { code: 'Busy', message: 'Gerade ist sehr viel los.' } },
    })
  })
  await confirmEnrolment(page)
  await expect(page.getByRole('heading', { name: 'Bezahlung' })).toBeVisible()
})
