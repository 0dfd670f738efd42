import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { rowsOf } from '#worker/db/rows-of.ts'
import type { Day } from '#worker/domain/dates.ts'

/** State and birthday alone: one index holds both. */
export function selectAges(db: Db, gate: SQL) {
  return rowsOf<{ state: 'Active' | 'Passive'; birthday: Day | null }>(
    db,
    { state: sql`m.membership_state`, birthday: sql`m.birthday` },
    sql`${gate} CROSS JOIN members m WHERE m.membership_state IN ('Active', 'Passive')`,
  )
}

/**
 * How many came and went each year until today: by their timespans, else by the dates of the member.
 * Who leaves on a day to come has not left.
 */
export function selectChanges(db: Db, gate: SQL, today: Day) {
  const ofTimespans = (day: SQL, entry: SQL) =>
    sql`SELECT ${day} AS day, ${entry} AS entry FROM ${gate} CROSS JOIN member_timespans`
  const ofMembers = (day: SQL, entry: SQL) =>
    sql`SELECT ${day}, ${entry} FROM ${gate} CROSS JOIN members m
      WHERE NOT EXISTS (SELECT 1 FROM member_timespans t WHERE t.member_id = m.id)`
  return rowsOf<{ year: number; entries: number; exits: number }>(
    db,
    {
      year: sql`CAST(substr(day, 1, 4) AS INTEGER)`,
      entries: sql`sum(entry)`,
      exits: sql`sum(1 - entry)`,
    },
    sql`(${ofTimespans(sql`from_date`, sql`1`)}
        UNION ALL ${ofTimespans(sql`to_date`, sql`0`)}
        UNION ALL ${ofMembers(sql`date_joined`, sql`1`)}
        UNION ALL ${ofMembers(sql`date_left`, sql`0`)})
      WHERE day <= ${today} GROUP BY 1 ORDER BY 1`,
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
