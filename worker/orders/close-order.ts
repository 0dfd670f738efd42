import { and, eq, gt, sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { orders, participations } from '#worker/db/schema.ts'
import type { OrderState } from '#worker/domain/codes.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { type Deps, logOrderError } from './deps.ts'
import { sweepRefunds } from './make-refund.ts'
import { markUndecided } from './order-sql.ts'
import { releaseOrder } from './order-states.queries.ts'
import {
  findOrder,
  listOrdersToSweep,
  listOverdue,
  type Order,
  stepOrder,
} from './orders.queries.ts'
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
  // The checkout was never handed out: the worker died before.
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
  assertClosed(closed)
  return closed
}

/** An order that its payer wanted closed, and that is paid or may become so. */
export function assertClosed({ state }: Order): void {
  if (state === 'paid' || state === 'review') {
    throw new DomainError('OrderPaid', 'Deine Anmeldung ist schon bezahlt.')
  }
  if (state === 'pending') {
    throw new DomainError('OrderInProgress', 'Deine Zahlung wird gerade geprüft.')
  }
}

/** The payer left the provider's page. When this fails, the page they return to tries again. */
export async function cancelPayment(deps: Deps, order: Order): Promise<void> {
  try {
    await cancelOrder(deps, order)
  } catch (error) {
    // What it is by now they learn there.
    if (!(error instanceof DomainError)) logOrderError('cancel', order.id, error)
  }
}

/**
 * A user ends an open payment. If it was paid at this moment, it stays paid.
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

/**
 * Somebody comes back from a payment, or waits for it: a reservation that is over ends here as well. While
 * the provider cannot be asked, the order is what we know of it.
 */
export async function settleAfterReturn(deps: Deps, order: Order): Promise<Order> {
  try {
    const settled = await settleOrder(deps, order)
    const isOver = settled.holdUntil <= deps.now.toISOString()
    return settled.state === 'pending' && isOver
      ? await closeOrder(deps, settled, 'expired')
      : settled
  } catch (error) {
    logOrderError('return', order.id, error)
    return (await findOrder(deps.db, order.id)) ?? order
  }
}

/** What one request closes: each is some calls to the provider. The cron's sweep closes the rest. */
const paymentsPerRequest = 10

const hasPlaceIn = (paradeId: number) => sql`EXISTS (SELECT 1 FROM participations p
  WHERE p.order_id = orders.id AND p.parade_id = ${paradeId} AND p.state = 'reserved')`

/**
 * A parade is called off: nobody shall pay any more for an order with a place there, whatever else
 * is in it. For the batch that calls it off; `endParadePayments` and the sweep close what is over then.
 */
export function endParadeHolds(paradeId: number, at: string) {
  return write
    .update(orders)
    .set({ holdUntil: at })
    .where(and(eq(orders.state, 'pending'), gt(orders.holdUntil, at), hasPlaceIn(paradeId)))
}

/** Who is on a payment's page at this moment: it is closed there, or turns out to be paid and is booked. */
export async function endParadePayments(deps: Deps, paradeId: number): Promise<void> {
  const pending = await deps.db
    .selectDistinct({ order: orders })
    .from(participations)
    .innerJoin(orders, eq(orders.id, participations.orderId))
    .where(
      and(
        eq(participations.paradeId, paradeId),
        eq(participations.state, 'reserved'),
        eq(orders.state, 'pending'),
      ),
    )
    .limit(paymentsPerRequest)
  for (const { order } of pending) await cancelPayment(deps, order)
}

/**
 * Bounded chunks: what is left waits for the next five minutes. One run may make 1,000 queries, and
 * each of these needs five or six.
 */
const ordersPerSweep = 50
const refundsPerSweep = 30

/**
 * The cron's round: orders whose reservation is over are settled with the provider first, and released
 * only when their checkout is closed there; refunds that did not go through are tried again.
 */
export async function sweepOrders(deps: Deps): Promise<void> {
  await closeAll(deps, await listOrdersToSweep(deps.db, deps.now, ordersPerSweep))
  await sweepRefunds(deps, refundsPerSweep)
}

/** An order in one of these has its places still. */
const holdingStates: readonly OrderState[] = ['pending', 'paid', 'review']

/**
 * On demand, when somebody else wants the place: those of these orders whose reservation is over.
 * @returns whether any of them was in the way for nothing
 */
export async function closeOverdue(deps: Deps, orderIds: readonly number[]): Promise<boolean> {
  const overdue = await listOverdue(deps.db, orderIds, deps.now)
  const closed = await closeAll(deps, overdue)
  return closed.some(({ state }) => !holdingStates.includes(state))
}

/** A provider that is only slow has answered by then. */
const patienceInMinutes = 60

function isLongOver({ now }: Deps, order: Order): boolean {
  return now.getTime() - Date.parse(order.holdUntil) > patienceInMinutes * 60_000
}

/** One order's trouble does not stop the others. */
async function closeAll(deps: Deps, orders: readonly Order[]): Promise<Order[]> {
  const closed: Order[] = []
  for (const order of orders) {
    try {
      closed.push(await closeOrder(deps, order, 'expired'))
    } catch (error) {
      logOrderError('sweep', order.id, error)
      if (isLongOver(deps, order)) await commit(deps.db, [markUndecided(order.id)])
    }
  }
  return closed
}
