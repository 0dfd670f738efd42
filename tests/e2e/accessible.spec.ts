import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { expect, test } from './fixtures.ts'
import { openScreen, screens } from './screens.ts'
import { stretch } from './stretch.ts'

// The width is the project's: 390 or 1280. Both themes, and 320 px as the narrowest phone.

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// WCAG 2.2 asks for targets of a size; axe leaves the rule off by itself.
const options = { rules: { 'target-size': { enabled: true } } }

for (const screen of screens) {
  test(`${screen.name}: everybody can use it, by day and by night`, async ({ browserOf, guild }, {
    project,
  }) => {
    const page = await browserOf(screen.role)
    await openScreen(page, screen, guild)
    await stretch(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await paint(page, colorScheme)
      expect(await violations(page), colorScheme).toEqual([])
    }
    await expectNoSidewaysScroll(page)
    if (project.name !== 'phone') return
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
  })
}

test('who wants no motion sees the other theme at once', async ({ browserOf }) => {
  const page = await browserOf('management')
  await page.goto('/members')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const onTheirWay = await page.evaluate(() => {
    document.documentElement.classList.toggle('dark')
    return document.getAnimations().length
  })
  expect(onTheirWay).toBe(0)
})

/**
 * The page hears of the theme with its next frame; from there colours may still be on their way. They
 * are brought to their end: on a tall page the browser may never draw the frames that would.
 */
async function paint(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      const isEndless = animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
      if (isEndless) animation.cancel()
      else animation.finish()
    }
  })
}

async function violations(page: Page): Promise<string[]> {
  // Not as a script of the page: its content security policy would rightly refuse that.
  await page.evaluate(await axeSource)
  const results = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return results.violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ target }) => !(id === 'region' && isOpenMenu(String(target))))
      .map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
  )
}

// A menu that has just been opened floats above the landmarks; the focus is in it already.
const isOpenMenu = (target: string) => target.includes('data-radix-popper-content-wrapper')

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const content = await page.evaluate(() => document.documentElement.scrollWidth)
  // Not the window's own width: a phone that has to show something wider zooms out.
  const width = page.viewportSize()?.width ?? 0
  expect(content, `at ${width} px nothing sticks out`).toBeLessThanOrEqual(width)
}
