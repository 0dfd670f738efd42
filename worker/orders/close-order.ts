import { and, eq, gt, sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { orders, participations } from '#worker/db/schema.ts'
import type { OrderState } from '#worker/domain/codes.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { type Deps, logOrderError } from './deps.ts'
import { sweepRefunds } from './make-refund.ts'
import { offerFreePlacesAfter } from './offer-places.ts'
import { markUndecided } from './order-sql.ts'
import { type Release, releaseOrder, unpaidStateOf } from './order-states.queries.ts'
import {
  findOrder,
  listOrdersToSweep,
  listOverdue,
  type Order,
  stepOrder,
} from './orders.queries.ts'
import { settleOrder } from './settle-order.ts'
import {
  listTooLate,
  paradesOfOrder,
  paradesOfOrders,
  paradesOfWaiting,
} from './waiting-list.queries.ts'

/**
 * Ends an unpaid order. Its checkout is closed at the provider before the places are released, so that places
 * given to another person cannot be paid for. An order that the provider reports as paid is settled instead;
 * an order that cannot be closed yet stays as it is. The places that become free are offered to the waiting list.
 * @returns the order as it is afterwards
 */
export async function closeOrder(
  deps: Deps,
  order: Order,
  as: 'expired' | 'cancelled',
  how: Pick<Release, 'endedBy' | 'keepsOffer'> = {},
): Promise<Order> {
  const ended = await endUnpaid(deps, order, as, how)
  if (!holdsPlaces(ended)) await offerFreePlacesAfter(deps, paradesOfOrder(order.id))
  return ended
}

/** `closeOrder` that leaves the places which become free to the caller. */
async function endUnpaid(
  deps: Deps,
  order: Order,
  as: 'expired' | 'cancelled',
  how: Pick<Release, 'endedBy' | 'keepsOffer'>,
): Promise<Order> {
  const closed = await closeCheckout(deps, order, as)
  if (!closed.isClosed) return closed.order
  const from = unpaidStateOf(closed.order)
  const released = releaseOrder(order.id, as, deps.now.toISOString(), { ...how, from })
  return stepOrder(deps.db, closed.order, released)
}

/**
 * Closes the checkout at the provider and leaves the places reserved, for the batch that releases or
 * reassigns them.
 * @returns the order as it is now; `isClosed` only when it is pending or waiting and cannot be paid any more
 */
export async function closeCheckout(
  deps: Deps,
  order: Order,
  as: 'expired' | 'cancelled',
): Promise<{ order: Order; isClosed: boolean }> {
  const settled = await settleOrder(deps, order)
  if (!unpaidStates.includes(settled.state)) return { order: settled, isClosed: false }
  if (await isClosedAtProvider(deps, settled, as)) return { order: settled, isClosed: true }
  return { order: await settleOrder(deps, settled), isClosed: false }
}

async function isClosedAtProvider(
  deps: Deps,
  order: Order,
  as: 'expired' | 'cancelled',
): Promise<boolean> {
  // Without a reference there is no checkout to close: the worker died before the payer got one. The checkout of an order
  // that waits was closed before it waited again; one that was paid all the same and refunded could not be closed.
  if (order.provider === 'none' || !order.providerRef || order.state === 'waiting') return true
  return (await deps.provider(order.provider).close(order.providerRef, as)) === 'closed'
}

/**
 * The payer cancels an unpaid order, or leaves the waiting list.
 * @param keepsOffer as of `releaseOrder`
 * @returns the order afterwards; an order that has ended already is unchanged
 * @throws DomainError OrderPaid, OrderInProgress when it cannot be closed now
 */
export async function cancelOrder(deps: Deps, order: Order, keepsOffer = false): Promise<Order> {
  const isOpen = unpaidStates.includes(order.state)
  const closed = isOpen ? await closeOrder(deps, order, 'cancelled', { keepsOffer }) : order
  assertClosed(closed)
  return closed
}

/** @throws DomainError OrderPaid when the order is paid, OrderInProgress when it may still be paid */
export function assertClosed({ state }: Order): void {
  if (state === 'paid' || state === 'review') {
    throw new DomainError('OrderPaid', 'Deine Anmeldung ist schon bezahlt.')
  }
  if (state === 'pending') {
    throw new DomainError('OrderInProgress', 'Deine Zahlung wird gerade geprüft.')
  }
}

/** Cancels the payment of a payer who left the provider's page. After a failure the result page tries again. */
export async function cancelPayment(deps: Deps, order: Order): Promise<void> {
  // An order that waits has no payment: the payer went back to the page of an earlier one.
  if (order.state === 'waiting') return
  try {
    await cancelOrder(deps, order, true)
  } catch (error) {
    // A DomainError needs no log: the result page shows the state of the order.
    if (!(error instanceof DomainError)) logOrderError('cancel', order.id, error)
  }
}

/**
 * A user ends an open payment. An order that is paid at this moment stays paid.
 * @throws DomainError Conflict when the order is decided already, or the provider cannot close the payment now
 */
export async function endOrder(deps: Deps, order: Order, userId: number): Promise<void> {
  if (!unpaidStates.includes(order.state)) {
    throw new DomainError('Conflict', 'Diese Zahlung ist nicht mehr offen.')
  }
  const { state } = await closeOrder(deps, order, 'cancelled', { endedBy: userId })
  if (state !== 'pending') return
  const message =
    'Der Zahlungsdienst prüft diese Zahlung gerade. Sie lässt sich erst danach beenden.'
  throw new DomainError('Conflict', message)
}

/**
 * Settles the order of a payer who returns from the payment or waits for it, and ends an overdue reservation.
 * When the provider does not answer, returns the order as stored.
 */
export async function settleAfterReturn(deps: Deps, order: Order): Promise<Order> {
  try {
    const settled = await settleOrder(deps, order)
    const isOver = settled.holdUntil <= deps.now.toISOString()
    return settled.state === 'pending' && isOver
      ? await closeOrder(deps, settled, 'expired', { keepsOffer: true })
      : settled
  } catch (error) {
    logOrderError('return', order.id, error)
    return (await findOrder(deps.db, order.id)) ?? order
  }
}

/**
 * Most payments that one request closes, at several calls to the provider each; the cron's sweep closes the
 * rest.
 */
const paymentsPerRequest = 10

const hasPlaceIn = (paradeId: number) => sql`EXISTS (SELECT 1 FROM participations p
  WHERE p.order_id = orders.id AND p.parade_id = ${paradeId} AND p.state = 'reserved')`

/**
 * For the batch that cancels a parade: ends the reservations of all pending orders with a place in it, so
 * that they cannot be paid any more. `endParadePayments` and the sweep close the payments; an accepted offer is taken
 * back, and its order waits again.
 */
export function endParadeHolds(paradeId: number, at: string) {
  return write
    .update(orders)
    .set({ holdUntil: at, offeredUntil: null })
    .where(and(eq(orders.state, 'pending'), gt(orders.holdUntil, at), hasPlaceIn(paradeId)))
}

/**
 * Closes the open payments for a cancelled parade; an order that turns out to be paid is booked. The caller offers the
 * places which become free.
 */
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
  await closeAll(
    deps,
    pending.map(({ order }) => order),
    'cancelled',
  )
}

