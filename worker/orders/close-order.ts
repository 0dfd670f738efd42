import { DomainError } from '#worker/domain/errors.ts'
import type { Deps } from './deps.ts'
import { logTrouble } from './log-trouble.ts'
import { releaseOrder } from './order-states.queries.ts'
import { type Order, stepOrder } from './orders.queries.ts'
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
  const closed = await closeCheckout(deps, order, as)
  if (!closed.isClosed) return closed.order
  const at = deps.now.toISOString()
  return stepOrder(deps.db, closed.order, releaseOrder(order.id, as, at, endedBy))
}

/**
 * The first half: nobody can pay for the order any more, and its places are still held, for the batch
 * that does something with them.
 * @returns the order as it is now; `isClosed` only when it is still pending and ours to end
 */
export async function closeCheckout(
  deps: Deps,
  order: Order,
  as: 'expired' | 'cancelled',
): Promise<{ order: Order; isClosed: boolean }> {
  const settled = await settleOrder(deps, order)
  if (settled.state !== 'pending') return { order: settled, isClosed: false }
  if (await isClosedAtProvider(deps, settled, as)) return { order: settled, isClosed: true }
  return { order: await settleOrder(deps, settled), isClosed: false }
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

/**
 * Its payer gives up what is not paid yet.
 * @returns the order as it is then; one that is over stays what it was
 * @throws DomainError OrderPaid, OrderInProgress when it cannot be closed now
 */
export async function cancelOrder(deps: Deps, order: Order): Promise<Order> {
  const closed = order.state === 'pending' ? await closeOrder(deps, order, 'cancelled') : order
  refuseUnclosed(closed)
  return closed
}

/** An order that its payer wanted closed, and that is paid or may become so. */
export function refuseUnclosed({ state }: Order): void {
  if (state === 'paid' || state === 'review') {
    throw new DomainError('OrderPaid', 'Deine Anmeldung ist schon bezahlt.')
  }
  if (state === 'pending') {
    throw new DomainError('OrderInProgress', 'Deine Zahlung wird gerade geprüft.')
  }
}

/** Somebody went back from the provider's page. Should that fail, the page they come to asks again. */
export async function cancelPayment(deps: Deps, order: Order): Promise<void> {
  try {
    await cancelOrder(deps, order)
  } catch (error) {
    // What it is by now they learn there.
    if (!(error instanceof DomainError)) logTrouble('cancel', order.id, error)
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
