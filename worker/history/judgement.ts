import { type SQL, sql } from 'drizzle-orm'
import { isChosenExtraLost } from '#worker/db/place-extras.ts'
import { retention } from '#worker/domain/retention.ts'
import { isInUse } from '#worker/guild/guild-codes.queries.ts'
import { bankFields } from './recorded.ts'

// Whether a line of audit_entries can be undone, as SQL that the list and the undo share.

/** The changes of an undo cannot be undone themselves and do not prevent another undo. */
const undoActs = [
  'POST /api/history/:requestId/undo',
  'POST /api/imports/:id/undo',
  'POST /api/members/merges/:id/undo',
]

/** The undo of an assembly's honors: reverts those that have not changed since. */
const undoEntryAct = 'POST /api/assembly/:date/undo'
const entryActs = ['POST /api/assembly/:date/enter', undoEntryAct]

/** The earliest time (ISO) whose changes, imports and merges can still be undone. */
export function undoableSince(now: Date): string {
  return new Date(now.getTime() - retention.journal.count * 24 * 60 * 60 * 1000).toISOString()
}

const list = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(', '))

/** Entities with an undo of their own or none: owners, users, files for the bank. */
const neverUndone = ['ownership', 'user', 'userRole', 'passkey', 'run']

const fieldIn = (l: string, fields: readonly string[]) =>
  sql`EXISTS (SELECT 1 FROM json_each(${sql.raw(l)}.changes) f WHERE f.key IN (${list(fields)}))`

/** The participation is confirmed only by its entry on site, and no later act confirmed it. */
const isOfItsEntry = sql`(p.door = 'onSite' AND p.participation_confirmed_at = p.created_at
  AND NOT EXISTS (SELECT 1 FROM check_in_acts a WHERE a.participation_id = p.id
    AND a.kind = 'confirm' AND a.outcome IN ('done', 'already')))`

/** @param l alias of the line in the statement */
export function isNotUndoable(l: string, since: string): SQL {
  const of = (column: string) => sql.raw(`${l}.${column}`)
  const hasField = (...fields: string[]) => fieldIn(l, fields)
  // Deleting a member or costume sets a reference of inactive places to null; the same undo restores that.
  const isOfDeletion = sql`EXISTS (SELECT 1 FROM audit_entries d
    WHERE d.request_id = ${of('request_id')} AND d.op = 'delete' AND d.entity IN ('member', 'costume'))`
  const isOnline = sql`EXISTS (SELECT 1 FROM participations p
    WHERE p.id = ${of('entity_id')} AND p.order_id IS NOT NULL)`
  // Requiring passkeys needs a user who has one, which an undo does not check.
  const asksForPasskeys = sql`(${of('entity')} = 'settings'
    AND ${of('changes')} ->> '$.passkeysRequired[0]' IS 1)`
  return sql`(${of('op')} = 'event' OR ${of('changes')} IS NULL OR ${of('at')} < ${since}
    OR ${of('act')} IN (${list(undoActs)}) OR ${of('via')} = 'import'
    OR ${of('entity')} IN (${list(neverUndone)}) OR ${of('act')} IN (${list(entryActs)})
    OR (${of('entity')} = 'exit' AND ${of('op')} <> 'delete')
    OR (${of('entity')} IN ('member', 'settings') AND ${hasField(...bankFields)})
    OR ${asksForPasskeys}
    OR (${of('entity')} = 'parade' AND ${of('op')} = 'update' AND ${hasField('cancelledAt')})
    OR (${of('entity')} = 'participation' AND ${of('op')} = 'update'
      AND (${hasField('cashReturnedAt', 'memberId')} OR (${isOnline} AND NOT ${hasField('isGuest')}))
      AND NOT ${isOfDeletion}))`
}

/**
 * Whether a later change affects the row or depends on it. Spans depend on all spans of the member, fee
 * rules on the whole table, an exit on the member's state and day of leaving.
 */
