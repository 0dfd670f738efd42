import { uniqueViolation } from '#worker/db/sqlite.ts'
import type { OrderState } from '#worker/domain/codes.ts'
import { nextStep, type SettlementStep } from '#worker/domain/settlement.ts'
import type { PaymentProvider } from '#worker/payments/payment-provider.ts'
import type { Deps } from './deps.ts'
import {
  bookOrder,
  closeRefund,
  findOrderByToken,
  insertEvent,
  insertEventOnceOrderIs,
  intendRefund,
  type Order,
  type PaymentEvent,
  releaseOrder,
  restoreOrder,
  sendToReview,
} from './orders.queries.ts'

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
    const step = nextStep(current, await provider.lookUp(order.providerRef))
    if (step.do === 'wait') return current
    if (step.do === 'nothing') {
      if (event) await insertEvent(deps.db, event)
      return current
    }
    const reached = await takeStep(deps, provider, current, step, event)
    current = (await findOrderByToken(deps.db, order.token)) ?? current
    if (reached.includes(current.state)) return current
  }
  return current
}

type RealStep = Exclude<SettlementStep, { do: 'wait' | 'nothing' }>

/** @returns the states in which the order is when the step took effect */
async function takeStep(
  deps: Deps,
  provider: PaymentProvider,
  order: Order,
  step: RealStep,
  event: PaymentEvent | undefined,
): Promise<readonly OrderState[]> {
  const { db } = deps
  const at = deps.now.toISOString()
  const eventOnce = (...states: OrderState[]) =>
    event ? [insertEventOnceOrderIs(db, event, order.id, states)] : []

  switch (step.do) {
    case 'book':
      await db.batch([...bookOrder(db, order.id, at), ...eventOnce('paid')])
      return ['paid']
    case 'release':
      await db.batch([...releaseOrder(db, order.id, step.as, at), ...eventOnce(step.as)])
      return [step.as]
    case 'review':
      await db.batch([sendToReview(db, order.id, at), ...eventOnce('review')])
      return ['review']
    case 'restore':
      await restoreOrIntendRefund(deps, order)
      // A refund is the next round's work, whoever runs it: the intention is stored.
      if (event)
        await db.batch([insertEventOnceOrderIs(db, event, order.id, ['paid', 'refund_pending'])])
      return ['paid']
    case 'refund':
      await provider.refund(order.providerRef ?? '', order.amountInCent)
      await db.batch([closeRefund(db, order.id, at), ...eventOnce('refunded')])
      return ['refunded']
    case 'close':
      await db.batch([closeRefund(db, order.id, at), ...eventOnce('refunded')])
      return ['refunded']
  }
}

/** In one batch the places are taken again, or, when they cannot be, the refund is intended. */
async function restoreOrIntendRefund(deps: Deps, order: Order): Promise<void> {
  const { db } = deps
  const at = deps.now.toISOString()
  const refund = intendRefund(db, order.id, at)
  try {
    await db.batch([...restoreOrder(db, order, at, deps.today), refund])
  } catch (error) {
    if (!uniqueViolation(error)) throw error
    await refund
  }
}
