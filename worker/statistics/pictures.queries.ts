import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { rowsOf } from '#worker/db/statements.ts'
import type { MembershipState } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'

/** State and birthday alone: one index holds both. */
export function selectAges(db: Db, gate: SQL) {
  return rowsOf<{ state: 'Active' | 'Passive'; birthday: Day | null }>(
    db,
    { state: sql`m.membership_state`, birthday: sql`m.birthday` },
    sql`${gate} CROSS JOIN members m WHERE m.membership_state IN ('Active', 'Passive')`,
  )
}

/** State and dates of everybody there is or was. */
export function selectMemberships(db: Db, gate: SQL) {
  return rowsOf<{
    id: number
    membershipState: MembershipState
    dateJoined: Day | null
    dateLeft: Day | null
  }>(
    db,
    {
      id: sql`m.id`,
      membershipState: sql`m.membership_state`,
      dateJoined: sql`m.date_joined`,
      dateLeft: sql`m.date_left`,
    },
    sql`${gate} CROSS JOIN members m`,
  )
}

/**
 * Each parade until today, with what one index knows of its participations. One that was called off
 * has only those who were ticked off before: nobody stayed away from it.
 */
export function selectParadesUntil(db: Db, gate: SQL, today: Day) {
  const booked = sql`SELECT count(*) FROM participations p
    WHERE p.parade_id = d.id AND p.state = 'booked'`
  const confirmed = sql`(${booked} AND p.participation_confirmed = 1)`
  const takesPlace = sql`d.cancelled_at IS NULL`
  return rowsOf<{ date: Day; takesPlace: number; enrolled: number; confirmed: number }>(
    db,
    {
      date: sql`d.date`,
      takesPlace,
      enrolled: sql`CASE WHEN ${takesPlace} THEN (${booked}) ELSE ${confirmed} END`,
      confirmed,
    },
    sql`${gate} CROSS JOIN parades d WHERE d.date <= ${today} ORDER BY d.date`,
  )
}

/** Confirmed participations by day and costume type, from a day on. */
export function selectTypesSince(db: Db, gate: SQL, since: Day, today: Day) {
  return rowsOf<{ date: Day; id: number; name: string; confirmed: number }>(
    db,
    { date: sql`d.date`, id: sql`t.id`, name: sql`t.name`, confirmed: sql`count(*)` },
    sql`${gate} CROSS JOIN parades d CROSS JOIN participations p
        JOIN costume_types t ON t.id = p.costume_type_id
      WHERE d.date >= ${since} AND d.date <= ${today} AND p.parade_id = d.id
        AND p.state = 'booked' AND p.participation_confirmed = 1
      GROUP BY d.date, t.id ORDER BY t.name_key`,
  )
}
