import type { Locator, Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { EnrolmentParade } from '#worker/enrolment/enrolment.contract.ts'
import { chooseParade, fillPerson, paradeCard } from './enrolment-steps.ts'
import { expect, test } from './fixtures.ts'

// A mother enrols herself and two children together, goes back from the payment, changes something,
// and pays.

const bornIn = (age: number) => `${Number(berlinDay(new Date()).slice(0, 4)) - age}-01-15`

/** The parade's row in the open card; the card itself is a list item as well. */
const row = (page: Page, parade: EnrolmentParade): Locator => paradeCard(page, parade).last()

async function addChild(page: Page, firstName: string, age: number): Promise<void> {
  await page.getByRole('button', { name: 'Weitere Person' }).click()
  await expect(page.getByLabel('Vorname')).toBeFocused()
  await expect(page.getByLabel('Vorname')).toHaveValue('')
  await expect(page.getByLabel('Geburtstag')).toHaveValue('')
  await expect(page.locator('[name=emailAddress]')).toHaveCount(0)
  await page.keyboard.type(firstName)
  await page.getByLabel('Geburtstag').fill(germanDate(bornIn(age)))
}

async function confirm(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Für 3 Personen anmelden' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stimmt alles?' })
  await dialog.getByRole('button', { name: 'Zahlungspflichtig anmelden' }).click()
  return dialog
}

