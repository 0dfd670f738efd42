import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { type Db, write } from '#worker/db/db.ts'
import { insertSelected } from '#worker/db/insert-selected.ts'
import { orders, paymentEvents } from '#worker/db/schema.ts'
import type { OrderState, PaymentProviderId } from '#worker/domain/codes.ts'

export type PaymentEvent = typeof paymentEvents.$inferInsert

/** The event of a batch, kept only when the batch brought the order into one of these states. */
export function insertEventOnceOrderIs(
  event: PaymentEvent,
  orderId: number,
  states: readonly OrderState[],
) {
  const isReached = and(eq(orders.id, orderId), inArray(orders.state, [...states]))
  return insertSelected(
    paymentEvents,
    { ...event, orderId },
    sql`${orders} WHERE ${isReached}`,
  ).onConflictDoNothing()
}

/** An event that led to nothing, since everything was done. */
export function insertEvent(event: PaymentEvent) {
  return write.insert(paymentEvents).values(event).onConflictDoNothing()
}

export async function isKnownEvent(
  db: Db,
  provider: PaymentProviderId,
  eventId: string,
): Promise<boolean> {
  const rows = await db
    .select({ one: sql`1` })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.provider, provider), eq(paymentEvents.eventId, eventId)))
  return rows.length > 0
}

/** The newest first. */
export function listLastEvents(db: Db, limit: number) {
  const { type, orderId, receivedAt } = paymentEvents
  return db
    .select({ type, orderId, receivedAt })
    .from(paymentEvents)
    .orderBy(desc(receivedAt))
    .limit(limit)
}
