// `npm test`: type check, lint and the tests of the gate (tests/gate.ts), the browser's included, on one
// build; `npm run test:all` with every test there is. It continues after a failure, so that one run reports
// all of them. `npm run check` is the gate without the browser.
import { rm } from 'node:fs/promises'
import { projectDir } from '#scripts/local/project.ts'
import {
  type Counts,
  countAudit,
  countCommand,
  countPlaywright,
  countVitest,
} from './test/counts.ts'
import { type Result, runAlone, runTogether, type Step } from './test/step.ts'

const vitestReport = 'test-results/vitest.json'
const browserReport = 'test-results/browser.json'
// A folder of its own, so that a running server keeps its files.
const BUILD_DIR = process.env.BUILD_DIR ?? '.build/test'
const GATE = process.argv.includes('--all') ? 'no' : 'yes'

const build: Step = {
  title: 'Build',
  command: 'node',
  args: ['scripts/build.ts'],
  env: { BUILD_DIR },
  count: countCommand,
}

const typeCheck: Step = { title: 'Type check', command: 'tsc', args: [], count: countCommand }

const lint: Step = {
  title: 'Lint',
  command: 'biome',
  args: ['ci', '--colors=off'],
  count: countCommand,
}

const vulnerabilities: Step = {
  title: 'Known vulnerabilities',
  command: 'node',
  args: ['scripts/test/audit.ts'],
  count: countAudit,
}

const rulesApiAndComponents: Step = {
  title: 'Rules, API and components',
  command: 'vitest',
  args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`],
  env: { BUILD_DIR, GATE },
  count: (exitCode) => countVitest(vitestReport, exitCode),
}

const browser: Step = {
  title: 'Browser and survival',
  command: 'playwright',
  args: ['test', '--reporter=list,json'],
  env: { BUILD_DIR, GATE, E2E_BUILT: 'yes', PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
  count: (exitCode) => countPlaywright(browserReport, exitCode),
}

process.chdir(projectDir)
// Results of an earlier run must not be counted or served.
for (const path of [vitestReport, browserReport, BUILD_DIR]) {
  await rm(path, { recursive: true, force: true })
}

const results = [await runAlone(build)]
// The checks run while the tests wait.
const [tested, checked] = await Promise.all([
  runAlone(rulesApiAndComponents),
  runTogether([typeCheck, lint, vulnerabilities]),
])
results.push(...checked, tested)
if (!process.argv.includes('--without-browser')) results.push(await runAlone(browser))
report(results)

function report(results: readonly Result[]): void {
  console.log('')
  const total: Counts = { passed: 0, failed: 0, skipped: 0 }
  for (const { title, counts, seconds } of results) {
    const isChecked = counts.passed + counts.failed + counts.skipped > 0
    const mark = counts.failed ? '✗' : isChecked ? '✓' : '!'
    const result = isChecked ? summary(counts) : 'NOT CHECKED'
    console.log(`${mark} ${title.padEnd(28)}${result} (${seconds} s)`)
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
