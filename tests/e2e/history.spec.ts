import { paths } from '#web/paths.ts'
import { expect, test } from './fixtures.ts'
import { changeCostume } from './history-screens.ts'

// Each project changes a thing of its own; the other one's stands in the same history.

test('what was just changed is taken back from its message, by keyboard alone @gate-desktop', async ({
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
  // It stands in the history, as what was; and is no more what the costume says.
  await expect(page.locator('dd').getByText(comment)).toHaveCount(0)
  const history = page.getByRole('region', { name: 'Verlauf' })
  await expect(history.getByText('Rückgängig gemacht').first()).toBeVisible()
})

test('what was changed earlier is taken back from the history of everything @gate-desktop', async ({
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
