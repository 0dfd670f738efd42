import type { Page } from '@playwright/test'
import { paths } from '#web/paths.ts'
import { expect, test } from './fixtures.ts'
import { expectToast } from './toast.ts'

// A saved view of a list, first private and then shared. Each project has its own in the shared
// guild.

const strip = (page: Page) => page.getByRole('region', { name: 'Ansichten' })

test('The clerk saves and shares a view, a reader opens it, and deleting it is undone', async ({
  browserOf,
}, { project }) => {
  const name = `Passive nach Eintritt ${project.name}`
  const clerk = await browserOf('management')
  await clerk.goto(`${paths.members}?sort=-dateJoined&filter.membershipState=Passive&page=2`)
  await strip(clerk).getByRole('button', { name: 'Ansicht speichern' }).click()
  await expect(clerk.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await clerk.keyboard.type(name)
  await clerk.keyboard.press('Enter')
  await expectToast(clerk, `Ansicht „${name}“ gespeichert`)
  await expect(strip(clerk).getByRole('button', { name, exact: true, pressed: true })).toBeVisible()

  const reader = await browserOf('readonly')
  await reader.goto(paths.members)
  await expect(strip(reader).getByRole('button', { name: 'Alle', pressed: true })).toBeVisible()
  await expect(strip(reader).getByText(name)).toHaveCount(0)

  const menu = clerk.getByRole('button', { name: `Ansicht „${name}“ ändern` })
  await menu.click()
  await clerk.getByRole('menuitem', { name: 'Für alle' }).click()
  await expectToast(clerk, `Ansicht „${name}“ ist für alle da`)

  await reader.reload()
  await strip(reader)
    .getByRole('button', { name: new RegExp(`^${name} von `) })
    .click()
  await expect(reader).toHaveURL(/filter\.membershipState=Passive.*sort=-dateJoined$/)
  await expect(reader.getByRole('button', { name: `Ansicht „${name}“ ändern` })).toHaveCount(0)
  // The strip of views scrolls, the page does not.
  const isWider = await reader.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
  expect(isWider).toBe(false)

  await menu.click()
  await clerk.getByRole('menuitem', { name: 'Löschen' }).click()
  await clerk.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(strip(clerk).getByRole('button', { name: new RegExp(`^${name} `) })).toBeVisible()
})
