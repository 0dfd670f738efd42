import type { Deps } from './deps.ts'
import { findOrderByRef, isKnownEvent } from './orders.queries.ts'
import { settleOrder } from './settle-order.ts'

/**
 * A notification is only a reason to ask the provider. The event is kept in the same batch as what
 * it led to: seen again it does nothing, lost half-way it may come again.
 * @throws DomainError InvalidSignature
 */
export async function receiveNotification(
  deps: Deps,
  rawBody: string,
  headers: Headers,
): Promise<void> {
  const provider = deps.provider()
  const { eventId, type, ref } = await provider.readNotification(rawBody, headers)
  if (await isKnownEvent(deps.db, provider.id, eventId)) return

  const order = await findOrderByRef(deps.db, provider.id, ref)
  if (!order) {
    // Not kept: should the order turn up later, the notification may come again.
    console.warn(JSON.stringify({ level: 'warn', event: 'payment_of_unknown_order' }))
    return
  }
  const receivedAt = deps.now.toISOString()
  const event = { provider: provider.id, eventId, type, orderId: order.id, receivedAt }
  await settleOrder(deps, order, event)
}
