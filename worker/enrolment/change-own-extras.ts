import { and, eq, type SQL, sql } from 'drizzle-orm'
import { isViolationOf } from '#worker/db/causes.ts'
import { commit, guard } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { extraCounts, isOpenAt } from '#worker/db/open-parades.ts'
import { parseExtras } from '#worker/db/place-extras.ts'
import { orderHistory, orderRefunds, orders, parades, participations } from '#worker/db/schema.ts'
import { insertSelected } from '#worker/db/statements.ts'
import { changedInBetweenError, DomainError } from '#worker/domain/errors.ts'
import {
  type BookedExtra,
  type ChosenExtra,
  type Extra,
  extrasOf,
  extrasWords,
  type RebookedExtras,
  rebookExtras,
  takenOfExtra,
} from '#worker/domain/extras.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { assertMayCancelOwnPlace, assertMayChangeOwnPlace } from '#worker/domain/own-order.ts'
import { freePlacesOf } from '#worker/domain/parade.ts'
import { berlinMinute } from '#worker/domain/times.ts'
import { notFoundError, validationError } from '#worker/http/validate.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { makeRefundsOfOrder } from '#worker/orders/make-refund.ts'
import { offerFreePlacesAfter } from '#worker/orders/offer-places.ts'
import { leftInCent, refreshAttention } from '#worker/orders/order-sql.ts'
import { isPaidOnline } from '#worker/orders/refunds.queries.ts'
import { settleIfAnswered } from '#worker/orders/settle-order.ts'
import { ofToken, selectSelfCancelRule } from './my-order.queries.ts'
import {
  capacityGuard,
  guardExtras,
  guardLine,
  lineGuard,
  selectOverdueIn,
} from './places.queries.ts'
import { fullText, runOnceMore } from './take-places.ts'

type Wish = {
  token: string
  placeId: number
  /** All extras that the place has afterwards. */
  extras: readonly ChosenExtra[]
  /** The refund that the page announced. */
  refundInCent: number
}

/**
 * The payer changes the extras of a place. Giving one up follows the rules of a cancellation, and the difference is
 * refunded as they say; one can be added, or taken instead at the same price, while the parade takes enrolments. The
 * place cannot become dearer, since an order is paid once. Choosing the same extras again changes nothing.
 * @throws DomainError NotFound, ValidationFailed, Conflict, EnrolmentClosed, ParadeCancelled, SelfCancelOff,
 * SelfCancelOver, ParadeFull
 */
export async function changeOwnExtras(deps: Deps, wish: Wish): Promise<void> {
  const found = await readPlace(deps.db, wish)
  const rebooked = decide(deps, wish, found)
  if (!rebooked.isMore && !rebooked.isLess) return
  const { order, place } = found
  const goesBack = rebooked.savedInCent > 0 && place.isPaidOnline === 1
  // Reads refunds that were made in the provider's own pages, so that none is made a second time.
  if (goesBack) await settleIfAnswered(deps, order)
  await saveOrThrow(deps, wish, { ...found, rebooked })
  if (rebooked.isLess) await offerFreePlacesAfter(deps, sql`SELECT ${place.parade.id}`)
  if (goesBack) await makeRefundsOfOrder(deps, order, 1)
}

async function readPlace(db: Db, { token, placeId }: Wish) {
  const [[order], [place], [rule]] = await db.batch([
    db.select().from(orders).where(eq(orders.token, token)),
    db
      .select({
        state: participations.state,
        participationConfirmed: participations.participationConfirmed,
        ageClass: participations.ageClass,
        // As stored, so that the write can compare it.
        booked: sql<string>`${participations.extras}`.as('booked'),
        isPaidOnline: sql<number>`${isPaidOnline}`.as('is_paid_online'),
        isPaid: sql<number>`${participations.participationFeePayed}`.as('is_paid'),
        refunds: sql<number>`(SELECT count(*) FROM order_refunds r
          WHERE r.participation_id = participations.id)`.as('refunds'),
        parade: {
          id: parades.id,
          title: parades.title,
          date: parades.date,
          dateEnrolmentStart: parades.dateEnrolmentStart,
          timeEnrolmentStart: parades.timeEnrolmentStart,
          dateEnrolmentEnd: parades.dateEnrolmentEnd,
          timeEnrolmentEnd: parades.timeEnrolmentEnd,
          cancelledAt: sql<string | null>`${parades.cancelledAt}`.as('parade_cancelled_at'),
        },
        offered: sql<string>`${parades.extras}`.as('offered'),
      })
      .from(participations)
      .innerJoin(parades, eq(parades.id, participations.paradeId))
      .where(and(eq(participations.id, placeId), eq(participations.orderId, ofToken(token)))),
    selectSelfCancelRule(db),
  ])
  if (!order || !place || !rule) throw notFoundError()
  return { order, place, rule }
}

