import { paths } from '#web/paths.ts'
import { germanEuro } from '#worker/domain/money.ts'
import {
  aParadeWithBus,
  bookByStaff,
  chooseParade,
  fillPerson,
  type Person,
  paradeCard,
} from './enrolment-steps.ts'
import { expect, test } from './fixtures.ts'
import { putAs } from './session.ts'

// The whole enrolment without JavaScript, which the project `noscript` disables.

const sabine: Person = {
  firstName: 'Sabine',
  lastName: 'Ohneskript',
  emailAddress: 'sabine@example.de',
  birthday: '1988-02-29',
}

test('A visitor enrols without a script, corrects a missing name, goes back, and pays @gate-noscript', async ({
  browserOf,
  guild,
}) => {
  const [first, second] = guild.open
  const page = await browserOf(null)
  await page.goto('/')
  await expect(page).toHaveURL(paths.paradeEnrolment)
  await expect(page.getByText('Die Summe siehst Du im nächsten Schritt.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Weitere Person' })).toBeHidden()

  await fillPerson(page, { ...sabine, lastName: '' })
  await expect(paradeCard(page, first).getByLabel('Kleidernummer')).toBeHidden()
  await chooseParade(page, first, { number: '31', type: guild.costumeTypes[0] })
  const press = page.getByRole('button', { name: /^Für .*anmelden$/ })
  await press.click()
  await expect(page.getByRole('alert').first()).toContainText('Nachname')

  await page.getByLabel('Nachname').fill(sabine.lastName)
  await press.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Stimmt alles?' })).toBeVisible()
  await expect(page.getByText('Sabine Ohneskript, geboren am 29.02.1988')).toBeVisible()
  await page.getByRole('button', { name: 'Zurück' }).click()

  await expect(page.getByLabel('Nachname')).toHaveValue(sabine.lastName)
  await expect(page.getByLabel('Geburtstag')).toHaveValue('29.02.1988')
  await chooseParade(page, second, { number: '31', type: guild.costumeTypes[0] })
  await press.click()
  const total = germanEuro(first.priceForAdultsInCent + second.priceForAdultsInCent)
  await expect(page.getByText(total)).toBeVisible()
  await page.getByRole('button', { name: 'Zahlungspflichtig anmelden' }).click()

  await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await expect(page.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Sabine Ohneskript ist dabei' })).toBeVisible()
})

