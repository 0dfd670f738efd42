import { paths } from '#web/paths.ts'
import { expect, test } from './fixtures.ts'
import { changeCostume } from './history-screens.ts'

// Each project changes rows of its own; the history has those of both.

test('A change is undone from the message about it, with the keyboard alone @gate-desktop', async ({
  browserOf,
  guild,
}, { project }) => {
  const page = await browserOf('management')
  const comment = `Gleich wieder weg ${project.name}`
  await changeCostume(page, guild, comment)
  const facts = page.getByRole('main')
  await expect(facts.getByText(comment).first()).toBeVisible()
  const toast = page.getByRole('status').filter({ hasText: 'Kleid gespeichert' })
  await expect(toast.getByRole('button', { name: 'Rückgängig' })).toBeVisible()
  await page.keyboard.press('F8')
  await expect(toast.getByRole('button', { name: 'Rückgängig' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Rückgängig gemacht.' })).toBeVisible()
  // The comment remains in the history and is no longer the costume's.
  await expect(page.locator('dd').getByText(comment)).toHaveCount(0)
  const history = page.getByRole('region', { name: 'Verlauf' })
  await expect(history.getByText('Rückgängig gemacht').first()).toBeVisible()
})

test('An earlier change is undone from the complete history @gate-desktop', async ({
  browserOf,
  guild,
}, { project }) => {
  const page = await browserOf('management')
  const comment = `Später wieder weg ${project.name}`
  await changeCostume(page, guild, comment)
  await page.goto(paths.history)
  const entry = page
    .getByRole('listitem')
    .filter({ has: page.locator('time') })
    .filter({ hasText: comment })
  await entry
    .first()
    .getByRole('button', { name: /^Rückgängig: / })
    .click()
  await expect(page.getByRole('status').filter({ hasText: 'Rückgängig gemacht.' })).toBeVisible()
  await expect(
    entry.filter({ has: page.getByText('Rückgängig gemacht', { exact: true }) }).first(),
  ).toBeVisible()
})
