import { and, asc, count, desc, eq, gte, isNotNull, lt, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { orders, parades, participations } from '#worker/db/schema.ts'
import { refundsThat } from './money-left.ts'
import type { OrderList, OrderPerson, OrderRow } from './orders.contract.ts'

export const rowColumns = {
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
  refundedInCent: refundsThat(sql`r.state IN ('done', 'byHand')`).as('refunded_in_cent'),
  openRefundInCent: refundsThat(sql`r.state IN ('pending', 'failed')`).as('open_refund_in_cent'),
}

/** The seasons in which there are orders, and those of one of them, newest first. */
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

/** What says of a place whose it is, and where. */
export const placeColumns = {
  participationId: sql<number>`${participations.id}`.as('participation_id'),
  firstName: participations.firstName,
  lastName: participations.lastName,
  givenKey: participations.givenKey,
  paradeId: participations.paradeId,
  paradeTitle: parades.title,
}

type Place = OrderPerson & { participationId: number; givenKey: string }

/** The people of an order's places in the order in which they enrolled, and of each place whose it is. */
export function peopleOf(places: readonly Place[]) {
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
export function titlesOf(places: readonly { paradeId: number; paradeTitle: string }[]): string[] {
  return [...new Map(places.map((place) => [place.paradeId, place.paradeTitle])).values()]
}

/** How many orders people have to look at. */
export function countAttentionQuery(db: Db) {
  return db.select({ count: count() }).from(orders).where(isNotNull(orders.attention))
}

/** The year in which the season of an instant or a day begins: July to June. */
export function orderSeasonOf(instant: string): number {
  const year = Number(instant.slice(0, 4))
  return instant.slice(5, 7) >= '07' ? year : year - 1
}

function seasonsBetween(first: string | null, last: string | null, asked: number): number[] {
  const years = [asked, ...[first, last].flatMap((one) => (one ? [orderSeasonOf(one)] : []))]
  const from = Math.min(...years)
  return Array.from({ length: Math.max(...years) - from + 1 }, (_, i) => from + i).toReversed()
}
