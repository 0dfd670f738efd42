import { type SQL, sql } from 'drizzle-orm'
import { type Db, write } from '#worker/db/db.ts'
import { checkInActs, participations } from '#worker/db/schema.ts'
import { insertSelected, rowsOf, singleRow } from '#worker/db/statements.ts'
import {
  fieldKinds,
  helperDateRange,
  notHelpersDay,
  settingKinds,
} from '#worker/domain/check-in.ts'
import type { ActKind, ActOutcome } from '#worker/domain/codes.ts'
import { berlinDay } from '#worker/domain/dates.ts'
import type { ErrorCode } from '#worker/domain/errors.ts'
import { shortName } from '#worker/domain/names.ts'
import { capabilities } from '#worker/domain/rights.ts'
import { takesCash } from '#worker/guild/guild.queries.ts'
import type { ActResult, CheckInRow, RowAct } from './check-in.contract.ts'

/** The acting user: may undo their own acts, management those of others as well. */
export type Actor = { userId: number }

/** An actor whose capability is known because the session was read before. */
export type RoledActor = Actor & { mayActOnAnyDay: boolean }

/** Only users with `onAnyDay` undo another user's act. @param owner the user who set it */
export function isOthersAct(actor: Actor, owner: SQL, onAnyDay: AnyDay): SQL {
  return sql`(${owner} IS NOT ${actor.userId} AND NOT ${hasCapability(actor, onAnyDay)})`
}

/** Helpers act on parades near today only. @param date the parade's day @param at the time of the act */
export function isOutsideHelperDays(actor: Actor, date: SQL, at: string, onAnyDay: AnyDay): SQL {
  const { from, to } = helperDateRange(berlinDay(new Date(at)))
  return sql`(${date} NOT BETWEEN ${from} AND ${to} AND NOT ${hasCapability(actor, onAnyDay)})`
}

type AnyDay = 'checkInOnAnyDay' | 'takeCashOnAnyDay'

const hasCapability = (
  { userId }: Actor,
  capability: AnyDay,
) => sql`EXISTS (SELECT 1 FROM user_roles r
  WHERE r.user_id = ${userId} AND r.role IN (${sql.join(
    capabilities[capability].map((role) => sql`${role}`),
    sql`, `,
  )}))`

/** The properties of every stored act. */
export type ActHead = {
  id: string
  /** '' for a direct request, not sent by a device. */
  device: string
  /** The time of the act within the plausible range. */
  at: string
  receivedAt: string
}

export type RowActToStore = ActHead &
  Actor & {
    kind: RowAct['kind']
    paradeId: number | SQL
    target: RowAct['target']
    /** From a direct request: always the newest act, and never repeated with the same id. */
    isOwnCall: boolean
  }

const list = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(', '))
const isSetting = (kind: SQL) => sql`(${kind} IN (${list(settingKinds)}))`
const isOfFee = (kind: SQL) => sql`(${kind} IN (${list(fieldKinds.fee)}))`
const counts = sql`outcome IN ('done', 'already')`

/** The newest effective act on a person's tick (0) or fee (1). */
const newestOf = (participationId: SQL, ofFee: number) => sql`(SELECT o.rowid FROM check_in_acts o
  WHERE o.participation_id = ${participationId} AND ${counts}
    AND ${isOfFee(sql`o.kind`)} = ${ofFee} ORDER BY o.acted_at DESC, o.rowid DESC LIMIT 1)`

/** The act's own time, or 1 ms after the newest act `n` if that is later. */
const afterTheNewest = (at: SQL) =>
  sql`max(${at}, coalesce(strftime('%Y-%m-%dT%H:%M:%fZ', n.acted_at, '+0.001 seconds'), ''))`

/**
 * Stores the act with its outcome, which the statement decides, and applies an act that is `done`; once per id.
 * Statements for one commit, in this order.
 */
