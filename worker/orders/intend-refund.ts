import { sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { refreshAttention } from './attention.queries.ts'
import type { Deps } from './deps.ts'
import { placeInHistory, tellChange } from './history.queries.ts'
import {
  cancelPlaces,
  insertOrderRefund,
  insertPlaceRefunds,
  moveToRefund,
  unpayRefunded,
} from './refund-requests.queries.ts'

type Wish = {
  orderId: number
  /** One place, or null for all that is left. */
  participationId: number | null
  cancelPlaces: boolean
  userId: number
}

/**
 * Somebody of the staff gives money back: stored first, so that it cannot get lost, and made after.
 * The fee is no longer paid from here on; the place is given free or stays, to be paid on site.
 * @throws DomainError Conflict when there is nothing (more) to give back
 */
export async function intendRefund({ db, now }: Deps, wish: Wish): Promise<void> {
  const { orderId, participationId, userId } = wish
  const request = { reason: 'staff', at: now.toISOString(), userId } as const
  const which =
    participationId === null
      ? sql`participations.order_id = ${orderId}`
      : sql`participations.id = ${participationId} AND participations.order_id = ${orderId}`
  const key = participationId === null ? `order-${orderId}` : `place-${participationId}`
  const told = tellChange({
    orderId,
    at: request.at,
    kind: 'refundRequested',
    amountInCent: sql`(SELECT amount_in_cent FROM order_refunds WHERE key = ${key})`,
    detail: participationId === null ? null : placeInHistory(participationId),
    userId,
  })
  // Asked for in this batch, or the rest must not be touched.
  const isNew = sql`EXISTS (SELECT 1 FROM order_refunds WHERE key = ${key}
    AND requested_at = ${request.at})`
  const [inserted] = await commit(db, [
    participationId === null
      ? insertOrderRefund(orderId, ['paid', 'review'], request)
      : insertPlaceRefunds(which, request),
    told,
    unpayRefunded(sql`${which} AND ${isNew}`),
    ...(wish.cancelPlaces
      ? cancelPlaces(sql`${which} AND ${isNew}`, { userId, at: request.at })
      : []),
    ...(participationId === null ? moveToRefund(orderId) : []),
    refreshAttention(orderId),
  ])
  if (inserted.meta.changes === 0) {
    throw new DomainError('Conflict', 'Hier ist nichts (mehr) zu erstatten.')
  }
}
