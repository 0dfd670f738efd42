import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { members, parades, participations } from '#worker/db/schema.ts'
import { personColumns } from '#worker/members/member-columns.ts'

const isUnmatched = sql`${participations.memberId} IS NULL AND ${participations.state} = 'booked'
  AND ${participations.isGuest} = 0`

/** All unmatched participations, the newest first, and the members who may be meant: one read. */
export function readUnmatched(db: Db) {
  return db.batch([
    db
      .select({
        id: participations.id,
        firstName: participations.firstName,
        lastName: participations.lastName,
        personKey: participations.personKey,
        birthday: participations.birthday,
        orderId: participations.orderId,
        createdAt: participations.createdAt,
        paradeId: participations.paradeId,
        title: parades.title,
        date: parades.date,
      })
      .from(participations)
      .innerJoin(parades, eq(parades.id, participations.paradeId))
      .where(isUnmatched)
      .orderBy(desc(participations.id)),
    db
      .select({
        ...personColumns,
        membershipState: members.membershipState,
        firstNameKey: members.firstNameKey,
        lastNameKey: members.lastNameKey,
        maidenNameKey: members.maidenNameKey,
      })
      .from(members)
      .where(
        and(
          inArray(members.membershipState, ['Active', 'Passive']),
          sql`${members.id} IN ${meant}`,
        ),
      ),
  ])
}

// The names stand in the key, `p:{first}|{last}|{birthday}`: so each person is looked up by an
// index, instead of every member among the unmatched.
const meant = sql`(
  WITH keys AS (
    SELECT DISTINCT birthday, substr(person_key, 3, instr(person_key, '|') - 3) AS first,
      substr(person_key, instr(person_key, '|') + 1) AS rest
    FROM participations WHERE member_id IS NULL AND state = 'booked' AND is_guest = 0
  ), people AS (
    SELECT birthday, first, substr(rest, 1, instr(rest, '|') - 1) AS last FROM keys
  )
  SELECT m.id FROM people JOIN members m ON m.last_name_key = last AND m.first_name_key = first
  UNION SELECT m.id FROM people JOIN members m
    ON m.maiden_name_key = last AND m.first_name_key = first
  UNION SELECT m.id FROM people CROSS JOIN members m ON m.birthday = people.birthday
)`