export function doRowAct(act: RowActToStore) {
  const { id, kind, device, receivedAt, userId, isOwnCall } = act
  const isFee = fieldKinds.fee.some((one) => one === kind)
  const sets = settingKinds.some((one) => one === kind)
  // The database stores flags as 0 and 1.
  const [ofFee, set] = [Number(isFee), Number(sets)]
  const state = isFee ? sql`p.participation_fee_payed` : sql`p.participation_confirmed`
  const owner = isFee ? sql`p.fee_payed_by` : sql`p.confirmed_by`
  const at = sql`t.at`
  const actedAt = isOwnCall ? afterTheNewest(at) : at
  const isOlder = isOwnCall ? sql`0` : sql`n.acted_at > ${at}`
  // A payment that is reported only after the cash was returned is outdated, as if the fee had been undone.
  const isReturnedSince =
    kind === 'pay' && !isOwnCall ? sql`coalesce(p.cash_returned_at > ${at}, 0)` : sql`0`
  const isOnline = kind === 'unpay' ? sql`${owner} IS NULL` : sql`0`
  const onAnyDay = isFee ? 'takeCashOnAnyDay' : 'checkInOnAnyDay'
  const isOfOthers = sets ? sql`0` : isOthersAct(act, owner, onAnyDay)
  const isOff = isOutsideHelperDays(act, sql`d.date`, act.at, onAnyDay)
  const isRejectedWhenCancelled = isFee ? sql`0` : sql`d.cancelled_at IS NOT NULL`

  const insert = insertSelected(
    checkInActs,
    {
      id,
      kind,
      paradeId: sql`t.parade_id`,
      participationId: sql`t.participation_id`,
      userId,
      device,
      actedAt,
      receivedAt,
      code: sql`CASE WHEN ${isOff} THEN iif(d.date < ${berlinDay(new Date(act.at))},
        ${'ParadeOver' satisfies ErrorCode}, ${'NotYet' satisfies ErrorCode}) END`,
      message: sql`iif(${isOff}, ${notHelpersDay}, NULL)`,
      outcome: sql`CASE
        WHEN ${isOff} THEN 'refused'
        WHEN t.is_no_entry THEN 'noEntry'
        WHEN p.id IS NULL THEN 'gone'
        WHEN ${isRejectedWhenCancelled} THEN 'paradeCancelled'
        WHEN ${isOlder} THEN iif(${isSetting(sql`n.kind`)} = ${set}, 'already', 'overtaken')
        WHEN ${state} = ${set} THEN 'already'
        WHEN ${isReturnedSince} THEN 'overtaken'
        WHEN ${isOnline} THEN 'paidOnline'
        WHEN ${isOfOthers} THEN 'notYours'
        ELSE 'done' END`,
    },
    sql`(SELECT ${act.paradeId} AS parade_id, ${act.at} AS at, ${targetOf(act.target)}) t
      LEFT JOIN participations p ON p.id = t.participation_id AND p.parade_id = t.parade_id
        AND p.state = 'booked'
      LEFT JOIN parades d ON d.id = t.parade_id
      LEFT JOIN check_in_acts n ON n.rowid = ${newestOf(sql`p.id`, ofFee)}
      WHERE ${isOwnCall ? sql`p.id IS NOT NULL` : sql`1`} ${isOwnCall && kind === 'pay' ? sql`AND ${takesCash}` : sql``}`,
  ).onConflictDoNothing()

  const done = sql`(SELECT a.acted_at FROM check_in_acts a WHERE a.id = ${id})`
  const fields = {
    confirm: {
      participationConfirmed: true,
      participationConfirmedAt: done,
      confirmedBy: userId,
    },
    unconfirm: {
      participationConfirmed: false,
      participationConfirmedAt: null,
      confirmedBy: null,
    },
    // An offline act reported later counts, but is flagged.
    pay: { ...fieldsOfFee(true, done, userId), cashWhileOff: sql`NOT ${takesCash}` },
    unpay: fieldsOfFee(false, done, userId),
  }[kind]
  const update = write
    .update(participations)
    .set(fields)
    .where(
      sql`changes() = 1 AND ${participations.id} = (SELECT a.participation_id FROM check_in_acts a
        WHERE a.id = ${id} AND a.outcome = 'done')`,
    )
  return [insert, update] as const
}

function fieldsOfFee(isPaid: boolean, at: SQL, userId: number) {
  const cashWhileOff = false
  if (!isPaid) {
    return { participationFeePayed: false, feePayedAt: null, feePayedBy: null, cashWhileOff }
  }
  return {
    participationFeePayed: true,
    cashWhileOff,
    feePayedAt: at,
    feePayedBy: userId,
    // A fee that is paid again counts, even if its cash had been returned.
    cashReturnedAt: null,
    cashReturnedBy: null,
  }
}

