import { type SQL, sql } from 'drizzle-orm'
import { guard } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import {
  costumeOwnerships,
  dutyEntries,
  memberExits,
  members,
  memberTimespans,
} from '#worker/db/schema.ts'
import { correlated, insertSelected, rowsOf } from '#worker/db/statements.ts'
import type { MembershipState } from '#worker/domain/codes.ts'
import type { Day } from '#worker/domain/dates.ts'
import type { Exit, LeaveBody } from './members.contract.ts'

// An exit stores in `ended` what it ended, each entry with its previous values: {kind: 'timespan' | 'duty' |
// 'costume', id, from, to} and the duty or costume. The statements decide everything themselves; in them x is
// the exit, e one of its entries, m its member.

const isWaiting = sql`effective_at IS NULL AND undone_at IS NULL`

/** States that a waiting exit can change; a member who has left has no waiting exit. */
const isMember = sql`m.membership_state IN ('Active', 'Passive')`

/**
 * Exits `x` of members `m` that wait for their day and were not superseded by a change in the member's form.
 */
export const waitingExits = sql`member_exits x CROSS JOIN members m
  WHERE x.effective_at IS NULL AND x.undone_at IS NULL AND m.id = x.member_id
    AND m.date_left = x.date AND ${isMember}`

/** The member is as the exit left them; otherwise the exit neither takes effect nor can be undone. */
const isUnchanged = sql`EXISTS (SELECT 1 FROM members m WHERE m.id = x.member_id
  AND m.date_left = x.date AND (x.effective_at IS NULL OR m.membership_state = x.state))`

export const waitingExit = (memberId: number) =>
  sql`(SELECT id FROM member_exits WHERE member_id = ${memberId} AND ${isWaiting})`

export const newestExit = (memberId: number | SQL) =>
  sql`(SELECT max(id) FROM member_exits WHERE member_id = ${memberId} AND undone_at IS NULL)`

const entriesOf = (exit: SQL) => sql`member_exits x CROSS JOIN json_each(x.ended) e
  WHERE x.id = ${exit} AND x.undone_at IS NULL AND ${isUnchanged}`

const ofEntry = (name: string) => sql.raw(`e.value ->> '$.${name}'`)
const kind = ofEntry('kind')

/**
 * The row of an entry, if it is unchanged since the exit and nothing later overlaps it. Timespans have no
 * stable id, since saving a member rewrites them.
 */
const unchangedRow = {
  timespan: sql`SELECT t.id FROM member_timespans t WHERE t.member_id = x.member_id
    AND t.from_date = ${ofEntry('from')} AND t.to_date = x.date
    AND NOT EXISTS (SELECT 1 FROM member_timespans o WHERE o.member_id = t.member_id
      AND o.id <> t.id AND (o.to_date IS NULL OR o.to_date >= t.from_date))`,
  duty: sql`SELECT t.id FROM duty_entries t WHERE t.id = ${ofEntry('id')}
    AND t.member_id = x.member_id AND t.duty = ${ofEntry('duty')}
    AND t.from_date = ${ofEntry('from')} AND t.to_date = x.date
    AND NOT EXISTS (SELECT 1 FROM duty_entries o WHERE o.member_id = t.member_id
      AND o.duty = t.duty AND o.id <> t.id AND (o.to_date IS NULL OR o.to_date >= t.from_date)
      AND (${ofEntry('to')} IS NULL OR o.from_date <= ${ofEntry('to')}))`,
  costume: sql`SELECT t.id FROM costume_ownerships t WHERE t.id = ${ofEntry('id')}
    AND t.member_id = x.member_id AND t.costume_id = ${ofEntry('costumeId')}
    AND t.owned_from = ${ofEntry('from')} AND t.owned_to = x.date
    AND NOT EXISTS (SELECT 1 FROM costume_ownerships o WHERE o.costume_id = t.costume_id
      AND o.id <> t.id AND (o.owned_to IS NULL OR o.owned_to > t.owned_from))`,
}