/** The sheet opens at the chosen person, and moves by swiping, by button and by key. */
async function lookThroughCodes(page: Page): Promise<void> {
  const codeOf = (name: string) =>
    page.getByRole('dialog').getByRole('img', { name: `Code von ${name}` })
  const expectShown = async (name: string, ...others: string[]) => {
    await expect(codeOf(name)).toBeInViewport({ ratio: 0.9 })
    for (const other of others) await expect(codeOf(other)).not.toBeInViewport()
  }
  // Pressed before the page's script is loaded.
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const script = /\/assets\/result-/
  await page.route(script, async (route) => {
    await promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Code von Mia zeigen' }).click()
  await expectShown('Anna', 'Mia', 'Ben')
  release()
  await expectShown('Mia', 'Anna', 'Ben')
  await page.unroute(script)
  await page.keyboard.press('ArrowRight')
  await expectShown('Ben', 'Anna', 'Mia')
  await page.keyboard.press('ArrowRight')
  await expectShown('Ben', 'Anna', 'Mia')
  const slide = page.getByRole('dialog').getByRole('article', { name: /^Ben/ })
  await slide.getByRole('button', { name: 'Code von Mia zeigen' }).click()
  await expectShown('Mia', 'Anna', 'Ben')
  // As a swipe: wherever it ends, one whole code is in the middle.
  await page.locator('[data-slides]').evaluate((track) => track.scrollBy({ left: -200 }))
  await expectShown('Anna', 'Mia', 'Ben')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
}

test('A family enrols in one order, changes it before paying, and pays once @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  const lastName = `Familie ${project.name}`
  const [first, second, third] = guild.open
  const chosen = [first, second, third]
  const [type] = guild.costumeTypes
  const number = (who: string) => `familie ${who} ${project.name}`
  const page = await browserOf(null)
  await page.goto(paths.paradeEnrolment)

  await expect(page.getByText(/Unten kommt mit „Weitere Person“ jede dazu/)).toBeVisible()
  await page.getByRole('button', { name: 'Es fehlt der Vorname.' }).click()
  await expect(page.getByLabel('Vorname')).toBeFocused()
  await fillPerson(page, {
    firstName: 'Anna',
    lastName,
    emailAddress: 'anna@example.de',
    birthday: bornIn(38),
  })
  for (const parade of chosen) await paradeCard(page, parade).getByRole('checkbox').check()
  // The first costume is filled in for all ticked parades.
  await chooseParade(page, first, { number: number('a'), type })
  await expect(paradeCard(page, third).getByLabel('Kleidernummer')).toHaveValue(number('a'))

  await addChild(page, 'Mia', 9)
  await expect(page.getByLabel('Nachname')).toHaveValue(lastName)
  for (const parade of chosen) {
    await expect(row(page, parade).getByRole('checkbox')).toBeChecked()
    await expect(row(page, parade).getByLabel('Kleidernummer')).toHaveValue('')
  }
  await row(page, first).getByLabel('Kleidernummer').fill(number('m'))
  await row(page, first).getByLabel('Kleidertyp').selectOption(type)

  await expect(page.getByText(/Unten kommt mit „Weitere Person“ jede dazu/)).toBeHidden()
  await addChild(page, 'Ben', 7)
  await row(page, third).getByRole('checkbox').uncheck()
  // A link about a missing value leads to its field and opens its card.
  await page.getByRole('button', { name: `Anna ${lastName} ändern` }).click()
  const missing = page.getByRole('button', {
    name: `Ben ${lastName}: Es fehlt die Kleidernummer für „${first.title}“.`,
  })
  await missing.click()
  await expect(page.getByRole('group', { name: `Ben ${lastName}` })).toBeVisible()
  await expect(row(page, first).getByLabel('Kleidernummer')).toBeFocused()
  await row(page, first).getByLabel('Kleidernummer').fill(number('b'))
  await row(page, first).getByLabel('Kleidertyp').selectOption(type)
  await page.getByRole('button', { name: 'Fertig' }).click()

  const adult = chosen.reduce((sum, one) => sum + one.priceForAdultsInCent, 0)
  const child = chosen.reduce((sum, one) => sum + one.priceForChildrenInCent, 0)
  const sum = germanEuro(adult + 2 * child - third.priceForChildrenInCent)
  await expect(page.getByRole('status').filter({ hasText: sum }).first()).toBeVisible()
  const dialog = await confirm(page)
  await expect(page.getByRole('heading', { name: 'Bezahlung' })).toBeVisible()
  await expect(page.getByText(sum)).toBeVisible()
  await expect(dialog).toHaveCount(0)
  const payment = page.url()

  await page.goBack()
  const band = page.getByRole('region', { name: 'Offene Bezahlung' })
  await expect(band).toContainText(/Deine Bezahlung ist noch offen \(noch \d+ Minuten?\)/)
  await band.getByRole('button', { name: 'Ändern' }).click()
  await page.getByRole('button', { name: `Ben ${lastName} ändern` }).click()
  await expect(page.getByRole('group', { name: `Ben ${lastName}` })).toBeVisible()
  await row(page, third).getByRole('checkbox').check()
  await confirm(page)
  await expect(page.getByRole('heading', { name: 'Bezahlung' })).toBeVisible()
  expect(page.url()).not.toBe(payment)
  await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await expect(page.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()
  await expect(page.getByText('Anna, Mia und Ben sind dabei')).toBeVisible()
  await lookThroughCodes(page)

  const office = await browserOf('management')
  await office.goto(paths.parade(third.id))
  await office.getByRole('searchbox').fill(lastName)
  for (const firstName of ['Anna', 'Mia', 'Ben']) {
    const participant = office.getByRole('row').filter({ hasText: `${lastName}, ${firstName}` })
    await expect(participant).toContainText('Bezahlt')
  }

  await page.goto(paths.paradeEnrolment)
  await expect(page.locator('[name=emailAddress]')).toHaveValue('anna@example.de')
  await expect(page.getByLabel('Vorname')).toHaveValue('')
})

test('At 320 × 568 px the form of a family does not scroll sideways, and the confirmation shows total and buttons @gate-phone', async ({
  browserOf,
  guild,
}) => {
  const page = await browserOf(null)
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto(paths.paradeEnrolment)
  const lastName = 'Oberhofer-Wintersteiner von Unterbrunnhausen'
  const person = { firstName: 'Maximiliane Theodora', lastName, birthday: null }
  await fillPerson(page, { ...person, emailAddress: `${'sehr-lang'.repeat(5)}@example.de` })
  for (const parade of guild.open.slice(0, 3)) {
    await chooseParade(page, parade, { number: 'w 1', type: guild.costumeTypes[0] })
  }
  await addChild(page, 'Emma', 8)
  await row(page, guild.open[0]).getByLabel('Kleidernummer').fill('w 2')
  await row(page, guild.open[0]).getByLabel('Kleidertyp').selectOption(guild.costumeTypes[0])
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await sideways()).toBe(0)
  await page.getByRole('button', { name: 'Fertig' }).click()
  expect(await sideways()).toBe(0)
  const submit = page.getByRole('button', { name: 'Für 2 Personen anmelden' })
  await submit.click()
  const dialog = page.getByRole('dialog', { name: 'Stimmt alles?' })
  for (const part of [
    dialog.getByRole('heading', { name: 'Stimmt alles?' }),
    dialog.getByText('Summe', { exact: true }),
    dialog.getByRole('button', { name: 'Abbrechen' }),
    dialog.getByRole('button', { name: 'Zahlungspflichtig anmelden' }),
  ]) {
    await expect(part).toBeInViewport({ ratio: 1 })
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(submit).toBeFocused()
  expect(await sideways()).toBe(0)
})

test('On a phone zoomed to 200 % no page from the form to "Meine Anmeldung" scrolls sideways, and a parade\'s title is wider than 90 px @gate-phone', async ({
  browserOf,
  guild,
}, { project }) => {
  const page = await browserOf(null)
  await page.setViewportSize({ width: 195, height: 332 })
  const expectToFit = (step: string) =>
    expect
      .poll(
        () =>
          page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          ),
        step,
      )
      .toBe(0)
  const [parade] = guild.open
  const [type] = guild.costumeTypes
  await page.goto(paths.paradeEnrolment)
  await fillPerson(page, {
    firstName: 'Maximiliane',
    lastName: `Lupe ${project.name}`,
    emailAddress: 'maxi@example.de',
    birthday: bornIn(40),
  })
  // The whole year has to be visible, with or without the button of the calendar.
  const birthday = page.getByLabel('Geburtstag')
  await chooseParade(page, parade, { number: `l1 ${project.name}`, type })
  await addChild(page, 'Emma', 8)
  await row(page, parade).getByLabel('Kleidernummer').fill(`l2 ${project.name}`)
  await row(page, parade).getByLabel('Kleidertyp').selectOption(type)
  await expectToFit('two people')
  expect(await birthday.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0)
  await page.getByRole('button', { name: 'Fertig' }).click()
  await page.getByRole('button', { name: 'Für 2 Personen anmelden' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stimmt alles?' })
  await expect(dialog.getByRole('heading', { name: 'Stimmt alles?' })).toBeInViewport({ ratio: 1 })
  await expect(dialog.getByText(/^Maximiliane Lupe/)).toBeInViewport({ ratio: 1 })
  await expectToFit('the last look')
  await dialog.getByRole('button', { name: 'Zahlungspflichtig anmelden' }).click()
  await expect(page.getByRole('button', { name: 'Jetzt bezahlen' })).toBeVisible()
  await expectToFit('the test payment')
  await page.getByRole('button', { name: 'Jetzt bezahlen' }).click()
  await expect(page.getByRole('heading', { name: 'Anmeldung erfolgreich' })).toBeVisible()
  await expectToFit('the result')
  await page.getByRole('link', { name: 'Meine Anmeldung' }).click()
  const title = page.getByRole('heading', { level: 3, name: parade.title }).first()
  await expect(title).toBeVisible()
  await expectToFit('"Meine Anmeldung"')
  expect((await title.boundingBox())?.width).toBeGreaterThan(90)
})
