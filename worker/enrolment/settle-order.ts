import { uniqueViolation } from '#worker/db/sqlite.ts'
import { nextStep } from '#worker/domain/settlement.ts'
import type { Deps } from './deps.ts'
import {
  bookOrder,
  closeRefund,
  findOrderByToken,
  insertEvent,
  intendRefund,
  type Order,
  type PaymentEvent,
  releaseOrder,
  restoreOrder,
  sendToReview,
} from './orders.queries.ts'

/**
 * Brings an order to where its payment is. The webhook, the return of the browser and the cron all
 * come here; the provider is asked each time, so nobody has to be believed, and a second run finds
 * nothing left to do.
 * @param event stored in the same batch as what it led to
 * @returns the order as it is afterwards
 */
export async function settleOrder(deps: Deps, order: Order, event?: PaymentEvent): Promise<Order> {
  if (order.provider === 'none' || !order.providerRef) return order
  const payment = await deps.provider().lookUp(order.providerRef)
  const step = nextStep(order, payment)
  const at = deps.now.toISOString()
  const { db } = deps
  const seen = event ? [insertEvent(db, event)] : []

  switch (step.do) {
    case 'wait':
    case 'nothing':
      if (event) await insertEvent(db, event)
      return order
    case 'book':
      await db.batch([...bookOrder(db, order.id, at), ...seen])
      break
    case 'release':
      await db.batch([...releaseOrder(db, order.id, step.as, at), ...seen])
      break
    case 'review':
      await db.batch([sendToReview(db, order.id, at), ...seen])
      break
    case 'restore':
      await restoreOrRefund(deps, order, event)
      break
    case 'refund':
      await refund(deps, order, event)
      break
    case 'close':
      await db.batch([closeRefund(db, order.id, at), ...seen])
      break
  }
  return (await findOrderByToken(db, order.token)) ?? order
}

async function restoreOrRefund(deps: Deps, order: Order, event?: PaymentEvent): Promise<void> {
  const { db } = deps
  const at = deps.now.toISOString()
  const seen = event ? [insertEvent(db, event)] : []
  try {
    await db.batch([...restoreOrder(db, order, at, deps.today), ...seen])
  } catch (error) {
    if (!uniqueViolation(error)) throw error
  }
  // Still closed? Then a place was gone: the money goes back, first as an intention that survives.
  const [intended] = await db.batch([intendRefund(db, order.id, at), ...seen])
  if (intended.meta.changes > 0) await refund(deps, order, event)
}

async function refund(deps: Deps, order: Order, event?: PaymentEvent): Promise<void> {
  const { db } = deps
  if (order.providerRef) await deps.provider().refund(order.providerRef, order.amountInCent)
  const seen = event ? [insertEvent(db, event)] : []
  await db.batch([closeRefund(db, order.id, deps.now.toISOString()), ...seen])
}