type Found = Awaited<ReturnType<typeof readPlace>>

/** The extras afterwards, if the payer may choose them now. */
function decide({ now, today }: Deps, { extras }: Wish, { place, rule }: Found): RebookedExtras {
  const problems = {}
  const booked = parseExtras<BookedExtra>(place.booked)
  const offered = parseExtras<Extra>(place.offered)
  const rebooked = rebookExtras(place.ageClass, booked, extras, offered, problems)
  if (Object.keys(problems).length > 0) throw validationError(problems)
  if (rebooked.isMore) assertMayChangeOwnPlace(place, berlinMinute(now))
  if (isGivenUp(rebooked)) assertMayCancelOwnPlace(place, rule, today)
  if (rebooked.savedInCent < 0) throw dearerError(-rebooked.savedInCent)
  if (rebooked.savedInCent > 0 && place.isPaid && !place.isPaidOnline) {
    throw new DomainError('Conflict', 'Das ist bar bezahlt: Ändern kann es nur die Zunft.')
  }
  return rebooked
}

/** Something is given up without another of the same price instead. */
const isGivenUp = ({ isLess, isMore, savedInCent }: RebookedExtras) =>
  isLess && (!isMore || savedInCent > 0)

function dearerError(byInCent: number): DomainError {
  return validationError({
    extras: `Das kostet ${germanEuro(byInCent)} mehr. Dazubuchen geht nur mit einer neuen Anmeldung: Sag diesen Platz ab und melde Dich neu an, oder frag die Zunft.`,
  })
}

type Decided = Found & { rebooked: RebookedExtras }

/** @throws DomainError Conflict, ParadeFull */
async function saveOrThrow(deps: Deps, wish: Wish, found: Decided): Promise<void> {
  const { db, now } = deps
  const { id } = found.place.parade
  const overdueOf = async (error: unknown) => {
    if (!isViolationOf(error, capacityGuard)) throw error
    return (await selectOverdueIn(db, id, now)).map(({ orderId }) => orderId)
  }
  try {
    await runOnceMore(deps, () => save(deps, wish, found), sql`SELECT ${id}`, overdueOf)
  } catch (error) {
    if (isViolationOf(error, lineGuard)) throw changedInBetweenError()
    throw isViolationOf(error, capacityGuard) ? await fullError(db, found) : error
  }
}

/** @throws a conflict when the place, a rule or the announced refund is no longer as it was read */
async function save(deps: Deps, wish: Wish, found: Decided): Promise<void> {
  const { db, now } = deps
  const { placeId, refundInCent } = wish
  const { place, rebooked } = found
  const { extras, savedInCent, added } = rebooked
  const at = now.toISOString()
  const which = isPayersToChange(deps, wish, found)
  const key = `extras-${placeId}-${place.refunds}`
  const refunded = sql`coalesce((SELECT amount_in_cent FROM order_refunds WHERE key = ${key}), 0)`
  const offered = parseExtras<Extra>(place.offered)
  const words = (of: readonly BookedExtra[]) =>
    extrasWords(extrasOf(of, offered)) || 'keine Zusätze'
  const before = parseExtras<BookedExtra>(place.booked)
  const isKept = savedInCent > 0 && place.isPaidOnline === 1
  await commit(
    db,
    [
      ...(added.length > 0 ? [guardLine([place.parade.id], now)] : []),
      guard('placeAsRead', sql`EXISTS (SELECT 1 FROM participations WHERE ${which})`),
      ...(savedInCent > 0 ? [insertRefund(which, { key, at, savedInCent })] : []),
      guard('expectedTotal', sql`${refunded} = ${refundInCent}`),
      insertSelected(
        orderHistory,
        {
          orderId: orderRefunds.orderId,
          at,
          kind: 'refundRequested',
          amountInCent: orderRefunds.amountInCent,
          detail: orderRefunds.title,
        },
        sql`order_refunds WHERE order_refunds.key = ${key}`,
      ),
      insertSelected(
        orderHistory,
        {
          orderId: participations.orderId,
          at,
          kind: 'extrasChangedByPayer',
          // What the guild keeps, so that staff look at it (`refreshAttention`).
          amountInCent: isKept ? sql`CASE WHEN ${refunded} = 0 THEN ${savedInCent} END` : null,
          detail: sql`${participations.firstName} || ' ' || ${participations.lastName} || ', '
            || ${parades.title} || ': ' || ${words(before)} || ' → ' || ${words(extras)}
            || iif(${isKept ? refunded : 1} = 0, ', nicht erstattet', '')`,
        },
        sql`participations JOIN parades ON parades.id = participations.parade_id WHERE ${which}`,
      ),
      write
        .update(participations)
        .set({
          extras: [...extras],
          // What was paid and does not go back stays part of the price.
          priceInCent: place.isPaid
            ? sql`${participations.priceInCent} - ${refunded}`
            : sql`${participations.priceInCent} - ${savedInCent}`,
        })
        .where(which),
      guardExtras(place.parade.id, added),
      ...(isKept ? [refreshAttention(ofToken(wish.token))] : []),
    ],
    {
      placeAsRead: changedInBetweenError,
      expectedTotal: changedInBetweenError,
    },
  )
}

