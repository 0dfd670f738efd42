import { and, eq, isNull, sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { insertSelected } from '#worker/db/insert-selected.ts'
import { orderRefunds, orders } from '#worker/db/schema.ts'
import type { PaymentReport } from '#worker/domain/settlement.ts'
import { refreshAttention } from './attention.queries.ts'
import type { Deps } from './deps.ts'
import { tellChange } from './history.queries.ts'
import type { Order } from './orders.queries.ts'
import { closeRefunded, endRefund, type Refund, refuseRefund } from './refunds.queries.ts'

/** What the provider may take to know of a refund of its own. */
const settlingInMinutes = 10

/**
 * What happened to the money in the provider's own pages or at the bank: kept and shown to people,
 * nobody loses a place by it.
 * @param refunds of this payment, as they were before the provider was asked
 * @returns whether there was anything to keep
 */
export async function keepWhatIsSeenOutside(
  deps: Deps,
  order: Order,
  refunds: readonly Refund[],
  report: PaymentReport,
): Promise<boolean> {
  const { db } = deps
  const at = deps.now.toISOString()
  const statements = [
    ...(report.refundedInCent > 0 ? outsideRefund(order, refunds, report, at) : []),
    ...(report.isDisputed && !order.disputedAt ? dispute(order.id, at) : []),
    ...tookBack(deps, refunds, report).flatMap((refund) =>
      refuseRefund(refund, 'done', {
        at,
        error: 'Die Erstattung kam zurück, zum Beispiel weil es das Konto nicht mehr gibt.',
      }),
    ),
  ]
  const [first, ...rest] = statements
  if (first) await commit(db, [first, ...rest])
  return first !== undefined
}

/**
 * More went back than we know of. It makes good what we could not give back ourselves, and the rest
 * is kept as given back outside, reckoned where it is written.
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
    ...madeGood(refunds, report).flatMap((refund) =>
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
    tellChange({
      orderId: order.id,
      at,
      kind: 'refundedOutside',
      amountInCent: sql`(SELECT amount_in_cent FROM order_refunds WHERE key = ${key})`,
    }),
    ...closeRefunded(order.id, at),
    refreshAttention(order.id),
  ] as const
}

/** Refunds that failed here and that somebody made there. */
function madeGood(refunds: readonly Refund[], report: PaymentReport): Refund[] {
  let unknown = report.refundedInCent - sumOf(refunds, 'pending') - sumOf(refunds, 'done')
  return refunds.filter((refund) => {
    const isCovered = refund.state === 'failed' && refund.amountInCent <= unknown
    if (isCovered) unknown -= refund.amountInCent
    return isCovered
  })
}

function dispute(orderId: number, at: string) {
  return [
    write
      .update(orders)
      .set({ disputedAt: at })
      .where(and(eq(orders.id, orderId), isNull(orders.disputedAt))),
    tellChange({ orderId, at, kind: 'disputed' }),
    refreshAttention(orderId),
  ] as const
}

/** Refunds that were made, but whose money the provider has again: a closed account, say. */
function tookBack(deps: Deps, refunds: readonly Refund[], report: PaymentReport): Refund[] {
  const long = new Date(deps.now.getTime() - settlingInMinutes * 60_000).toISOString()
  let missing = sumOf(refunds, 'done') - report.refundedInCent
  const missed: Refund[] = []
  for (const refund of refunds.toReversed()) {
    const isOurs = refund.state === 'done' && refund.reason !== 'outside'
    if (!isOurs || (refund.doneAt ?? '') >= long || refund.amountInCent > missing) continue
    missed.push(refund)
    missing -= refund.amountInCent
  }
  return missed
}

function sumOf(refunds: readonly Refund[], state: Refund['state']): number {
  return refunds
    .filter((refund) => refund.state === state)
    .reduce((sum, refund) => sum + refund.amountInCent, 0)
}
