import { DomainError } from '#worker/domain/errors.ts'
import type { Deps } from './deps.ts'
import { logTrouble } from './log-trouble.ts'
import { releaseOrder } from './order-states.queries.ts'
import { findOrderByToken, type Order } from './orders.queries.ts'
import { settleOrder } from './settle-order.ts'

/**
 * Ends an order that nobody has paid: its checkout is closed at the provider before the places are
 * free, so that nobody pays for what somebody else has. When the provider says that it was paid,
 * it is settled instead; when it cannot be closed yet, everything stays as it is.
 * @param endedBy who of the staff wants it ended
 * @returns the order as it is afterwards
 */
export async function closeOrder(
  deps: Deps,
  order: Order,
  as: 'expired' | 'cancelled',
  endedBy: number | null = null,
): Promise<Order> {
  const settled = await settleOrder(deps, order)
  if (settled.state !== 'pending') return settled
  if (await isClosedAtProvider(deps, order, as)) {
    const at = deps.now.toISOString()
    await deps.db.batch([...releaseOrder(deps.db, order.id, as, at, endedBy)])
    return (await findOrderByToken(deps.db, order.token)) ?? settled
  }
  return settleOrder(deps, settled)
}

async function isClosedAtProvider(
  deps: Deps,
  order: Order,
  as: 'expired' | 'cancelled',
): Promise<boolean> {
  // Nobody was ever given the way to pay it: the worker died before.
  if (order.provider === 'none' || !order.providerRef) return true
  return (await deps.provider(order.provider).close(order.providerRef, as)) === 'closed'
}

/** Somebody went back from the provider's page. Should that fail, the page they come to asks again. */
export async function cancelPayment(deps: Deps, order: Order): Promise<void> {
  try {
    await closeOrder(deps, order, 'cancelled')
  } catch (error) {
    logTrouble('cancel', order.id, error)
  }
}

/**
 * Somebody of the staff ends a payment that is open. Was it paid at this moment, it is paid.
 * @throws DomainError Conflict when it is decided already, or the provider cannot close it now
 */
export async function endOrder(deps: Deps, order: Order, userId: number): Promise<void> {
  if (order.state !== 'pending') {
    throw new DomainError('Conflict', 'Diese Zahlung ist nicht mehr offen.')
  }
  const { state } = await closeOrder(deps, order, 'cancelled', userId)
  if (state !== 'pending') return
  const message =
    'Der Zahlungsdienst prüft diese Zahlung gerade. Sie lässt sich erst danach beenden.'
  throw new DomainError('Conflict', message)
}
