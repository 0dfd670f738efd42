import { chromium, type Page } from '@playwright/test'
import { signedIn } from '#tests/e2e/session.ts'
import { findBrowser } from '#tests/support/browser.ts'

/** Searched names: each letter leaves fewer rows. */
const words = [
  ...['bau', 'anette b', 'kopp, ha', 'schm', 'lehr', 'ida b', 'moo', 'ralf', 'gru', 'wolfgang b'],
  ...[
    'hepp, m',
    'marie s',
    'zol',
    'karl',
    'frommherz, a',
    'beate',
    'stra',
    'ute',
    'dorn',
    'leonie',
  ],
]

/** Milliseconds from each key press to the frame that shows its rows. */
export function measureTyping(origin: string, slowdown: number): Promise<number[]> {
  return amongMembers(origin, async (page) => {
    await slowDown(page, slowdown)
    const times: number[] = []
    for (const word of words) times.push(...(await typeWord(page, word)))
    return times
  })
}

/** Measures in a new browser in which the list of 5,000 members is open. */
async function amongMembers<Times>(
  origin: string,
  measure: (page: Page) => Promise<Times>,
): Promise<Times> {
  const browser = await chromium.launch(await findBrowser())
  try {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      storageState: await signedIn(origin, 'management'),
    })
    const page = await context.newPage()
    await page.goto(`${origin}/members`)
    await page.getByText('von 5.000').waitFor()
    return await measure(page)
  } finally {
    await browser.close()
  }
}

async function slowDown(page: Page, rate: number): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate })
}

async function typeWord(page: Page, word: string): Promise<number[]> {
  const search = page.getByRole('searchbox')
  await search.fill('')
  await page.getByText('von 5.000').waitFor()
  await search.focus()
  const times: number[] = []
  for (const letter of word) {
    const watched = await page.evaluateHandle(watchNextKey, 'main table')
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    const took = await watched.evaluate(({ rows }) => rows)
    if (took !== null) times.push(took)
  }
  return times
}

const openings = 12

type SearchTimes = { opening: number[]; keys: number[] }

/**
 * The global search with its lists loaded: milliseconds from Strg+K to the frame that shows it, and from each
 * key press to the frame that shows the results.
 */
export function measureSearch(origin: string, slowdown: number): Promise<SearchTimes> {
  return amongMembers(origin, async (page) => {
    const field = page.getByRole('combobox', { name: 'Suchen' })
    const open = () => page.keyboard.press('Control+k')
    await open()
    await field.fill('gru')
    await page.getByRole('group', { name: /^Mitglieder/ }).waitFor()
    await page.keyboard.press('Escape')
    await slowDown(page, slowdown)
    const opening: number[] = []
    for (let run = 0; run < openings; run++) {
      await field.waitFor({ state: 'detached' })
      const watched = await page.evaluateHandle(watchNextKey, 'body')
      await open()
      const took = await watched.evaluate(({ rows }) => rows)
      if (took !== null) opening.push(took)
      await field.waitFor()
      await page.keyboard.press('Escape')
    }
    await open()
    await field.waitFor()
    const keys: number[] = []
    for (const word of words) {
      await field.fill('')
      for (const letter of word) {
        const watched = await page.evaluateHandle(watchNextKey, '[cmdk-root]')
        await page.keyboard.press(letter === ' ' ? 'Space' : letter)
        const took = await watched.evaluate(({ rows }) => rows)
        if (took !== null) keys.push(took)
      }
    }
    return { opening, keys }
  })
}

/** Runs in the page: typing changes no element, so the first change is that of the rows. */
function watchNextKey(shown: string): { rows: Promise<number | null> } {
  const { promise, resolve } = Promise.withResolvers<number | null>()
  const watch = (event: KeyboardEvent) => {
    const observer = new MutationObserver(() => {
      observer.disconnect()
      // A message posted in a frame is handled after that frame is drawn.
      requestAnimationFrame(() => {
        const channel = new MessageChannel()
        channel.port1.onmessage = () => resolve(performance.now() - event.timeStamp)
        channel.port2.postMessage(null)
      })
    })
    observer.observe(document.querySelector(shown) ?? document.body, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    // This key changed no row.
    setTimeout(() => resolve(null), 1000)
  }
  window.addEventListener('keydown', watch, { once: true, capture: true })
  return { rows: promise }
}
