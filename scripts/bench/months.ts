import { cron } from './figures.ts'
import { table } from './report.ts'
import type { GuildFigures } from './routes.ts'

/** Cloudflare's prices in 2026, in US dollars a month, and what the paid plan of five dollars includes. */
const prices = {
  plan: 5,
  requests: { included: 10e6, each: 0.3e-6 },
  cpuMs: { included: 30e6, each: 0.02e-6 },
  rowsRead: { included: 25e9, each: 0.001e-6 },
  rowsWritten: { included: 50e6, each: 1e-6 },
  gigabytes: { included: 5, each: 0.75 },
}

/** Calls in a January, the month of the parades, and whether the rows read grow with the guild. */
type Use = { route: string; times: (members: number) => number; grows?: true }

// Assumptions: six in ten enrol, alone or with their family; eight parades with a quarter of the members
// each, ticked off on four phones that poll every half minute for two hours; five staff users on twenty days.
const staffDays = 5 * 20
const uses: Use[] = [
  { route: 'GET /parade-enrolment', times: (members) => members * 1.5 },
  { route: 'POST /api/parades/enrol', times: (members) => members * 0.5 },
  { route: 'POST /api/payments/webhook/:provider', times: (members) => members * 0.5 },
  { route: 'GET /api/payments/return/:token', times: (members) => members * 0.5 },
  { route: 'GET /api/check-in', times: () => 8 * 4 * 240, grows: true },
  {
    route: 'POST /api/parade/:id/participation/:participationId/confirm',
    times: (members) => 8 * 0.25 * members,
  },
  { route: 'POST /api/participation/:id/paid', times: (members) => members * 0.5 },
  { route: 'GET /api/home', times: () => staffDays * 5 },
  // Further requests are answered by 304.
  { route: 'GET /api/member', times: () => staffDays * 4, grows: true },
  { route: 'GET /api/search/index', times: () => staffDays * 3, grows: true },
  { route: 'GET /api/member/:id/page', times: () => staffDays * 30 },
  { route: 'PUT /api/member/:id', times: () => staffDays * 5 },
  { route: 'GET /api/parade/:id/participation', times: () => staffDays * 10, grows: true },
  { route: 'GET /api/orders', times: () => staffDays * 10, grows: true },
  { route: cron, times: () => 31 * 24 * 12 },
]

type Month = Record<'requests' | 'cpuMs' | 'rowsRead' | 'rowsWritten' | 'gigabytes', number>

/** Size in bytes of the databases of `npm run seed`, as measured: 500 and 5,000 members. */
const storedBytes = { 500: 10_993_664, 5000: 126_779_392 }

function monthOf(figures: GuildFigures, members: 500 | 5000): Month {
  const month: Month = { requests: 0, cpuMs: 0, rowsRead: 0, rowsWritten: 0, gigabytes: 0 }
  for (const { route, times, grows } of uses) {
    const found = figures.routes.find((one) => one.route === route)
    if (!found) throw new Error(`${route} was not measured`)
    const { ms, bareMs, rowsRead, rowsWritten } = found.asItIs
    const factor = grows ? members / figures.members : 1
    const count = times(members)
    month.requests += count
    // Time of the request without its database calls; slightly too much, as it is not only processor time.
    month.cpuMs += count * Math.max(0, ms - bareMs) * factor
    month.rowsRead += count * rowsRead * factor
    month.rowsWritten += count * rowsWritten
  }
  return { ...month, gigabytes: storedBytes[members] / 1e9 }
}

const times = (month: Month, guilds: number): Month => ({
  requests: month.requests * guilds,
  cpuMs: month.cpuMs * guilds,
  rowsRead: month.rowsRead * guilds,
  rowsWritten: month.rowsWritten * guilds,
  gigabytes: month.gigabytes * guilds,
})

function dollarsOf(month: Month): number {
  const kinds = ['requests', 'cpuMs', 'rowsRead', 'rowsWritten', 'gigabytes'] as const
  return kinds.reduce((sum, kind) => {
    const { included, each } = prices[kind]
    return sum + Math.max(0, month[kind] - included) * each
  }, prices.plan)
}

/** Cost of a January at Cloudflare, computed from the measurements. */
export function monthsTable(figures: GuildFigures): string {
  const small = monthOf(figures, 500)
  const months = [small, monthOf(figures, 5000), times(small, 70)]
  const millions = (value: number) => `${(value / 1e6).toFixed(2)} million`
  const row = (what: string, of: (month: Month) => string) => [what, ...months.map(of)]
  return table(
    ['a January', '500 members', '5,000 members', '70 guilds of 500'],
    [
      row('requests that reach the worker, the cron among them', (one) => millions(one.requests)),
      row('milliseconds of the processor', (one) => millions(one.cpuMs)),
      row('rows read', (one) => millions(one.rowsRead)),
      row('rows written', (one) => millions(one.rowsWritten)),
      row('gigabytes stored', (one) => one.gigabytes.toFixed(2)),
      row('US dollars', (one) => dollarsOf(one).toFixed(2)),
    ],
  )
}
