import { env } from 'cloudflare:workers'
import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { beforeEach, test } from 'vitest'
import { makeDemoGuild } from '#scripts/demo/demo-guild.ts'
import { loadDemoGuild } from '#scripts/demo/load.ts'
import { defaultMembers, defaultSeasons, sizeOf } from '#scripts/demo/size.ts'
import { management } from '#scripts/demo/users.ts'
import { today, tokenOf } from '#tests/support/api.ts'
import { freshWorld, send, type Visit, type World } from '#tests/support/costs/visit.ts'
import { visits } from '#tests/support/costs/visits.ts'

// Measures how latency to the database affects some routes and the throughput of simultaneous
// enrolments. It has no pass criterion.

const delays = [0, 5, 15, 30]
const enrolment = 'POST /api/parades/enrol'
// Each enrolment has parades of its own, which the measured pages need not show.
const routes = [
  'GET /parade-enrolment',
  'GET /api/member',
  'GET /api/member/:id',
  'PUT /api/member/:id',
  'POST /api/parade/:id/participation/:participationId/confirm',
  'GET /api/check-in',
  enrolment,
]
const rounds = 10
const atOnce = 40

let world: World

beforeEach(() => {
  world = freshWorld()
})

test('Measures routes and enrolments with a slower database', { timeout: 3_600_000 }, async () => {
  await loadDemoGuild(env.DB, makeDemoGuild(sizeOf(defaultMembers, defaultSeasons), today), today)
  const token = await tokenOf(management.id)
  const measure = async (route: string, visit: Visit, delayMs: number) => {
    const db = fartherDatabase(env.DB, delayMs)
    const began = performance.now()
    const { response, afterwards } = await send(route, visit, { token, db })
    await response.arrayBuffer()
    const ms = performance.now() - began
    await afterwards()
    return ms
  }
  for (const route of routes) {
    for (const delayMs of delays) {
      const runs = []
      while (runs.length < rounds) runs.push(await measure(route, await visitOf(route), delayMs))
      printResult({ delayMs, route, runs })
    }
  }
  for (const delayMs of delays) {
    const waiting = await Promise.all(Array.from({ length: atOnce }, () => visitOf(enrolment)))
    const began = performance.now()
    await Promise.all(waiting.map((visit) => measure(enrolment, visit, delayMs)))
    printResult({
      delayMs,
      enrolmentsAMinute: Math.round((atOnce / (performance.now() - began)) * 60_000),
    })
  }
})

async function visitOf(route: string): Promise<Visit> {
  const visit = await visits[route]?.(world)
  if (!visit) throw new Error(`${route} has no visit`)
  return visit
}

/** Delays each call of the database. */
function fartherDatabase(db: D1Database, delayMs: number): D1Database {
  const originals = new WeakMap<object, D1PreparedStatement>()
  const later = async <T>(run: () => Promise<T>): Promise<T> => {
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    return run()
  }
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement => {
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all: () => later(() => statement.all()),
      run: () => later(() => statement.run()),
      first: (column: string) => later(() => statement.first(column)),
      raw: () => later(() => statement.raw()),
    } as unknown as D1PreparedStatement
    originals.set(wrapped, statement)
    return wrapped
  }
  const batch = (statements: D1PreparedStatement[]) =>
    later(() => db.batch(statements.map((one) => originals.get(one) ?? one)))
  return { prepare: (query: string) => wrap(db.prepare(query)), batch } as unknown as D1Database
}

function printResult(line: object): void {
  console.log(`bench ${JSON.stringify(line)}`)
}
