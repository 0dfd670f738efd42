import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { insertSelected } from '#worker/db/insert-selected.ts'
import {
  costumeTypes,
  orderHistory,
  orderRefunds,
  orders,
  parades,
  participations,
} from '#worker/db/schema.ts'
import type { RefundState } from '#worker/domain/codes.ts'
import { addDays, type Day } from '#worker/domain/dates.ts'
import { cancelPayment } from './close-order.ts'
import type { Deps } from './deps.ts'
import { makeRefundNow } from './make-refund.ts'
import { leftInCent } from './money-left.ts'
import type { ParadeRefunds } from './orders.contract.ts'
import {
  cancelPlaces,
  insertPlaceRefunds,
  isPaidOnline,
  refundOfPlace,
  unpay,
  unpayRefunded,
} from './refund-requests.queries.ts'

/** What one request works off: each is two calls to the provider. */
const refundsPerRequest = 10

const isPaidInCash = sql`(participations.participation_fee_payed = 1
  AND participations.fee_payed_by IS NOT NULL AND participations.price_in_cent > 0
  AND participations.state = 'booked')`

/** Everybody whose fee for this parade is or was with us; null when there is no such parade. */
export async function listParadeRefunds(db: Db, paradeId: number): Promise<ParadeRefunds | null> {
  const ofParade = eq(participations.paradeId, paradeId)
  const isRefunded = sql`${refundOfPlace} IS NOT NULL`
  const [[parade], rows, [unpaid]] = await db.batch([
    db
      .select({ id: parades.id, title: parades.title, host: parades.host, date: parades.date })
      .from(parades)
      .where(eq(parades.id, paradeId)),
    db
      .select({
        participationId: participations.id,
        firstName: participations.firstName,
        lastName: participations.lastName,
        costumeType: costumeTypes.name,
        costumeNumber: participations.costumeNumber,
        state: participations.state,
        priceInCent: participations.priceInCent,
        orderId: sql<number | null>`CASE WHEN ${isPaidInCash} THEN NULL
          ELSE ${participations.orderId} END`.as('order_id'),
        refund: sql<RefundState | null>`CASE WHEN ${isPaidInCash} THEN NULL
          ELSE ${refundOfPlace} END`.as('refund'),
      })
      .from(participations)
      .innerJoin(costumeTypes, eq(costumeTypes.id, participations.costumeTypeId))
      .where(sql`${ofParade} AND (${isPaidOnline} OR ${isPaidInCash} OR ${isRefunded})`)
      .orderBy(asc(participations.id)),
    db
      .select({
        count: sql<number>`count(*) FILTER (WHERE participations.state = 'booked'
          AND price_in_cent > 0 AND participation_fee_payed = 0
          AND ${refundOfPlace} IS NULL)`.as('count'),
        reserved: sql<number>`count(*) FILTER (WHERE participations.state = 'reserved')`.as(
          'reserved',
        ),
      })
      .from(participations)
      .where(ofParade),
  ])
  if (!parade) return null
  const collator = new Intl.Collator('de')
  const name = (row: { lastName: string; firstName: string }) => `${row.lastName} ${row.firstName}`
  const places = rows.toSorted(
    (a, b) =>
      Number(a.orderId === null) - Number(b.orderId === null) || collator.compare(name(a), name(b)),
  )
  const { count: unpaidCount = 0, reserved: openPaymentCount = 0 } = unpaid ?? {}
  return { parade, places, unpaidCount, openPaymentCount }
}

/**
 * A parade is called off: every fee that came online is asked back in one batch, then a chunk of them
 * is made. Asked again it goes on with what is left; nobody is paid twice. When the places are
 * cancelled too, the enrolment is closed, and payments that are open are ended.
 */
export async function refundParade(
  deps: Deps,
  wish: { paradeId: number; cancelPlaces: boolean; userId: number },
): Promise<ParadeRefunds | null> {
  const { db } = deps
  const at = deps.now.toISOString()
  const which = sql`participations.parade_id = ${wish.paradeId}`
  // Asked for just before: whoever was asked for earlier is no longer paid.
  const isNew = sql`${isPaidOnline} AND EXISTS (SELECT 1 FROM order_refunds r
    WHERE r.key = 'place-' || participations.id AND r.state = 'pending')`
  // Somebody gave it back elsewhere: there is nothing to give, and it is no longer paid.
  const isGone = sql`${isPaidOnline} AND EXISTS (SELECT 1 FROM orders
    WHERE orders.id = participations.order_id AND ${leftInCent} <= 0)`
  const request = { reason: 'paradeCancelled', at, userId: wish.userId } as const
  await db.batch([
    insertPlaceRefunds(db, which, request),
    tellOrders(db, sql`${which} AND ${isNew}`, request),
    ...(wish.cancelPlaces
      ? [
          ...cancelPlaces(db, sql`${which} AND ((${isNew}) OR (${isGone}))`, request),
          closeEnrolment(db, wish.paradeId, addDays(deps.today, -1)),
        ]
      : []),
    unpayRefunded(db, which),
    unpay(db, sql`${which} AND ${isGone}`),
  ])
  if (wish.cancelPlaces) await endPayments(deps, wish.paradeId)
  await makeChunk(deps, wish.paradeId)
  return listParadeRefunds(db, wish.paradeId)
}

/** Nobody pays any more for what does not take place. */
function closeEnrolment(db: Db, paradeId: number, lastDay: Day) {
  return db
    .update(parades)
    .set({
      dateEnrolmentStart: sql`min(${parades.dateEnrolmentStart}, ${lastDay})`,
      dateEnrolmentEnd: sql`min(${parades.dateEnrolmentEnd}, ${lastDay})`,
    })
    .where(eq(parades.id, paradeId))
}

/** Who is on a payment's page at this moment: it is closed there, or paid already and refunded next. */
async function endPayments(deps: Deps, paradeId: number): Promise<void> {
  const pending = await deps.db
    .selectDistinct({ order: orders })
    .from(participations)
    .innerJoin(orders, eq(orders.id, participations.orderId))
    .where(
      sql`${participations.paradeId} = ${paradeId} AND ${participations.state} = 'reserved'
        AND ${orders.state} = 'pending'`,
    )
    .limit(refundsPerRequest)
  for (const { order } of pending) await cancelPayment(deps, order)
}

function tellOrders(db: Db, which: SQL, { at, userId }: { at: string; userId: number }) {
  return insertSelected(
    db,
    orderHistory,
    {
      orderId: participations.orderId,
      at,
      kind: 'refundRequested',
      amountInCent: participations.priceInCent,
      detail: parades.title,
      userId,
    },
    sql`participations JOIN parades ON parades.id = participations.parade_id WHERE ${which}`,
  )
}

async function makeChunk(deps: Deps, paradeId: number): Promise<void> {
  const pending = await deps.db
    .select({ key: orderRefunds.key })
    .from(participations)
    .innerJoin(orderRefunds, eq(orderRefunds.participationId, participations.id))
    .where(sql`${participations.paradeId} = ${paradeId} AND ${orderRefunds.state} = 'pending'`)
    .orderBy(sql`random()`)
    .limit(refundsPerRequest)
  for (const { key } of pending) await makeRefundNow(deps, key)
}
