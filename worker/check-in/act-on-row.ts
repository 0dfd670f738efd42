import { sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { paradeCancelledError } from '#worker/domain/enrolment.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { cashOffError } from '#worker/guild/guild.queries.ts'
import { notFoundError } from '#worker/http/validate.ts'
import { actForbiddenError, type BirthdayRight } from '#worker/parades/parade-rights.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { selectParticipation, toParticipation } from '#worker/parades/participations.queries.ts'
import {
  type ActHead,
  type Actor,
  doRowAct,
  type JudgedAct,
  selectJudged,
  toResult,
} from './acts.queries.ts'
import type { RowAct } from './check-in.contract.ts'

type Call = Actor & {
  kind: RowAct['kind']
  participationId: number
  /** The parade that the participation must belong to; null: any parade. */
  paradeId: number | null
  birthdays: BirthdayRight
}

/** The head of an act that a direct request makes now. */
export function headOfCall(now: Date): ActHead {
  const at = now.toISOString()
  return { id: crypto.randomUUID(), device: '', at, receivedAt: at }
}

/**
 * Does an act for a request of the specification, not sent by a device: it is always the newest. One round trip.
 * @throws DomainError NotFound, Forbidden (a helper on another day), ParadeCancelled, NotYours, CashOff,
 * Conflict (a fee that was paid online)
 */
export async function actOnRow(
  db: Db,
  { kind, participationId, paradeId, birthdays, ...actor }: Call,
  now: Date,
): Promise<Participation> {
  const itsParade = sql<number>`(SELECT parade_id FROM participations WHERE id = ${participationId})`
  const act = {
    ...headOfCall(now),
    ...actor,
    kind,
    target: { participationId },
    paradeId: paradeId ?? itsParade,
    isOwnCall: true,
  }
  const [, , [judged], [row]] = await commit(db, [
    ...doRowAct(act),
    selectJudged(db, act.id),
    selectParticipation(db, participationId),
  ])
  // The place exists but no act was stored: for a payment, the only cause is that cash at the check-in is off.
  if (!judged && row && kind === 'pay') throw cashOffError()
  if (!judged || !row) throw notFoundError()
  const { outcome, by } = toResult(judged, null)
  if (outcome === 'refused') throw actForbiddenError()
  if (outcome === 'paradeCancelled') throw cancelledParadeError(judged)
  if (outcome === 'notYours') throw notYoursError(kind, by)
  if (outcome === 'paidOnline') {
    const message = 'Online bezahlt: Das lässt sich nur unter „Zahlungen“ erstatten.'
    throw new DomainError('Conflict', message)
  }
  return toParticipation(row, await birthdays())
}

function cancelledParadeError({ cancelledId: id, cancelledTitle: title }: JudgedAct): DomainError {
  return paradeCancelledError(id === null || title === null ? [] : [{ id, title }])
}

function notYoursError(kind: RowAct['kind'], by = 'jemand anderes'): DomainError {
  const whose = kind === 'unpay' ? `Das Geld hat ${by} angenommen` : `Den Haken hat ${by} gesetzt`
  return new DomainError('NotYours', `${whose}: Das nimmt nur die Verwaltung zurück.`)
}
