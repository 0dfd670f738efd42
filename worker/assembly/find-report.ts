import { sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { rowsOf, singleRow } from '#worker/db/statements.ts'
import {
  feesOfYear,
  honorsOfYears,
  isInYear,
  type KnownMember,
  knownMembers,
  lastReportedDay,
  membersToday,
  mostActiveMembers,
  stockOfYear,
} from '#worker/domain/assembly-report.ts'
import type { HonorBasis, HonorType, MembershipState } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { SummedBooking } from '#worker/domain/fee-report.ts'
import { withoutLowerSteps } from '#worker/domain/honors.ts'
import { isMemberAtEndOf } from '#worker/domain/stock.ts'
import { selectTimespans } from '#worker/statistics/people.queries.ts'
import type { Context } from '#worker/statistics/prepared.ts'
import type { AssemblyReport, NamedOfYear, Person, ReportYear } from './assembly.contract.ts'

/**
 * "Jahresbericht": a calendar year beside the previous one, read in one round trip. It is read a few times a
 * year, so nothing is prepared.
 */
export async function findReport(
  { db, today }: Pick<Context, 'db' | 'today'>,
  year: number,
): Promise<AssemblyReport> {
  const days = { from: `${year - 1}-01-01`, until: lastReportedDay(year, today) }
  const [allMembers, timespans, parades, jumps, given, claims, bookings, runs] = await db.batch([
    selectAllMembers(db),
    selectTimespans(db, singleRow),
    selectParadeDays(db, days),
    selectJumps(db, days),
    selectGivenHonors(db, days),
    selectClaimAmounts(db, year),
    selectSummedBookings(db, year),
    selectVoidRuns(db, year),
  ])
  const spansOf = Map.groupBy(timespans, ({ memberId }) => memberId)
  const { known, withoutDates } = knownMembers(
    allMembers.map((member) => ({ ...member, timespans: spansOf.get(member.id) ?? [] })),
  )
  const honored = given.map(({ memberId, ...honor }) => ({ ...honor, member: { id: memberId } }))
  const honors = honorsOfYears(honored, year)
  const personOf = new Map(
    allMembers.flatMap(({ id, firstName, lastName, birthday, isAnonymised }) =>
      isAnonymised ? [] : [[id, { id, firstName, lastName, birthday }]],
    ),
  )
  const bookingsOf = Map.groupBy(bookings, ({ claimId }) => claimId)
  const yearFigures = (of: number, honored: number): ReportYear => {
    const until = lastReportedDay(of, today)
    const claimed = claims.filter((claim) => claim.year === of)
    const voided = runs.filter((run) => run.year === of)
    return {
      year: of,
      until,
      ...stockOfYear(known, of, until),
      parades: parades.filter(({ date }) => isInYear(of, date)).length,
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
    year: yearFigures(year, total(honors.map(({ count }) => count))),
    before: yearFigures(year - 1, total(honors.map(({ before }) => before))),
    withoutDates,
    today: membersToday(known, today),
    mostActive: mostActiveMembers(
      allMembers.map(({ id, firstName, lastName, birthday }) => ({
        member: { id, firstName, lastName, birthday },
        jumps: jumpsOf.get(id) ?? 0,
      })),
    ),
    honors,
    named: namedOfYear({ known, personOf, honored, year, until: lastReportedDay(year, today) }),
  }
}

type NamedFrom = {
  /** Sorted by name, like `personOf`. */
  known: readonly (KnownMember & { id: number })[]
  personOf: ReadonlyMap<number, Person>
  honored: readonly { member: { id: number }; type: HonorType; basis: HonorBasis; date: Day }[]
  year: number
  until: Day
}

function namedOfYear({ known, personOf, honored, year, until }: NamedFrom): NamedOfYear {
  const isWithin = (day: Day | null): day is Day =>
    day !== null && isInYear(year, day) && day <= until
  const named = <Row extends { id: number }, Named>(row: Row, made: (member: Person) => Named) => {
    const member = personOf.get(row.id)
    return member ? [made(member)] : []
  }
  const honorsOf = Map.groupBy(
    withoutLowerSteps(honored).filter(({ date }) => isInYear(year, date)),
    ({ member }) => member.id,
  )
  return {
    died: known
      .flatMap((row) => {
        const date = row.periods.at(-1)?.to ?? null
        return row.isDeath && isWithin(date) ? named(row, (member) => ({ member, date })) : []
      })
      .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0)),
    joined: known.flatMap((row) => {
      const index = row.periods.findLastIndex(({ from }) => isWithin(from))
      if (index === -1 || !isMemberAtEndOf(until, row)) return []
      return named(row, (member) => ({ member, again: index > 0 }))
    }),
    honored: [...personOf.values()].flatMap((member) =>
      (honorsOf.get(member.id) ?? []).map(({ type, basis }) => ({ member, type, basis })),
    ),
  }
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

// The statements of the report; each covers the year and the previous one.

/** The days that the report covers. */
type Span = { from: Day; until: Day }

type MemberRow = Person & {
  membershipState: MembershipState
  dateJoined: Day | null
  dateLeft: Day | null
  isAnonymised: 0 | 1
}

/** All current and former members, by name. */
function selectAllMembers(db: Db) {
  return rowsOf<MemberRow>(
    db,
    {
      id: sql`m.id`,
      firstName: sql`m.first_name`,
      lastName: sql`m.last_name`,
      birthday: sql`m.birthday`,
      membershipState: sql`m.membership_state`,
      dateJoined: sql`m.date_joined`,
      dateLeft: sql`m.date_left`,
      isAnonymised: sql`m.anonymised_at IS NOT NULL`,
    },
    sql`members m ORDER BY m.last_name_key, m.first_name_key, m.id`,
  )
}

/** The parades that took place or take place today. */
function selectParadeDays(db: Db, { from, until }: Span) {
  return rowsOf<{ date: Day }>(
    db,
    { date: sql`d.date` },
    sql`parades d WHERE d.date >= ${from} AND d.date <= ${until} AND d.cancelled_at IS NULL`,
  )
}

/** Sprünge by member and year, including ticks at parades that were cancelled afterwards. */
function selectJumps(db: Db, { from, until }: Span) {
  const year = sql`CAST(substr(d.date, 1, 4) AS INTEGER)`
  return rowsOf<{ year: number; memberId: number; jumps: number }>(
    db,
    { year, memberId: sql`p.member_id`, jumps: sql`count(*)` },
    sql`parades d CROSS JOIN participations p
      WHERE d.date >= ${from} AND d.date <= ${until} AND p.parade_id = d.id
        AND p.state = 'booked' AND p.participation_confirmed = 1 AND p.member_id IS NOT NULL
      GROUP BY ${year}, p.member_id`,
  )
}

/** The honors given, one index range per type. */
function selectGivenHonors(db: Db, { from, until }: Span) {
  return rowsOf<{ memberId: number; type: HonorType; basis: HonorBasis; date: Day }>(
    db,
    {
      memberId: sql`h.member_id`,
      type: sql`h.type`,
      basis: sql`r.basis`,
      date: sql`h.date`,
    },
    sql`honor_rules r CROSS JOIN honors h
      WHERE h.type = r.type AND h.date >= ${from} AND h.date <= ${until}`,
  )
}

/** The fee claims of the year of the report and of the year before. */
function selectClaimAmounts(db: Db, year: number) {
  return rowsOf<{ id: number; year: number; amountInCent: number }>(
    db,
    { id: sql`c.id`, year: sql`c.year`, amountInCent: sql`c.amount_in_cent` },
    sql`fee_claims c WHERE c.year IN (${year - 1}, ${year})`,
  )
}

/** The bookings of these claims, as far as the sums need them. */
function selectSummedBookings(db: Db, year: number) {
  return rowsOf<SummedBooking & { claimId: number }>(
    db,
    {
      id: sql`b.id`,
      claimId: sql`b.claim_id`,
      kind: sql`b.kind`,
      amountInCent: sql`b.amount_in_cent`,
      runId: sql`b.run_id`,
      reversesId: sql`b.reverses_id`,
      method: sql`b.method`,
    },
    sql`fee_claims c CROSS JOIN fee_bookings b
      WHERE c.year IN (${year - 1}, ${year}) AND b.claim_id = c.id`,
  )
}

/** The void debit runs. */
function selectVoidRuns(db: Db, year: number) {
  return rowsOf<{ id: number; year: number }>(
    db,
    { id: sql`r.id`, year: sql`r.year` },
    sql`sepa_runs r WHERE r.year IN (${year - 1}, ${year}) AND r.voided_at IS NOT NULL`,
  )
}
