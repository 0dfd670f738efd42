import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readWorkbook, serialOf } from '#tests/support/read-workbook.ts'
import { paths } from '#web/paths.ts'
import { berlinDay, germanDate } from '#worker/domain/dates.ts'
import { field } from './field.ts'
import { expect, test } from './fixtures.ts'
import { expectToast } from './toast.ts'

// A clerk's morning. Each project has its own member in the shared guild.

const today = germanDate(berlinDay(new Date()))

type Clerk = { page: Page; lastName: string; maidenName: string; isPhone: boolean }

test('The clerk creates, finds, completes, prints and exports a member; a deletion is not possible, and an exit is recorded and withdrawn', async ({
  browserOf,
}, { project }) => {
  const page = await browserOf('management')
  const isPhone = project.name === 'phone'
  const clerk = {
    page,
    lastName: `Rädle ${project.name}`,
    maidenName: `Häberle${project.name}`,
    isPhone,
  }
  await test.step('creates a member', () => enterMember(clerk))
  await test.step('finds the member by the beginning of the maiden name', () => findMember(clerk))
  await test.step('corrects the bank data', () => correctBankData(clerk))
  await test.step('adds an office and an honor', () => addOfficeAndHonor(clerk))
  await test.step('prints the list', () => printList(clerk))
  await test.step('exports the list', () => exportList(clerk))
  await test.step('saves the whole list for Excel', () => saveWorkbook(clerk))
  await test.step('cannot delete the member, and records the exit', () => markAsLeft(clerk))
  await test.step('withdraws the exit', () => withdrawExit(clerk))
})

const save = (page: Page) => page.getByRole('button', { name: 'Speichern' }).click()
const memberLink = ({ page, lastName }: Clerk) =>
  page.getByRole('link', { name: `${lastName}, Erna` })

async function search({ page, maidenName }: Clerk): Promise<void> {
  await page.getByRole('searchbox').fill(maidenName.slice(0, -2))
}

async function enterMember({ page, lastName, maidenName }: Clerk): Promise<void> {
  await page.goto(paths.members)
  await page.getByRole('link', { name: '+ Mitglied Anlegen' }).click()
  await expect(field(page, 'Mitgliedsnummer')).not.toHaveValue('')
  await field(page, 'Vorname').fill('Erna')
  await field(page, 'Nachname').fill(lastName)
  await field(page, 'Mädchenname').fill(maidenName)
  await field(page, 'Geburtstag').fill('1.2.1956')
  await field(page, 'Eintrittsdatum').fill('11.11.1974')
  await page.getByRole('button', { name: 'Zeitraum', exact: true }).click()
  await expect(field(page, 'Von')).toHaveValue('11.11.1974')
  await save(page)
  await expect(page).toHaveURL(paths.members)
  await expectToast(page, 'Mitglied angelegt')
}

async function findMember(clerk: Clerk): Promise<void> {
  const { page, lastName, maidenName } = clerk
  await search(clerk)
  await expect(page.getByText(`(geb: ${maidenName})`)).toBeVisible()
  await memberLink(clerk).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`Erna ${lastName}`)
  await expect(page.getByText('seit 11.11.1974')).toBeVisible()
}

async function correctBankData({ page }: Clerk): Promise<void> {
  await page.getByRole('link', { name: 'Bearbeiten' }).click()
  const iban = field(page, 'IBAN')
  await iban.pressSequentially('de89370400440532013001')
  await expect(iban).toHaveValue('DE89 3704 0044 0532 0130 01')
  await expect(page.getByText('Die Prüfziffer passt nicht.')).toBeVisible()
  await save(page)
  await expect(page.getByRole('alert')).toContainText(
    'Das Mitglied konnte nicht gespeichert werden',
  )
  await expect(page.getByText('Diese IBAN stimmt nicht.')).toBeVisible()
  await iban.press('End')
  await iban.press('Backspace')
  await iban.pressSequentially('0')
  await expect(field(page, 'Bank')).toHaveValue('Commerzbank')
  await page.getByLabel('SEPA-Lastschrift erlaubt').check()
  await field(page, 'SEPA erlaubt seit').fill(today)
  await save(page)
  await expectToast(page, 'Mitglied gespeichert')
  await expect(page.getByText('DE89 3704 0044 0532 0130 00')).toBeVisible()
  await expect(page.getByText('COBADEFFXXX')).toBeVisible()
  await expect(page.getByText(`erteilt am ${today}`)).toBeVisible()
}

