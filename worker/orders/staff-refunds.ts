import { sql } from 'drizzle-orm'
import { commit, guardChanges } from '#worker/db/commit.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { notFoundError } from '#worker/http/validate.ts'
import type { Deps } from './deps.ts'
import { makeRefundsOfOrder } from './make-refund.ts'
import { offerFreePlacesAfter } from './offer-places.ts'
import { insertOrderEventIfChanged, placeTitleInHistory, refreshAttention } from './order-sql.ts'
import { selectOrder } from './orders.queries.ts'
import {
  cancelPlaces,
  endRefund,
  findRefund,
  insertOrderRefund,
  insertPlaceRefunds,
  markRefundedUnpaid,
  markRefundPending,
  retryRefund,
  selectRefund,
} from './refunds.queries.ts'
import { settleIfAnswered } from './settle-order.ts'
import { paradesOfOrder } from './waiting-list.queries.ts'

type RefundWish = {
  orderId: number
  /** Id of one place, or null for all that is left. */
  participationId: number | null
  cancelPlaces: boolean
  userId: number
}

/**
 * Staff refunds a payment: the request is stored first, so that it cannot get lost, and made later. From then
 * on the fee counts as unpaid; the place is cancelled or stays, to be paid on site.
 * @throws DomainError Conflict when there is nothing (more) to refund
 */
export async function requestRefund(deps: Deps, wish: RefundWish): Promise<void> {
  const { db, now } = deps
  const { orderId, participationId, userId } = wish
  const request = { reason: 'staff', at: now.toISOString(), userId } as const
  const which =
    participationId === null
      ? sql`participations.order_id = ${orderId}`
      : sql`participations.id = ${participationId} AND participations.order_id = ${orderId}`
  const key = participationId === null ? `order-${orderId}` : `place-${participationId}`
  const recordRequest = insertOrderEventIfChanged({
    orderId,
    at: request.at,
    kind: 'refundRequested',
    amountInCent: sql`(SELECT amount_in_cent FROM order_refunds WHERE key = ${key})`,
    detail: participationId === null ? null : placeTitleInHistory(participationId),
    userId,
  })
  const statements = [
    participationId === null
      ? insertOrderRefund(orderId, ['paid', 'review'], request)
      : insertPlaceRefunds(which, request),
    recordRequest,
    guardChanges('somethingToRefund', 1),
    markRefundedUnpaid(which),
    ...(wish.cancelPlaces ? cancelPlaces(which, { userId, at: request.at }) : []),
    ...(participationId === null ? markRefundPending(orderId) : []),
    refreshAttention(orderId),
  ]
  await commit(db, statements, {
    somethingToRefund: () => new DomainError('Conflict', 'Hier ist nichts (mehr) zu erstatten.'),
  })
  if (wish.cancelPlaces) await offerFreePlacesAfter(deps, paradesOfOrder(orderId))
}

type RetryWish = { orderId: number; key: string; userId: number }

/** Asks the provider again for a refund that it rejected. */
export async function retryFailedRefund(
  deps: Deps,
  { orderId, key, userId }: RetryWish,
): Promise<void> {
  const { order, refund } = await failedRefund(deps, orderId, key)
  const by = { userId, at: deps.now.toISOString() }
  await settleIfAnswered(deps, order)
  // Refunded in the provider's own pages: the check above has just recorded it.
  if ((await findRefund(deps.db, key))?.state === 'done') return
  const [retried] = await commit(deps.db, [...retryRefund(refund, by)])
  if (retried.meta.changes === 0) throw refundAlreadySettledError()
  await makeRefundsOfOrder(deps, order)
}

/** Marks a refund that the provider rejected as made by other means. */
export async function markRefundedByHand(
  deps: Deps,
  { orderId, key, userId }: RetryWish,
): Promise<void> {
  const { refund } = await failedRefund(deps, orderId, key)
  const by = { userId, at: deps.now.toISOString() }
  const [ended] = await commit(deps.db, [
    ...endRefund(refund, { from: 'failed', to: 'byHand' }, by),
  ])
  if (ended.meta.changes === 0) throw refundAlreadySettledError()
}

function refundAlreadySettledError(): DomainError {
  return new DomainError(
    'Conflict',
    'Diese Erstattung ist inzwischen erledigt, oder es ist nichts mehr davon da. Lade die Seite neu.',
  )
}

/** The failed refund with this key; a pending refund is rejected, since it may still be made. */
async function failedRefund({ db }: Deps, orderId: number, key: string) {
  const [[order], [refund]] = await db.batch([selectOrder(db, orderId), selectRefund(db, key)])
  if (!order) throw notFoundError()
  if (refund?.orderId === order.id && refund.state === 'failed') return { order, refund }
  throw new DomainError('Conflict', 'Diese Erstattung ist nicht fehlgeschlagen.')
}
