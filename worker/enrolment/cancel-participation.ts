import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { participations } from '#worker/db/schema.ts'
import { refreshAttention } from '#worker/orders/attention.queries.ts'
import { placeInHistory, tellChange } from '#worker/orders/history.queries.ts'

/**
 * Staff takes somebody off a parade: place and costume are free again. The row stays with who and
 * when, paid or not: giving the fee back is another act, and the order asks for it.
 */
export async function cancelParticipation(
  db: Db,
  by: { participationId: number; userId: number; at: string },
): Promise<boolean> {
  const orderId = sql`(SELECT order_id FROM participations WHERE id = ${by.participationId})`
  const [cancelled] = await db.batch([
    db
      .update(participations)
      .set({ state: 'cancelled', cancelledAt: by.at, cancelledBy: by.userId })
      .where(and(eq(participations.id, by.participationId), eq(participations.state, 'booked')))
      .returning({ id: participations.id }),
    tellChange(db, {
      orderId,
      at: by.at,
      kind: 'placeCancelled',
      detail: placeInHistory(by.participationId),
      userId: by.userId,
      onlyIf: sql`${orderId} IS NOT NULL`,
    }),
    refreshAttention(db, orderId),
  ])
  return cancelled.length > 0
}
