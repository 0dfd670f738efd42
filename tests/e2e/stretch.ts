import type { Page } from '@playwright/test'

/** Makes the window as high as the page (or `most`), so that nothing is covered by sticky bars. */
export async function stretch(page: Page, most = Number.POSITIVE_INFINITY): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  const content = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.min(Math.max(content, height), most) })
}
