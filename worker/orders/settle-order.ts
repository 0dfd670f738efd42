import type { BatchItem } from 'drizzle-orm/batch'
import { commit } from '#worker/db/commit.ts'
import { uniqueViolation } from '#worker/db/sqlite.ts'
import type { OrderState } from '#worker/domain/codes.ts'
import { nextStep, type PaymentReport, type SettlementStep } from '#worker/domain/settlement.ts'
import type { Deps } from './deps.ts'
import { logTrouble } from './log-trouble.ts'
import { makeRefundsOf } from './make-refund.ts'
import { bookOrder, releaseOrder, restoreOrder, sendToReview } from './order-states.queries.ts'
import { findOrder, type Order, stepOrder } from './orders.queries.ts'
import { insertEvent, insertEventOnceOrderIs, type PaymentEvent } from './payment-events.queries.ts'
import { refuseLateMoney } from './refund-requests.queries.ts'
import { listRefundsOf } from './refunds.queries.ts'
import { keepWhatIsSeenOutside } from './seen-outside.ts'

/** States only move forward: more rounds than this are never needed. */
const mostRounds = 4

/**
 * Brings an order to where its payment is. The webhook, the return of the browser and the cron all
 * come here; the provider is asked each time, so nobody has to be believed. A step that somebody
 * else overtook changes nothing, and the next round sees the order as it is now.
 * @param event kept in the same batch as what it led to
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
        report.state === 'paid' && (await keepWhatIsSeenOutside(deps, current, own, report))
      if (event) await commit(deps.db, [insertEvent(event)])
      const isOwing = refunds.some((refund) => refund.state === 'pending')
      if (isOwing) await makeRefundsOf(deps, current)
      // Coming back to what is paid already is the common case, and needs no other look.
      if (current.state === 'paid' && !isNews && !isOwing) return current
      return (await findOrder(deps.db, order.id)) ?? current
    }
    const { stepped, reached } = await takeStep(deps, current, step, report, event)
    current = stepped
    if (current.state === 'paid') deps.sendMailsOf(order.id)
    if (reached.includes(current.state)) return current
  }
  return current
}

type RealStep = Exclude<SettlementStep, { do: 'wait' | 'nothing' }>

type Taken = {
  /** The order as it is then. */
  stepped: Order
  /** The states in which it is when the step took effect and nothing more is to do. */
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
    event ? [insertEventOnceOrderIs(event, order.id, states)] : []
  const stepped = (...statements: BatchItem<'sqlite'>[]) => stepOrder(db, order, statements)

  switch (step.do) {
    case 'book':
      return {
        stepped: await stepped(...bookOrder(order.id, payment), ...eventOnce('paid')),
        reached: ['paid'],
      }
    case 'release':
      return {
        stepped: await stepped(...releaseOrder(order.id, step.as, at), ...eventOnce(step.as)),
        reached: [step.as],
      }
    case 'review':
      return {
        stepped: await stepped(...sendToReview(order.id, payment), ...eventOnce('review')),
        // The next round keeps what went back already.
        reached: [],
      }
    case 'restore':
      return {
        stepped: await restoreOrRefund(deps, order, payment, eventOnce('paid', 'refund_pending')),
        // A refund is the next round's work, whoever runs it: the intention is stored.
        reached: ['paid'],
      }
  }
}

/** In one batch the places are taken again, or, when they cannot be, the refund is intended. */
async function restoreOrRefund(
  deps: Deps,
  order: Order,
  payment: { receivedInCent: number; at: string },
  event: ReturnType<typeof insertEventOnceOrderIs>[],
): Promise<Order> {
  const { db } = deps
  const refund = [...refuseLateMoney(order.id, payment), ...event]
  const restored = [...restoreOrder(db, order, payment, deps.today), ...refund]
  try {
    return await stepOrder(db, order, restored)
  } catch (error) {
    if (!uniqueViolation(error)) throw error
    return stepOrder(db, order, refund)
  }
}

/** Before staff acts on money: what happened to it elsewhere, as far as the provider can be asked. */
export async function settleIfAnswered(deps: Deps, order: Order): Promise<void> {
  try {
    await settleOrder(deps, order)
  } catch (error) {
    logTrouble('settle', order.id, error)
  }
}
