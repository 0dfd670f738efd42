import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { nameOfUser } from '#worker/db/name-of-user.ts'
import {
  costumeTypes,
  mails,
  orderHistory,
  orders,
  parades,
  participations,
  users,
} from '#worker/db/schema.ts'
import { leftInCent } from './money-left.ts'
import { peopleOf, placeColumns, rowColumns, titlesOf } from './order-rows.queries.ts'
import type { OrderDetails } from './orders.contract.ts'
import { isPaidOnline, refundOfPlace } from './refund-requests.queries.ts'
import { listRefundsOf } from './refunds.queries.ts'

/** All of an order in one round trip, or null when there is none with this id. */
export async function findOrderDetails(db: Db, id: number): Promise<OrderDetails | null> {
  const [[order], places, refunds, requesters, history, mailRows] = await db.batch([
    db
      .select({
        ...rowColumns,
        paidAt: orders.paidAt,
        holdUntil: orders.holdUntil,
        providerRef: orders.providerRef,
        left: leftInCent.as('left_in_cent'),
      })
      .from(orders)
      .where(eq(orders.id, id)),
    db
      .select({
        ...placeColumns,
        paradeDate: parades.date,
        paradeCancelledAt: parades.cancelledAt,
        paradeCancelReason: parades.cancelReason,
        costumeType: costumeTypes.name,
        costumeNumber: participations.costumeNumber,
        memberId: participations.memberId,
        priceInCent: participations.priceInCent,
        state: participations.state,
        participationConfirmed: participations.participationConfirmed,
        refund: refundOfPlace.as('refund'),
        isPaidOnline: sql<number>`${isPaidOnline}`.as('is_paid_online'),
      })
      .from(participations)
      .innerJoin(parades, eq(parades.id, participations.paradeId))
      .innerJoin(costumeTypes, eq(costumeTypes.id, participations.costumeTypeId))
      .where(eq(participations.orderId, id))
      .orderBy(asc(parades.date), asc(parades.id), asc(participations.id)),
    listRefundsOf(db, id),
    db
      .select({ id: users.id, name: nameOfUser.as('name') })
      .from(users)
      .where(sql`${users.id} IN (SELECT requested_by FROM order_refunds WHERE order_id = ${id})`),
    db
      .select({
        at: orderHistory.at,
        kind: orderHistory.kind,
        amountInCent: orderHistory.amountInCent,
        detail: orderHistory.detail,
        user: nameOfUser.as('user'),
      })
      .from(orderHistory)
      .leftJoin(users, eq(users.id, orderHistory.userId))
      .where(eq(orderHistory.orderId, id))
      .orderBy(asc(orderHistory.id)),
    db
      .select({
        id: mails.id,
        kind: mails.kind,
        state: mails.state,
        createdAt: mails.createdAt,
        sentAt: mails.sentAt,
      })
      .from(mails)
      .where(eq(mails.orderId, id))
      .orderBy(asc(mails.id)),
  ])
  if (!order) return null
  const { left, ...row } = order
  const refundableInCent = ['paid', 'review'].includes(order.state) ? Math.max(0, left) : 0
  const { people, personOf } = peopleOf(places)
  const nameOf = new Map(requesters.map(({ id: userId, name }) => [userId, name]))
  return {
    ...row,
    refundableInCent,
    people,
    parades: titlesOf(places),
    places: places.map(({ isPaidOnline: isPaid, givenKey, firstName, lastName, ...place }) => ({
      ...place,
      person: personOf({ givenKey }),
      isRefundable: isPaid === 1 && order.state === 'paid' && refundableInCent > 0,
    })),
    refunds: refunds.map((refund) => ({
      key: refund.key,
      participationId: refund.participationId,
      amountInCent: refund.amountInCent,
      reason: refund.reason,
      state: refund.state,
      error: refund.error,
      requestedAt: refund.requestedAt,
      requestedBy: refund.requestedBy === null ? null : (nameOf.get(refund.requestedBy) ?? null),
      doneAt: refund.doneAt,
    })),
    history: [
      {
        at: order.createdAt,
        kind: 'ordered',
        amountInCent: order.amountInCent,
        detail: null,
        user: null,
      },
      ...history,
    ],
    mails: mailRows,
  }
}
