import { and, eq, isNull, sql } from 'drizzle-orm'
import { write } from '#worker/db/db.ts'
import { orderRefunds, orders } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import type { PaymentReport } from '#worker/domain/settlement.ts'
import type { Deps } from './deps.ts'
import { insertOrderEventIfChanged, refreshAttention } from './order-sql.ts'
import type { Order } from './orders.queries.ts'
import { closeRefunded, endRefund, markRefundFailed, type Refund } from './refunds.queries.ts'

/** How long the provider may take to report a refund that was just made. */
const settlingInMinutes = 10

/**
 * Statements that record what happened to the payment in the provider's own pages or at the bank, for staff; places are
 * not affected. Empty when nothing happened.
 * @param ofOrder its refunds, as they were before the provider was asked
 * @param report of the order's payment
 */
export function outsideChanges(
  deps: Deps,
  order: Order,
  ofOrder: readonly Refund[],
  report: PaymentReport,
) {
  const at = deps.now.toISOString()
  const refunds = ofOrder.filter(({ paymentRef }) => paymentRef === order.providerRef)
  return [
    ...(report.refundedInCent > 0 ? outsideRefund(order, refunds, report, at) : []),
    ...(report.isDisputed && !order.disputedAt ? markDisputed(order.id, at) : []),
    ...refundsThatBounced(deps, refunds, report).flatMap((refund) =>
      markRefundFailed(refund, 'done', {
        at,
        error: 'Die Erstattung kam zurück, zum Beispiel weil es das Konto nicht mehr gibt.',
      }),
    ),
  ]
}

/**
 * The provider has refunded more than is stored. The difference first covers refunds that failed here; the rest is
 * recorded as an outside refund, with the sum computed by the statement.
 */
function outsideRefund(
  order: Order,
  refunds: readonly Refund[],
  report: PaymentReport,
  at: string,
) {
  const unknown = sql`(${report.refundedInCent} - coalesce((SELECT sum(r.amount_in_cent)
    FROM order_refunds r WHERE r.order_id = orders.id AND r.payment_ref = orders.provider_ref
    AND r.state IN ('pending', 'done')), 0))`
  const key = `outside-${order.providerRef}-${report.refundedInCent}`
  return [
    ...refundsMadeOutside(refunds, report).flatMap((refund) =>
      endRefund(refund, { from: 'failed', to: 'done' }, { at }),
    ),
    insertSelected(
      orderRefunds,
      {
        key,
        orderId: orders.id,
        paymentRef: orders.providerRef,
        amountInCent: unknown,
        reason: 'outside',
        state: 'done',
        requestedAt: at,
        doneAt: at,
      },
      sql`orders WHERE orders.id = ${order.id} AND ${unknown} > 0`,
    ).onConflictDoNothing(),
    insertOrderEventIfChanged({
      orderId: order.id,
      at,
      kind: 'refundedOutside',
      amountInCent: sql`(SELECT amount_in_cent FROM order_refunds WHERE key = ${key})`,
    }),
    ...closeRefunded(order.id, at),
    refreshAttention(order.id),
  ] as const
}

/** Refunds that failed here and were made in the provider's own pages. */
function refundsMadeOutside(refunds: readonly Refund[], report: PaymentReport): Refund[] {
  let unknown = report.refundedInCent - sumOf(refunds, 'pending') - sumOf(refunds, 'done')
  return refunds.filter((refund) => {
    const isCovered = refund.state === 'failed' && refund.amountInCent <= unknown
    if (isCovered) unknown -= refund.amountInCent
    return isCovered
  })
}

function markDisputed(orderId: number, at: string) {
  return [
    write
      .update(orders)
      .set({ disputedAt: at })
      .where(and(eq(orders.id, orderId), isNull(orders.disputedAt))),
    insertOrderEventIfChanged({ orderId, at, kind: 'disputed' }),
    refreshAttention(orderId),
  ] as const
}

/** Refunds that were made but returned to the provider, from a closed account for example. */
function refundsThatBounced(
  deps: Deps,
  refunds: readonly Refund[],
  report: PaymentReport,
): Refund[] {
  const long = new Date(deps.now.getTime() - settlingInMinutes * 60_000).toISOString()
  let missing = sumOf(refunds, 'done') - report.refundedInCent
  const bounced: Refund[] = []
  for (const refund of refunds.toReversed()) {
    const isOurs = refund.state === 'done' && refund.reason !== 'outside'
    if (!isOurs || (refund.doneAt ?? '') >= long || refund.amountInCent > missing) continue
    bounced.push(refund)
    missing -= refund.amountInCent
  }
  return bounced
}

function sumOf(refunds: readonly Refund[], state: Refund['state']): number {
  return refunds
    .filter((refund) => refund.state === state)
    .reduce((sum, refund) => sum + refund.amountInCent, 0)
}