/** A fee noted for many participations now, with an act for each. */
export type FeeActs = Actor & {
  kind: 'pay' | 'unpay'
  acts: readonly (readonly [id: string, participationId: number])[]
  at: string
}

/**
 * `doRowAct` for many fees, each the newest act of its person. A guard before these statements ensures that each
 * act is allowed. Statements for one commit, in this order.
 */
export function doFeeActs({ kind, acts, at, userId }: FeeActs) {
  const isPaid = kind === 'pay'
  const given = givenActs(acts)
  const insert = insertSelected(
    checkInActs,
    {
      id: sql`given.value ->> 0`,
      kind,
      paradeId: sql`p.parade_id`,
      participationId: sql`p.id`,
      userId,
      device: '',
      actedAt: afterTheNewest(sql`${at}`),
      receivedAt: at,
      outcome: sql`iif(p.participation_fee_payed = ${Number(isPaid)}, 'already', 'done')`,
    },
    sql`${given} CROSS JOIN participations p ON p.id = given.value ->> 1
      LEFT JOIN check_in_acts n ON n.rowid = ${newestOf(sql`p.id`, 1)}
      WHERE 1 ORDER BY given.key`,
  )
  // The time of the act that `insert` has just stored for the participation.
  const actedAt = sql`(SELECT a.acted_at FROM check_in_acts a
    WHERE a.participation_id = participations.id AND a.kind = 'pay' AND a.outcome = 'done'
    ORDER BY a.acted_at DESC, a.rowid DESC LIMIT 1)`
  const update = write
    .update(participations)
    .set(fieldsOfFee(isPaid, actedAt, userId))
    .where(
      sql`${participations.id} IN (SELECT a.participation_id FROM ${given}
        CROSS JOIN check_in_acts a WHERE a.id = given.value ->> 0 AND a.outcome = 'done')`,
    )
  return [insert, update] as const
}

/** The participations whose fee these acts changed. Read within the same commit. */
export function selectChangedBy(db: Db, acts: FeeActs['acts']) {
  return rowsOf<{ id: number }>(
    db,
    { id: sql`a.participation_id` },
    sql`${givenActs(acts)} CROSS JOIN check_in_acts a
      WHERE a.id = given.value ->> 0 AND a.outcome = 'done'`,
  )
}

const givenActs = (acts: FeeActs['acts']) => sql`json_each(${JSON.stringify(acts)}) AS given`

/** The participation, or the one that an on-site entry created; a failed entry has none. */
function targetOf(target: RowAct['target']): SQL {
  if ('participationId' in target) {
    return sql`${target.participationId} AS participation_id, 0 AS is_no_entry`
  }
  const entry = (what: SQL, how: SQL) => sql`(SELECT ${what} FROM check_in_acts e
    WHERE e.id = ${target.actId} AND e.kind = 'enter' AND ${how})`
  return sql`${entry(sql`e.participation_id`, sql`e.outcome = 'done'`)} AS participation_id,
    EXISTS ${entry(sql`1`, sql`e.outcome <> 'done'`)} AS is_no_entry`
}

/** An on-site entry and its outcome. */
export type EnterActToStore = ActHead & {
  userId: number
  paradeId: number
  participationId: number | null
  outcome: ActOutcome
  code?: ErrorCode
  message?: string
}

/** Stores a rejected on-site entry. */
export function insertRejectedEntryAct(act: EnterActToStore) {
  const { at: actedAt, ...row } = act
  return write
    .insert(checkInActs)
    .values({ ...row, kind: 'enter', actedAt })
    .onConflictDoNothing()
}

/**
 * Stores a successful on-site entry; must directly follow the statement that inserted its participation. A
 * second act with the same id aborts the commit.
 */
export function insertEntryAct(act: Omit<EnterActToStore, 'participationId' | 'outcome'>) {
  const { at: actedAt, ...row } = act
  return insertSelected(
    checkInActs,
    {
      ...row,
      kind: 'enter',
      actedAt,
      participationId: sql`last_insert_rowid()`,
      outcome: 'done',
    },
    sql`${singleRow} WHERE 1`,
  )
}

/** An act with its outcome, and the user whose act decided it. */
export type JudgedAct = {
  id: string
  kind: ActKind
  outcome: ActOutcome
  participationId: number | null
  code: ErrorCode | null
  message: string | null
  at: string | null
  firstName: string | null
  lastName: string | null
  /** The parade, if it is cancelled. */
  cancelledId: number | null
  cancelledTitle: string | null
}

