import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { field } from './field.ts'
import { expect, test } from './fixtures.ts'
import { expectToast } from './toast.ts'

async function saveName(page: Page, title: string, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  await field(dialog, 'Name').fill(name)
  await dialog.getByRole('button', { name: 'Speichern' }).click()
}

test('Management creates, renames and deletes a costume type', async ({ browserOf }, {
  project,
}) => {
  const page = await browserOf('management')
  const name = `Weiherhex ${project.name}`
  await page.goto(paths.costumes)
  await page.getByRole('button', { name: 'Kleidertyp anlegen' }).click()
  await saveName(page, 'Neuer Kleidertyp', name)
  await expectToast(page, 'Kleidertyp angelegt')
  await page.getByRole('button', { name: `${name} umbenennen` }).click()
  await saveName(page, 'Kleidertyp umbenennen', `${name} alt`)
  await expectToast(page, 'Kleidertyp umbenannt')
  await page.getByRole('button', { name: `${name} alt löschen` }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Kleidertyp löschen?' })
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: `${name} alt löschen` })).toHaveCount(0)
})

test('A costume type with an existing name is rejected at the field, and a type in use cannot be deleted', async ({
  browserOf,
  guild,
}) => {
  const [name] = guild.costumeTypes
  const page = await browserOf('management')
  await page.goto(paths.costumes)
  await page.getByRole('button', { name: 'Kleidertyp anlegen' }).click()
  await saveName(page, 'Neuer Kleidertyp', name.toUpperCase())
  const dialog = page.getByRole('dialog', { name: 'Neuer Kleidertyp' })
  await expect(field(dialog, 'Name')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()

  await page.getByRole('button', { name: `${name} löschen` }).click()
  const question = page.getByRole('alertdialog', { name: 'Kleidertyp löschen?' })
  await expect(question).toContainText(`„${name}“ lässt sich nicht löschen`)
  await expect(question.getByRole('button', { name: 'OK' })).toHaveCount(0)
})