export function hasLaterChange(l: string): SQL {
  const of = (column: string) => sql.raw(`${l}.${column}`)
  const later = (which: SQL) => sql`EXISTS (SELECT 1 FROM audit_entries o WHERE ${which}
    AND o.id > ${of('id')} AND o.request_id <> ${of('request_id')} AND o.op <> 'event'
    AND o.undone_by IS NULL AND o.act NOT IN (${list(undoActs)})
    AND (o.act <> ${undoEntryAct} OR o.op = 'delete'))`
  const isEntity = (...entities: string[]) => sql`${of('entity')} IN (${list(entities)})`
  const typeOf = (line: SQL) => sql`coalesce(${line} ->> '$.type[1]', ${line} ->> '$.type[0]')`
  const refersTo = (table: string, column: string) =>
    sql`EXISTS (SELECT 1 FROM ${sql.raw(table)} r WHERE r.${sql.raw(column)} = ${of('entity_id')})`
  const codeOf = sql`coalesce(${of('changes')} ->> '$.code[1]', ${of('changes')} ->> '$.type[1]')`
  // A change of state or of the day of leaving; an exit depends on both, even when it changed neither.
  const bearsExit = sql`${isEntity('member')} AND ${of('op')} = 'update'
    AND ${fieldIn(l, ['membershipState', 'dateLeft'])}`
  // After a merge, earlier changes of either record affect the merged one.
  const isMerged = sql`EXISTS (SELECT 1 FROM member_merges g WHERE g.undone_at IS NULL
    AND g.merged_at >= ${of('at')} AND g.gone_id = ${of('member_id')})
    OR EXISTS (SELECT 1 FROM member_merges g WHERE g.undone_at IS NULL
      AND g.merged_at >= ${of('at')} AND g.kept_id = ${of('member_id')})`
  return sql`(
    ${isMerged} OR
    (NOT ${isEntity('timespan', 'feeRule', 'honorRuleDuty')} AND ${later(
      sql`o.entity = ${of('entity')} AND o.entity_id = ${of('entity_id')}`,
    )})
    OR (${bearsExit} AND ${later(sql`o.member_id = ${of('member_id')} AND o.entity = 'exit'`)})
    OR (${isEntity('timespan')} AND ${later(
      sql`o.member_id = ${of('member_id')} AND o.entity = 'timespan'`,
    )})
    OR (${isEntity('feeRule')} AND ${later(sql`o.entity = 'feeRule'`)})
    OR (${isEntity('honorRuleDuty')} AND ${later(
      sql`o.entity = ${of('entity')} AND o.entity_id = 0
        AND ${typeOf(sql`o.changes`)} = ${typeOf(of('changes'))}`,
    )})
    OR (${isEntity('assemblyHonor')} AND (${of('op')} = 'insert' OR ${fieldIn(l, ['date'])})
      AND EXISTS (SELECT 1 FROM assembly_honors a
        WHERE a.id = ${of('entity_id')} AND a.honor_id IS NOT NULL))
    OR (${isEntity('parade')} AND ${of('op')} = 'update' AND ${fieldIn(l, ['extras'])}
      AND ${isChosenExtraLost(of('entity_id'), sql`${of('changes')} ->> '$.extras[0]'`)})
    OR (${of('op')} = 'insert' AND (
      (${isEntity('member')} AND (${later(sql`o.member_id = ${of('entity_id')}`)}
        OR ${refersTo('participations', 'member_id')} OR ${refersTo('members', 'payer_id')}
        OR ${refersTo('fee_claims', 'member_id')} OR ${refersTo('fee_claims', 'payer_id')}))
      OR (${isEntity('costume')} AND (${refersTo('costume_ownerships', 'costume_id')}
        OR ${refersTo('participations', 'costume_id')}))
      OR (${isEntity('costumeType')} AND (${refersTo('costumes', 'costume_type_id')}
        OR ${refersTo('participations', 'costume_type_id')}))
      OR (${isEntity('office')} AND ${isInUse('offices', codeOf)})
      OR (${isEntity('honorRule')} AND ${isInUse('honors', codeOf)})
      OR (${isEntity('parade')} AND ${refersTo('participations', 'parade_id')})
      OR (${isEntity('participation')} AND EXISTS (SELECT 1 FROM participations p
        WHERE p.id = ${of('entity_id')}
          AND ((p.participation_confirmed = 1
              AND NOT ${isOfItsEntry})
            OR p.participation_fee_payed = 1 OR p.cash_returned_at IS NOT NULL)))
    ))
  )`
}
