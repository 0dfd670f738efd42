import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { participations } from '#worker/db/schema.ts'
import { rowsOf } from '#worker/db/statements.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { notFound } from '#worker/http/validate.ts'
import type { BirthdayRight } from '#worker/parades/birthday-right.ts'
import { notDone } from '#worker/parades/helpers-day.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { selectParticipation, toParticipation } from '#worker/parades/participations.queries.ts'
import { isOffHelpersDays } from './acts.queries.ts'

type Mark = { participationId: number; returned: boolean; userId: number; at: string }

/**
 * Cash of a parade that is called off was given back, with who and when; a second time keeps the first.
 * Taken back, the fee is paid again by whom it was.
 * @throws DomainError Forbidden for a helper on another day, Conflict while the parade takes place, or when nothing was paid by hand
 */
export async function returnCash(
  db: Db,
  { participationId, returned, userId, at }: Mark,
  birthdays: BirthdayRight,
): Promise<Participation> {
  const paradeId = sql`(SELECT parade_id FROM participations WHERE id = ${participationId})`
  const isOff = isOffHelpersDays({ userId }, sql`d.date`, at)
  const mayBe = (state: SQL) => sql`${state} AND EXISTS (SELECT 1 FROM parades d
    WHERE d.id = parade_id AND d.cancelled_at IS NOT NULL AND NOT ${isOff})`
  const [, [row], [parade]] = await commit(db, [
    returned
      ? change(participationId, false, mayBe(sql`participation_fee_payed = 1`), [at, userId])
      : change(participationId, true, mayBe(sql`cash_returned_at IS NOT NULL`), [null, null]),
    selectParticipation(db, participationId),
    rowsOf<{ cancelledAt: string | null; isOff: 0 | 1 }>(
      db,
      { cancelledAt: sql`d.cancelled_at`, isOff },
      sql`parades d WHERE d.id = ${paradeId}`,
    ),
  ])
  const shown = row && toParticipation(row, await birthdays())
  if (!shown) throw notFound()
  if (parade?.isOff) throw notDone()
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