export type KeptEntry = { kind: 'timespan' | 'duty' | 'costume'; id: number; from: Day } & {
  /** The label of the office; null for an entry of another kind. */
  duty: string | null
  /** The costume, "Schellenhansel 114"; null for an entry of another kind. */
  costume: string | null
  /** The costume's current owner, if another member. */
  owner: string | null
  isOwned: number
  isThere: number
}

/** The entries that an undo does not restore; selected before the undo in the same commit. */
export function selectNotRestored(db: Db, exit: SQL, today: Day) {
  const isKind = (name: KeptEntry['kind']) => sql`${kind} = ${sql.raw(`'${name}'`)}`
  const owners = sql`costume_ownerships o JOIN members p ON p.id = o.member_id
    WHERE o.costume_id = ${ofEntry('costumeId')} AND (o.owned_to IS NULL OR o.owned_to > ${today})`
  return rowsOf<KeptEntry>(
    db,
    {
      kind,
      id: sql`coalesce(${ofEntry('costumeId')}, ${ofEntry('id')})`,
      from: ofEntry('from'),
      duty: sql`(SELECT o.label FROM offices o WHERE o.code = ${ofEntry('duty')})`,
      costume: sql`(SELECT t.name || ' ' || c.number FROM costumes c
        JOIN costume_types t ON t.id = c.costume_type_id WHERE c.id = ${ofEntry('costumeId')})`,
      owner: sql`(SELECT trim(p.first_name || ' ' || p.last_name) FROM ${owners}
        AND o.member_id <> x.member_id ORDER BY o.owned_from DESC LIMIT 1)`,
      isOwned: sql`EXISTS (SELECT 1 FROM ${owners})`,
      isThere: sql`CASE WHEN ${isKind('duty')}
        THEN EXISTS (SELECT 1 FROM duty_entries WHERE id = ${ofEntry('id')}
          AND member_id = x.member_id)
        ELSE EXISTS (SELECT 1 FROM member_timespans WHERE member_id = x.member_id
          AND from_date = ${ofEntry('from')}) END`,
    },
    sql`${entriesOf(exit)} AND NOT (
      (${isKind('timespan')} AND EXISTS (${unchangedRow.timespan}))
      OR (${isKind('duty')} AND EXISTS (${unchangedRow.duty}))
      OR (${isKind('costume')} AND EXISTS (${unchangedRow.costume})))`,
  )
}

/**
 * Restores everything as before the exit. Entries that were changed since are kept, and nothing happens when
 * the member's date was changed. The last statement closes the exit, and its row tells whether the undo took
 * place.
 */
export function undoExit(exit: SQL, now: Date) {
  const at = now.toISOString()
  const idsOf = (name: keyof typeof unchangedRow) => sql`(SELECT (${unchangedRow[name]})
    FROM ${entriesOf(exit)} AND ${kind} = ${sql.raw(`'${name}'`)})`
  const before = (column: string) => sql`(SELECT ${sql.raw(column)} FROM member_exits
    WHERE id = ${exit})`
  return [
    write
      .update(memberTimespans)
      .set({ to: null })
      .where(sql`member_timespans.id IN ${idsOf('timespan')}`),
    write
      .update(dutyEntries)
      .set({
        to: sql`(SELECT ${ofEntry('to')} FROM member_exits x CROSS JOIN json_each(x.ended) e
          WHERE x.id = ${exit} AND ${kind} = 'duty' AND ${ofEntry('id')} = duty_entries.id)`,
        version: sql`${dutyEntries.version} + 1`,
      })
      .where(sql`duty_entries.id IN ${idsOf('duty')}`),
    write
      .update(costumeOwnerships)
      .set({
        ownedTo: sql`(SELECT ${ofEntry('to')} FROM member_exits x CROSS JOIN json_each(x.ended) e
          WHERE x.id = ${exit} AND ${kind} = 'costume' AND ${ofEntry('id')} = costume_ownerships.id)`,
      })
      .where(sql`costume_ownerships.id IN ${idsOf('costume')}`),
    write
      .update(members)
      .set({
        membershipState: sql`CASE WHEN ${before('effective_at')} IS NULL
          THEN members.membership_state ELSE ${before('state_before')} END`,
        dateLeft: before('date_left_before'),
        version: sql`${members.version} + 1`,
        updatedAt: at,
      })
      .where(
        sql`members.id IN (SELECT x.member_id FROM member_exits x
          WHERE x.id = ${exit} AND x.undone_at IS NULL AND ${isUnchanged})`,
      ),
    write
      .update(memberExits)
      .set({ undoneAt: at })
      .where(sql`member_exits.id = ${exit} AND undone_at IS NULL AND changes() > 0`)
      .returning({ memberId: memberExits.memberId }),
  ] as const
}