/**
 * How many orders and refunds one run of the cron handles: it may make 1,000 queries, and each order or refund
 * takes five or six. The rest follows five minutes later.
 */
const ordersPerSweep = 50
const refundsPerSweep = 30

/**
 * The cron's sweep: overdue orders are settled with the provider first, and released only when their checkout
 * is closed there; overdue offers end, free places are offered, and pending refunds are tried again.
 */
export async function sweepOrders(deps: Deps): Promise<void> {
  const { db, now } = deps
  await closeAll(deps, await listOrdersToSweep(db, now, ordersPerSweep), 'expired')
  await closeAll(deps, await listTooLate(db, now, ordersPerSweep), 'expired')
  await offerFreePlacesAfter(deps, paradesOfWaiting)
  await sweepRefunds(deps, refundsPerSweep)
}

/** Whether the order holds its places: one that waits does while they are offered to it. */
function holdsPlaces({ state, offeredUntil }: Order): boolean {
  return state === 'waiting' ? offeredUntil !== null : holdingStates.includes(state)
}

const holdingStates: readonly OrderState[] = ['pending', 'paid', 'review']

/** In these states an order can be ended without a refund. */
const unpaidStates: readonly OrderState[] = ['pending', 'waiting']

/**
 * Closes those of these orders whose reservation is overdue, when their places are wanted, and offers the places.
 * @returns whether a place was released
 */
export async function closeOverdue(deps: Deps, orderIds: readonly number[]): Promise<boolean> {
  const overdue = await listOverdue(deps.db, orderIds, deps.now)
  const closed = await closeAll(deps, overdue, 'expired')
  const released = closed.flatMap((order) => (holdsPlaces(order) ? [] : order.id))
  if (released.length > 0) await offerFreePlacesAfter(deps, paradesOfOrders(released))
  return released.length > 0
}

/** Minutes after the end of a reservation until a provider counts as unreachable, not only slow. */
const patienceInMinutes = 60

function isLongOver({ now }: Deps, order: Order): boolean {
  return now.getTime() - Date.parse(order.holdUntil) > patienceInMinutes * 60_000
}

/** Closes these orders one after the other; a failure with one does not stop the others. */
async function closeAll(
  deps: Deps,
  orders: readonly Order[],
  as: 'expired' | 'cancelled',
): Promise<Order[]> {
  const closed: Order[] = []
  for (const order of orders) {
    try {
      closed.push(await endUnpaid(deps, order, as, { keepsOffer: true }))
    } catch (error) {
      logOrderError('sweep', order.id, error)
      if (isLongOver(deps, order)) await commit(deps.db, [markUndecided(order.id)])
    }
  }
  return closed
}
