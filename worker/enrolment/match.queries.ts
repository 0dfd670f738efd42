import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { guard } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { matchActs, members, participations } from '#worker/db/schema.ts'
import { correlated, rowsOf } from '#worker/db/statements.ts'
import {
  isAnonymisedKey,
  nameKey,
  type PersonName,
  type UnmatchedKeys,
} from '#worker/domain/enrolment.ts'

// Statements that match participations with members and undo it. A list is bound as one JSON parameter: D1
// binds at most 100.

const isLiving = sql`${participations.state} IN ('reserved', 'booked')`

const columns = {
  id: participations.id,
  memberId: participations.memberId,
  personKey: participations.personKey,
  givenKey: participations.givenKey,
  firstName: participations.firstName,
  lastName: participations.lastName,
  birthday: participations.birthday,
  orderId: participations.orderId,
  createdAt: participations.createdAt,
  /** Whether the matched member is anonymised. */
  isForgotten: correlated<boolean>(sql`SELECT m.anonymised_at IS NOT NULL FROM members m
    WHERE m.id = ${participations.memberId}`).mapWith(Boolean),
}

/** Booked participations, matched or not. */
export function selectForMatching(db: Db, ids: readonly number[]) {
  return db
    .select(columns)
    .from(participations)
    .where(and(isOneOf(participations.id, ids), eq(participations.state, 'booked')))
}

export type ForMatching = Awaited<ReturnType<typeof selectForMatching>>[number]

export function selectMemberIds(db: Db, ids: readonly number[]) {
  return db
    .select({ id: members.id })
    .from(members)
    .where(and(isOneOf(members.id, ids), isNull(members.anonymisedAt)))
}

function isOneOf(column: typeof participations.id | typeof members.id, ids: readonly number[]) {
  return sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
}

/** Who made the change, and when. */
export type By = { userId: number; at: string }

/** The batch is one transaction, so the highest id is the act that it inserted. */
const newestAct = sql`(SELECT max(id) FROM match_acts)`

function insertAct({ userId, at }: By) {
  return write.insert(matchActs).values({ at, by: userId }).returning({ id: matchActs.id })
}

/** Removes an act that matched no participation. Has to be last in its batch. */
function deleteEmptyAct() {
  const hasMatched = sql`EXISTS (SELECT 1 FROM participations p WHERE p.match_act_id = match_acts.id)`
  return write
    .delete(matchActs)
    .where(sql`${matchActs.id} = ${newestAct} AND NOT ${hasMatched}`)
    .returning({ id: matchActs.id })
}

/** A person's unmatched participations, identified by one of them, and the member to link. */
export type Match = UnmatchedKeys & { id: number; memberId: number }

/**
 * Links each person's participations to their member, except in parades where the member is enrolled already;
 * the second last statement returns those parades.
 */
export function linkGroups(db: Db, by: By, matches: readonly Match[]) {
  const list = JSON.stringify(matches)
  const isOvertaken = sql`EXISTS (SELECT 1 FROM json_each(${list}) g WHERE NOT EXISTS (
    SELECT 1 FROM participations p WHERE p.id = g.value ->> 'id' AND p.state = 'booked'
      AND (p.member_id IS NULL OR p.member_id = g.value ->> 'memberId')))`
  return [
    guard('matchesAsRead', sql`NOT ${isOvertaken}`),
    insertAct(by),
    ...linkUnmatched(db, list, sql`g.value ->> 'memberId'`),
    deleteEmptyAct(),
  ] as const
}

/** `linkGroups` for one person and the member whom the same batch has inserted. */
export function linkGroupToNewest(db: Db, by: By, group: UnmatchedKeys, newestMember: SQL) {
  return [insertAct(by), ...linkUnmatched(db, JSON.stringify([group]), newestMember)] as const
}

