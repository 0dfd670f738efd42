import { and, eq } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { participations } from '#worker/db/schema.ts'

/**
 * Staff takes somebody off a parade: place and costume are free again. The row stays with who and
 * when, paid or not: giving the fee back is another act.
 */
export async function cancelParticipation(
  db: Db,
  by: { participationId: number; userId: number; at: string },
): Promise<boolean> {
  const cancelled = await db
    .update(participations)
    .set({ state: 'cancelled', cancelledAt: by.at, cancelledBy: by.userId })
    .where(and(eq(participations.id, by.participationId), eq(participations.state, 'booked')))
    .returning({ id: participations.id })
  return cancelled.length > 0
}
