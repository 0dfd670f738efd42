// `npm test`: type check, lint and every test, the browser's included. It goes on after a failure,
// so that one run tells everything. `npm run check` is the same without the browser.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Counts, countCommand, countPlaywright, countVitest } from './test-counts.ts'

type Step = {
  title: string
  command: string
  args: string[]
  env?: Record<string, string>
  count: (exitCode: number) => Counts | Promise<Counts>
}

const vitestReport = 'test-results/vitest.json'
const browserReport = 'test-results/browser.json'

const checks: Step[] = [
  { title: 'Type check', command: 'tsc', args: [], count: countCommand },
  { title: 'Lint', command: 'biome', args: ['ci', '--colors=off'], count: countCommand },
  {
    title: 'Rules, API and components',
    command: 'vitest',
    args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
    count: (exitCode) => countVitest(vitestReport, exitCode),
  },
]

// Its server is `npm start`: a build that fails is found here.
const browser: Step = {
  title: 'Browser and survival',
  command: 'playwright',
  args: ['test', '--reporter=list,json'],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
  count: (exitCode) => countPlaywright(browserReport, exitCode),
}

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)
// What an earlier run has left must not be counted.
for (const path of [vitestReport, browserReport]) await rm(path, { force: true })

const results: { title: string; counts: Counts; seconds: string }[] = []
for (const step of process.argv.includes('--without-browser') ? checks : [...checks, browser]) {
  console.log(`\n── ${step.title} ──`)
  const start = performance.now()
  const counts = await step.count(await run(step))
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  results.push({ title: step.title, counts, seconds })
}
report()

/** The step's own output is passed on as it comes. */
async function run({ command, args, env }: Step): Promise<number> {
  // Our own tools and our own Node, started by npm or not; and no control characters in a log.
  const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, PATH, ...colours, ...env },
  })
  const [code] = await once(child, 'exit')
  return code ?? 1
}

function report(): void {
  console.log('')
  for (const { title, counts, seconds } of results) {
    const mark = counts.failed ? '✗' : '✓'
    console.log(`${mark} ${title.padEnd(28)}${summary(counts)} (${seconds} s)`)
  }
  const total: Counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { counts } of results) {
    total.passed += counts.passed
    total.failed += counts.failed
    total.skipped += counts.skipped
  }
  process.exitCode = total.failed ? 1 : 0
  console.log(`\n${summary(total)}`)
}

function summary({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`
}