test('Without a script bus seats are ticked and counted at their parade, and the confirmation lists them @gate-noscript', async ({
  browserOf,
  guild,
}) => {
  const parade = await aParadeWithBus(guild.origin, `Busumzug ${Date.now()}`)
  const page = await browserOf(null)
  await page.goto(paths.paradeEnrolment)
  await fillPerson(page, sabine)
  const tick = page.getByRole('checkbox', { name: /^Bus ab Rathaus/ })
  await expect(tick.filter({ visible: true })).toHaveCount(0)
  await page.getByRole('checkbox', { name: parade.title }).check()
  await paradeCard(page, parade).getByLabel('Kleidernummer').fill('41')
  await paradeCard(page, parade).getByLabel('Kleidertyp').selectOption(guild.costumeTypes[0])
  await paradeCard(page, parade).getByLabel('Plätze: Bus ab Rathaus').selectOption('3 Plätze')
  await paradeCard(page, parade)
    .getByRole('checkbox', { name: /^Bus ab Rathaus/ })
    .check()
  await page.getByRole('button', { name: /^Für .*anmelden$/ }).click()
  await expect(page.getByText('Bus ab Rathaus, 3 Plätze, 09:10 Uhr')).toBeVisible()
  await expect(page.getByText(germanEuro(2300))).toBeVisible()
  await page.getByRole('button', { name: 'Zurück' }).click()
  await expect(paradeCard(page, parade).getByLabel('Plätze: Bus ab Rathaus')).toHaveValue('3')
  await page.getByRole('button', { name: /^Für .*anmelden$/ }).click()
  await page.getByRole('button', { name: 'Zahlungspflichtig anmelden' }).click()
  await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await expect(page.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()
  await expect(page.getByText(/^darin Bus ab Rathaus, 3 Plätze/)).toBeVisible()
})

test('Without a script a person joins the waiting list of a full parade, sees the rank, and leaves it @gate-noscript', async ({
  browserOf,
  guild,
}) => {
  const title = `Vollumzug ${Date.now()}`
  const parade = await aParadeWithBus(guild.origin, title, { capacity: 1 })
  await bookByStaff(guild.origin, parade, { count: 1 })
  const page = await browserOf(null)
  await page.goto(paths.paradeEnrolment)
  await fillPerson(page, { ...sabine, lastName: title })
  await expect(paradeCard(page, parade)).toContainText('ausgebucht · Warteliste')
  await chooseParade(page, parade, { number: '31', type: guild.costumeTypes[0] })
  await page.getByRole('button', { name: /^Für .*anmelden$/ }).click()
  await expect(page.getByText('Später zu bezahlen')).toBeVisible()
  await page.getByRole('button', { name: 'Auf die Warteliste' }).click()

  await expect(page.getByRole('heading', { name: 'Du stehst auf der Warteliste' })).toBeVisible()
  await expect(page.getByText(/^Dein Rang: 1\./)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Meine Anmeldung' })).toBeHidden()
  await page.getByRole('button', { name: 'Warteliste verlassen' }).click()
  await expect(page.getByRole('heading', { name: 'Nicht mehr auf der Warteliste' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Warteliste verlassen' })).toBeHidden()
})

test('Without a script the payer opens the link of the mail in another browser, accepts the offered place and pays @gate-noscript', async ({
  browserOf,
  guild,
}) => {
  const title = `Angebotsumzug ${Date.now()}`
  const parade = await aParadeWithBus(guild.origin, title, { capacity: 1 })
  await bookByStaff(guild.origin, parade, { count: 1 })
  const form = await browserOf(null)
  await form.goto(paths.paradeEnrolment)
  await fillPerson(form, { ...sabine, lastName: title })
  await chooseParade(form, parade, { number: '33', type: guild.costumeTypes[0] })
  await form.getByRole('button', { name: /^Für .*anmelden$/ }).click()
  await form.getByRole('button', { name: 'Auf die Warteliste' }).click()
  const token = await form.locator('[data-token]').getAttribute('data-token')
  const link = `${guild.origin}${paths.myEnrolment(token ?? '')}`
  await putAs(guild.origin, 'management', `/api/parade/${parade.id}`, { capacity: 2 })

  const page = await browserOf(null)
  await page.setViewportSize({ width: 320, height: 568 })
  const expectNarrow = async () =>
    expect((await page.locator('body').boundingBox())?.width).toBeLessThanOrEqual(320)
  await page.goto(link)
  await expectNarrow()
  await page.getByLabel('Link zu Deiner Anmeldung').fill(link.slice(0, -1))
  await page.getByRole('button', { name: 'Anmeldung zeigen' }).click()
  await expect(page.getByText('Diese Anmeldung gibt es nicht (mehr).')).toBeVisible()
  await page.getByLabel('Link zu Deiner Anmeldung').fill(link)
  await page.getByRole('button', { name: 'Anmeldung zeigen' }).click()
  await expect(page).toHaveURL(paths.paradeEnrolmentResult)
  await expect(page.getByRole('heading', { name: 'Platz für Dich gehalten' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Angebot ablehnen' })).toBeVisible()
  await expectNarrow()
  await page.getByRole('button', { name: 'Annehmen und bezahlen' }).click()
  await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await expect(page.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()
})

test('Without a script a full bus can be ticked, which says that the whole order then waits, and is unticked to enrol at once @gate-noscript', async ({
  browserOf,
  guild,
}) => {
  const parade = await aParadeWithBus(guild.origin, `Vollbus ${Date.now()}`)
  await bookByStaff(guild.origin, parade, { count: 2, seats: 4 })
  const page = await browserOf(null)
  await page.goto(paths.paradeEnrolment)
  await fillPerson(page, { ...sabine, lastName: parade.title })
  await chooseParade(page, parade, { number: '32', type: guild.costumeTypes[0] })
  const card = paradeCard(page, parade)
  const bus = card.getByRole('checkbox', { name: /^Bus ab Rathaus.* · ausgebucht · Warteliste$/ })
  const sentence = card.getByText(/^Damit kommt Deine ganze Anmeldung auf die Warteliste\./)
  await expect(sentence).toBeHidden()
  await bus.check()
  await expect(sentence).toBeVisible()
  const press = page.getByRole('button', { name: /^Für .*anmelden$/ })
  await press.click()
  await expect(page.getByText(/fehlt nur „Bus ab Rathaus“/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Auf die Warteliste' })).toBeVisible()
  await page.getByRole('button', { name: 'Zurück' }).click()
  await bus.uncheck()
  await expect(sentence).toBeHidden()
  await press.click()
  await expect(page.getByRole('button', { name: 'Zahlungspflichtig anmelden' })).toBeVisible()
})

test('Without a script neither the form nor the confirmation is wider than 320 px @gate-noscript', async ({
  browserOf,
  guild,
}) => {
  const page = await browserOf(null)
  await page.setViewportSize({ width: 320, height: 568 })
  const expectNarrow = async () => {
    const wide = page.locator('body')
    expect((await wide.boundingBox())?.width).toBeLessThanOrEqual(320)
  }
  await page.goto(paths.paradeEnrolment)
  await fillPerson(page, { ...sabine, firstName: 'Annegret-Magdalena' })
  await chooseParade(page, guild.open[2], { number: '77', type: guild.costumeTypes[1] })
  await expectNarrow()
  await page.getByRole('button', { name: /^Für .*anmelden$/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Stimmt alles?' })).toBeVisible()
  await expectNarrow()
})
