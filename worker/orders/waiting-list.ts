import { sql } from 'drizzle-orm'
import { isViolationOf } from '#worker/db/causes.ts'
import { commit } from '#worker/db/commit.ts'
import { type Db, write } from '#worker/db/db.ts'
import { orders } from '#worker/db/schema.ts'
import type { WaitingReason } from '#worker/domain/codes.ts'
import { changedInBetweenError, DomainError } from '#worker/domain/errors.ts'
import { extrasOf } from '#worker/domain/extras.ts'
import { fullName } from '#worker/domain/names.ts'
import {
  decidedState,
  offerEnd,
  waitingReasonTexts,
  waitingStateOf,
} from '#worker/domain/waiting.ts'
import { notFoundError } from '#worker/http/validate.ts'
import { closeOrder } from './close-order.ts'
import { type Deps, throwProviderFailed } from './deps.ts'
import { offerFreePlacesAfter } from './offer-places.ts'
import { openCheckout, reservedUntil } from './open-checkout.ts'
import { insertOrderEventIfChanged } from './order-sql.ts'
import { acceptOffer, bookOrder, offerOrder, withdrawOffers } from './order-states.queries.ts'
import type { WaitingRow } from './orders.contract.ts'
import { type Order, stepOrder } from './orders.queries.ts'
import {
  breaksAgeRule,
  type EntryOfParade,
  findScarce,
  firstRank,
  guardFits,
  listWaiting,
  paradesOfOrder,
  readEntry,
} from './waiting-list.queries.ts'

/** The waiting list of a parade for staff; null when there is no such parade. */
export async function readWaitingList(
  { db, now }: Deps,
  paradeId: number,
): Promise<WaitingRow[] | null> {
  const found = await listWaiting(db, paradeId, now)
  if (!found) return null
  const { offered, rows } = found
  return rows.map(({ places, state: orderState, offeredUntil, isPaidTooLate, ...row }) => {
    const decided = decidedState({ state: orderState, offeredUntil }, now)
    const state = waitingStateOf({ state: decided, offeredUntil, isPaidTooLate })
    return {
      ...row,
      people: places.map(({ firstName, lastName, extras }) => ({
        firstName,
        lastName,
        extras: extrasOf(extras, offered).map(({ id, title, quantity }) => ({
          id,
          title,
          quantity,
        })),
      })),
      extras: sumOfExtras(places.flatMap(({ extras }) => extrasOf(extras, offered))),
      state,
      offeredUntil: state === 'offered' ? offeredUntil : null,
    }
  })
}

type Quantity = WaitingRow['extras'][number]

function sumOfExtras(extras: readonly Quantity[]): Quantity[] {
  return [...Map.groupBy(extras, ({ id }) => id).values()].flatMap((same) => {
    const [first] = same
    const quantity = same.reduce((sum, one) => sum + one.quantity, 0)
    return first ? [{ id: first.id, title: first.title, quantity }] : []
  })
}

/**
 * Staff offer the places to an order now, whatever its rank, if its whole wish fits.
 * @throws DomainError NotFound, Conflict, ParadeFull, ParadeCancelled
 */
export async function offerNow(deps: Deps, entry: Entry): Promise<void> {
  const { db, now } = deps
  const { order, reason, ...first } = await findWaiting(deps, entry)
  if (order.state === 'pending' || order.offeredUntil !== null) return
  if (reason !== null)
    throw await notOfferedError(db, { id: order.id, paradeId: entry.paradeId }, reason)
  const until = offerEnd(first, now).toISOString()
  const offer = { at: now.toISOString(), until, userId: entry.userId }
  try {
    // `offerOrder` does not check the capacity, so the order must still fit when the batch runs.
    await commit(db, [guardFits(order.id, now), ...offerOrder(order.id, offer)])
  } catch (error) {
    if (isViolationOf(error, 'fits', 'unique')) throw changedInBetweenError()
    throw error
  }
  deps.sendMailsOf(order.id)
}

/** Staff move an order before all others. */
export async function moveFirst(deps: Deps, entry: Entry): Promise<void> {
  const { order } = await findWaiting(deps, entry)
  await commit(deps.db, [
    write
      .update(orders)
      .set({ waitingRank: firstRank })
      .where(sql`${orders.id} = ${order.id} AND ${orders.state} = 'waiting'`),
    insertOrderEventIfChanged({
      orderId: order.id,
      at: deps.now.toISOString(),
      kind: 'movedFirst',
      userId: entry.userId,
    }),
  ])
}

