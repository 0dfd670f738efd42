import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Locator, Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { paths } from '#web/paths.ts'
import { berlinDay, fullYears, germanDate } from '#worker/domain/dates.ts'
import { confirmIn, rowOf } from './check-in-steps.ts'
import { aParadeWithBus, chooseParade, fillPerson, paradeCard } from './enrolment-steps.ts'
import { expect, test } from './fixtures.ts'
import { putAs } from './session.ts'

// A family of four takes the bus, one of them 13 and accompanied: from the form to the street, where there is no network.

const bornIn = (age: number) => `${Number(berlinDay(new Date()).slice(0, 4)) - age}-01-15`
const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** No violation of accessibility, and nothing scrolls sideways, at the phone's width and at 320 px. */
async function expectUsable(page: Page, step: string): Promise<void> {
  await test.step(`${step} is accessible and fits`, async () => {
    await page.evaluate(await axeSource)
    const found = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run: () => Promise<AxeResults> } }
      return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
    })
    expect(found, step).toEqual([])
    const before = page.viewportSize()
    for (const width of [before?.width ?? 390, 320]) {
      await page.setViewportSize({ width, height: 664 })
      await expect
        .poll(() =>
          page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ),
        )
        .toBe(0)
    }
    if (before) await page.setViewportSize(before)
  })
}

test('A family with a child of 13 books the bus, pays, gives up a seat and a person for a refund, and stands on the bus list and at the check-in without a network @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  test.slow()
  const stamp = `${project.name} ${Date.now() % 100_000}`
  const lastName = `Bus ${stamp}`
  const parade = await aParadeWithBus(guild.origin, `Busumzug ${stamp}`, { guardianBelow: 16 })
  const allow = (selfCancel: string) =>
    putAs(guild.origin, 'management', '/api/guild/settings', { selfCancel, selfCancelDays: 7 })
  await allow('refund')
  const [type] = guild.costumeTypes
  const page = await browserOf(null)
  const row = (): Locator => paradeCard(page, parade).last()
  const busOf = () => row().getByRole('checkbox', { name: /^Bus ab Rathaus/ })
  const dress = async (number: string) => {
    await row()
      .getByLabel('Kleidernummer')
      .fill(`${number.slice(0, 1)} ${stamp}`)
    await row().getByLabel('Kleidertyp').selectOption(type)
    await busOf().check()
  }
  const add = async (firstName: string, age: number) => {
    await page.getByRole('button', { name: 'Weitere Person' }).click()
    await expect(page.getByLabel('Vorname')).toHaveValue('')
    await page.getByLabel('Vorname').fill(firstName)
    await page.getByLabel('Geburtstag').fill(germanDate(bornIn(age)))
    await dress(firstName)
  }

  await page.goto(paths.paradeEnrolment)
  const anna = { firstName: 'Anna', lastName, emailAddress: 'anna@example.de' }
  await fillPerson(page, { ...anna, birthday: bornIn(38) })
  await chooseParade(page, parade, { number: `A ${stamp}`, type })
  await busOf().check()
  await row().getByLabel('Plätze: Bus ab Rathaus').selectOption('2 Plätze')
  await add('Jörg', 40)
  await expect(page.getByLabel('Name der Begleitung')).toHaveCount(0)
  await add('Mia', 13)
  await add('Opa', 70)
  await page.getByLabel('Name der Begleitung').fill('Anna Straßer')
  await page.getByLabel('Telefon am Umzugstag').fill('0171 2345678')
  await expectUsable(page, 'the form')
  await page.getByRole('checkbox', { name: /^Ich bin erziehungsberechtigt/ }).check()
  await page.getByRole('button', { name: 'Für 4 Personen anmelden' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stimmt alles?' })
  await expect(dialog).toContainText('Begleitung: Anna Straßer, 0171 2345678')
  await expectUsable(page, 'the confirmation')
  await dialog.getByRole('button', { name: 'Zahlungspflichtig anmelden' }).click()
  // Parades 3 × 8 and 3, seats 4 × 5 and 2.
  await expect(page.getByText(/^49,00.€$/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await expect(page.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()
  await expectUsable(page, 'the result')

  await page.getByRole('link', { name: 'Meine Anmeldung' }).click()
  const placeOf = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
  await expect(placeOf('Mia')).toContainText('Begleitung: Anna Straßer')
  await expectUsable(page, '"Meine Anmeldung"')
  await page.getByRole('button', { name: `Zusätze ändern: Anna, ${parade.title}` }).click()
  const change = page.getByRole('dialog', { name: 'Zusätze ändern' })
  await change.getByLabel('Plätze: Bus ab Rathaus').selectOption('1 Platz')
  await expect(change.getByRole('status')).toContainText(/^5,00.€ gehen auf dem Weg zurück/)
  await expectUsable(page, 'the change of extras')
  await change.getByRole('button', { name: 'Speichern' }).click()
  await expect(change).toBeHidden()
  await expect(placeOf('Anna')).toContainText(/darin Bus ab Rathaus, 09:10 Uhr: 5,00.€/)
  await page.getByRole('button', { name: `Absagen: Opa, ${parade.title}` }).click()
  const question = page.getByRole('alertdialog', { name: 'Opa absagen?' })
  await question.getByRole('button', { name: /^Ja, absagen \(13,00.€ zurück\)$/ }).click()
  await expect(placeOf('Opa')).toContainText('Abgesagt.')
  await allow('off')

  const ageOf = (age: number) => fullYears(bornIn(age), parade.date)
  const office = await browserOf('management')
  await office.goto(paths.parade(parade.id))
  await office.getByRole('heading', { name: 'Busliste' }).click()
  const bus = office.getByRole('region', { name: '09:10 Uhr Rathaus · Bus ab Rathaus' })
  await expect(bus).toContainText('3 Plätze für 3 Personen')
  await expect(bus.getByRole('listitem')).toHaveText([
    `${lastName}, Anna1 Platz · ${ageOf(38)} Jahre0171 2345678`,
    `${lastName}, Jörg1 Platz · ${ageOf(40)} Jahre0171 2345678`,
    `${lastName}, Mia1 Platz · ${ageOf(13)} Jahre · unter 16 · Begleitung: Anna Straßer, 0171 23456780171 2345678`,
  ])
  await expectUsable(office, 'the bus list')

  await office.goto(paths.checkIn(parade.id))
  await expect(rowOf(office, `${lastName}, Anna`)).toBeVisible()
  await office.context().setOffline(true)
  await office.getByRole('button', { name: /^Filter/ }).click()
  const filter = office.getByRole('dialog', { name: 'Filter' })
  await filter.getByRole('button', { name: /^Bus ab Rathaus 0 von 3 Plätzen da$/ }).click()
  await filter.getByRole('button', { name: 'Fertig' }).click()
  await expect(office.getByRole('main').getByRole('listitem')).toHaveCount(3)
  await expect(rowOf(office, `${lastName}, Mia`)).toContainText('unter 16 · Begleitung: Anna')
  await rowOf(office, `${lastName}, Mia`)
    .getByRole('button', { name: /bestätigen$/ })
    .click()
  await confirmIn(office)
  await expect(office.getByRole('status').filter({ hasText: '1 wartet' })).toBeVisible()
  await office.context().setOffline(false)
  await expect(office.getByRole('status').filter({ hasText: 'Alles gesendet' })).toBeVisible()
})
