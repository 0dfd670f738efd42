import { always } from '#worker/db/statements.ts'
import {
  feesOfYear,
  honorsOfYears,
  isOf,
  knownMembers,
  membersToday,
  mostActiveOf,
  reportedUntil,
  stockOfYear,
} from '#worker/domain/assembly-report.ts'
import { selectTimespans } from '#worker/statistics/people.queries.ts'
import type { Context } from '#worker/statistics/prepared.ts'
import type { AssemblyReport, ReportYear } from './assembly.contract.ts'
import {
  selectClaimAmounts,
  selectEverybody,
  selectGivenHonors,
  selectJumps,
  selectParadeDays,
  selectSummedBookings,
  selectVoidRuns,
} from './report.queries.ts'

/**
 * "Jahresbericht": a calendar year beside the one before, in one round trip. It is read a few times a
 * year, so nothing of it is prepared.
 */
export async function findReport(
  { db, today }: Pick<Context, 'db' | 'today'>,
  year: number,
): Promise<AssemblyReport> {
  const days = { from: `${year - 1}-01-01`, until: reportedUntil(year, today) }
  const [everybody, timespans, parades, jumps, given, claims, bookings, runs] = await db.batch([
    selectEverybody(db),
    selectTimespans(db, always),
    selectParadeDays(db, days),
    selectJumps(db, days),
    selectGivenHonors(db, days),
    selectClaimAmounts(db, year),
    selectSummedBookings(db, year),
    selectVoidRuns(db, year),
  ])
  const spansOf = Map.groupBy(timespans, ({ memberId }) => memberId)
  const { known, withoutDates } = knownMembers(
    everybody.map((member) => ({ ...member, timespans: spansOf.get(member.id) ?? [] })),
  )
  const honors = honorsOfYears(
    given.map(({ memberId, ...honor }) => ({ ...honor, member: { id: memberId } })),
    year,
  )
  const bookingsOf = Map.groupBy(bookings, ({ claimId }) => claimId)
  const told = (of: number, honored: number): ReportYear => {
    const until = reportedUntil(of, today)
    const claimed = claims.filter((claim) => claim.year === of)
    const voided = runs.filter((run) => run.year === of)
    return {
      year: of,
      until,
      ...stockOfYear(known, of, until),
      parades: parades.filter(({ date }) => isOf(of, date)).length,
      jumps: total(jumps.filter((row) => row.year === of).map((row) => row.jumps)),
      honors: honored,
      fees: feesOfYear(
        claimed.map((claim) => ({ ...claim, bookings: bookingsOf.get(claim.id) ?? [] })),
        new Set(voided.map(({ id }) => id)),
      ),
    }
  }
  const jumpsOf = new Map(
    jumps.filter((row) => row.year === year).map((row) => [row.memberId, row.jumps]),
  )
  return {
    year: told(year, total(honors.map(({ count }) => count))),
    before: told(year - 1, total(honors.map(({ before }) => before))),
    withoutDates,
    today: membersToday(known, today),
    mostActive: mostActiveOf(
      everybody.map(({ id, firstName, lastName, birthday }) => ({
        member: { id, firstName, lastName, birthday },
        jumps: jumpsOf.get(id) ?? 0,
      })),
    ),
    honors,
  }
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
