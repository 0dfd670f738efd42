// npm run bench: measures what every route costs in workerd compared with its database calls alone, for the
// demo guild and with ten times its participations; what a slower connection to the database costs; and for
// the built product with 5,000 members and 200,000 participations the member list compared with its bare
// SELECT, the time from a key press in the search to the rows, and the statistics as bare SQL, computed and
// prepared; memory of process and isolates after 20,000 requests; and how long the public form takes to
// become interactive on a phone. It judges nothing and writes docs/speed.md and docs/speed.json.
// Options: --only routes, delays, served, memory or hydration measures that part; --rounds 30 repeats each
// route more often; --built serves an existing build; --beside http://localhost:9000 measures another release
// in turn.

import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startBareWorker } from '#scripts/bench/bare-server.ts'
import { measureBeside } from '#scripts/bench/beside.ts'
import { measureDelays } from '#scripts/bench/delays.ts'
import { median, milliseconds, percentile } from '#scripts/bench/figures.ts'
import { type HydrationFigures, measureHydration } from '#scripts/bench/hydration.ts'
import { measureList } from '#scripts/bench/list.ts'
import { measureMemory } from '#scripts/bench/memory.ts'
import { monthsTable } from '#scripts/bench/months.ts'
import { writeFigures, writePart } from '#scripts/bench/report.ts'
import { measureRoutes } from '#scripts/bench/routes.ts'
import { seed } from '#scripts/bench/seed.ts'
import { measureStatistics } from '#scripts/bench/statistics.ts'
import {
  delaysTable,
  hydrationTable,
  memoryTable,
  routesTable,
  targetsTable,
} from '#scripts/bench/tables.ts'
import { measureTick } from '#scripts/bench/tick.ts'
import { measureSearch, measureTyping } from '#scripts/bench/typing.ts'
import { measureVisitors } from '#scripts/bench/visitors.ts'
import { startServer } from '#tests/e2e/server.ts'
import { freePort } from '#tests/support/free-port.ts'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '10' },
    built: { type: 'boolean' },
    beside: { type: 'string' },
  },
})
// A folder of its own, so that the files of a running server are not replaced.
const buildDir = process.env.BUILD_DIR ?? '.build/bench'
const build = !options.built
const isWanted = (part: string) => options.only === undefined || options.only === part

if (isWanted('routes')) await keepRoutes()
if (isWanted('delays')) await keepDelays()
if (isWanted('served')) await measureServed()
if (isWanted('visitors')) await reportVisitors()
if (isWanted('memory')) await keepMemory()
if (isWanted('hydration')) await reportHydration()

async function keepRoutes(): Promise<void> {
  const figures = await measureRoutes(Number(options.rounds))
  await writeFigures('routes', figures)
  await writePart('targets', targetsTable(figures))
  await writePart('routes', routesTable(figures))
  await writePart('months', monthsTable(figures), 'docs/operations.md')
  console.log(`docs/speed.md: ${figures.routes.length} routes`)
}

async function keepDelays(): Promise<void> {
  const figures = await measureDelays()
  await writeFigures('delays', figures)
  await writePart('delays', delaysTable(figures))
  console.log('docs/speed.md: delays')
}

