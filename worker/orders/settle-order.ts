import { sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { isViolationOf } from '#worker/db/causes.ts'
import { commit, guard } from '#worker/db/commit.ts'
import type { OrderState } from '#worker/domain/codes.ts'
import { nextStep, type PaymentReport, type SettlementStep } from '#worker/domain/settlement.ts'
import { type Deps, logOrderError } from './deps.ts'
import { makeRefundsOfOrder } from './make-refund.ts'
import { offerFreePlacesAfter } from './offer-places.ts'
import { bookOrder, releaseOrder, restoreOrder, sendToReview } from './order-states.queries.ts'
import {
  findOrder,
  insertPaymentEvent,
  insertPaymentEventOnceOrderIs,
  type Order,
  type PaymentEvent,
  stepOrder,
} from './orders.queries.ts'
import { outsideChanges } from './outside-changes.ts'
import { listRefundsOf, refundLatePayment } from './refunds.queries.ts'
import { paradesOfOrder } from './waiting-list.queries.ts'

/** Each round takes one step forward; an order needs at most this many. */
const mostRounds = 4

/**
 * Brings an order to the state of its payment; called by the webhook, the browser's return and the cron. The
 * provider is asked each time, so no caller has to be trusted. A step that another request has already
 * taken changes nothing, and the next round starts from the order as it is then.
 * @param event stored in the same batch as its effect
 * @returns the order as it is afterwards
 * @throws a violation of `otherPaymentGuard` when there is an event of a payment that is no longer the order's
 */
export async function settleOrder(deps: Deps, order: Order, event?: PaymentEvent): Promise<Order> {
  try {
    return await settlePayment(deps, order, event)
  } catch (error) {
    // Meanwhile another payment was opened, and only an event is about the first one.
    if (event || !isViolationOf(error, otherPaymentGuard)) throw error
    return (await findOrder(deps.db, order.id)) ?? order
  }
}

/** Violated when the order has got another payment since the provider was asked about the first one. */
export const otherPaymentGuard = 'paymentAsRead'

const guardPayment = ({ id, providerRef }: Order) =>
  guard(
    otherPaymentGuard,
    sql`EXISTS (SELECT 1 FROM orders WHERE id = ${id} AND provider_ref = ${providerRef})`,
  )

async function settlePayment(deps: Deps, order: Order, event?: PaymentEvent): Promise<Order> {
  if (order.provider === 'none' || !order.providerRef) return order
  const provider = deps.provider(order.provider)
  let current = order
  for (let round = 0; round < mostRounds; round += 1) {
    if (current.providerRef !== order.providerRef) return current
    const refunds = current.state === 'pending' ? [] : await listRefundsOf(deps.db, order.id)
    const report = await provider.lookUp(order.providerRef)
    if (report.token !== order.returnToken) throw new Error('the payment belongs to another order')
    const step = nextStep(current, report)
    if (step.do === 'wait') return current
    if (step.do === 'nothing') {
      const news = report.state === 'paid' ? outsideChanges(deps, current, refunds, report) : []
      if (news.length > 0) await commit(deps.db, [guardPayment(order), ...news])
      if (event) await commit(deps.db, [insertPaymentEvent(event)])
      const isOwing = refunds.some((refund) => refund.state === 'pending')
      if (isOwing) await makeRefundsOfOrder(deps, current)
      // The usual case of a payer who returns to a paid order: no further read is needed.
      if (current.state === 'paid' && news.length === 0 && !isOwing) return current
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
  const stepped = (...statements: BatchItem<'sqlite'>[]) =>
    stepOrder(db, order, [guardPayment(order), ...statements])

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
  const restored = [guardPayment(order), ...restoreOrder(db, order, payment, deps.today), ...refund]
  try {
    return await stepOrder(db, order, restored)
  } catch (error) {
    if (!isViolationOf(error, 'unique')) throw error
    return stepOrder(db, order, [guardPayment(order), ...refund])
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
