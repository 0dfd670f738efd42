import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { commit, guard } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { parades } from '#worker/db/schema.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { cancelledMails, reinstatedMails, skipWaiting } from '#worker/mail/outbox.queries.ts'
import { endHolds, endPayments } from '#worker/orders/close-order.ts'
import type { Deps } from '#worker/orders/deps.ts'
import type { Parade } from '#worker/parades/parades.contract.ts'
import { selectParade } from '#worker/parades/parades.queries.ts'

/**
 * The parade does not take place. Places stay, open payments end, and everybody who is enrolled gets a mail.
 * Cancelled a second time it keeps when and why of the first.
 * @throws DomainError ParadeOver when its day is over: mails about it would only confuse
 */
export async function cancelParade(
  deps: Deps,
  act: { paradeId: number; reason: string; userId: number },
): Promise<Parade | null> {
  const { db } = deps
  const { paradeId, reason, userId } = act
  const at = deps.now.toISOString()
  const isOver = sql`SELECT 1 FROM parades WHERE id = ${paradeId} AND date < ${deps.today}
    AND cancelled_at IS NULL`
  const [, , , , , [parade]] = await commit(
    db,
    [
      guard('paradeAhead', sql`NOT EXISTS (${isOver})`),
      write
        .update(parades)
        .set({ cancelledAt: at, cancelledBy: userId, cancelReason: reason })
        .where(and(eq(parades.id, paradeId), isNull(parades.cancelledAt))),
      endHolds(paradeId, at),
      skipWaiting(paradeId, 'paradeReinstated'),
      cancelledMails(paradeId, at),
      selectParade(db, paradeId),
    ],
    { paradeAhead: paradeOver },
  )
  if (!parade) return null
  await endPayments(deps, paradeId)
  deps.sendMailsOf('all')
  return parade
}

function paradeOver(): DomainError {
  const message = 'Dieser Umzug ist vorbei und kann nicht mehr abgesagt werden.'
  return new DomainError('ParadeOver', message)
}

/** It takes place after all: everybody is enrolled as before, and those who were told hear of it before its day. */
export async function reinstateParade(deps: Deps, paradeId: number): Promise<Parade | null> {
  const { db } = deps
  const [, , , [parade]] = await commit(db, [
    reinstatedMails(paradeId, deps),
    skipWaiting(paradeId, 'paradeCancelled'),
    write
      .update(parades)
      .set({ cancelledAt: null, cancelledBy: null, cancelReason: '' })
      .where(and(eq(parades.id, paradeId), isNotNull(parades.cancelledAt))),
    selectParade(db, paradeId),
  ])
  if (!parade) return null
  deps.sendMailsOf('all')
  return parade
}