/** Closes the previous exit before a new one: a member has at most one waiting exit. */
export function closeWaitingExit(memberId: number, now: Date) {
  return write
    .update(memberExits)
    .set({ undoneAt: now.toISOString() })
    .where(sql`member_exits.id = ${waitingExit(memberId)}`)
}

/**
 * Closes exits that the form's change of state or date supersedes; a member who rejoins leaves all of them
 * behind. Must run before the change itself.
 */
export function closeSupersededExits(
  memberId: number,
  given: { state?: MembershipState; dateLeft?: Day | null },
  now: Date,
) {
  const state = given.state === undefined ? sql`m.membership_state` : sql`${given.state}`
  const dateLeft = given.dateLeft === undefined ? sql`m.date_left` : sql`${given.dateLeft}`
  return write
    .update(memberExits)
    .set({ undoneAt: now.toISOString() })
    .where(
      sql`member_exits.id IN (SELECT x.id FROM member_exits x JOIN members m ON m.id = x.member_id
        WHERE x.member_id = ${memberId} AND x.undone_at IS NULL
          AND ((NOT (${isMember}) AND ${state} IN ('Active', 'Passive'))
            OR (${isUnchanged} AND NOT (${dateLeft} IS x.date AND CASE WHEN x.effective_at IS NULL
              THEN ${state} IN ('Active', 'Passive') ELSE ${state} = x.state END))))`,
    )
}

type Leaving = { memberId: number; leave: LeaveBody; by: number; now: Date; today: Day }

