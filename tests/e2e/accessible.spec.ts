import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { isGate, screensOfTheGate } from '#tests/gate.ts'
import { hinted } from '#web/ui/use-pointed-at.ts'
import { expect, test } from './fixtures.ts'
import { openScreen, screens } from './screens.ts'
import { stretch } from './stretch.ts'

// The width is the project's: 390 or 1280. Both themes, and 320 px as the narrowest phone.

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// WCAG 2.2 asks for targets of a size; axe leaves the rule off by itself.
const byDay: RunOptions = {
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
}
const byNight: RunOptions = { runOnly: ['color-contrast'], resultTypes: ['violations'] }

for (const screen of screens.filter(({ name }) => !isGate || screensOfTheGate.includes(name))) {
  test(`${screen.name}: everybody can use it, by day and by night`, async ({
    pageOf,
    browserOf,
    guild,
  }, { project }) => {
    const page = await (screen.isKept ? browserOf : pageOf)(screen.role)
    await paint(page, 'light')
    await openScreen(page, screen, guild)
    await stretch(page)
    await bringToRest(page)
    expect(await withoutTooltip(page), 'without words and without a tooltip').toEqual([])
    // Not as a script of the page: its content security policy would rightly refuse that.
    await page.evaluate(await axeSource)
    expect(await violations(page, byDay), 'by day').toEqual([])
    const seenByDay = await bodyOf(page)
    await paint(page, 'dark')
    await bringToRest(page)
    // By night the same page has other colours, and nothing else.
    expect(await bodyOf(page)).toBe(seenByDay)
    expect(await violations(page, byNight), 'by night').toEqual([])
    await expectNoSidewaysScroll(page)
    if (project.name !== 'phone') return
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
  })
}

test('the gate looks at screens that there are', () => {
  const names = screens.map(({ name }) => name)
  expect(screensOfTheGate.filter((name) => !names.includes(name))).toEqual([])
})

test('who wants no motion sees the other theme at once', async ({ browserOf }) => {
  const page = await browserOf('management')
  await paint(page, 'light')
  await page.goto('/members')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const heard = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<number>()
    const night = matchMedia('(prefers-color-scheme: dark)')
    night.addEventListener('change', () => resolve(document.getAnimations().length))
    return { onTheirWay: promise }
  })
  await paint(page, 'dark')
  expect(await heard.evaluate(({ onTheirWay }) => onTheirWay)).toBe(0)
})

const paint = (page: Page, colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme })

const bodyOf = (page: Page) => page.evaluate(() => document.body.outerHTML)

/**
 * The page hears of the theme with its next frame; from there colours may still be on their way. They
 * are brought to their end: on a tall page the browser may never draw the frames that would.
 */
async function bringToRest(page: Page): Promise<void> {
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

async function violations(page: Page, options: RunOptions): Promise<string[]> {
  const results = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`)
  return results.violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ target }) => !(id === 'region' && isOpenMenu(String(target))))
      .map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
  )
}

/** Buttons and links that show a picture alone and do not tell their name when somebody points at them. */
function withoutTooltip(page: Page): Promise<string[]> {
  return page.evaluate((hinted) => {
    // What only readers hear is a pixel wide.
    const isSeen = ({ textContent, parentElement }: Node) =>
      textContent?.trim() && parentElement && parentElement.getBoundingClientRect().width > 1
    const hasWords = (control: Element) => {
      const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) if (isSeen(texts.currentNode)) return true
      return false
    }
    return [...document.querySelectorAll('button, a[href], [role=button], summary')]
      .filter((control) => control.checkVisibility() && !hasWords(control))
      .filter((control) => !control.matches(hinted) && !control.querySelector('[data-hint]'))
      .map(({ outerHTML }) => outerHTML.slice(0, 200))
  }, hinted)
}

// A menu that has just been opened floats above the landmarks; the focus is in it already.
const isOpenMenu = (target: string) => target.includes('data-radix-popper-content-wrapper')

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const content = await page.evaluate(() => document.documentElement.scrollWidth)
  // Not the window's own width: a phone that has to show something wider zooms out.
  const width = page.viewportSize()?.width ?? 0
  expect(content, `at ${width} px nothing sticks out`).toBeLessThanOrEqual(width)
}
