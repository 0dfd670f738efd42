import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { commit } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import {
  costumeTypes,
  orderHistory,
  orderRefunds,
  parades,
  participations,
} from '#worker/db/schema.ts'
import { insertSelected, rowsOf } from '#worker/db/statements.ts'
import type { RefundState } from '#worker/domain/codes.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { recipientsOfParade } from '#worker/mail/outbox.queries.ts'
import type { Deps } from './deps.ts'
import { makeRefundNow } from './make-refund.ts'
import { leftInCent, placeTitleInHistory } from './order-sql.ts'
import type { ParadeRefundRow, ParadeRefunds } from './orders.contract.ts'
import {
  insertPlaceRefunds,
  isPaidOnline,
  markRefundedUnpaid,
  markUnpaid,
  refundOfPlace,
} from './refunds.queries.ts'

/** Most refunds that one request makes, at two calls to the provider each. */
const refundsPerRequest = 10

/** Paid in cash, whether given back since or not. */
const isPaidInCash = sql`(participations.fee_payed_by IS NOT NULL
  AND (participations.participation_fee_payed = 1 OR participations.cash_returned_at IS NOT NULL)
  AND participations.price_in_cent > 0 AND participations.state = 'booked')`

const isUnpaid = sql`(participations.state = 'booked' AND participations.price_in_cent > 0
  AND participations.participation_fee_payed = 0 AND participations.cash_returned_at IS NULL
  AND ${refundOfPlace} IS NULL)`

/** All places with a fee for this parade, paid or not; null when there is no such parade. */
export async function listParadeRefunds(db: Db, paradeId: number): Promise<ParadeRefunds | null> {
  const ofParade = eq(participations.paradeId, paradeId)
  const isRefunded = sql`${refundOfPlace} IS NOT NULL`
  const [[parade], rows, [counts], [recipients]] = await db.batch([
    db
      .select({
        id: parades.id,
        title: parades.title,
        host: parades.host,
        date: parades.date,
        cancelledAt: parades.cancelledAt,
        cancelReason: parades.cancelReason,
      })
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
        paid: sql<ParadeRefundRow['paid']>`CASE WHEN ${isPaidInCash} THEN 'cash'
          WHEN ${isUnpaid} THEN 'unpaid' ELSE 'online' END`.as('paid'),
        cashReturnedAt: participations.cashReturnedAt,
        orderId: sql<number | null>`CASE WHEN ${isPaidInCash} OR ${isUnpaid} THEN NULL
          ELSE ${participations.orderId} END`.as('order_id'),
        refund: sql<RefundState | null>`CASE WHEN ${isPaidInCash} THEN NULL
          ELSE ${refundOfPlace} END`.as('refund'),
      })
      .from(participations)
      .innerJoin(costumeTypes, eq(costumeTypes.id, participations.costumeTypeId))
      .where(sql`${ofParade} AND (${isPaidOnline} OR ${isPaidInCash} OR ${isUnpaid}
        OR ${isRefunded})`)
      .orderBy(asc(participations.id)),
    db
      .select({
        unpaidCount: countThat(isUnpaid).as('unpaid'),
        openPaymentCount: countThat(sql`participations.state = 'reserved'`).as('reserved'),
        confirmedCount: countThat(
          sql`participations.state = 'booked' AND participations.participation_confirmed = 1`,
        ).as('confirmed'),
      })
      .from(participations)
      .where(ofParade),
    rowsOf<Pick<ParadeRefunds, 'mailCount' | 'withoutAddressCount'>>(
      db,
      {
        mailCount: countThat(sql`recipients.address <> ''`),
        withoutAddressCount: sql`coalesce(sum(recipients.people) FILTER (WHERE recipients.address = ''), 0)`,
      },
      recipientsOfParade(paradeId),
    ),
  ])
  if (!parade) return null
  const collator = new Intl.Collator('de')
  const name = (row: { lastName: string; firstName: string }) => `${row.lastName} ${row.firstName}`
  const places = rows.toSorted(
    (a, b) =>
      waysToPay.indexOf(a.paid) - waysToPay.indexOf(b.paid) || collator.compare(name(a), name(b)),
  )
  const { unpaidCount = 0, openPaymentCount = 0, confirmedCount = 0 } = counts ?? {}
  const { mailCount = 0, withoutAddressCount = 0 } = recipients ?? {}
  return {
    parade,
    places,
    unpaidCount,
    openPaymentCount,
    confirmedCount,
    mailCount,
    withoutAddressCount,
  }
}

const waysToPay: readonly ParadeRefundRow['paid'][] = ['online', 'cash', 'unpaid']

const countThat = (condition: SQL) => sql<number>`count(*) FILTER (WHERE ${condition})`

/**
 * Requests the refund of every fee paid online for a cancelled parade in one batch, then makes a limited
 * number of them. A further call continues with the rest; no fee is refunded twice.
 * @throws DomainError Conflict while the parade takes place
 */
export async function refundParade(
  deps: Deps,
  wish: { paradeId: number; userId: number },
): Promise<ParadeRefunds | null> {
  const { db } = deps
  const at = deps.now.toISOString()
  // The parade may be reinstated concurrently, so each statement checks it again.
  const which = sql`participations.parade_id = ${wish.paradeId}
    AND EXISTS (SELECT 1 FROM parades d WHERE d.id = ${wish.paradeId} AND d.cancelled_at IS NOT NULL)`
  // Places whose refund the statement before has requested: places refunded earlier are no longer marked as paid.
  const isNew = sql`${isPaidOnline} AND EXISTS (SELECT 1 FROM order_refunds r
    WHERE r.key = 'place-' || participations.id AND r.state = 'pending')`
  // Places of orders that were refunded elsewhere: nothing is left, so they are only marked as unpaid.
  const isGone = sql`${isPaidOnline} AND EXISTS (SELECT 1 FROM orders
    WHERE orders.id = participations.order_id AND ${leftInCent} <= 0)`
  const request = { reason: 'paradeCancelled', at, userId: wish.userId } as const
  const [[parade]] = await commit(db, [
    db
      .select({ cancelledAt: parades.cancelledAt })
      .from(parades)
      .where(eq(parades.id, wish.paradeId)),
    insertPlaceRefunds(which, request),
    insertRefundEvents(sql`${which} AND ${isNew}`, request),
    markRefundedUnpaid(which),
    markUnpaid(sql`${which} AND ${isGone}`),
  ])
  if (!parade) return null
  if (parade.cancelledAt === null) {
    throw new DomainError('Conflict', 'Erst wenn der Umzug abgesagt ist, wird für alle erstattet.')
  }
  await makeNextRefunds(deps, wish.paradeId)
  return listParadeRefunds(db, wish.paradeId)
}

function insertRefundEvents(which: SQL, { at, userId }: { at: string; userId: number }) {
  return insertSelected(
    orderHistory,
    {
      orderId: participations.orderId,
      at,
      kind: 'refundRequested',
      amountInCent: participations.priceInCent,
      detail: placeTitleInHistory(participations.id),
      userId,
    },
    sql`participations WHERE ${which}`,
  )
}

async function makeNextRefunds(deps: Deps, paradeId: number): Promise<void> {
  const pending = await deps.db
    .select({ key: orderRefunds.key })
    .from(participations)
    .innerJoin(orderRefunds, eq(orderRefunds.participationId, participations.id))
    .where(sql`${participations.paradeId} = ${paradeId} AND ${orderRefunds.state} = 'pending'`)
    .orderBy(sql`random()`)
    .limit(refundsPerRequest)
  for (const { key } of pending) await makeRefundNow(deps, key)
}
