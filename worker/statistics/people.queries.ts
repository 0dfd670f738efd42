import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { rowsOf, singleRow } from '#worker/db/statements.ts'
import type { AssemblyChoice, Duty, HonorType } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { UnmatchedKeys } from '#worker/domain/enrolment.ts'
import type { Person } from './statistics.contract.ts'

// The statements of the statistics. Each FROM begins with the gate of `prepared.ts`, or with `singleRow`.

export const person = {
  id: sql`m.id`,
  firstName: sql`m.first_name`,
  lastName: sql`m.last_name`,
  birthday: sql`m.birthday`,
}
const dates = { dateJoined: sql`m.date_joined`, dateLeft: sql`m.date_left` }
export const isMember = sql`m.membership_state IN ('Active', 'Passive')`
export const byName = sql`ORDER BY m.last_name_key, m.first_name_key, m.id`

type ParadeCount = { confirmed: number; before: number }

/** Confirmed parades, by a range of one index, and Sprünge from before the register. */
const paradeCount = {
  confirmed: sql`(SELECT count(*) FROM participations p WHERE p.member_id = m.id
    AND p.state = 'booked' AND p.participation_confirmed = 1)`,
  before: sql`m.parades_before`,
}

/** Active and Passive members with their parades. */
export function selectParadeCounts(db: Db, gate: SQL) {
  return rowsOf<Person & ParadeCount & { state: 'Active' | 'Passive' }>(
    db,
    { ...person, state: sql`m.membership_state`, ...paradeCount },
    sql`${gate} CROSS JOIN members m WHERE ${isMember} ${byName}`,
  )
}

export type CountedMember = MemberDates & ParadeCount

/** Active and Passive members with their dates and their parades. */
export function selectCountedMembers(db: Db, gate: SQL) {
  return rowsOf<CountedMember>(
    db,
    { ...person, ...dates, ...paradeCount },
    sql`${gate} CROSS JOIN members m WHERE ${isMember} ${byName}`,
  )
}

export type Decided = CountedMember & {
  type: HonorType
  choice: AssemblyChoice | null
  honorId: number | null
  /** Whether the member holds the honor from elsewhere; 0 for one that may be given repeatedly. */
  isHeld: 0 | 1
}

/** Honors entered, left out or added for an assembly, with their members, former ones included. */
export function selectDecided(db: Db, gate: SQL, day: SQL) {
  return rowsOf<Decided>(
    db,
    {
      ...person,
      ...dates,
      ...paradeCount,
      type: sql`a.type`,
      choice: sql`a.choice`,
      honorId: sql`a.honor_id`,
      isHeld: sql`EXISTS (SELECT 1 FROM honors h WHERE h.member_id = a.member_id
        AND h.type = a.type AND h.type <> 'Extra_Certificate' AND h.id IS NOT a.honor_id)`,
    },
    sql`${gate} CROSS JOIN assembly_honors a CROSS JOIN members m
      WHERE a.date = ${day} AND (a.honor_id IS NOT NULL OR a.choice IS NOT NULL)
        AND m.id = a.member_id`,
  )
}

/**
 * Confirmed parades until the day of a member's Stand, which contains them, so that they do not count twice.
 * Reads nothing when there is no Stand, or no parade before one.
 */
export function selectCovered(db: Db, gate: SQL) {
  return rowsOf<{ memberId: number; covered: number }>(
    db,
    { memberId: sql`p.member_id`, covered: sql`count(*)` },
    sql`${gate} CROSS JOIN parades d CROSS JOIN participations p CROSS JOIN members m
      WHERE d.date <= (SELECT max(parades_before_until) FROM members
          WHERE parades_before_until IS NOT NULL)
        AND p.parade_id = d.id AND p.state = 'booked' AND p.participation_confirmed = 1
        AND m.id = p.member_id AND d.date <= m.parades_before_until
      GROUP BY p.member_id`,
  )
}

