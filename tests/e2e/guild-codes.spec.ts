import { paths } from '#web/paths.ts'
import { field } from './field.ts'
import { expect, test } from './fixtures.ts'
import { expectToast } from './toast.ts'

test('An office that does not exist yet is created while a duty is entered, with at most six clicks', async ({
  browserOf,
}, { project }) => {
  const page = await browserOf('management')
  const name = `Häswart ${project.name}`
  await page.goto(paths.member(1))
  let clicks = 0
  const press = async (button: string, inside = page.locator('body')) => {
    clicks += 1
    await inside.getByRole('button', { name: button }).click()
  }
  await press('Dienst eintragen')
  const dialog = page.getByRole('dialog', { name: 'Dienst eintragen' })
  // Opening the list and choosing from it.
  clicks += 2
  await field(dialog, 'Amt').selectOption('Neu anlegen …')
  await dialog.getByLabel('Name (Amt)').fill(name)
  await press('Anlegen', dialog)
  await expect(field(dialog, 'Amt').locator('option:checked')).toHaveText(name)
  await field(dialog, 'Von').fill('1.4.2011')
  await press('OK', dialog)
  await expectToast(page, 'Dienst eingetragen')
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('01.04.2011')
  expect(clicks).toBeLessThanOrEqual(6)
})