function linkUnmatched(db: Db, list: string, memberId: SQL) {
  // A bound number is a REAL in SQLite: without the cast the key would read 'm:5.0'.
  const memberKey = sql`'m:' || CAST(${memberId} AS INTEGER)`
  // When two people are matched with one member, only the first is linked in each parade.
  const linked = sql`(SELECT id, member_id FROM (
    SELECT p.id, ${memberId} AS member_id,
      row_number() OVER (PARTITION BY p.parade_id, ${memberId} ORDER BY p.id) AS place
    FROM json_each(${list}) g CROSS JOIN participations p
    WHERE ${isInGroup} AND ${isFree(sql`p.parade_id`, memberKey)}
  ) WHERE place = 1) AS linked`
  return [
    write
      .update(participations)
      .set({
        memberId: sql`linked.member_id`,
        personKey: sql`'m:' || CAST(linked.member_id AS INTEGER)`,
        matchActId: newestAct,
        isGuest: false,
      })
      .from(linked)
      .where(sql`${participations.id} = linked.id`)
      .returning({ id: participations.id }),
    rowsOf<{ paradeId: number }>(
      db,
      { paradeId: sql`p.parade_id` },
      sql`json_each(${list}) g CROSS JOIN participations p WHERE ${isInGroup}`,
    ),
  ] as const
}

/**
 * Marks a person's unmatched participations as a guest's (no match needed), or unmarks them.
 * @param group keys of one of these participations
 */
export function markGuest(group: UnmatchedKeys, isGuest: boolean) {
  const list = JSON.stringify([group])
  return write
    .update(participations)
    .set({ isGuest })
    .where(
      sql`${participations.id} IN (SELECT p.id FROM json_each(${list}) g CROSS JOIN participations p
        WHERE ${isInGroup})`,
    )
    .returning({ id: participations.id })
}

// Participations with the same name and birthday are one person, anonymised or not; without a birthday only
// those of one order or one entry.
const isInGroup = sql`p.person_key = g.value ->> 'personKey' AND p.member_id IS NULL
  AND p.state IN ('reserved', 'booked')
  AND CASE
    WHEN g.value ->> 'birthday' IS NOT NULL OR g.value ->> 'personKey' GLOB 'x:*' THEN 1
    WHEN g.value ->> 'orderId' IS NOT NULL THEN p.order_id = g.value ->> 'orderId'
    ELSE p.order_id IS NULL AND p.created_at = g.value ->> 'createdAt'
  END`

/** The person key of a participation without its member. */
export function unmatchedKey(given: PersonName & { givenKey: string }): string {
  return isAnonymisedKey(given.givenKey) ? given.givenKey : nameKey(given)
}

/**
 * Participations given under one name and matched with one member, as one of them. If the member was chosen in
 * the form, only that participation.
 */
export type MatchedGroup = Omit<ForMatching, 'memberId'> & { memberId: number }

function isInMatchedGroup(group: MatchedGroup): SQL | undefined {
  const { id, memberId, givenKey, birthday, orderId, createdAt } = group
  const isPicked = givenKey.startsWith('m:')
  const isOnePerson = birthday !== null || isAnonymisedKey(givenKey)
  const isInOneGo =
    orderId === null
      ? and(isNull(participations.orderId), eq(participations.createdAt, createdAt))
      : eq(participations.orderId, orderId)
  return and(
    eq(participations.memberId, memberId),
    isLiving,
    // The key as given, which anonymising replaces: a row anonymised since is not found.
    eq(participations.givenKey, givenKey),
    isPicked ? eq(participations.id, id) : undefined,
    isPicked || isOnePerson ? undefined : isInOneGo,
  )
}

/** Moves a match to another member, except in parades where that member is enrolled already. */
export function moveGroup(db: Db, by: By, group: MatchedGroup, memberId: number) {
  const these = isInMatchedGroup(group)
  const memberKey = sql`'m:' || CAST(${memberId} AS INTEGER)`
  const isAsRead = sql`EXISTS (SELECT 1 FROM participations p WHERE p.id = ${group.id}
    AND p.state = 'booked' AND p.member_id = ${group.memberId})`
  return [
    guard('matchesAsRead', isAsRead),
    insertAct(by),
    write
      .update(participations)
      .set({ memberId, personKey: memberKey, matchActId: newestAct })
      .where(and(these, isFree(sql`${participations.paradeId}`, memberKey)))
      .returning({ id: participations.id }),
    db.select({ paradeId: participations.paradeId }).from(participations).where(these),
    deleteEmptyAct(),
  ] as const
}

