import { and, eq, isNull, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { isViolationOf } from '#worker/db/causes.ts'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { orderRefunds, orders } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import type { OrderState } from '#worker/domain/codes.ts'
import { nextStep, type PaymentReport, type SettlementStep } from '#worker/domain/settlement.ts'
import { type Deps, logOrderError } from './deps.ts'
import { makeRefundsOfOrder } from './make-refund.ts'
import { offerFreePlacesAfter } from './offer-places.ts'
import { insertOrderEventIfChanged, refreshAttention } from './order-sql.ts'
import { bookOrder, releaseOrder, restoreOrder, sendToReview } from './order-states.queries.ts'
import {
  findOrder,
  insertPaymentEvent,
  insertPaymentEventOnceOrderIs,
  type Order,
  type PaymentEvent,
  stepOrder,
} from './orders.queries.ts'
import {
  closeRefunded,
  endRefund,
  listRefundsOf,
  markRefundFailed,
  type Refund,
  refundLatePayment,
} from './refunds.queries.ts'
import { paradesOfOrder } from './waiting-list.queries.ts'

/** Each round takes one step forward; an order needs at most this many. */
const mostRounds = 4

/**
 * Brings an order to the state of its payment; called by the webhook, the browser's return and the cron. The
 * provider is asked each time, so no caller has to be trusted. A step that another request has already
 * taken changes nothing, and the next round starts from the order as it is then.
 * @param event stored in the same batch as its effect
 * @returns the order as it is afterwards
 */
export async function settleOrder(deps: Deps, order: Order, event?: PaymentEvent): Promise<Order> {
  if (order.provider === 'none' || !order.providerRef) return order
  const provider = deps.provider(order.provider)
  let current = order
  for (let round = 0; round < mostRounds; round += 1) {
    const refunds = current.state === 'pending' ? [] : await listRefundsOf(deps.db, order.id)
    const report = await provider.lookUp(order.providerRef)
    if (report.token !== order.returnToken) throw new Error('the payment belongs to another order')
    const step = nextStep(current, report)
    if (step.do === 'wait') return current
    if (step.do === 'nothing') {
      const own = refunds.filter((refund) => refund.paymentRef === order.providerRef)
      const isNews =
        report.state === 'paid' && (await recordOutsideChanges(deps, current, own, report))
      if (event) await commit(deps.db, [insertPaymentEvent(event)])
      const isOwing = refunds.some((refund) => refund.state === 'pending')
      if (isOwing) await makeRefundsOfOrder(deps, current)
      // The usual case of a payer who returns to a paid order: no further read is needed.
      if (current.state === 'paid' && !isNews && !isOwing) return current
      return (await findOrder(deps.db, order.id)) ?? current
    }
    const { stepped, reached } = await takeStep(deps, current, step, report, event)
    current = stepped
    if (current.state === 'paid') deps.sendMailsOf(order.id)
    // A late payment that is refunded releases what was offered to its order.
    if (step.do === 'release' || (step.do === 'restore' && current.state === 'refund_pending'))
      await offerFreePlacesAfter(deps, paradesOfOrder(order.id))
    if (reached.includes(current.state)) return current
  }
  return current
}

type RealStep = Exclude<SettlementStep, { do: 'wait' | 'nothing' }>

type Taken = {
  /** The order after the step. */
  stepped: Order
  /** The states that mean that the step took effect and nothing more is to do. */
  reached: readonly OrderState[]
}

async function takeStep(
  deps: Deps,
  order: Order,
  step: RealStep,
  report: PaymentReport,
  event: PaymentEvent | undefined,
): Promise<Taken> {
  const { db } = deps
  const at = deps.now.toISOString()
  const payment = { receivedInCent: report.amountInCent, at }
  const eventOnce = (...states: OrderState[]) =>
    event ? [insertPaymentEventOnceOrderIs(event, order.id, states)] : []
  const stepped = (...statements: BatchItem<'sqlite'>[]) => stepOrder(db, order, statements)

  switch (step.do) {
    case 'book':
      return {
        stepped: await stepped(...bookOrder(order.id, payment), ...eventOnce('paid')),
        reached: ['paid'],
      }
    case 'release':
      return {
        stepped: await stepped(
          ...releaseOrder(order.id, step.as, at, { keepsOffer: true }),
          ...eventOnce(step.as, 'waiting'),
        ),
        reached: [step.as, 'waiting'],
      }
    case 'review':
      return {
        stepped: await stepped(...sendToReview(order.id, payment), ...eventOnce('review')),
        // The next round records what was refunded already.
        reached: [],
      }
    case 'restore':
      return {
        stepped: await restoreOrRefund(deps, order, payment, eventOnce('paid', 'refund_pending')),
        // The next round makes the stored refund, in this request or another one.
        reached: ['paid'],
      }
  }
}

/** A late payment: takes the places again, or requests the refund if that is impossible. */
async function restoreOrRefund(
  deps: Deps,
  order: Order,
  payment: { receivedInCent: number; at: string },
  event: ReturnType<typeof insertPaymentEventOnceOrderIs>[],
): Promise<Order> {
  const { db } = deps
  const refund = [...refundLatePayment(order.id, payment), ...event]
  const restored = [...restoreOrder(db, order, payment, deps.today), ...refund]
  try {
    return await stepOrder(db, order, restored)
  } catch (error) {
    if (!isViolationOf(error, 'unique')) throw error
    return stepOrder(db, order, refund)
  }
}

/** Before staff change a payment: records what happened to the payment elsewhere, if the provider answers. */
export async function settleIfAnswered(deps: Deps, order: Order): Promise<void> {
  try {
    await settleOrder(deps, order)
  } catch (error) {
    logOrderError('settle', order.id, error)
  }
}

/** How long the provider may take to report a refund that was just made. */
const settlingInMinutes = 10

/**
 * Records what happened to the payment in the provider's own pages or at the bank, for staff; places are not
 * affected.
 * @param refunds of this payment, as they were before the provider was asked
 * @returns whether there was anything to record
 */
async function recordOutsideChanges(
  deps: Deps,
  order: Order,
  refunds: readonly Refund[],
  report: PaymentReport,
): Promise<boolean> {
  const { db } = deps
  const at = deps.now.toISOString()
  const statements = [
    ...(report.refundedInCent > 0 ? outsideRefund(order, refunds, report, at) : []),
    ...(report.isDisputed && !order.disputedAt ? markDisputed(order.id, at) : []),
    ...refundsThatBounced(deps, refunds, report).flatMap((refund) =>
      markRefundFailed(refund, 'done', {
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