/** Conditions for the rows that the exit ends, shared by all statements. */
function endedBy({ memberId, leave }: Omit<Leaving, 'by'>) {
  const { date, endTimespans, dutyIds, costumeIds } = leave
  const isIn = (ids: readonly number[]) =>
    sql`IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
  return {
    timespan: sql`member_id = ${memberId} AND to_date IS NULL AND ${endTimespans ? 1 : 0} = 1`,
    duty: sql`member_id = ${memberId} AND id ${isIn(dutyIds)}
      AND (to_date IS NULL OR to_date > ${date})`,
    costume: sql`member_id = ${memberId} AND costume_id ${isIn(costumeIds)}
      AND (owned_to IS NULL OR owned_to > ${date})`,
  }
}

/** Statements that end the selected timespans, duties and ownerships on the day of the exit. */
export function endSelectedRows(leaving: Leaving) {
  const ended = endedBy(leaving)
  const { date } = leaving.leave
  return [
    write.update(memberTimespans).set({ to: date }).where(ended.timespan),
    write
      .update(dutyEntries)
      .set({ to: date, version: sql`${dutyEntries.version} + 1` })
      .where(ended.duty),
    write.update(costumeOwnerships).set({ ownedTo: date }).where(ended.costume),
  ] as const
}

/**
 * Stores the exit before anything ends, with the current values. The guard `stillMember` rejects an exit in the
 * future of a member who has left meanwhile. A repeated exit extends the first one instead of adding a second,
 * which would need its own undo.
 */
export function insertExit(leaving: Leaving) {
  const { memberId, leave, by, now, today } = leaving
  const at = now.toISOString()
  const ended = endedBy(leaving)
  const entries = sql`
    SELECT json_object('kind', 'timespan', 'id', id, 'from', from_date, 'to', to_date) AS entry
      FROM member_timespans WHERE ${ended.timespan}
    UNION ALL SELECT json_object('kind', 'duty', 'id', id, 'from', from_date, 'to', to_date,
        'duty', duty)
      FROM duty_entries WHERE ${ended.duty}
    UNION ALL SELECT json_object('kind', 'costume', 'id', id, 'from', owned_from, 'to', owned_to,
        'costumeId', costume_id)
      FROM costume_ownerships WHERE ${ended.costume}`
  const same = sql`(SELECT max(x.id) FROM member_exits x WHERE x.member_id = ${memberId}
    AND x.undone_at IS NULL AND x.effective_at IS NOT NULL AND x.date = ${leave.date}
    AND x.state = ${leave.state} AND ${isUnchanged})`
  const takesEffect = leave.date <= today
  const hasLeft = sql`SELECT 1 FROM members m WHERE m.id = ${memberId} AND NOT (${isMember})`
  return [
    ...(takesEffect ? [] : [guard('stillMember', sql`NOT EXISTS (${hasLeft})`)]),
    write
      .update(memberExits)
      .set({
        ended: sql`(SELECT json_group_array(json(entry)) FROM (
          SELECT value AS entry FROM json_each(member_exits.ended) UNION ALL ${entries}))`,
      })
      .where(sql`member_exits.id = ${same}`),
    insertSelected(
      memberExits,
      {
        memberId,
        state: leave.state,
        date: leave.date,
        stateBefore: sql`m.membership_state`,
        dateLeftBefore: sql`m.date_left`,
        ended: sql`(SELECT json_group_array(json(entry)) FROM (${entries}))`,
        recordedAt: at,
        recordedBy: by,
        effectiveAt: takesEffect ? at : null,
      },
      sql`members m WHERE m.id = ${memberId} AND ${same} IS NULL`,
    ),
  ] as const
}

/** Waiting exits whose last day has passed. */
export function selectDue(db: Db, today: Day) {
  return db
    .select({ id: memberExits.id })
    .from(memberExits)
    .where(sql`${isWaiting} AND ${memberExits.date} < ${today}`)
}

/** Due exits take effect; an exit whose member was changed since is closed without effect. */
export function applyExits(ids: readonly number[], now: Date) {
  const at = now.toISOString()
  const given = sql`IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`
  const isDue = sql`id ${given} AND ${isWaiting}`
  const stateNow = sql`SELECT m.membership_state FROM members m
    WHERE m.id = member_exits.member_id AND ${isMember} AND m.date_left = member_exits.date`
  return [
    write
      .update(memberExits)
      .set({ effectiveAt: at, stateBefore: sql`(${stateNow})` })
      .where(sql`${isDue} AND EXISTS (${stateNow})`),
    write
      .update(members)
      .set({ membershipState: 'Left', version: sql`${members.version} + 1`, updatedAt: at })
      .where(
        sql`id IN (SELECT member_id FROM member_exits x WHERE x.id ${given}
            AND x.effective_at = ${at} AND x.undone_at IS NULL AND x.date = members.date_left)
          AND membership_state IN ('Active', 'Passive')`,
      ),
    write.update(memberExits).set({ undoneAt: at }).where(isDue),
  ] as const
}

/** The exit of the selected member that can be undone; null when the member was changed since. */
export const exitOfMember = correlated<Exit | null>(
  sql`SELECT json_object('state', x.state, 'date', x.date,
      'effective', json(iif(x.effective_at IS NOT NULL, 'true', 'false')))
    FROM member_exits x WHERE x.id = ${newestExit(sql`${members.id}`)} AND ${isUnchanged}`,
).mapWith((json: string | null): Exit | null => (json === null ? null : JSON.parse(json)))

/** The last day of a member with a waiting exit; null without one. */
export const exitDate = sql`(SELECT date FROM member_exits
  WHERE member_id = members.id AND ${isWaiting})`