/** Confirmed parades after a day, which do not count for honors on that day. No Stand contains them. */
export function selectConfirmedAfter(db: Db, gate: SQL, day: SQL) {
  return rowsOf<{ memberId: number; later: number }>(
    db,
    { memberId: sql`p.member_id`, later: sql`count(*)` },
    sql`${gate} CROSS JOIN parades d CROSS JOIN participations p CROSS JOIN members m
      WHERE d.date > ${day} AND p.parade_id = d.id AND p.state = 'booked'
        AND p.participation_confirmed = 1 AND m.id = p.member_id
        AND (m.parades_before_until IS NULL OR d.date > m.parades_before_until)
      GROUP BY p.member_id`,
  )
}

/**
 * Booked places of members, not yet confirmed, in parades from today on that are not cancelled.
 * @param until the last day that counts
 */
export function selectComing(db: Db, gate: SQL, today: Day, until: SQL = sql`'9999-12-31'`) {
  return rowsOf<{ memberId: number; coming: number }>(
    db,
    { memberId: sql`p.member_id`, coming: sql`count(*)` },
    sql`${gate} CROSS JOIN parades d CROSS JOIN participations p
      WHERE d.date >= ${today} AND d.date <= ${until} AND d.cancelled_at IS NULL AND p.parade_id = d.id AND p.state = 'booked'
        AND p.participation_confirmed = 0 AND p.member_id IS NOT NULL
      GROUP BY p.member_id`,
  )
}

export type UnmatchedRow = UnmatchedKeys & {
  firstName: string
  lastName: string
  confirmed: number
  coming: number
}

/** Every booked participation without a member, newest first. */
export function selectPlacesWithoutMember(db: Db, gate: SQL, today: Day) {
  return rowsOf<UnmatchedRow>(
    db,
    {
      firstName: sql`p.first_name`,
      lastName: sql`p.last_name`,
      birthday: sql`p.birthday`,
      personKey: sql`p.person_key`,
      orderId: sql`p.order_id`,
      createdAt: sql`p.created_at`,
      confirmed: sql`p.participation_confirmed`,
      coming: sql`(p.participation_confirmed = 0 AND d.date >= ${today}
        AND d.cancelled_at IS NULL)`,
    },
    sql`${gate} CROSS JOIN participations p JOIN parades d ON d.id = p.parade_id
      WHERE p.member_id IS NULL AND p.state = 'booked' ORDER BY p.id DESC`,
  )
}

export type MemberDates = Person & { dateJoined: Day | null; dateLeft: Day | null }

const span = { memberId: sql`member_id`, from: sql`from_date`, to: sql`to_date` }
type SpanRow = { memberId: number; from: Day; to: Day | null }

export function selectTimespans(db: Db, gate: SQL) {
  return rowsOf<SpanRow>(db, span, sql`${gate} CROSS JOIN member_timespans`)
}

/** The duty book with the guild's names of the offices. */
export function selectOffices(db: Db, gate: SQL) {
  return rowsOf<SpanRow & { duty: Duty; label: string }>(
    db,
    { ...span, duty: sql`duty`, label: sql`(SELECT o.label FROM offices o WHERE o.code = duty)` },
    sql`${gate} CROSS JOIN duty_entries`,
  )
}

/** All timespans in an office, without names. */
export function selectDuties(db: Db) {
  return rowsOf<SpanRow & { duty: Duty }>(
    db,
    { ...span, duty: sql`duty` },
    sql`${singleRow} CROSS JOIN duty_entries`,
  )
}

export function selectHonors(db: Db, gate: SQL) {
  return rowsOf<{ id: number; memberId: number; type: HonorType }>(
    db,
    { id: sql`id`, memberId: sql`member_id`, type: sql`type` },
    sql`${gate} CROSS JOIN honors`,
  )
}

/** All people in the duty book, in any membership state. */
export function selectOfficeHolders(db: Db) {
  return rowsOf<Person>(
    db,
    person,
    sql`members m WHERE m.id IN (SELECT member_id FROM duty_entries) ${byName}`,
  )
}
