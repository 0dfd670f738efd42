import { env } from 'cloudflare:workers'
import { beforeEach, test } from 'vitest'
import { cron } from '#scripts/bench/figures.ts'
import { makeDemoGuild } from '#scripts/demo/demo-guild.ts'
import { loadDemoGuild } from '#scripts/demo/load.ts'
import { defaultMembers, defaultSeasons, sizeOf } from '#scripts/demo/size.ts'
import { management } from '#scripts/demo/users.ts'
import { rows, today, tokenOf } from '#tests/support/api.ts'
import { sendBare, type Trip, timedDatabase } from '#tests/support/costs/timed.ts'
import {
  freshWorld,
  isOfTheAnswer,
  send,
  type Visit,
  type World,
} from '#tests/support/costs/visit.ts'
import { visits } from '#tests/support/costs/visits.ts'
import { runSchedule } from '#worker/schedule.ts'

// Measures every route repeatedly, beside the time of its database calls alone; scripts/bench reads
// the printed lines. It has no pass criterion.

const { BENCH_ROUNDS, BENCH_ONLY } = env as unknown as Record<string, string | undefined>
const rounds = Number(BENCH_ROUNDS)
/** Also compared with a bare UPDATE. */
const confirm = 'POST /api/parade/:id/participation/:participationId/confirm'

type Run = NonNullable<Awaited<ReturnType<typeof timed>>>
type Make = (world: World) => Visit | Promise<Visit>

let world: World

beforeEach(() => {
  world = freshWorld()
})

test.each([1, 10])(
  'Measures every route with %i times the participations',
  { timeout: 3_600_000 },
  async (times) => {
    await loadDemoGuild(env.DB, makeDemoGuild(sizeOf(defaultMembers, defaultSeasons), today), today)
    await growParades(times)
    const [{ count = 0 } = {}] = await rows<{ count: number }>(
      'SELECT count(*) AS count FROM participations',
    )
    printResult({ times, participations: count, members: defaultMembers })
    const walked = Object.entries(visits).filter(
      ([route]) => !BENCH_ONLY || route.includes(BENCH_ONLY),
    )
    const runs = new Map(walked.map(([route]) => [route, [] as Run[]]))
    // Routes take turns, so that a busy moment of the machine affects many once and none often.
    for (let round = 0; round < rounds; round += 1) {
      for (const [route, make] of walked) {
        // Some routes succeed only once or a few times per hour; measurements until then are
        // reported.
        const run = await timed(route, make).catch(() => null)
        if (run) runs.get(route)?.push(run)
      }
    }
    for (const [route, of] of runs) printResult({ times, route, runs: of })
    if (!BENCH_ONLY) printResult({ times, route: cron, runs: await measuredCron() })
  },
)

/** Runs of the cron with nothing to do. */
async function measuredCron() {
  await runSchedule({ ...env, MAIL_FROM: '' })
  const runs = []
  while (runs.length < Math.min(rounds, 5)) {
    const { db: database, seen } = timedDatabase(env.DB)
    const began = performance.now()
    await runSchedule({ ...env, MAIL_FROM: '', DB: database })
    const ms = performance.now() - began - seen.asideMs
    runs.push({ ms, bareMs: sumOf(seen.trips, 'ms'), bytes: 0, ...costOf(seen.trips) })
  }
  return runs
}

/**
 * Times one request. Its reads are sent once more without the worker; writes cannot be repeated, so
 * the time of their own database calls counts.
 */
async function timed(route: string, make: Make) {
  const visit = await make(world)
  const token = await tokenOf(management.id)
  const { db: database, seen } = timedDatabase(env.DB)
  const began = performance.now()
  const { response, afterwards } = await send(route, visit, { token, db: database })
  const body = await response.arrayBuffer()
  const ms = performance.now() - began - seen.asideMs
  const own = seen.trips.filter(({ statements }) => statements.some(isOfTheAnswer))
  await afterwards()
  if (response.status !== (visit.status ?? 200)) return null
  const cost = costOf(own)
  const bareMs = cost.rowsWritten > 0 ? sumOf(own, 'ms') : await sendBare(env.DB, own)
  const updateMs = route === confirm ? await bareUpdate(visit) : undefined
  return { ms, bareMs, updateMs, bytes: body.byteLength, ...cost }
}

function costOf(trips: readonly Trip[]) {
  const [rowsRead, rowsWritten] = [sumOf(trips, 'rowsRead'), sumOf(trips, 'rowsWritten')]
  return { trips: trips.length, rowsRead, rowsWritten }
}

function sumOf(trips: readonly Trip[], kind: 'ms' | 'rowsRead' | 'rowsWritten'): number {
  return trips.reduce((sum, trip) => sum + trip[kind], 0)
}

/** The time of a confirmation without rules, history and authorisation. */
async function bareUpdate({ path }: Visit): Promise<number> {
  const id = Number(path.split('/')[5])
  const began = performance.now()
  await env.DB.prepare('UPDATE participations SET participation_confirmed = 0 WHERE id = ?')
    .bind(id)
    .run()
  return performance.now() - began
}

/** Copies past parades with their participations into earlier years. */
async function growParades(times: number): Promise<void> {
  for (let copy = 1; copy < times; copy += 1) {
    const before = (day: string) => `date(${day}, '-${copy * 20} years')`
    const paradeId = `${copy} * 1000000`
    const isPast = `date < '${today}' AND id < 1000000`
    const parades = {
      id: `id + ${paradeId}`,
      date: before('date'),
      date_enrolment_start: before('date_enrolment_start'),
      date_enrolment_end: before('date_enrolment_end'),
      registration_count: '0',
      confirmed_count: '0',
      taken_count: '0',
    }
    await rows(await copied('parades', parades, isPast))
    const places = { id: 'NULL', parade_id: `parade_id + ${paradeId}`, order_id: 'NULL' }
    const ofThem = `parade_id IN (SELECT id FROM parades WHERE ${isPast})`
    await rows(await copied('participations', places, ofThem))
  }
}

async function copied(table: string, changes: Record<string, string>, which: string) {
  const columns = await rows<{ name: string }>(`PRAGMA table_info(${table})`)
  const names = columns.map(({ name }) => name)
  const values = names.map((name) => changes[name] ?? name)
  return `INSERT INTO ${table} (${names.join()}) SELECT ${values.join()} FROM ${table} WHERE ${which}`
}

function printResult(line: object): void {
  console.log(`bench ${JSON.stringify(line)}`)
}
