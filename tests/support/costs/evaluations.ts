import { assemblyAfter } from '#scripts/demo/days.ts'
import { db, rows, runCron, signedIn, today } from '#tests/support/api.ts'
import { aMember } from '#tests/support/builders.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { feeClaims } from '#worker/db/schema.ts'
import type { Visit, Visits } from './visit.ts'

/** The usual case: the cron has prepared the statistics. */
async function prepared(path: string): Promise<Visit> {
  await runCron()
  return { path }
}

/** The fees of a year closed long ago. */
async function aReport(): Promise<Visit> {
  const { id: createdBy } = await signedIn()
  const { id: memberId } = await aMember()
  const ofMember = { memberId, payerId: memberId, amountInCent: 2000, reason: 'Aktiv' }
  await commit(db(), [
    write
      .insert(feeClaims)
      .values({ year: 2019, ...ofMember, createdAt: '2019-01-01T00:00:00.000Z', createdBy }),
  ])
  return { path: '/api/billing/years/2019/report.csv' }
}

const statistics = '/api/statistics'
/** The date that the pages request and the cron prepares. */
const assembly = assemblyAfter(today)

/** Requests without a date, as the page does. */
async function anAssembly(): Promise<Visit> {
  await rows(`INSERT OR IGNORE INTO assembly_honors (date, member_id, type, attendance)
    SELECT '${assembly}', id, 'Member_for_25_Years', 'present' FROM members
    WHERE membership_state = 'Active' ORDER BY date_joined LIMIT 40`)
  return prepared('/api/assembly')
}

/** Statistics, assembly lists and fee reports. */
export const evaluations: Visits = {
  'GET /api/assembly': anAssembly,
  'GET /api/assembly/:date/orders.csv': () => prepared(`/api/assembly/${assembly}/orders.csv`),
  'GET /api/statistics/parades-per-member': () => prepared(`${statistics}/parades-per-member`),
  'GET /api/statistics/parades-per-member/csv': () =>
    prepared(`${statistics}/parades-per-member/csv`),
  'GET /api/statistics/parades-per-member/honored': () =>
    prepared(`${statistics}/parades-per-member/honored`),
  'GET /api/statistics/members/birthdays/upcoming/:window': () =>
    prepared(`${statistics}/members/birthdays/upcoming/quarter`),
  'GET /api/statistics/members/anniversaries': () =>
    prepared(`${statistics}/members/anniversaries?date=${assembly}`),
  'GET /api/statistics/members/honors': () =>
    prepared(`${statistics}/members/honors?date=${assembly}`),
  'GET /api/statistics/members/csv': () => prepared(`${statistics}/members/csv?date=${assembly}`),
  'GET /api/statistics/members/incomplete': () => ({ path: `${statistics}/members/incomplete` }),
  'POST /api/statistics/honors/preview': () => ({
    path: `${statistics}/honors/preview`,
    body: {
      honorRules: [
        { type: 'Parades_25', basis: 'parades', threshold: 20, label: 'Sprungorden 20 Sprünge' },
      ],
      date: assembly,
    },
  }),
  'GET /api/statistics/pictures': () => prepared(`${statistics}/pictures`),
  'GET /api/statistics/parades/enrolments': () => ({ path: `${statistics}/parades/enrolments` }),
  'GET /api/assembly/report': () => ({ path: '/api/assembly/report?year=2026' }),
  'GET /api/statistics/duties': () => ({ path: `${statistics}/duties` }),
  'GET /api/duties/:duty/members': () => ({ path: '/api/duties/Kassier/members?active=false' }),
  'GET /api/honors/:honor/members': () => ({ path: '/api/honors/Parades_25/members' }),

  'GET /api/billing/membershipfees/:year': () => ({ path: '/api/billing/membershipfees/2027' }),
  'GET /api/billing/membershipfees/:year/xml': () => ({
    path: '/api/billing/membershipfees/2027/xml',
  }),
  'GET /api/billing/membershipfees/:year/runs': () => ({
    path: '/api/billing/membershipfees/2027/runs',
  }),
  'GET /api/billing/years/:year/report.csv': aReport,
  'POST /api/billing/runs': () => ({
    path: '/api/billing/runs',
    body: { year: 2027, after: null, confirmClosing: true },
    status: 201,
  }),
  'POST /api/billing/preview': () => ({
    path: '/api/billing/preview',
    body: { year: 2027, feeRules: [{ validFrom: 2020, state: 'Active', amountInCent: 2500 }] },
  }),
}
