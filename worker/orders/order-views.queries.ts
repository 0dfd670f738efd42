import { and, asc, count, desc, eq, gte, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { extraColumns, toExtras } from '#worker/db/place-extras.ts'
import {
  costumeTypes,
  mails,
  orderHistory,
  orders,
  parades,
  participations,
  users,
} from '#worker/db/schema.ts'
import { nameOfUser } from '#worker/db/user-columns.ts'
import { leftInCent, sumOfRefunds } from './order-sql.ts'
import type { OrderDetails, OrderList, OrderPerson, OrderRow } from './orders.contract.ts'
import { isPaidOnline, listRefundsOf, refundOfPlace } from './refunds.queries.ts'

const rowColumns = {
  id: orders.id,
  createdAt: orders.createdAt,
  firstName: orders.firstName,
  lastName: orders.lastName,
  emailAddress: orders.emailAddress,
  state: orders.state,
  attention: orders.attention,
  provider: orders.provider,
  amountInCent: orders.amountInCent,
  receivedInCent: orders.receivedInCent,
  refundedInCent: sumOfRefunds(sql`r.state IN ('done', 'byHand')`).as('refunded_in_cent'),
  openRefundInCent: sumOfRefunds(sql`r.state IN ('pending', 'failed')`).as('open_refund_in_cent'),
}

/** The seasons that have orders, and the orders of one of them, newest first. */
export async function listOrders(db: Db, season: number): Promise<OrderList> {
  const ofSeason = and(
    gte(orders.createdAt, `${season}-07-01`),
    lt(orders.createdAt, `${season + 1}-07-01`),
  )
  const [rows, places, edges] = await db.batch([
    db.select(rowColumns).from(orders).where(ofSeason).orderBy(desc(orders.id)),
    db
      .select({ orderId: participations.orderId, ...placeColumns })
      .from(orders)
      .innerJoin(participations, eq(participations.orderId, orders.id))
      .innerJoin(parades, eq(parades.id, participations.paradeId))
      .where(ofSeason)
      .orderBy(asc(parades.date), asc(parades.id)),
    db
      .select({
        first: sql<string | null>`min(${orders.createdAt})`.as('first'),
        last: sql<string | null>`(SELECT max(created_at) FROM orders)`.as('last'),
      })
      .from(orders),
  ])
  const placesOf = Map.groupBy(places, ({ orderId }) => orderId)
  const { first, last } = edges[0] ?? {}
  return {
    season,
    seasons: seasonsBetween(first ?? null, last ?? null, season),
    orders: rows.map((row): OrderRow => {
      const own = placesOf.get(row.id) ?? []
      return { ...row, people: peopleOf(own).people, parades: titlesOf(own) }
    }),
  }
}

/** Columns that identify a place's person and parade. */
const placeColumns = {
  participationId: sql<number>`${participations.id}`.as('participation_id'),
  firstName: participations.firstName,
  lastName: participations.lastName,
  givenKey: participations.givenKey,
  paradeId: participations.paradeId,
  paradeTitle: parades.title,
}

type Place = OrderPerson & { participationId: number; givenKey: string }

/** The people of an order in the order of enrolment, and for each place the index of its person. */
function peopleOf(places: readonly Place[]) {
  const inOrder = places.toSorted((a, b) => a.participationId - b.participationId)
  const first = new Map<string, OrderPerson>()
  for (const { givenKey, firstName, lastName } of inOrder) {
    if (!first.has(givenKey)) first.set(givenKey, { firstName, lastName })
  }
  const keys = [...first.keys()]
  return {
    people: [...first.values()],
    personOf: ({ givenKey }: Pick<Place, 'givenKey'>) => keys.indexOf(givenKey),
  }
}

/** Each parade once, in the order of the places. */
function titlesOf(places: readonly { paradeId: number; paradeTitle: string }[]): string[] {
  return [...new Map(places.map((place) => [place.paradeId, place.paradeTitle])).values()]
}

/** Number of orders that need attention. */
export function countAttentionQuery(db: Db) {
  return db.select({ count: count() }).from(orders).where(isNotNull(orders.attention))
}

/** Year in which the season (July to June) of an instant or a day begins. */
export function orderSeasonOf(instant: string): number {
  const year = Number(instant.slice(0, 4))
  return instant.slice(5, 7) >= '07' ? year : year - 1
}

function seasonsBetween(first: string | null, last: string | null, asked: number): number[] {
  const years = [asked, ...[first, last].flatMap((one) => (one ? [orderSeasonOf(one)] : []))]
  const from = Math.min(...years)
  return Array.from({ length: Math.max(...years) - from + 1 }, (_, i) => from + i).toReversed()
}

/** All details of an order in one round trip; null when there is no order with this id. */
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
        ...extraColumns,
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
    places: places.map(
      ({
        isPaidOnline: isPaid,
        givenKey,
        firstName,
        lastName,
        bookedExtras,
        offeredExtras,
        ...place
      }) => ({
        ...place,
        extras: toExtras({ bookedExtras, offeredExtras }),
        person: personOf({ givenKey }),
        isRefundable: isPaid === 1 && order.state === 'paid' && refundableInCent > 0,
      }),
    ),
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