/**
 * Undoes a match of all participations given under the same name: the person is listed under that name again,
 * except in parades where that name is enrolled already.
 */
export function unlinkGroup(db: Db, group: MatchedGroup, nameKey: string) {
  const these = isInMatchedGroup(group)
  return [
    write
      .update(participations)
      .set({ memberId: null, personKey: nameKey, givenKey: nameKey, matchActId: null })
      .where(and(these, isFree(sql`${participations.paradeId}`, sql`${nameKey}`)))
      .returning({ id: participations.id }),
    db.select({ paradeId: participations.paradeId }).from(participations).where(these),
  ] as const
}

/** An act, and its matches that have not been undone. */
export function selectAct(db: Db, act: number) {
  return [
    db.select({ id: matchActs.id }).from(matchActs).where(eq(matchActs.id, act)),
    db.select(columns).from(participations).where(isOfAct(act)),
  ] as const
}

function isOfAct(act: number): SQL | undefined {
  return and(eq(participations.matchActId, act), isNotNull(participations.memberId), isLiving)
}

/** @param names each participation with the key of the name that was given */
export function unlinkAct(db: Db, act: number, names: readonly { id: number; nameKey: string }[]) {
  const nameKey = sql`named.value ->> 'nameKey'`
  return [
    write
      .update(participations)
      .set({ memberId: null, personKey: nameKey, givenKey: nameKey, matchActId: null })
      .from(sql`json_each(${JSON.stringify(names)}) AS named`)
      .where(
        and(
          sql`${participations.id} = named.value ->> 'id'`,
          isOfAct(act),
          isFree(sql`${participations.paradeId}`, nameKey),
        ),
      )
      .returning({ id: participations.id }),
    db.select({ paradeId: participations.paradeId }).from(participations).where(isOfAct(act)),
  ] as const
}

function isFree(paradeId: SQL, personKey: SQL): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM participations AS other
    WHERE other.parade_id = ${paradeId} AND other.person_key = ${personKey}
    AND other.state IN ('reserved', 'booked'))`
}

/** Most acts that the list of matches shows. */
const mostActs = 50

export type MatchedRow = UnmatchedKeys & {
  givenKey: string
  act: number
  at: string
  userId: number
  userFirstName: string
  userLastName: string
  memberId: number
  memberFirstName: string
  memberLastName: string
  memberBirthday: string | null
  id: number
  firstName: string
  lastName: string
  paradeId: number
  title: string
  date: string
}

/** Matches of the last acts that have not been undone: newest act first, then by member. */
export function selectMatched(db: Db) {
  return rowsOf<MatchedRow>(
    db,
    {
      act: sql`a.id`,
      at: sql`a.at`,
      userId: sql`u.id`,
      userFirstName: sql`u.first_name`,
      userLastName: sql`u.last_name`,
      memberId: sql`m.id`,
      memberFirstName: sql`m.first_name`,
      memberLastName: sql`m.last_name`,
      memberBirthday: sql`m.birthday`,
      id: sql`p.id`,
      firstName: sql`p.first_name`,
      lastName: sql`p.last_name`,
      birthday: sql`p.birthday`,
      personKey: sql`p.person_key`,
      givenKey: sql`p.given_key`,
      orderId: sql`p.order_id`,
      createdAt: sql`p.created_at`,
      paradeId: sql`d.id`,
      title: sql`d.title`,
      date: sql`d.date`,
    },
    sql`(
        SELECT match_act_id AS id FROM participations
        WHERE match_act_id IS NOT NULL AND member_id IS NOT NULL AND state = 'booked'
        GROUP BY match_act_id ORDER BY match_act_id DESC LIMIT ${mostActs}
      ) AS last CROSS JOIN match_acts a ON a.id = last.id CROSS JOIN users u ON u.id = a.by
      CROSS JOIN participations p ON p.match_act_id = a.id
        AND p.member_id IS NOT NULL AND p.state = 'booked'
      CROSS JOIN members m ON m.id = p.member_id CROSS JOIN parades d ON d.id = p.parade_id
      ORDER BY a.id DESC, m.last_name_key, m.first_name_key, m.id, p.id DESC`,
  )
}
