import { paths } from '#web/paths.ts'
import { expect, test } from './fixtures.ts'

// Twelve members get an honor, which is undone.

test('An honor is entered for twelve selected members together, and this is undone', async ({
  browserOf,
}) => {
  const page = await browserOf('management')
  await page.goto(paths.members)
  const boxes = page.locator('tbody').getByRole('checkbox')
  await boxes.first().click()
  await boxes.nth(11).click({ modifiers: ['Shift'] })
  await expect(page.getByText('12 ausgewählt')).toBeVisible()
  await page.getByRole('button', { name: 'Ehrung eintragen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ehrung eintragen' })
  await expect(dialog.getByText(/^Für 12 Mitglieder/)).toBeVisible()
  await dialog.getByRole('combobox', { name: /^Ehrung/ }).fill('Sonderurkunde')
  await dialog.getByLabel('Kommentar').fill('Für den Umzug im Regen')
  await dialog.getByRole('button', { name: 'OK' }).click()
  const toast = page.getByRole('status').filter({ hasText: 'Ehrung für 12 Mitglieder eingetragen' })
  await expect(toast).toBeVisible()
  await toast.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Rückgängig gemacht.' })).toBeVisible()
})