async function keepMemory(): Promise<void> {
  const stateDir = join(tmpdir(), `zunft-bench-memory-${process.pid}`)
  try {
    const figures = await measureMemory({ stateDir, buildDir, build })
    await writeFigures('memory', { figures })
    await writePart('memory', memoryTable(figures))
    console.log('docs/speed.md: memory')
  } finally {
    await rm(stateDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function reportHydration(): Promise<void> {
  const stateDir = join(tmpdir(), `zunft-bench-hydration-${process.pid}`)
  try {
    const server = await startServer({ port: await freePort(), stateDir, buildDir, build })
    try {
      const figures: HydrationFigures[] = []
      for (const slowdown of [1, 4]) figures.push(await measureHydration(server.origin, slowdown))
      await writeFigures('hydration', { figures })
      await writePart('hydration', hydrationTable(figures))
      console.log('docs/speed.md: hydration')
    } finally {
      await server.stop()
    }
  } finally {
    await rm(stateDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function measureServed(): Promise<void> {
  const stateDir = join(tmpdir(), `zunft-bench-${process.pid}`)
  try {
    console.log(await seed(stateDir))
    const product = await startServer({ port: await freePort(), stateDir, buildDir, build })
    try {
      if (options.beside) return await reportBeside(product.origin, options.beside)
      const bare = await startBareWorker(stateDir, buildDir)
      try {
        await reportTick(product.origin, bare.origin)
        await reportList(product.origin, bare.origin)
        await reportStatistics(bare.origin)
      } finally {
        await bare.stop()
      }
      await reportTyping(product.origin)
      await reportSearch(product.origin)
    } finally {
      await product.stop()
    }
  } finally {
    await rm(stateDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function reportVisitors(): Promise<void> {
  const stateDir = join(tmpdir(), `zunft-bench-visitors-${process.pid}`)
  try {
    const product = await startServer({ port: await freePort(), stateDir, buildDir, build })
    try {
      console.log(
        '\nVisitors of the public page a second, on 16 connections, and the median of one',
      )
      for (const origin of [product.origin, ...(options.beside ? [options.beside] : [])]) {
        for (const packing of ['identity', 'gzip']) {
          const url = `${origin}/parade-enrolment`
          const { aSecond, ms } = await measureVisitors(url, { 'Accept-Encoding': packing })
          const which = origin === product.origin ? 'this release' : 'the other one'
          console.log(
            `  ${`${which}, ${packing}`.padEnd(26)}${aSecond.toFixed(0).padStart(6)} ${milliseconds(ms)}`,
          )
        }
      }
    } finally {
      await product.stop()
    }
  } finally {
    await rm(stateDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function reportBeside(origin: string, other: string): Promise<void> {
  console.log('\nThis release, the other one, and how many times as long that takes')
  for (const { what, ms, otherMs, ratio } of await measureBeside(origin, other)) {
    const figures = `${milliseconds(ms)} ${milliseconds(otherMs)}  × ${ratio.toFixed(2)}`
    console.log(`  ${what.padEnd(30)}${figures}`)
  }
}

async function reportTick(origin: string, bare: string): Promise<void> {
  const { tick, update } = await measureTick(origin, bare)
  const ratio = median(tick.map((took, run) => took / (update[run] ?? Number.NaN)))
  console.log(`\nA tick, and a bare UPDATE served in the same way, median of ${tick.length}`)
  console.log(
    `  ${milliseconds(median(tick))} ${milliseconds(median(update))}  × ${ratio.toFixed(2)}`,
  )
}

async function reportList(origin: string, bare: string): Promise<void> {
  const times = await measureList(origin, bare)
  // Each run is compared with the bare one of the same moment, so that other load on the machine affects
  // both.
  const line = (what: string, runs: readonly number[]) => {
    const ratio = median(runs.map((took, run) => took / (times.plainRows[run] ?? Number.NaN)))
    console.log(`  ${what.padEnd(48)}${milliseconds(median(runs))}  × ${ratio.toFixed(2)}`)
  }
  console.log(`\nThe member list, median of ${times.product.length} interleaved runs`)
  line('the same SELECT, its rows returned bare', times.plainRows)
  line('GET /api/member, with right and user read', times.product)
  line('its own SELECT alone, returned bare', times.sameSelect)
  line('GET /api/v1/auth/me: right and user read alone', times.account)
}

async function reportStatistics(bare: string): Promise<void> {
  console.log('\nThe statistics, median time, rows read, round trips; × the bare SQL of each')
  for (const [name, figures] of await measureStatistics(bare)) {
    console.log(`  ${name}`)
    for (const [way, { ms, rowsRead, trips }] of Object.entries(figures)) {
      const ratio = (ms / figures.bare.ms).toFixed(2)
      const rows = rowsRead.toLocaleString('de').padStart(9)
      console.log(
        `    ${way.padEnd(10)}${milliseconds(ms)}  × ${ratio} ${rows} rows  ${trips} trip`,
      )
    }
  }
}

async function reportSearch(origin: string): Promise<void> {
  console.log('\nThe search from everywhere, with its lists there already')
  for (const slowdown of [1, 4]) {
    const { opening, keys } = await measureSearch(origin, slowdown)
    const machine = slowdown === 1 ? 'this machine' : `${slowdown} times slower`
    for (const [what, times] of [
      ['opened', opening],
      ['a key', keys],
    ] as const) {
      const figures = `median ${milliseconds(median(times))}, p95 ${milliseconds(percentile(times, 95))}`
      console.log(`  ${machine}, ${what}`.padEnd(30) + figures)
    }
  }
}

async function reportTyping(origin: string): Promise<void> {
  console.log('\nFrom a key press in the search to its rows in the browser')
  for (const slowdown of [1, 4]) {
    const times = await measureTyping(origin, slowdown)
    const machine = slowdown === 1 ? 'this machine' : `${slowdown} times slower`
    const figures = `median ${milliseconds(median(times))}, p95 ${milliseconds(percentile(times, 95))}`
    console.log(`  ${machine.padEnd(20)}${figures}  (${times.length} keys)`)
  }
}
