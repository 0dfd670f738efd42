import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { participations } from '#worker/db/schema.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { notFound } from '#worker/http/validate.ts'
import type { Participation } from '#worker/parades/parades.contract.ts'
import { selectParticipation, toParticipation } from '#worker/parades/participations.queries.ts'

type Mark = { participationId: number; paid: boolean; userId: number; at: string }

/**
 * Cash on site, with who and when; a second time keeps the first. Only what staff marked can be
 * taken back: an online payment stays paid.
 */
export async function markPaid(
  db: Db,
  { participationId, paid, userId, at }: Mark,
  withBirthday: boolean,
): Promise<Participation> {
  const booked = and(eq(participations.id, participationId), eq(participations.state, 'booked'))
  const paidNow = {
    participationFeePayed: true,
    feePayedAt: at,
    feePayedBy: userId,
    // Paid once more, after it was given back.
    cashReturnedAt: null,
    cashReturnedBy: null,
  }
  const notPaid = { participationFeePayed: false, feePayedAt: null, feePayedBy: null }
  const [, rows] = await db.batch([
    paid
      ? db
          .update(participations)
          .set(paidNow)
          .where(and(booked, sql`${participations.participationFeePayed} = 0`))
      : db
          .update(participations)
          .set(notPaid)
          // What was given back is not paid already, and keeps by whom it was.
          .where(
            and(
              booked,
              isNotNull(participations.feePayedBy),
              isNull(participations.cashReturnedAt),
            ),
          ),
    selectParticipation(db, participationId),
  ])
  const row = rows[0] && toParticipation(rows[0], withBirthday)
  if (!row) throw notFound()
  if (row.participationFeePayed !== paid) {
    throw new DomainError(
      'Conflict',
      'Online bezahlt: Das lässt sich nur unter „Zahlungen“ erstatten.',
    )
  }
  return row
}
