import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'
import { listName } from '#worker/domain/names.ts'
import { field } from './field.ts'
import { expect, test } from './fixtures.ts'
import type { Guild } from './guild.ts'
import { expectToast } from './toast.ts'

// The history of one costume. Each project has its own number in the shared guild.

const today = germanDate(berlinDay(new Date()))
const since = '06.01.2020'
const before = '11.11.2019'

type Keeper = { page: Page; guild: Guild; number: string; name: string }

test('The costume keeper enters a costume, gives it to a member, takes it back, and deregisters it', async ({
  browserOf,
  guild,
}, { project }) => {
  const page = await browserOf('management')
  const number = `9${project.name.length}9 E`
  const keeper = { page, guild, number, name: `${guild.costumeTypes[0]} ${number}` }
  await test.step('enters a costume', () => enterCostume(keeper))
  await test.step('finds it however its number is written', () => findCostume(keeper))
  await test.step('gives it to a member, whose page shows it', () => giveToMember(keeper))
  await test.step('takes it back', () => returnToGuild(keeper))
  await test.step('corrects the days of the ownership', () => correctDays(keeper))
  await test.step('cannot delete it, and deregisters it', () => deregister(keeper))
})

test('A costume number in use is rejected at its field, and a question is asked before typed values are discarded', async ({
  browserOf,
  guild,
}) => {
  const page = await browserOf('management')
  await page.goto(paths.costumes)
  const row = page.getByRole('row').filter({ hasText: guild.costumeTypes[0] }).first()
  const taken = (await row.getByRole('link').textContent()) ?? ''
  await page.getByRole('link', { name: '+ Kleid Anlegen' }).click()
  await field(page, 'Nummer').fill(` ${taken.toLowerCase()} `)
  await field(page, 'Kleidertyp').selectOption({ label: guild.costumeTypes[0] })
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('alert')).toContainText('Das Kleid konnte nicht angelegt werden.')
  await expect(field(page, 'Nummer')).toHaveAttribute('aria-invalid', 'true')
  await page.getByRole('link', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Verwerfen' }).click()
  await expect(page).toHaveURL(paths.costumes)
})

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const history = (page: Page) => page.getByRole('list', { name: 'Besitzer' }).getByRole('listitem')

async function enterCostume({ page, guild, number }: Keeper): Promise<void> {
  await page.goto(paths.costumes)
  await page.getByRole('link', { name: '+ Kleid Anlegen' }).click()
  await expect(field(page, 'Angemeldet seit')).toHaveValue(today)
  await field(page, 'Nummer').fill(number)
  await field(page, 'Kleidertyp').selectOption({ label: guild.costumeTypes[0] })
  await field(page, 'Kommentar').fill('Maske von 1987')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page).toHaveURL(paths.costumes)
  await expectToast(page, 'Kleid angelegt')
}

async function findCostume({ page, number, name }: Keeper): Promise<void> {
  await page.getByRole('searchbox').fill(number.replace(' ', '').toLowerCase())
  await page.getByRole('link', { name, exact: true }).click()
  await expect(heading(page)).toContainText(name)
  await expect(page.getByText('Noch kein Besitzer. Das Kleid ist bei der Zunft.')).toBeVisible()
}

async function giveToMember({ page, guild: { veteran }, name }: Keeper): Promise<void> {
  await page.getByRole('button', { name: 'Besitzer ändern' }).click()
  const dialog = page.getByRole('dialog', { name: 'Besitzer ändern' })
  await expect(dialog.getByRole('button', { name: 'OK' })).toBeDisabled()
  await field(dialog, 'Mitglied').fill(`${veteran.firstName} ${veteran.lastName}`)
  const option = dialog.getByRole('option', { name: listName(veteran) }).first()
  await option.click()
  await field(dialog, 'Seit').fill(since)
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expectToast(page, 'Besitzer geändert')
  await expect(history(page)).toHaveText([new RegExp(`${veteran.lastName}.*seit ${since}`)])
  const owner = `${veteran.firstName} ${veteran.lastName}`
  await history(page).getByRole('link', { name: owner }).click()
  const costumes = page.getByRole('heading', { level: 2, name: /^Kleider/ }).locator('../..')
  await expect(costumes).toContainText(name.split(' ').slice(-2).join(' '))
  await page.goBack()
  await expect(heading(page)).toContainText(name)
}

async function returnToGuild({ page, guild: { veteran } }: Keeper): Promise<void> {
  await page.getByRole('button', { name: 'Besitzer ändern' }).click()
  const dialog = page.getByRole('dialog', { name: 'Besitzer ändern' })
  await dialog.getByRole('radio', { name: 'Zurück an die Zunft' }).check()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expectToast(page, 'Kleid zurückgegeben')
  await expect(history(page)).toHaveText([
    new RegExp(`bei der Zunft.*seit ${today}`),
    new RegExp(`${veteran.lastName}.*${since} – ${today}`),
  ])
}

async function correctDays({ page, guild: { veteran } }: Keeper): Promise<void> {
  await page.getByRole('button', { name: /: Bearbeiten$/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Besitzer berichtigen' })
  await expect(field(dialog, 'Mitglied')).toHaveValue(listName(veteran))
  await expect(field(dialog, 'Von')).toHaveValue(since)
  await expect(field(dialog, 'Bis')).toHaveValue(today)
  await expect(field(dialog, 'Bis')).toHaveAccessibleDescription('Leer: hat es noch')
  await field(dialog, 'Von').fill(today)
  await field(dialog, 'Bis').fill(since)
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(dialog.getByText('Der Besitz endet, bevor er beginnt.')).toBeVisible()
  await field(dialog, 'Von').fill(before)
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expectToast(page, 'Eintrag gespeichert')
  await expect(history(page)).toHaveText([
    new RegExp(`bei der Zunft.*seit ${since}`),
    new RegExp(`${veteran.lastName}.*${before} – ${since}`),
  ])
}

async function deregister({ page, name }: Keeper): Promise<void> {
  await page.getByRole('button', { name: 'Löschen' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Kleid löschen?' })
  await expect(dialog).toContainText('sondern abgemeldet')
  await expect(dialog.getByRole('button', { name: 'OK' })).toHaveCount(0)
  await dialog.getByRole('link', { name: 'Kleid abmelden' }).click()
  await field(page, 'Abgemeldet am').fill(today)
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expectToast(page, 'Kleid gespeichert')
  await expect(heading(page)).toContainText(`${name} Abgemeldet`)
  await expect(page.getByRole('button', { name: 'Besitzer ändern' })).toHaveCount(0)
}
