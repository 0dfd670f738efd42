import { and, eq, inArray, lte, notExists, sql } from 'drizzle-orm'
import type { Db } from './db.ts'
import { orderHistory, orders, participations, sandboxPayments } from './schema.ts'

/**
 * Sandbox holds that are over are released when somebody reads the places: three statements for
 * the head of a writing batch. One that is paid and not yet settled keeps its places.
 */
export function expireSandboxHolds(db: Db, at: string) {
  const isUnpaid = notExists(
    db
      .select({ one: sql`1` })
      .from(sandboxPayments)
      .where(and(eq(sandboxPayments.ref, orders.providerRef), eq(sandboxPayments.state, 'paid'))),
  )
  const isOver = and(
    eq(orders.state, 'pending'),
    eq(orders.provider, 'sandbox'),
    lte(orders.holdUntil, at),
    isUnpaid,
  )
  const overOrders = db.select({ id: orders.id }).from(orders).where(isOver)
  return [
    db
      .update(participations)
      .set({ state: 'released' })
      .where(
        and(eq(participations.state, 'reserved'), inArray(participations.orderId, overOrders)),
      ),
    db.insert(orderHistory).select(
      db
        .select({
          id: sql<number>`NULL`.as('id'),
          orderId: orders.id,
          at: sql<string>`${at}`.as('at'),
          kind: sql<'expired'>`'expired'`.as('kind'),
          amountInCent: sql<null>`NULL`.as('amount_in_cent'),
          detail: sql<null>`NULL`.as('detail'),
          userId: sql<null>`NULL`.as('user_id'),
        })
        .from(orders)
        .where(isOver),
    ),
    db.update(orders).set({ state: 'expired', closedAt: at }).where(isOver),
  ] as const
}
