import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { orderRefunds, orders } from '#worker/db/schema.ts'
import type { PaymentReport } from '#worker/domain/settlement.ts'
import { raise, refreshAttention } from './attention.queries.ts'
import type { Deps } from './deps.ts'
import { tellChange } from './history.queries.ts'
import type { Order } from './orders.queries.ts'
import { closeRefunded, type Refund, refuseRefund } from './refunds.queries.ts'

/** What the provider may take to know of a refund of its own. */
const settlingInMinutes = 10

/**
 * What happened to the money in the provider's own pages or at the bank: kept and shown to people,
 * nobody loses a place by it.
 * @param refunds as they were before the provider was asked
 */
export async function keepWhatIsSeenOutside(
  deps: Deps,
  order: Order,
  refunds: readonly Refund[],
  report: PaymentReport,
): Promise<void> {
  const { db } = deps
  const at = deps.now.toISOString()
  const outside = outsideRefund(db, order, report, at)
  const statements = [
    ...(report.refundedInCent > 0 ? outside : []),
    ...(report.isDisputed && !order.disputedAt ? dispute(db, order.id, at) : []),
    ...tookBack(deps, refunds, report).flatMap((refund) =>
      refuseRefund(db, refund, 'done', {
        at,
        error: 'Der Zahlungsdienst hat die Erstattung zurückgenommen.',
      }),
    ),
  ]
  const [first, ...rest] = statements
  if (first) await db.batch([first, ...rest])
}

/** More went back than we know of: the difference, reckoned where it is written. */
function outsideRefund(db: Db, order: Order, report: PaymentReport, at: string) {
  const unknown = sql`(${report.refundedInCent} - coalesce((SELECT sum(r.amount_in_cent)
    FROM order_refunds r WHERE r.payment_ref = orders.provider_ref
    AND r.state IN ('pending', 'done')), 0))`
  const key = `outside-${order.providerRef}-${report.refundedInCent}`
  return [
    db
      .insert(orderRefunds)
      .select(
        sql`SELECT ${key}, orders.id, NULL, orders.provider_ref, CAST(${unknown} AS INTEGER), 'outside',
          'done', 1, NULL, NULL, ${at}, NULL, ${at}
        FROM orders WHERE orders.id = ${order.id} AND ${unknown} > 0`,
      )
      .onConflictDoNothing(),
    tellChange(db, {
      orderId: order.id,
      at,
      kind: 'refundedOutside',
      amountInCent: sql`(SELECT amount_in_cent FROM order_refunds WHERE key = ${key})`,
    }),
    raise(db, order.id, 'refundedOutside'),
    closeRefunded(db, order.id, at),
    refreshAttention(db, order.id),
  ] as const
}

function dispute(db: Db, orderId: number, at: string) {
  return [
    db
      .update(orders)
      .set({ disputedAt: at })
      .where(and(eq(orders.id, orderId), isNull(orders.disputedAt))),
    tellChange(db, { orderId, at, kind: 'disputed' }),
    raise(db, orderId, 'disputed'),
  ] as const
}

/** Refunds that were made, but whose money the provider has again: a closed account, say. */
function tookBack(deps: Deps, refunds: readonly Refund[], report: PaymentReport): Refund[] {
  const long = new Date(deps.now.getTime() - settlingInMinutes * 60_000).toISOString()
  const done = refunds.filter((refund) => refund.state === 'done')
  let missing = done.reduce((sum, one) => sum + one.amountInCent, 0) - report.refundedInCent
  const missed: Refund[] = []
  for (const refund of done.toReversed()) {
    const isOurs = refund.reason !== 'outside' && (refund.doneAt ?? '') < long
    if (!isOurs || refund.amountInCent > missing) continue
    missed.push(refund)
    missing -= refund.amountInCent
  }
  return missed
}
