import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { commit, guard } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { participations } from '#worker/db/schema.ts'
import { rowsOf } from '#worker/db/statements.ts'
import { DomainError, type RejectedRow } from '#worker/domain/errors.ts'
import { shortName } from '#worker/domain/names.ts'
import { cashOffError, selectTakesCash, takesCash } from '#worker/guild/guild.queries.ts'
import { rowsRejectedError } from '#worker/http/many.ts'
import { orNotFound } from '#worker/http/validate.ts'
import { actForbiddenError, type BirthdayRight } from '#worker/parades/parade-rights.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'
import {
  areAllBooked,
  namedParticipations,
  nameOfNamed,
  selectNotBooked,
  selectParticipation,
  selectParticipations,
  toParticipation,
  whyNotBooked,
} from '#worker/parades/participations.queries.ts'
import {
  type Actor,
  doFeeActs,
  isOthersAct,
  isOutsideHelperDays,
  selectChangedBy,
} from './acts.queries.ts'
import type { NotedFee } from './check-in.contract.ts'

type Call = Actor & { ids: readonly number[]; paid: boolean; birthdays: BirthdayRight }

/**
 * Notes the fees of many participations as paid or unpaid, all of them or none; fees in that state already stay.
 * @returns the participations as they are now, by id
 * @throws DomainError Forbidden (a helper on another day), RowsRefused, Conflict, CashOff
 */
export async function markFees(
  db: Db,
  { ids, paid, birthdays, ...actor }: Call,
  now: Date,
): Promise<NotedFee[]> {
  const acts = ids.map((id) => [crypto.randomUUID(), id] as const)
  const kind = paid ? 'pay' : 'unpay'
  const at = now.toISOString()
  const outsideHelperDays = participationsOutsideHelperDays(ids, actor, at)
  const isAllowed = paid ? takesCash : sql`NOT EXISTS (SELECT 1 FROM ${notRevertible(ids, actor)})`
  const whyNot = async () => {
    const [[other], [guild], gone, kept] = await db.batch([
      rowsOf<{ id: number }>(db, { id: sql`p.id` }, sql`${outsideHelperDays} LIMIT 1`),
      selectTakesCash(db),
      selectNotBooked(db, ids),
      selectNotRevertible(db, ids, actor),
    ])
    // Checked first, since the other errors contain names.
    if (other) return actForbiddenError()
    if (paid && guild?.takesCash === false) return cashOffError()
    const rejectedRows = [...gone.map(whyNotBooked), ...(paid ? [] : kept.map(whyNotRevertible))]
    return rowsRejectedError(rejectedRows, ids.length)
  }
  const [, , , changed, rows] = await commit(
    db,
    [
      guard(
        'feesPossible',
        sql`NOT EXISTS (SELECT 1 FROM ${outsideHelperDays}) AND ${areAllBooked(ids)} AND ${isAllowed}`,
      ),
      ...doFeeActs({ ...actor, kind, acts, at }),
      selectChangedBy(db, acts),
      selectParticipations(db, ids),
    ],
    { feesPossible: whyNot },
  )
  const withBirthday = await birthdays()
  const changedIds = new Set(changed.map(({ id }) => id))
  return rows.map((row) => ({
    ...toParticipation(row, withBirthday),
    wasChanged: changedIds.has(row.id),
  }))
}

/** Participations in parades on which the helper may not act today. */
function participationsOutsideHelperDays(ids: readonly number[], actor: Actor, at: string) {
  return sql`${namedParticipations(ids)} JOIN parades d ON d.id = p.parade_id
    WHERE ${isOutsideHelperDays(actor, sql`d.date`, at, 'takeCashOnAnyDay')}`
}

/** Fees that were paid online or taken by another user: rejected as for a single fee (`doRowAct`). */
function notRevertible(ids: readonly number[], actor: Actor) {
  return sql`${namedParticipations(ids)} LEFT JOIN users u ON u.id = p.fee_payed_by
    WHERE p.state = 'booked' AND p.participation_fee_payed = 1
      AND (p.fee_payed_by IS NULL OR ${isOthersAct(actor, sql`p.fee_payed_by`, 'takeCashOnAnyDay')})`
}

function selectNotRevertible(db: Db, ids: readonly number[], actor: Actor) {
  return rowsOf<NotRevertible>(
    db,
    {
      id: sql`p.id`,
      name: nameOfNamed,
      firstName: sql`u.first_name`,
      lastName: sql`u.last_name`,
    },
    sql`${notRevertible(ids, actor)} ORDER BY wanted.key`,
  )
}

/** A fee, and the name of the user who took the money; null: paid online. */
type NotRevertible = {
  id: number
  name: string
  firstName: string | null
  lastName: string | null
}

function whyNotRevertible({ id, name, firstName, lastName }: NotRevertible): RejectedRow {
  if (firstName === null || lastName === null) {
    const message = `${name} hat online bezahlt: Das lässt sich nur unter „Zahlungen“ erstatten.`
    return { id, code: 'Conflict', message }
  }
  const who = shortName({ firstName, lastName })
  const message = `Das Geld von ${name} hat ${who} angenommen: Das nimmt nur die Verwaltung zurück.`
  return { id, code: 'NotYours', message }
}

type Mark = { participationId: number; returned: boolean; userId: number; at: string }

/**
 * Records that cash of a cancelled parade was given back; a repetition keeps the first record. `returned`
 * false undoes that: the fee counts as paid again.
 * @throws DomainError Forbidden for a helper on another day, Conflict when the parade is not cancelled or
 * nothing was paid in cash
 */
export async function returnCash(
  db: Db,
  { participationId, returned, userId, at }: Mark,
  birthdays: BirthdayRight,
): Promise<Participation> {
  const paradeId = sql`(SELECT parade_id FROM participations WHERE id = ${participationId})`
  const isOff = isOutsideHelperDays({ userId }, sql`d.date`, at, 'takeCashOnAnyDay')
  const isAllowed = (state: SQL) => sql`${state} AND EXISTS (SELECT 1 FROM parades d
    WHERE d.id = parade_id AND d.cancelled_at IS NOT NULL AND NOT ${isOff})`
  const [, [row], [parade]] = await commit(db, [
    returned
      ? change(participationId, false, isAllowed(sql`participation_fee_payed = 1`), [at, userId])
      : change(participationId, true, isAllowed(sql`cash_returned_at IS NOT NULL`), [null, null]),
    selectParticipation(db, participationId),
    rowsOf<{ cancelledAt: string | null; isOff: 0 | 1 }>(
      db,
      { cancelledAt: sql`d.cancelled_at`, isOff },
      sql`parades d WHERE d.id = ${paradeId}`,
    ),
  ])
  const shown = orNotFound(row && toParticipation(row, await birthdays()))
  if (parade?.isOff) throw actForbiddenError()
  if (!parade?.cancelledAt) {
    throw new DomainError('Conflict', 'Der Umzug ist nicht abgesagt.')
  }
  const isDone = returned ? shown.cashReturnedAt !== null : shown.feePayedByHand
  if (!isDone) throw new DomainError('Conflict', 'Hier wurde nichts bar bezahlt.')
  return shown
}

function change(
  id: number,
  participationFeePayed: boolean,
  condition: SQL,
  [cashReturnedAt, cashReturnedBy]: readonly [string, number] | readonly [null, null],
) {
  return write
    .update(participations)
    .set({ participationFeePayed, cashReturnedAt, cashReturnedBy })
    .where(
      and(
        eq(participations.id, id),
        eq(participations.state, 'booked'),
        isNotNull(participations.feePayedBy),
        condition,
      ),
    )
}
