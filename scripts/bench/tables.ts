import type { DelayFigures } from './delays.ts'
import type { HydrationFigures } from './hydration.ts'
import type { MemoryFigures } from './memory.ts'
import { table } from './report.ts'
import type { GuildFigures, Measured, RouteFigures } from './routes.ts'

const enrolment = 'POST /api/parades/enrol'
const confirm = 'POST /api/parade/:id/participation/:participationId/confirm'
const oneMember = 'GET /api/member/:id'

const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 0 })
const ms = (value: number) => value.toFixed(1)
const times = (value: number) => (Number.isFinite(value) ? `× ${value.toFixed(2)}` : '')

/** One row for each route. */
export function routesTable({ routes }: GuildFigures): string {
  const row = ({ route, asItIs, tenTimes }: RouteFigures) => [
    `\`${route}\``,
    ms(asItIs.ms),
    ms(asItIs.bareMs),
    times(asItIs.ms / asItIs.bareMs),
    number(asItIs.bytes),
    String(asItIs.trips),
    number(asItIs.rowsRead),
    number(asItIs.rowsWritten),
    ms(tenTimes.ms),
    number(tenTimes.rowsRead),
  ]
  const heads = ['route', 'ms', 'bare ms', '', 'bytes', 'trips', 'rows read', 'rows written']
  return table([...heads, 'ms, ten times', 'rows read, ten times'], routes.map(row))
}

/** The routes that have targets, from the same run. */
export function targetsTable({ routes }: GuildFigures): string {
  const of = (route: string): Measured => {
    const found = routes.find((one) => one.route === route)
    if (!found) throw new Error(`${route} was not measured`)
    return found.asItIs
  }
  const [enrol, tick, member] = [of(enrolment), of(confirm), of(oneMember)]
  const asBare = (part: number) => `${part.toFixed(2)} × bare`
  return table(
    ['what', 'target', 'measured'],
    [
      [
        'a public enrolment, its own batches sent bare',
        '≥ 0.40 ×',
        asBare(enrol.bareMs / enrol.ms),
      ],
      ['a public enrolment, round trips', '≤ 4', String(enrol.trips)],
      ['a public enrolment, rows read', '≤ 60', String(enrol.rowsRead)],
      ['a tick beside a bare UPDATE', '≤ 1.30 ×', times(tick.ms / (tick.updateMs ?? Number.NaN))],
      ['a tick beside its own batch', '', times(tick.ms / tick.bareMs)],
      ['one member beside its own statements', '', times(member.ms / member.bareMs)],
    ],
  )
}

/** The table of memory, in megabytes. */
export function memoryTable(figures: readonly MemoryFigures[]): string {
  return table(
    ['requests', 'worker, collected', 'worker, before', 'database, collected', 'whole process'],
    figures.map(({ requests, worker, workerBefore, database, process }) => [
      number(requests),
      ...[worker, workerBefore, database].map((value) => value.toFixed(1)),
      number(process),
    ]),
  )
}

/** Each load with an empty cache; the slowed processor simulates a cheap phone. */
export function hydrationTable(figures: readonly HydrationFigures[]): string {
  return table(
    ['', 'target', ...figures.map(({ slowdown }) => `${slowdown} × CPU`)],
    [
      ['longest task, thread time', '≤ 50 ms', ...figures.map(({ longest }) => ms(longest))],
      ['the second longest', '≤ 50 ms', ...figures.map(({ second }) => ms(second))],
      ['first tap to its frame', '≤ 100 ms', ...figures.map(({ firstTap }) => ms(firstTap))],
    ],
  )
}

export function delaysTable({ delaysMs, routes, enrolmentsAMinute }: DelayFigures): string {
  return table(
    ['', ...delaysMs.map((delay) => `+ ${delay} ms`)],
    [
      ...routes.map(({ route, ms: of }) => [`\`${route}\`, ms`, ...of.map(ms)]),
      ['enrolments a minute, forty at once', ...enrolmentsAMinute.map(number)],
    ],
  )
}