/** The rules of `decide` in SQL, checked when the statement runs. */
function isPayersToChange(
  { now, today }: Deps,
  { token, placeId }: Wish,
  { place, rebooked }: Decided,
): SQL {
  const mayAdd = sql`EXISTS (SELECT 1 FROM parades WHERE parades.id = participations.parade_id
    AND parades.extras = ${place.offered} AND ${isOpenAt(berlinMinute(now))})`
  const mayGiveUp = sql`EXISTS (SELECT 1 FROM parades d JOIN guild_settings g
    WHERE d.id = participations.parade_id AND d.cancelled_at IS NULL AND g.self_cancel <> 'off'
    AND date(d.date, '-' || g.self_cancel_days || ' days') >= ${today})`
  return sql`participations.id = ${placeId} AND participations.order_id = ${ofToken(token)}
    AND participations.state = 'booked' AND participations.participation_confirmed = 0
    AND participations.extras = ${place.booked}
    AND participations.participation_fee_payed = ${place.isPaid}
    ${rebooked.isMore ? sql`AND ${mayAdd}` : sql``} ${isGivenUp(rebooked) ? sql`AND ${mayGiveUp}` : sql``}`
}

type Refund = { key: string; at: string; savedInCent: number }

/** Requests the refund of the difference, at most what is left of the payment, if the guild refunds. */
function insertRefund(which: SQL, { key, at, savedInCent }: Refund) {
  return insertSelected(
    orderRefunds,
    {
      key,
      orderId: orders.id,
      participationId: participations.id,
      title: parades.title,
      paymentRef: orders.providerRef,
      amountInCent: sql`min(${savedInCent}, ${leftInCent})`,
      reason: 'extras',
      state: 'pending',
      requestedAt: at,
      requestedBy: null,
    },
    sql`participations JOIN parades ON parades.id = participations.parade_id
      JOIN orders ON orders.id = participations.order_id
      WHERE ${which} AND ${isPaidOnline} AND orders.state = 'paid'
      AND orders.provider_ref IS NOT NULL AND ${leftInCent} > 0
      AND EXISTS (SELECT 1 FROM guild_settings WHERE self_cancel = 'refund')`,
  ).onConflictDoNothing()
}

/** Which of the added extras has too few places. */
async function fullError(db: Db, { place, rebooked }: Decided): Promise<DomainError> {
  const { id: paradeId, title } = place.parade
  const [row] = await db
    .select({ extras: parades.extras, extraCounts })
    .from(parades)
    .where(eq(parades.id, paradeId))
  const free = (row?.extras ?? []).flatMap(({ id, capacity, ...extra }) => {
    const takenCount = takenOfExtra(id, row?.extraCounts ?? [])
    const freePlaces = freePlacesOf({ capacity, takenCount })
    return freePlaces === null || !rebooked.added.includes(id)
      ? []
      : { id, title: extra.title, freePlaces }
  })
  const fewest = free.sort((a, b) => a.freePlaces - b.freePlaces)[0]
  if (!fewest) return changedInBetweenError()
  const { id: extraId, title: extraTitle, freePlaces } = fewest
  const message = fullText({ id: paradeId, title, extraId, extraTitle, freePlaces })
  return new DomainError(
    'ParadeFull',
    message,
    { extras: message },
    {
      paradeId,
      extraId,
      freePlaces,
      parades: [paradeId],
    },
  )
}
