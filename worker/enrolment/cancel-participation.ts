import { and, eq, sql } from 'drizzle-orm'
import { commit, guard } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { insertSelected } from '#worker/db/insert-selected.ts'
import { orderHistory, orders, participations } from '#worker/db/schema.ts'
import { eachOf, rowsRefused } from '#worker/http/many.ts'
import {
  placeInHistory,
  refreshAttention,
  refreshAttentions,
  tellChange,
} from '#worker/orders/order-sql.ts'
import {
  isEachBooked,
  selectNotBooked,
  whyNotBooked,
} from '#worker/parades/participations.queries.ts'

/**
 * Staff takes somebody off a parade: place and costume are free again. The row stays with who and
 * when, paid or not: giving the fee back is another act, and the order asks for it.
 */
export async function cancelParticipation(
  db: Db,
  by: { participationId: number; userId: number; at: string },
): Promise<boolean> {
  const orderId = sql`(SELECT order_id FROM participations WHERE id = ${by.participationId})`
  const [cancelled] = await commit(db, [
    write
      .update(participations)
      .set({ state: 'cancelled', cancelledAt: by.at, cancelledBy: by.userId })
      .where(and(eq(participations.id, by.participationId), eq(participations.state, 'booked')))
      .returning({ id: participations.id }),
    tellChange({
      orderId,
      at: by.at,
      kind: 'placeCancelled',
      detail: placeInHistory(by.participationId),
      userId: by.userId,
      onlyIf: sql`${orderId} IS NOT NULL`,
    }),
    refreshAttention(orderId),
  ])
  return cancelled.length > 0
}

/**
 * The same for many at once, all of them or none. What their orders have to be asked for is asked of each.
 * @throws DomainError RowsRefused, Conflict
 */
export async function cancelParticipations(
  db: Db,
  { ids, userId, at }: { ids: readonly number[]; userId: number; at: string },
): Promise<void> {
  const each = sql`${eachOf(ids)} AS wanted`
  const these = sql`${participations.id} IN (SELECT value FROM ${eachOf(ids)})`
  await commit(
    db,
    [
      guard('booked', isEachBooked(ids)),
      insertSelected(
        orderHistory,
        {
          orderId: sql`place.order_id`,
          at,
          kind: 'placeCancelled',
          detail: placeInHistory(sql`place.id`),
          userId,
        },
        sql`${each} CROSS JOIN participations AS place
          WHERE place.id = wanted.value AND place.order_id IS NOT NULL ORDER BY wanted.key`,
      ),
      write
        .update(participations)
        .set({ state: 'cancelled', cancelledAt: at, cancelledBy: userId })
        .where(these),
      refreshAttentions(
        sql`${orders.id} IN (SELECT place.order_id FROM ${each} CROSS JOIN participations AS place
          WHERE place.id = wanted.value)`,
      ),
    ],
    {
      booked: async () => {
        const gone = await selectNotBooked(db, ids)
        return rowsRefused(gone.map(whyNotBooked), ids.length)
      },
    },
  )
}
