import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { hinted } from '#web/ui/tooltip.tsx'
import { expect, test } from './fixtures.ts'
import type { Screen } from './screen.ts'
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

const tagOf = ({ inGate }: Screen) => (inGate ? ' @gate-desktop' : '')

for (const screen of screens) {
  test(`${screen.name}: everybody can use it, by day and by night${tagOf(screen)}`, async ({
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

// WCAG 1.4.4 and 1.4.10: what the public and the helpers have on a phone.
const enlarged = [
  { title: 'text at 200 %', viewport: { width: 390, height: 664 }, fontSize: '200%' },
  { title: 'a phone zoomed to 200 %', viewport: { width: 195, height: 332 }, fontSize: '' },
  { title: 'a desktop zoomed to 400 %', viewport: { width: 320, height: 256 }, fontSize: '' },
]
const readByEverybody =
  /^(sign-in|enrolment(?!s)|my-enrolment|imprint|privacy|accessibility|home-|check-in)/

for (const screen of screens.filter(({ name, isKept }) => readByEverybody.test(name) && !isKept)) {
  test(`${screen.name}: everything stays readable with large text and at a high zoom${tagOf(screen)}`, async ({
    pageOf,
    guild,
  }) => {
    const page = await pageOf(screen.role)
    await openScreen(page, screen, guild)
    for (const { title, viewport, fontSize } of enlarged) {
      await page.setViewportSize(viewport)
      await page.evaluate((size) => {
        document.documentElement.style.fontSize = size
        scrollTo(0, 0)
      }, fontSize)
      await bringToRest(page)
      await expectNoSidewaysScroll(page)
      expect(await page.evaluate(readingFaults), title).toEqual([])
    }
  })
}

test('who wants no motion sees the other theme at once @gate-desktop', async ({ browserOf }) => {
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

/** Words that are broken into letters, texts that are cut off, bars that cover more than a fifth of the height. */
async function readingFaults(): Promise<string[]> {
  const faults = new Set<string>()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: node } = texts
    const box = node.parentElement
    if (!box?.checkVisibility() || box.getBoundingClientRect().width < 2) continue
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\p{L}{4,}/gu)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      if (lines > Math.ceil(word.length / 5)) faults.add(`"${word}" stands in ${lines} lines`)
      const { left, right } = range.getBoundingClientRect()
      if (right < 0 || left > innerWidth) faults.add(`"${word}" is beside the window`)
    }
    const { overflowX, textOverflow } = getComputedStyle(box)
    const isCut = overflowX !== 'visible' && textOverflow === 'ellipsis'
    if (isCut && box.scrollWidth > box.clientWidth + 1)
      faults.add(`"${box.textContent}" is cut off`)
  }
  // A dialog is no bar: it scrolls by itself.
  const bars = [...document.querySelectorAll('body *')].filter(
    (element) =>
      ['sticky', 'fixed'].includes(getComputedStyle(element).position) &&
      !element.closest('[role=dialog], [role=alertdialog]') &&
      !element.querySelector('[role=dialog], [role=alertdialog]'),
  )
  const middle = (document.documentElement.scrollHeight - innerHeight) / 2
  scrollTo(0, middle)
  const before = bars.map((bar) => bar.getBoundingClientRect())
  scrollTo(0, middle + 30)
  await new Promise((done) => requestAnimationFrame(done))
  for (const [index, bar] of bars.entries()) {
    const { top, bottom, height } = bar.getBoundingClientRect()
    const isStuck = bar.checkVisibility() && scrollY > middle && top === before[index]?.top
    const isInView = bottom > 0 && top < innerHeight
    if (isStuck && isInView && height > innerHeight / 5) {
      faults.add(`a bar covers ${height} of ${innerHeight} px: ${bar.textContent?.slice(0, 40)}`)
    }
  }
  return [...faults]
}
