import { sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { rowsOf } from '#worker/db/statements.ts'
import type { HonorType, MembershipState } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { SummedBooking } from '#worker/domain/fee-report.ts'
import type { Person } from './assembly.contract.ts'

// What the report of a year is made of, each statement of the year and the one before.

/** The days that are told of. */
export type Span = { from: Day; until: Day }

export type MemberRow = Person & {
  membershipState: MembershipState
  dateJoined: Day | null
  dateLeft: Day | null
}

/** Everybody there is or was, by name. */
export function selectEverybody(db: Db) {
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
    },
    sql`members m ORDER BY m.last_name_key, m.first_name_key, m.id`,
  )
}

/** The parades that took place, or do today. */
export function selectParadeDays(db: Db, { from, until }: Span) {
  return rowsOf<{ date: Day }>(
    db,
    { date: sql`d.date` },
    sql`parades d WHERE d.date >= ${from} AND d.date <= ${until} AND d.cancelled_at IS NULL`,
  )
}

/** The Sprünge of each member in each year: of a parade that was called off, who was ticked off before. */
export function selectJumps(db: Db, { from, until }: Span) {
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

/** The honors that were given: a range of the index for each kind. */
export function selectGivenHonors(db: Db, { from, until }: Span) {
  return rowsOf<{ memberId: number; type: HonorType; date: Day }>(
    db,
    { memberId: sql`h.member_id`, type: sql`h.type`, date: sql`h.date` },
    sql`honor_rules r CROSS JOIN honors h
      WHERE h.type = r.type AND h.date >= ${from} AND h.date <= ${until}`,
  )
}

/** The claims of two years. */
export function selectClaimAmounts(db: Db, year: number) {
  return rowsOf<{ id: number; year: number; amountInCent: number }>(
    db,
    { id: sql`c.id`, year: sql`c.year`, amountInCent: sql`c.amount_in_cent` },
    sql`fee_claims c WHERE c.year IN (${year - 1}, ${year})`,
  )
}

/** What was booked on them, as much as the sums need. */
export function selectSummedBookings(db: Db, year: number) {
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

/** The files for the bank that were discarded. */
export function selectVoidRuns(db: Db, year: number) {
  return rowsOf<{ id: number; year: number }>(
    db,
    { id: sql`r.id`, year: sql`r.year` },
    sql`sepa_runs r WHERE r.year IN (${year - 1}, ${year}) AND r.voided_at IS NOT NULL`,
  )
}