/**
 * The stored act, and what decided its outcome: the newest act before it, the act that set the state which it
 * found, or the cancellation.
 */
export function selectJudged(db: Db, id: string) {
  // Whether the act found the state set.
  const found = sql`iif(a.outcome = 'notYours', 1, ${isSetting(sql`a.kind`)})`
  const isOvertaken = sql`a.outcome = 'overtaken'`
  const hasNewer = sql`coalesce(n.acted_at > a.acted_at, 0)`
  const hasSetter = sql`coalesce(${isSetting(sql`s.kind`)} = ${found}, 0)`
  const isFee = isOfFee(sql`a.kind`)
  const decided = (by: {
    newer: SQL
    returned: SQL
    setter: SQL
    confirmed: SQL
    payed: SQL
    left: SQL
    calledOff: SQL
  }) => sql`CASE
    WHEN ${isOvertaken} THEN iif(${hasNewer}, ${by.newer}, ${by.returned})
    WHEN a.outcome IN ('already', 'notYours') THEN CASE
      WHEN ${hasSetter} THEN ${by.setter}
      WHEN ${found} THEN iif(${isFee}, ${by.payed}, ${by.confirmed})
      WHEN ${isFee} THEN ${by.returned} END
    WHEN a.outcome = 'gone' AND p.state = 'cancelled' THEN ${by.left}
    WHEN a.outcome = 'paradeCancelled' THEN ${by.calledOff} END`
  const decider = decided({
    newer: sql`n.user_id`,
    returned: sql`p.cash_returned_by`,
    setter: sql`s.user_id`,
    confirmed: sql`p.confirmed_by`,
    payed: sql`p.fee_payed_by`,
    left: sql`p.cancelled_by`,
    calledOff: sql`d.cancelled_by`,
  })
  const ofSameField = sql`o.participation_id = a.participation_id AND o.rowid < a.rowid
    AND ${isOfFee(sql`o.kind`)} = ${isFee}`
  return rowsOf<JudgedAct>(
    db,
    {
      id: sql`a.id`,
      kind: sql`a.kind`,
      outcome: sql`a.outcome`,
      participationId: sql`a.participation_id`,
      code: sql`a.code`,
      message: sql`a.message`,
      at: decided({
        newer: sql`n.acted_at`,
        returned: sql`p.cash_returned_at`,
        setter: sql`s.acted_at`,
        confirmed: sql`p.participation_confirmed_at`,
        // null for an online payment, which has no user.
        payed: sql`iif(p.fee_payed_by IS NULL, NULL, p.fee_payed_at)`,
        left: sql`p.cancelled_at`,
        calledOff: sql`d.cancelled_at`,
      }),
      firstName: sql`u.first_name`,
      lastName: sql`u.last_name`,
      cancelledId: sql`iif(d.cancelled_at IS NULL, NULL, d.id)`,
      cancelledTitle: sql`iif(d.cancelled_at IS NULL, NULL, d.title)`,
    },
    sql`check_in_acts a
      LEFT JOIN participations p ON p.id = a.participation_id AND p.parade_id = a.parade_id
      LEFT JOIN parades d ON d.id = a.parade_id
      LEFT JOIN check_in_acts n ON n.rowid = (SELECT o.rowid FROM check_in_acts o
        WHERE ${ofSameField} AND ${counts} ORDER BY o.acted_at DESC, o.rowid DESC LIMIT 1)
      LEFT JOIN check_in_acts s ON s.rowid = (SELECT max(o.rowid) FROM check_in_acts o
        WHERE ${ofSameField} AND o.outcome = 'done')
      LEFT JOIN users u ON u.id = ${decider}
      WHERE a.id = ${id}`,
  )
}

/** The act was not processed; the device sends it again. */
export function deferredResult({ id }: { id: string }): ActResult {
  return { id, outcome: 'later', participationId: null, row: null }
}

export function toResult(judged: JudgedAct, row: CheckInRow | null): ActResult {
  const { id, outcome, participationId, at, firstName, lastName, code, message } = judged
  return {
    id,
    outcome,
    participationId,
    row,
    ...(firstName !== null && lastName !== null && { by: shortName({ firstName, lastName }) }),
    ...(at !== null && { at }),
    ...(code !== null && { code }),
    ...(message !== null && { message }),
  }
}
