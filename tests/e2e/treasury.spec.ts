import { expect, test } from './fixtures.ts'
import { countSteps } from './steps.ts'

test('From the overview a treasurer opens the next step of the fee year with at most three presses', async ({
  browserOf,
}, { project }) => {
  const page = await browserOf('management')
  await page.goto('/')
  const steps = await countSteps(page)
  const menu = page.getByRole('navigation', { name: 'Hauptmenü' })
  if (project.name === 'phone') {
    await menu.getByRole('button', { name: 'Mehr' }).click()
    await page.getByRole('menuitem', { name: 'Kasse' }).click()
  } else {
    await menu.getByRole('link', { name: 'Kasse' }).click()
  }
  await expect(page.getByRole('heading', { level: 1, name: /^Kasse \d{4}$/ })).toBeVisible()
  const path = page.getByRole('region', { name: /^Die Beiträge/ })
  await expect(path.locator('[aria-current="step"]')).toHaveCount(1)
  const close = path.getByRole('button', { name: 'Festschreiben' })
  const next =
    (await close.count()) > 0
      ? close
      : path.locator('[aria-current="step"]').getByRole('link').first()
  await next.click()
  // The question before closing the year, or the page on which the step is done.
  const question = page.getByRole('alertdialog', { name: /festschreiben\?$/ })
  const fees = page.getByRole('heading', {
    level: 1,
    name: /Mitgliedsbeiträge|Schreiben|Kontoauszug/,
  })
  await expect(question.or(fees)).toBeVisible()
  expect(steps().presses).toBeLessThanOrEqual(3)
})
