import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults, RunOptions } from 'axe-core'
import { tooltipButtons } from '#web/ui/tooltip.tsx'
import { expect, test } from './fixtures.ts'
import type { Screen } from './screen.ts'
import { openScreen, screens } from './screens.ts'
import { stretch } from './stretch.ts'

// The width is the project's, 390 or 1280 px; both themes are tested, and 320 px as the narrowest
// phone.

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// WCAG 2.2 requires a minimum target size; axe leaves this rule off by default.
const allRules: RunOptions = {
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations'],
}
const contrastOnly: RunOptions = { runOnly: ['color-contrast'], resultTypes: ['violations'] }

const tagOf = ({ inGate }: Screen) => (inGate ? ' @gate-desktop' : '')

for (const screen of screens) {
  test(`${screen.name}: no accessibility violations in the light and the dark theme${tagOf(screen)}`, async ({
    pageOf,
    browserOf,
    guild,
  }, { project }) => {
    const page = await (screen.isKept ? browserOf : pageOf)(screen.role)
    await paint(page, 'light')
    await openScreen(page, screen, guild)
    // A page rendered by the server changes once more when its scripts take over.
    await page.waitForLoadState('networkidle')
    await stretch(page)
    await bringToRest(page)
    expect(await withoutTooltip(page), 'controls without text and tooltip').toEqual([])
    // Evaluated instead of added as a script, which the page's content security policy would
    // reject.
    await page.evaluate(await axeSource)
    expect(await violations(page, allRules), 'light theme').toEqual([])
    const bodyInLight = await bodyOf(page)
    await paint(page, 'dark')
    await bringToRest(page)
    // The dark theme changes colours and nothing else.
    expect(await bodyOf(page)).toBe(bodyInLight)
    expect(await violations(page, contrastOnly), 'dark theme').toEqual([])
    await expectNoSidewaysScroll(page)
    if (project.name !== 'phone') return
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
  })
}

// WCAG 1.4.4 and 1.4.10, for the pages that the public and helpers use on a phone.
const enlarged = [
  { title: 'text at 200 %', viewport: { width: 390, height: 664 }, fontSize: '200%' },
  { title: 'a phone zoomed to 200 %', viewport: { width: 195, height: 332 }, fontSize: '' },
  { title: 'a desktop zoomed to 400 %', viewport: { width: 320, height: 256 }, fontSize: '' },
]
const pagesOnPhones =
  /^(sign-in|enrolment(?!s)|my-enrolment|imprint|privacy|accessibility|home-|check-in)/

for (const screen of screens.filter(({ name, isKept }) => pagesOnPhones.test(name) && !isKept)) {
  test(`${screen.name}: with large text and at a high zoom everything can be read${tagOf(screen)}`, async ({
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

test('If reduced motion is preferred, the theme changes without animations @gate-desktop', async ({
  browserOf,
}) => {
  const page = await browserOf('management')
  await paint(page, 'light')
  await page.goto('/members')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const pendingAnimations = await page.evaluateHandle(() => {
    const { promise, resolve } = Promise.withResolvers<number>()
    const night = matchMedia('(prefers-color-scheme: dark)')
    night.addEventListener('change', () => resolve(document.getAnimations().length))
    return { animationCount: promise }
  })
  await paint(page, 'dark')
  expect(await pendingAnimations.evaluate(({ animationCount }) => animationCount)).toBe(0)
})

const paint = (page: Page, colorScheme: 'light' | 'dark') => page.emulateMedia({ colorScheme })

/** The body without the countdown to an enrolment, which runs on. */
const bodyOf = (page: Page) =>
  page.evaluate(() => {
    const body = document.body.cloneNode(true) as HTMLElement
    for (const timer of body.querySelectorAll('[role=timer]')) timer.textContent = ''
    return body.outerHTML
  })

/**
 * Waits until the theme is applied and finishes animations: on a tall page the browser may never
 * draw the frames that would finish them.
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

/** Buttons and links with an icon only that show no tooltip when hovered. */
function withoutTooltip(page: Page): Promise<string[]> {
  return page.evaluate((hinted) => {
    // Text for screen readers only is one pixel wide.
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
  }, tooltipButtons)
}

// A menu that was just opened lies above the landmarks, and the focus is in it.
const isOpenMenu = (target: string) => target.includes('data-radix-popper-content-wrapper')

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const content = await page.evaluate(() => document.documentElement.scrollWidth)
  // Not the window's width, because a phone zooms out when the content is wider.
  const width = page.viewportSize()?.width ?? 0
  expect(content, `at ${width} px nothing sticks out`).toBeLessThanOrEqual(width)
}

/**
 * Words broken into letters, truncated texts, and bars that cover more than a fifth of the height.
 */
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
  // A dialog is no bar, because it scrolls on its own.
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
