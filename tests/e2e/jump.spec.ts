import { paths } from '#web/paths.ts'
import { expect, test } from './fixtures.ts'

declare global {
  var shifted: number
}

test('Nothing that is shown jumps while the parades load on a phone, and the arrow of the next year stands inside', async ({
  browserOf,
}) => {
  const page = await browserOf('management')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => {
    window.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        window.shifted += 'value' in entry ? Number(entry.value) : 0
    }).observe({ type: 'layout-shift', buffered: true })
  })
  // The answers arrive one after the other.
  let calls = 0
  await page.route('**/api/parade/**', async (route) => {
    calls += 1
    await new Promise((go) => setTimeout(go, calls * 250))
    await route.continue()
  })
  await page.goto(paths.parades)
  const arrow = await page.getByRole('button', { name: 'Nächstes Jahr' }).boundingBox()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  expect(await page.evaluate(() => window.shifted)).toBeLessThan(0.05)
  expect((arrow?.x ?? 0) + (arrow?.width ?? 0)).toBeLessThanOrEqual(390 - 16)
})