/**
 * Staff take an order off the waiting list; its payer gets a mail.
 * @throws DomainError NotFound, Conflict while the payment cannot be closed, PaymentFailed when its provider does not
 * answer
 */
export async function removeEntry(deps: Deps, entry: Entry): Promise<void> {
  const { order } = await findWaiting(deps, entry)
  const { state } = await closeOrder(deps, order, 'cancelled', { endedBy: entry.userId }).catch(
    throwProviderFailed(order),
  )
  if (state !== 'cancelled') throw paidMeanwhileError()
  deps.sendMailsOf(order.id)
}

type Entry = EntryOfParade & { userId: number }

/** @throws DomainError NotFound, Conflict when the entry has ended */
async function findWaiting({ db, now }: Deps, entry: Entry) {
  const found = await readEntry(db, entry, now)
  if (!found) throw notFoundError()
  if (found.order.state === 'waiting' || found.order.state === 'pending') return found
  throw new DomainError('Conflict', 'Diese Anmeldung steht nicht mehr auf der Warteliste.')
}

function paidMeanwhileError(): DomainError {
  return new DomainError('Conflict', 'Die Plätze werden gerade bezahlt.')
}

async function notOfferedError(
  db: Db,
  { id: orderId, paradeId }: { id: number; paradeId: number },
  reason: WaitingReason,
): Promise<DomainError> {
  const message = waitingReasonTexts[reason]
  switch (reason) {
    case 'paradeFull':
    case 'extraFull': {
      const scarce = await findScarce(db, orderId)
      // Places have come free since the reason was read.
      if (!scarce) return changedInBetweenError()
      const { extraId, freePlaces } = scarce
      return new DomainError('ParadeFull', message, undefined, {
        paradeId: scarce.paradeId,
        ...(extraId !== null && { extraId }),
        parades: [scarce.paradeId],
        freePlaces,
      })
    }
    case 'paradeCancelled':
      return new DomainError('ParadeCancelled', message, undefined, { parades: [paradeId] })
    case 'tooLate':
    case 'ageRule':
    case 'personEnrolled':
    case 'costumeTaken':
      return new DomainError('Conflict', message)
  }
}

/**
 * The payer accepts the offered places: with nothing to pay they are booked, else the payment is opened. Accepting
 * again leads to the same payment, or opens a new one when the first has ended.
 * @throws DomainError Conflict when no offer stands (any more) or an age rule forbids it, PaymentFailed: the offer
 * still stands
 */
export async function acceptOwnOffer(
  deps: Deps,
  order: Order,
): Promise<{ redirectUrl: string; order: Order }> {
  if (order.state === 'paid') return { redirectUrl: order.successUrl, order }
  const accepted = order.state === 'waiting' ? await accept(deps, order) : order
  if (order.offeredUntil !== null && accepted.offeredUntil === null) {
    await offerFreePlacesAfter(deps, paradesOfOrder(order.id))
    throw new DomainError('Conflict', waitingReasonTexts.ageRule)
  }
  if (accepted.waitingRank === null || !['pending', 'paid'].includes(accepted.state)) {
    throw new DomainError('Conflict', noOffer)
  }
  if (accepted.state === 'paid') {
    deps.sendMailsOf(order.id)
    return { redirectUrl: accepted.successUrl, order: accepted }
  }
  const description = `Umzugsanmeldung ${fullName(order)}`
  const { redirectUrl } = await openCheckout(deps, accepted, description, deps.now)
  return { redirectUrl, order: accepted }
}

const noOffer = 'Gerade werden Dir keine Plätze angeboten.'

function accept(deps: Deps, order: Order): Promise<Order> {
  const { db, now } = deps
  const at = now.toISOString()
  // An age rule that was set since the order was put on the waiting list.
  const withdrawal = withdrawOffers(sql`o.id = ${order.id} AND ${breaksAgeRule(sql`o.id`)}`)
  if (order.amountInCent === 0) {
    const { provider, holdUntil } = order
    return stepOrder(db, order, [
      ...withdrawal,
      ...acceptOffer(order.id, at, { provider, holdUntil }),
      ...bookOrder(order.id, { receivedInCent: 0, at }),
    ])
  }
  const provider = deps.provider()
  return stepOrder(db, order, [
    ...withdrawal,
    ...acceptOffer(order.id, at, {
      provider: provider.id,
      holdUntil: reservedUntil(provider, now),
    }),
  ])
}