async function addOfficeAndHonor({ page }: Clerk): Promise<void> {
  await page.getByRole('button', { name: 'Dienst eintragen' }).click()
  const duty = page.getByRole('dialog', { name: 'Dienst eintragen' })
  await field(duty, 'Amt').fill('Kassier')
  await field(duty, 'Von').fill('1.4.2011')
  await duty.getByRole('button', { name: 'OK' }).click()
  await expectToast(page, 'Dienst eingetragen')
  await expect(page.getByRole('row').filter({ hasText: 'Kassier' })).toContainText('01.04.2011')

  await page.getByRole('button', { name: 'Ehrung eintragen' }).click()
  const honor = page.getByRole('dialog', { name: 'Ehrung eintragen' })
  await field(honor, 'Ehrung').fill('50 Jahre Mitgliedschaft')
  await field(honor, 'Datum').fill(today)
  await honor.getByRole('button', { name: 'OK' }).click()
  await expectToast(page, 'Ehrung eingetragen')
  await expect(page.getByRole('row').filter({ hasText: '50 Jahre' })).toContainText(today)
}

async function printList(clerk: Clerk): Promise<void> {
  const { page, lastName } = clerk
  await page.goto(paths.members)
  await search(clerk)
  await expect(memberLink(clerk)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(lastName)).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeHidden()
  await expect(page.getByText('Rows per page:')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
}

async function exportList({ page, lastName, isPhone }: Clerk): Promise<void> {
  if (isPhone) await page.getByRole('button', { name: 'Liste einstellen' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('Export.csv')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('\uFEFFNachname;Vorname')
  expect(text.trimEnd().split('\r\n')).toEqual([
    expect.any(String),
    expect.stringContaining(`${lastName};Erna`),
  ])
  if (isPhone) await page.getByRole('button', { name: 'Fertig' }).click()
}

/** All columns of all members: so large that a library might want workers that the page's policy forbids. */
async function saveWorkbook(clerk: Clerk): Promise<void> {
  const { page, isPhone } = clerk
  const settings = page.getByRole('button', { name: 'Liste einstellen' })
  await page.getByRole('searchbox').fill('')
  if (isPhone) await settings.click()
  await page.getByRole('button', { name: 'Spalten' }).click()
  await page.getByRole('button', { name: 'Alle zeigen' }).click()
  if (!isPhone) await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('Export.xlsx')
  const rows = readWorkbook(await readFile(await file.path()))
  expect(rows.length).toBeGreaterThan(300)
  expect(rows[0]?.slice(0, 2)).toEqual([{ text: 'Nachname' }, { text: 'Vorname' }])
  const postalCode = rows[0]?.findIndex((cell) => cell && 'text' in cell && cell.text === 'PLZ')
  expect(rows.map((row) => row[postalCode ?? -1])).toContainEqual({
    text: expect.stringMatching(/^\d{5}$/),
  })
  const own = rows.find(([name]) => name && 'text' in name && name.text === clerk.lastName)
  expect(own).toContainEqual({ number: serialOf('1956-02-01'), format: 'dd.mm.yyyy' })
  if (isPhone) await page.getByRole('button', { name: 'Fertig' }).click()
  await page.goto(paths.members)
  await search(clerk)
}

async function markAsLeft(clerk: Clerk): Promise<void> {
  const { page } = clerk
  await memberLink(clerk).click()
  await page.getByRole('button', { name: 'Löschen', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Mitglied löschen?' })
  await expect(question.getByText('Das Mitglied kann nicht gelöscht werden.')).toBeVisible()
  await expect(question.getByRole('listitem')).toHaveText(['1 Ehrung', '1 Eintrag im Dienstbuch'])
  await question.getByRole('button', { name: 'Als ausgetreten eintragen' }).click()

  const leaving = page.getByRole('dialog', { name: 'Austritt eintragen' })
  await expect(
    leaving.getByRole('checkbox', { name: 'Mitgliedszeit seit 11.11.1974' }),
  ).toBeChecked()
  await expect(leaving.getByRole('checkbox', { name: 'Amt Kassier seit 01.04.2011' })).toBeChecked()
  await leaving.getByRole('button', { name: 'OK' }).click()
  await expectToast(page, 'Austritt eingetragen')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ausgetreten')
  await expect(page.getByText(`11.11.1974 – ${today}`)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Kassier' })).toContainText(today)
}

async function withdrawExit({ page }: Clerk): Promise<void> {
  await page.getByRole('button', { name: 'Austritt zurücknehmen' }).click()
  const question = page.getByRole('alertdialog', { name: 'Austritt zurücknehmen?' })
  await question.getByRole('button', { name: 'Austritt zurücknehmen' }).click()
  await expectToast(page, 'Austritt zurückgenommen')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Aktiv')
  await expect(page.getByText('seit 11.11.1974')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Austritt eintragen' })).toBeFocused()
}
