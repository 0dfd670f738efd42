import type { Page } from '@playwright/test'

/** As much of a page as may be seen at once: nothing lies under a bar that sticks to an edge. */
export async function stretch(page: Page, most = Number.POSITIVE_INFINITY): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const content = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.min(Math.max(content, height), most) })
}
