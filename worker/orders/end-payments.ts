import { and, eq, gt, sql } from 'drizzle-orm'
import { write } from '#worker/db/db.ts'
import { orders, participations } from '#worker/db/schema.ts'
import { cancelPayment } from './close-order.ts'
import type { Deps } from './deps.ts'

/** What one request closes: each is some calls to the provider. The cron's sweep closes the rest. */
const paymentsPerRequest = 10

const hasPlaceIn = (paradeId: number) => sql`EXISTS (SELECT 1 FROM participations p
  WHERE p.order_id = orders.id AND p.parade_id = ${paradeId} AND p.state = 'reserved')`

/**
 * A parade is called off: nobody shall pay any more for an order with a place there, whatever else
 * is in it. For the batch that calls it off; `endPayments` and the sweep close what is over then.
 */
export function endHolds(paradeId: number, at: string) {
  return write
    .update(orders)
    .set({ holdUntil: at })
    .where(and(eq(orders.state, 'pending'), gt(orders.holdUntil, at), hasPlaceIn(paradeId)))
}

/** Who is on a payment's page at this moment: it is closed there, or turns out to be paid and is booked. */
export async function endPayments(deps: Deps, paradeId: number): Promise<void> {
  const pending = await deps.db
    .selectDistinct({ order: orders })
    .from(participations)
    .innerJoin(orders, eq(orders.id, participations.orderId))
    .where(
      and(
        eq(participations.paradeId, paradeId),
        eq(participations.state, 'reserved'),
        eq(orders.state, 'pending'),
      ),
    )
    .limit(paymentsPerRequest)
  for (const { order } of pending) await cancelPayment(deps, order)
}
