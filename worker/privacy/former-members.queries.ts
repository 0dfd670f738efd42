import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { rowsOf } from '#worker/db/statements.ts'
import type { MembershipState } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'

// Conditions and columns for `members m`.

export const isFormer = sql`m.membership_state IN ('Left', 'Died')`

/** Day of leaving; if it is unknown, the last day of a timespan, else the day of the last change. */
export const leftOn = sql<Day>`coalesce(m.date_left,
  (SELECT max(t.to_date) FROM member_timespans t WHERE t.member_id = m.id),
  substr(m.updated_at, 1, 10))`

/** An open fee of the member, or one that the member pays for others. */
export const hasOpenFee = sql`(
  EXISTS (SELECT 1 FROM fee_open o WHERE o.member_id = m.id AND o.open_in_cent <> 0)
  OR EXISTS (SELECT 1 FROM fee_open o WHERE o.payer_id = m.id AND o.open_in_cent <> 0))`

/**
 * Conditions that prevent a member's anonymisation, each with its sentence. Further conditions belong here.
 */
export const anonymisationObstacles = (today: Day): readonly { is: SQL; sentence: string }[] => [
  {
    is: sql`EXISTS (SELECT 1 FROM participations p JOIN orders o ON o.id = p.order_id
      WHERE p.member_id = m.id AND (o.state IN ('pending', 'review', 'refund_pending')
        OR o.attention IS NOT NULL))`,
    sentence: 'Eine Zahlung ist noch offen.',
  },
  {
    is: sql`EXISTS (SELECT 1 FROM participations p JOIN orders o ON o.id = p.order_id
      WHERE p.member_id = m.id AND p.state IN ('waiting', 'reserved') AND o.state = 'waiting')`,
    sentence: 'Eine Anmeldung steht noch auf der Warteliste.',
  },
  {
    is: sql`EXISTS (SELECT 1 FROM participations p JOIN order_refunds r ON r.order_id = p.order_id
      WHERE p.member_id = m.id AND r.state IN ('pending', 'failed'))`,
    sentence: 'Eine Erstattung ist noch offen.',
  },
  {
    is: sql`EXISTS (SELECT 1 FROM participations p JOIN parades d ON d.id = p.parade_id
      WHERE p.member_id = m.id AND p.state IN ('reserved', 'booked') AND d.date >= ${today})`,
    sentence: 'Für einen Umzug, der noch kommt, ist das Mitglied angemeldet.',
  },
  {
    is: hasOpenFee,
    sentence: 'Ein Beitrag ist noch offen oder ein Guthaben noch nicht erstattet.',
  },
  {
    is: sql`EXISTS (SELECT 1 FROM members k WHERE k.payer_id = m.id)`,
    sentence: 'Das Mitglied ist noch als Zahler für andere eingetragen.',
  },
]

/** Whether one of these conditions is true. */
export function hasAnonymisationObstacle(today: Day): SQL {
  return sql`(${sql.join(
    anonymisationObstacles(today).map(({ is }) => is),
    sql` OR `,
  )})`
}

export type FormerMember = {
  id: number
  firstName: string
  lastName: string
  membershipState: MembershipState
  leftOn: Day
}

/** Most members that are proposed at once. */
const mostProposed = 500

/** Former members who can be anonymised: left long enough ago, with nothing open; the longest ago first. */
export function selectProposed(db: Db, leftUntil: Day, today: Day) {
  return rowsOf<FormerMember>(
    db,
    {
      id: sql`m.id`,
      firstName: sql`m.first_name`,
      lastName: sql`m.last_name`,
      membershipState: sql`m.membership_state`,
      leftOn,
    },
    sql`members m WHERE ${isFormer} AND m.anonymised_at IS NULL AND ${leftOn} <= ${leftUntil}
      AND NOT ${hasAnonymisationObstacle(today)}
      ORDER BY ${leftOn}, m.id LIMIT ${mostProposed}`,
  )
}
