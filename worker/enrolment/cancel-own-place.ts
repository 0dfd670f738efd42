import { type SQL, sql } from 'drizzle-orm'
import { isViolationOf } from '#worker/db/causes.ts'
import { commit, guard } from '#worker/db/commit.ts'
import { write } from '#worker/db/db.ts'
import { orderHistory, orderRefunds, parades, participations } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import type { Day } from '#worker/domain/dates.ts'
import { changedInBetweenError } from '#worker/domain/errors.ts'
import { assertMayCancelOwnPlace } from '#worker/domain/own-order.ts'
import { eachId } from '#worker/http/many.ts'
import { notFoundError } from '#worker/http/validate.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { makeRefundsOfOrder } from '#worker/orders/make-refund.ts'
import { countLoadUnpaid } from '#worker/orders/network-load.queries.ts'
import { offerFreePlacesAfter } from '#worker/orders/offer-places.ts'
import { placeTitleInHistory, refreshAttention } from '#worker/orders/order-sql.ts'
import { insertPlaceRefunds, markRefundedUnpaid } from '#worker/orders/refunds.queries.ts'
import { settleIfAnswered } from '#worker/orders/settle-order.ts'
import { paradesOfOrder } from '#worker/orders/waiting-list.queries.ts'
import { ofToken, readOwnPlaces } from './my-order.queries.ts'

/** A refund takes two calls to the provider, so a request makes only these; the cron makes the rest. */
const refundsPerRequest = 10

type Wish = {
  token: string
  placeIds: readonly number[]
  /** The refund that the page announced; left out if the page announced none. */
  refundInCent?: number
}

/**
 * The payer cancels places, all of them or none, if the guild allows it: places and costumes are free again,
 * and fees are refunded if the guild's settings say so; else the order is marked for staff's attention.
 * Cancelling the same places again changes nothing.
 * @throws DomainError NotFound, Conflict, ParadeCancelled, SelfCancelOff, SelfCancelOver
 */
export async function cancelOwnPlaces(deps: Deps, wish: Wish): Promise<void> {
  const { order, places, rule } = await readWish(deps, wish)
  if (isAlreadyCancelled(wish, places)) return
  assertMayCancel(places, rule, deps.today)
  const goesBack = rule.selfCancel === 'refund' && places.some((place) => place.isPaidOnline === 1)
  // Reads refunds that were made in the provider's own pages, so that none is made a second time.
  if (goesBack) await settleIfAnswered(deps, order)
  try {
    await cancel(deps, wish)
  } catch (error) {
    if (!isViolationOf(error, 'guard')) throw error
    const now = await readWish(deps, wish)
    if (isAlreadyCancelled(wish, now.places)) return
    assertMayCancel(now.places, now.rule, deps.today)
    throw changedInBetweenError()
  }
  await offerFreePlacesAfter(deps, paradesOfOrder(order.id))
  await makeRefundsOfOrder(deps, order, refundsPerRequest)
}

async function readWish({ db }: Deps, { token, placeIds }: Wish) {
  const found = await readOwnPlaces(db, token, placeIds)
  if (!found || found.places.length < placeIds.length) throw notFoundError()
  return found
}

type Found = NonNullable<Awaited<ReturnType<typeof readOwnPlaces>>>

/** Whether a request is a repetition; only requests of a page (with `refundInCent`) may be repeated. */
const isAlreadyCancelled = ({ refundInCent }: Wish, places: Found['places']) =>
  refundInCent !== undefined && places.every(isGivenBack)

const isGivenBack = ({ state, cancelledBy }: Found['places'][number]) =>
  state === 'cancelled' && cancelledBy === null

function assertMayCancel(places: Found['places'], rule: Found['rule'], today: Day): void {
  for (const place of places) assertMayCancelOwnPlace(place, rule, today)
}

/**
 * One batch that checks the guild's setting and the places again.
 * @throws a violated guard when a place cannot be cancelled any more, or the refund is not the announced one
 */
async function cancel({ db, now, today }: Deps, wish: Wish): Promise<void> {
  const { token, placeIds, refundInCent } = wish
  const at = now.toISOString()
  const which = areOwn(token, placeIds, today)
  const orderId = ofToken(token)
  const isNew = sql`order_refunds.key IN (SELECT 'place-' || value FROM ${eachId(placeIds)})
    AND order_refunds.reason = 'self' AND order_refunds.requested_at = ${at}`
  await commit(db, [
    guard(
      'placesAsRead',
      sql`(SELECT count(*) FROM participations WHERE ${which}) = ${placeIds.length}`,
    ),
    insertPlaceRefunds(sql`${which} AND ${ruleSays(sql`self_cancel = 'refund'`)}`, {
      reason: 'self',
      at,
      userId: null,
    }),
    ...(refundInCent === undefined
      ? []
      : [
          guard(
            'expectedTotal',
            sql`(SELECT coalesce(sum(amount_in_cent), 0) FROM order_refunds WHERE ${isNew})
              = ${refundInCent}`,
          ),
        ]),
    insertRefundEvents(isNew, at),
    markRefundedUnpaid(which),
    // Counts the places as unpaid: else a network could hold more places by paying and cancelling in turns.
    countLoadUnpaid(orderId),
    insertCancelEvents(which, at),
    write.update(participations).set({ state: 'cancelled', cancelledAt: at }).where(which),
    refreshAttention(orderId),
  ])
}

/**
 * `assertMayCancelOwnPlace` in SQL: a tick, a cancelled parade or a changed setting since the read rejects
 * the batch.
 */
function areOwn(token: string, placeIds: readonly number[], today: Day): SQL {
  return sql`participations.id IN (SELECT value FROM ${eachId(placeIds)})
    AND participations.order_id = ${ofToken(token)}
    AND participations.state = 'booked' AND participations.participation_confirmed = 0
    AND EXISTS (SELECT 1 FROM parades d JOIN guild_settings g WHERE d.id = participations.parade_id
      AND d.cancelled_at IS NULL AND g.self_cancel <> 'off'
      AND date(d.date, '-' || g.self_cancel_days || ' days') >= ${today})`
}

const ruleSays = (condition: SQL) => sql`EXISTS (SELECT 1 FROM guild_settings WHERE ${condition})`

/** Records the refunds that this batch has requested. */
function insertRefundEvents(isNew: SQL, at: string) {
  return insertSelected(
    orderHistory,
    {
      orderId: orderRefunds.orderId,
      at,
      kind: 'refundRequested',
      amountInCent: orderRefunds.amountInCent,
      detail: sql`coalesce(${placeTitleInHistory(orderRefunds.participationId)}, ${orderRefunds.title})`,
    },
    sql`order_refunds WHERE ${isNew}`,
  )
}

/** Records the cancelled places. Has to run before the statement that frees them. */
function insertCancelEvents(which: SQL, at: string) {
  return insertSelected(
    orderHistory,
    {
      orderId: participations.orderId,
      at,
      kind: 'placeCancelledByPayer',
      detail: sql`${participations.firstName} || ' ' || ${participations.lastName} || ', '
        || ${parades.title}`,
    },
    sql`participations JOIN parades ON parades.id = participations.parade_id WHERE ${which}`,
  )
}
