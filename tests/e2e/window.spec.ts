import type { Page } from '@playwright/test'
import { paths, settingsPart } from '#web/paths.ts'
import { expect, test } from './fixtures.ts'

// What stands beside or over a page on the smallest wide window.

test.beforeEach(({ browserName }, { project }) => {
  test.skip(project.name !== 'desktop' || !browserName, 'Phones have no window to resize')
})

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).boundingBox()
  if (!box) throw new Error(`${selector} is not drawn`)
  return { top: box.y, bottom: box.y + box.height, left: box.x, right: box.x + box.width }
}

const pager = 'div:has(> label:has-text("Rows per page:"))'

test('The page buttons below a list never cover its first row, or its only rows', async ({
  browserOf,
}) => {
  const page = await browserOf('readonly')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(paths.members)
  const name = (await page.locator('tbody a').first().textContent())?.split(',')[0] ?? ''
  const few = `?filter.lastName=${encodeURIComponent(name)}`
  const queries = ['', '?size=10', '?size=100', '?page=2', few]
  for (const query of queries) {
    await page.goto(`${paths.members}${query}`)
    await expect(page.locator('tbody tr').first()).toBeVisible()
    if (query === few)
      await expect(page.locator('tbody tr').filter({ hasNotText: name })).toHaveCount(0)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    for (let at = 0; at < height; at += 150) {
      await page.evaluate((top) => window.scrollTo(0, top), at)
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
      const first = await boxOf(page, 'tbody tr:first-child')
      const foot = await boxOf(page, pager)
      // Or the row is above the window.
      expect(foot.top >= first.bottom - 1, `${query} at ${at}`).toBe(true)
    }
    const rows = await page.locator('tbody tr').count()
    if (rows > 10) continue
    await page.evaluate(() => window.scrollTo(0, 0))
    const last = await boxOf(page, 'tbody tr:last-child')
    expect((await boxOf(page, pager)).top, query).toBeGreaterThanOrEqual(last.bottom - 1)
  }
})

test('On a wide window a long list is compact until the user chooses otherwise', async ({
  browserOf,
}) => {
  const page = await browserOf('readonly')
  const table = page.getByRole('region', { name: 'Mitglieder' }).getByRole('table')
  await page.setViewportSize({ width: 1279, height: 800 })
  await page.goto(paths.members)
  await expect(table).toHaveAttribute('data-density', 'standard')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  await expect(table).toHaveAttribute('data-density', 'compact')
  const shown = await page
    .locator('tbody tr')
    .evaluateAll(
      (rows) =>
        rows.filter((row) => row.getBoundingClientRect().bottom <= window.innerHeight).length,
    )
  expect(shown).toBeGreaterThanOrEqual(10)
  await page.getByRole('button', { name: 'Dichte' }).click()
  await page.getByRole('radio', { name: 'Standard' }).check()
  await page.goto(paths.members)
  await expect(table).toHaveAttribute('data-density', 'standard')
})

test('From a width of 1200 px on the help is shown beside the page, and covers none of its buttons', async ({
  browserOf,
}) => {
  const page = await browserOf('management')
  for (const path of [paths.members, paths.parades, paths.treasury]) {
    await page.setViewportSize({ width: 1200, height: 800 })
    await page.goto(path)
    await page.getByRole('button', { name: 'Hilfe', expanded: false }).first().click()
    const { left } = await boxOf(page, '#hilfe')
    const reach = await page
      .locator('main :is(a, button, input)')
      .evaluateAll((all) =>
        all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().right),
      )
    expect(reach.length).toBeGreaterThan(3)
    expect(Math.max(...reach), path).toBeLessThanOrEqual(left)

    await page.setViewportSize({ width: 1199, height: 800 })
    const sheet = await boxOf(page, '#hilfe')
    expect([sheet.left, sheet.right]).toEqual([0, 1199])
    // All of the page can be scrolled above the sheet.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const ends = await page
      .locator('main :is(a, button, input)')
      .evaluateAll((all) =>
        all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().bottom),
      )
    expect(Math.max(...ends), path).toBeLessThanOrEqual(sheet.top)
  }
})

test('The index of the settings marks the section in the address, also after a reload', async ({
  browserOf,
}) => {
  const page = await browserOf('management')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(paths.settings)
  const index = page.getByRole('navigation', { name: 'Abschnitte' })
  const chosen = index.getByRole('link').and(page.locator('[aria-current]'))
  await index.getByRole('link', { name: 'Regeln für Ehrungen' }).click()
  await expect(page).toHaveURL(settingsPart('honors'))
  for (const reloads of [false, true]) {
    if (reloads) await page.reload()
    await expect(page.getByRole('heading', { name: 'Regeln für Ehrungen' })).toBeInViewport()
    await expect(chosen).toHaveText('Regeln für Ehrungen')
    await expect(index).toBeInViewport()
  }
  await page.evaluate(() => window.scrollTo(0, 0))
  await expect(chosen).toHaveText('Verein')
})
