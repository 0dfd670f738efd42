import { commit, retryOnConflict } from '#worker/db/commit.ts'
import { type PaymentProvider, ProviderRejectedError } from '#worker/payments/payment-provider.ts'
import type { Deps } from './deps.ts'
import { makeRefundsOfOrder } from './make-refund.ts'
import { insertOrderEventIfChanged } from './order-sql.ts'
import {
  findOrder,
  findOrderByRef,
  findOrderByReturnToken,
  insertPaymentEvent,
  isKnownEvent,
  type Order,
  type PaymentEvent,
  saveProviderRef,
} from './orders.queries.ts'
import { insertDoubleRefund } from './refunds.queries.ts'
import { otherPaymentGuard, settleOrder } from './settle-order.ts'

/**
 * A notification is only a reason to ask the provider. The event is stored in the same batch as its effect:
 * a notification received again changes nothing, and after a failure it may be sent again.
 * @throws DomainError InvalidSignature
 */
export async function receiveNotification(
  deps: Deps,
  rawBody: string,
  headers: Headers,
): Promise<void> {
  const provider = deps.provider()
  const notification = await provider.readNotification(rawBody, headers)
  if (!notification) return
  const { eventId, type, ref, isUnnamed } = notification
  if (!isUnnamed && (await isKnownEvent(deps.db, provider.id, eventId))) return

  const receivedAt = deps.now.toISOString()
  const event = (order: Order): PaymentEvent => ({
    provider: provider.id,
    eventId,
    type,
    orderId: order.id,
    receivedAt,
  })
  await retryOnConflict(otherPaymentGuard, async () => {
    const known = await findOrderByRef(deps.db, provider.id, ref)
    const order = known ?? (await findOrderOfUnknownPayment(deps, provider, ref))
    if (!order) {
      // The event is not stored, so that the notification can be processed if it comes again and the order exists.
      console.warn(JSON.stringify({ level: 'warn', event: 'payment_of_unknown_order' }))
      return
    }
    if (order.providerRef === ref) await settleOrder(deps, order, event(order))
    else await refundSecondPayment(deps, provider, { order, ref, event: event(order) })
  })
}

/** The order of a payment whose reference is not stored; the first such payment becomes the order's own. */
async function findOrderOfUnknownPayment(
  deps: Deps,
  provider: PaymentProvider,
  ref: string,
): Promise<Order | null> {
  const report = await provider.lookUp(ref).catch(nullIfRejected)
  const order = report?.token ? await findOrderByReturnToken(deps.db, report.token) : null
  if (!order || order.providerRef || order.provider !== provider.id) return order
  await saveProviderRef(deps.db, order.id, ref)
  return findOrder(deps.db, order.id)
}

function nullIfRejected(error: unknown): null {
  if (error instanceof ProviderRejectedError) return null
  throw error
}

type Double = { order: Order; ref: string; event: PaymentEvent }

/** An order is paid once: any further payment is refunded in full. */
async function refundSecondPayment(
  deps: Deps,
  provider: PaymentProvider,
  { order, ref, event }: Double,
): Promise<void> {
  const { db } = deps
  const at = deps.now.toISOString()
  const report = await provider.lookUp(ref)
  const amountInCent = report.amountInCent - report.refundedInCent
  if (report.state === 'paid' && amountInCent > 0) {
    await commit(db, [
      insertDoubleRefund({ orderId: order.id, ref, amountInCent }, at),
      insertOrderEventIfChanged({ orderId: order.id, at, kind: 'paidDouble', amountInCent }),
      insertPaymentEvent(event),
    ])
  }
  await makeRefundsOfOrder(deps, order)
}
