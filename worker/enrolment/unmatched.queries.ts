import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { members, parades, participations } from '#worker/db/schema.ts'
import type { UnmatchedKeys } from '#worker/domain/enrolment.ts'
import { personColumns } from '#worker/members/member-columns.ts'

const isUnmatched = sql`${participations.memberId} IS NULL AND ${participations.state} = 'booked'`

const groupColumns = {
  personKey: participations.personKey,
  birthday: participations.birthday,
  orderId: participations.orderId,
  createdAt: participations.createdAt,
}

/** All unmatched participations, the newest first, and the members who may be meant: one read. */
export function readUnmatched(db: Db) {
  return db.batch([
    db
      .select({
        id: participations.id,
        firstName: participations.firstName,
        lastName: participations.lastName,
        ...groupColumns,
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
    FROM participations WHERE member_id IS NULL AND state = 'booked'
  ), people AS (
    SELECT birthday, first, substr(rest, 1, instr(rest, '|') - 1) AS last FROM keys
  )
  SELECT m.id FROM people JOIN members m ON m.last_name_key = last AND m.first_name_key = first
  UNION SELECT m.id FROM people JOIN members m
    ON m.maiden_name_key = last AND m.first_name_key = first
  UNION SELECT m.id FROM people CROSS JOIN members m ON m.birthday = people.birthday
)`

/** A booked participation, matched or not. */
export function selectForMatching(db: Db, id: number) {
  return db
    .select({
      id: participations.id,
      memberId: participations.memberId,
      givenKey: participations.givenKey,
      firstName: participations.firstName,
      lastName: participations.lastName,
      ...groupColumns,
    })
    .from(participations)
    .where(and(eq(participations.id, id), eq(participations.state, 'booked')))
}

const isLiving = sql`${participations.state} IN ('reserved', 'booked')`

/** Links a person's participations to a member, save in parades where the member stands already. */
export function linkGroup(db: Db, group: UnmatchedKeys, memberId: number | SQL) {
  // A bound number is a REAL in SQLite: without the cast the key would read 'm:5.0'.
  const memberKey = sql`'m:' || CAST(${memberId} AS INTEGER)`
  return [
    db
      .update(participations)
      .set({ memberId: sql`${memberId}`, personKey: memberKey })
      .where(and(isInGroup(group), isLiving, isFree(memberKey)))
      .returning({ id: participations.id }),
    db
      .select({ paradeId: participations.paradeId })
      .from(participations)
      .where(and(isInGroup(group), isLiving)),
  ] as const
}

/**
 * Undoes a match, with all that was given under the same name and matched with it: the person stands
 * under that name again, save where it is taken.
 * @param group `givenKey` in place of `personKey`; of a member that was picked only the row itself
 */
export function unlinkGroup(db: Db, group: MatchedGroup, nameKey: string) {
  const these = and(
    eq(participations.memberId, group.memberId),
    isLiving,
    group.isPicked
      ? eq(participations.id, group.id)
      : and(eq(participations.givenKey, group.givenKey), isOfBirthday(group)),
  )
  return [
    db
      .update(participations)
      .set({ memberId: null, personKey: nameKey, givenKey: nameKey })
      .where(and(these, isFree(sql`${nameKey}`)))
      .returning({ id: participations.id }),
    db.select({ paradeId: participations.paradeId }).from(participations).where(these),
  ] as const
}

type MatchedGroup = UnmatchedKeys & {
  id: number
  memberId: number
  givenKey: string
  isPicked: boolean
}

function isInGroup(group: UnmatchedKeys): SQL | undefined {
  return and(
    eq(participations.personKey, group.personKey),
    isNull(participations.memberId),
    isOfBirthday(group),
  )
}

// The same name with a birthday is one person; without, only what was enrolled in one go.
function isOfBirthday({ birthday, orderId, createdAt }: UnmatchedKeys): SQL | undefined {
  if (birthday !== null) return undefined
  return orderId === null
    ? and(isNull(participations.orderId), eq(participations.createdAt, createdAt))
    : eq(participations.orderId, orderId)
}

function isFree(personKey: SQL): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM participations AS other
    WHERE other.parade_id = ${participations.paradeId} AND other.person_key = ${personKey}
    AND other.state IN ('reserved', 'booked'))`
}
