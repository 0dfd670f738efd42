import type { Deps } from './deps.ts'
import { findOrderByRef, insertEvent, isKnownEvent } from './orders.queries.ts'
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
  const event = {
    provider: provider.id,
    eventId,
    type,
    orderId: order?.id ?? null,
    receivedAt: deps.now.toISOString(),
  }
  if (order) {
    await settleOrder(deps, order, event)
    return
  }
  console.warn(JSON.stringify({ level: 'warn', event: 'payment_of_unknown_order' }))
  await insertEvent(deps.db, event)
}
