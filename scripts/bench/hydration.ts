import { type Browser, chromium, type Page } from '@playwright/test'
import { findBrowser } from '#tests/support/browser.ts'
import { paths } from '#web/paths.ts'
import { median } from './figures.ts'

/** Milliseconds of the public enrolment on a phone; medians of all loads. */
export type HydrationFigures = {
  /** Factor by which the processor is slowed down. */
  slowdown: number
  loads: number
  /** The two longest tasks of the main thread until the page is interactive, in thread time. */
  longest: number
  second: number
  /** From a tap on the first parade, before the page is interactive, to the frame that shows its fields. */
  firstTap: number
}

/** Loads the page repeatedly, each time with an empty cache. */
export async function measureHydration(
  origin: string,
  slowdown: number,
  loads = 10,
): Promise<HydrationFigures> {
  const browser = await chromium.launch(await findBrowser())
  try {
    const runs: { longest: number; second: number; firstTap: number }[] = []
    for (let load = 0; load < loads; load++) {
      const [longest = 0, second = 0] = await withPhonePage(browser, slowdown, (page) =>
        measureLongTasks(page, origin),
      )
      const firstTap = await withPhonePage(browser, slowdown, (page) =>
        measureFirstTap(page, origin),
      )
      runs.push({ longest, second, firstTap })
    }
    const of = (name: 'longest' | 'second' | 'firstTap') => median(runs.map((run) => run[name]))
    return {
      ...{ slowdown, loads },
      ...{ longest: of('longest'), second: of('second'), firstTap: of('firstTap') },
    }
  } finally {
    await browser.close()
  }
}

async function withPhonePage<T>(browser: Browser, rate: number, act: (page: Page) => Promise<T>) {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ viewport, isMobile: true, hasTouch: true })
  try {
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate })
    return await act(page)
  } finally {
    await context.close()
  }
}

type TraceEvent = {
  name: string
  pid: number
  tid: number
  /** Thread time, in microseconds. */
  tdur?: number
  args?: { name?: string }
}

/** The durations of the main thread's tasks in milliseconds, the longest first. */
async function measureLongTasks(page: Page, origin: string): Promise<number[]> {
  const devTools = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  devTools.on('Tracing.dataCollected', ({ value }) =>
    events.push(...(value as object[] as TraceEvent[])),
  )
  const complete = new Promise((resolve) => devTools.once('Tracing.tracingComplete', resolve))
  const includedCategories = ['toplevel', 'devtools.timeline']
  await devTools.send('Tracing.start', { traceConfig: { includedCategories } })
  await page.goto(origin + paths.paradeEnrolment)
  await page.locator('form button[type=submit]:disabled').first().waitFor()
  await page.waitForTimeout(500)
  await devTools.send('Tracing.end')
  await complete
  const isMain = ({ pid, tid }: TraceEvent) =>
    events.some(
      (one) =>
        one.name === 'thread_name' &&
        one.args?.name === 'CrRendererMain' &&
        one.pid === pid &&
        one.tid === tid,
    )
  const tasks = events.filter((event) => event.name.endsWith('RunTask') && isMain(event))
  if (tasks.length === 0) throw new Error('The trace knows no task')
  return tasks.map(({ tdur = 0 }) => tdur / 1000).sort((a, b) => b - a)
}

async function measureFirstTap(page: Page, origin: string): Promise<number> {
  await page.addInitScript(() => {
    Object.assign(window, { taps: [] })
    new PerformanceObserver((list) => {
      for (const { name, duration } of list.getEntries())
        if (name === 'click') Object(window).taps.push(duration)
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })
  await page.goto(origin + paths.paradeEnrolment, { waitUntil: 'commit' })
  const tick = page.locator('[name=parade]').first()
  await tick.tap()
  await page.locator('output').filter({ hasNotText: /^0,00/ }).waitFor()
  const taps: number[] = await page.evaluate(() => Object(window).taps)
  // The browser reports no event that was answered within one frame.
  return taps[0] ?? 16
}
