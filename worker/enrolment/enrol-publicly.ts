import { sql } from 'drizzle-orm'
import { uniqueViolation } from '#worker/db/sqlite.ts'
import { decidePlaces, type Place, requestKey } from '#worker/domain/enrolment.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { enrolledMail } from '#worker/mail/outbox.queries.ts'
import { closeOrder } from '#worker/orders/close-order.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { insertLoad, selectLoad } from '#worker/orders/network-load.queries.ts'
import { openCheckout, paymentFailed, reservedUntil } from '#worker/orders/open-checkout.ts'
import { failOrder } from '#worker/orders/order-states.queries.ts'
import {
  findOpenPayment,
  insertOrder,
  type Order,
  selectPendingOrder,
} from '#worker/orders/orders.queries.ts'
import type { EnrolBody } from './enrolment.contract.ts'
import { type Hold, type Network, passNetwork } from './network-gate.ts'
import { insertPlace, readKnown, toKnown } from './places.queries.ts'
import { takePlaces } from './take-places.ts'

type Door = Deps &
  Network & {
    newToken: () => string
    /** This browser has just been busy with the order: its result page shows it (order-cookie.ts). */
    rememberOrder: (token: string) => void
  }

export type Enrolled = {
  /** Where the browser goes next: the provider's page, or the success page when it is free. */
  redirectUrl: string
  /** Opens the order for its payer. */
  orderToken: string
  /** Until when its places are held; null when it is free. */
  holdUntil: string | null
}

/** The public door: decides, writes the order with its places in one batch, and opens the payment. */
export async function enrolPublicly(deps: Door, body: EnrolBody): Promise<Enrolled> {
  const redirects = ownRedirects(body, deps.origin)
  const { db } = deps
  const key = requestKey(body, body.parades)
  const [...known] = await db.batch([
    ...readKnown(db, body, body.parades),
    selectPendingOrder(db, key),
    selectLoad(db, deps.networkKey ?? '', deps.now),
  ])
  const places = decidePlaces('public', body, body.parades, toKnown(known), deps.today)
  refuseOtherAgeOrSum(body, places)

  const pending = known[4][0]
  if (pending && (await isStillGood(deps, pending, sumOf(places)))) {
    return toPayment(deps, pending)
  }

  const order = draftOrder(deps, { ...body, ...redirects }, key, places)
  const pass = await passNetwork(deps, known[5], { challenge: body.challenge, givenUp: null })
  const run = () =>
    pass((hold) => storeOrder(deps, held(order, hold), places, body, hold)).catch(unlessSameRequest)
  const orderId = await takePlaces(
    deps,
    places,
    run,
    (index, field) => `parades.${index}.${field}`,
    { findOpenPayment: (orderIds) => findOpenPayment(db, orderIds, body.emailAddress) },
  )
  if (order.provider === 'none') {
    if (orderId !== null) deps.sendMailsOf(orderId)
    deps.rememberOrder(order.token)
    return { redirectUrl: order.successUrl, orderToken: order.token, holdUntil: null }
  }
  // Not stored: the same request is in flight at this moment, and both get the same payment.
  const [open] = await selectPendingOrder(db, key)
  if (open?.amountInCent === order.amountInCent) return toPayment(deps, open)
  const again = 'Versuche es gleich noch einmal.'
  throw new DomainError('Conflict', orderId === null ? again : vanished)
}

async function toPayment(deps: Deps, order: Order): Promise<Enrolled> {
  const description = `Umzugsanmeldung ${order.firstName} ${order.lastName}`
  return { ...(await openCheckout(deps, order, description)), orderToken: order.token }
}

const vanished = 'Die Anmeldung ist inzwischen abgelaufen. Versuche es noch einmal.'

/** One batch: the order, its places, and the mail when it is free. */
async function storeOrder(
  { db, now }: Deps,
  order: Draft,
  places: readonly Place[],
  body: EnrolBody,
  { upTo }: Hold,
): Promise<number | null> {
  const at = order.createdAt
  const { networkKey } = order
  const [inserted] = await db.batch([
    insertOrder(db, order),
    ...(networkKey ? [insertLoad(db, { networkKey, now, places: places.length, upTo })] : []),
    ...places.map((place) => insertPlace(db, newPlace(order, place, body))),
    enrolledMail(db, sql`(SELECT id FROM orders WHERE token = ${order.token})`, at),
  ])
  return inserted[0]?.id ?? null
}

function unlessSameRequest(error: unknown): null {
  if (uniqueViolation(error)?.includes('orders.request_key')) return null
  throw error
}

/** How long a worker may take to open a checkout before it counts as dead. */
const openingInSeconds = 60

/**
 * Whether the same request goes on with the payment it opened before. Otherwise that one is given
 * up: its time is over, its worker died, or the price has changed, and nobody pays a sum that no
 * page shows any more.
 */
async function isStillGood(deps: Deps, order: Order, sumInCent: number): Promise<boolean> {
  const now = deps.now.toISOString()
  if (!order.redirectUrl) {
    const age = deps.now.getTime() - Date.parse(order.createdAt)
    if (age < openingInSeconds * 1000 && order.amountInCent === sumInCent) return true
    await deps.db.batch([...failOrder(deps.db, order.id, now)])
    return false
  }
  const isOver = order.holdUntil <= now
  if (!isOver && order.amountInCent === sumInCent) return true
  await closeOrder(deps, order, isOver ? 'expired' : 'cancelled').catch(paymentFailed(order))
  return false
}

type Draft = Omit<Order, 'id'>

function draftOrder(deps: Door, body: EnrolBody, key: string, places: readonly Place[]): Draft {
  const amountInCent = sumOf(places)
  const isFree = amountInCent === 0
  const createdAt = deps.now.toISOString()
  const provider = isFree ? null : deps.provider()
  return {
    token: deps.newToken(),
    returnToken: deps.newToken(),
    requestKey: key,
    // A free parade is paid at once: there is nothing to wait for.
    state: isFree ? 'paid' : 'pending',
    amountInCent,
    currency: 'EUR',
    provider: provider?.id ?? 'none',
    providerRef: null,
    redirectUrl: null,
    placeCount: places.length,
    holdUntil: provider ? reservedUntil(provider, deps.now) : createdAt,
    emailAddress: body.emailAddress,
    firstName: body.firstName,
    lastName: body.lastName,
    successUrl: body.successRedirectUrl,
    errorUrl: body.errorRedirectUrl,
    createdAt,
    paidAt: isFree ? createdAt : null,
    closedAt: null,
    receivedInCent: isFree ? 0 : null,
    attention: null,
    disputedAt: null,
    networkKey: deps.networkKey,
  }
}

/** Held for less than a payment may take, since its network holds much. */
function held(order: Draft, { minutes }: Hold): Draft {
  if (minutes === null || order.state === 'paid') return order
  const end = new Date(Date.parse(order.createdAt) + minutes * 60_000).toISOString()
  return { ...order, holdUntil: end < order.holdUntil ? end : order.holdUntil }
}

function newPlace(order: Draft, place: Place, person: EnrolBody) {
  const isPaid = order.state === 'paid'
  return {
    place,
    person,
    door: 'public',
    state: isPaid ? 'booked' : 'reserved',
    orderToken: order.token,
    feePayed: isPaid,
    confirmedBy: null,
    createdBy: null,
    at: order.createdAt,
  } as const
}

// Both addresses come from a stranger: only our own pages may be the end of a payment. They are
// kept as the parser understands them, so that a browser cannot understand something else.
function ownRedirects(body: EnrolBody, origin: string) {
  const own = (field: 'successRedirectUrl' | 'errorRedirectUrl') => {
    const url = URL.canParse(body[field]) ? new URL(body[field]) : null
    if (url?.origin === origin && !url.username && !url.password) return url.href
    const message = 'Die Rückkehradresse gehört nicht zu dieser Anmeldung.'
    throw new DomainError('InvalidRedirect', message, { [field]: message })
  }
  return {
    successRedirectUrl: own('successRedirectUrl'),
    errorRedirectUrl: own('errorRedirectUrl'),
  }
}

// Nobody is charged another sum than the page showed.
function refuseOtherAgeOrSum(body: EnrolBody, places: readonly Place[]): void {
  const age = places[0]?.ageClass
  if (age !== body.age) {
    const message = `Mit diesem Geburtstag gilt der Preis für ${age === 'Child' ? 'Kinder' : 'Erwachsene'}.`
    throw new DomainError('AgeMismatch', message, { age: message })
  }
  const totalInCent = sumOf(places)
  if (body.expectedTotalInCent === undefined || body.expectedTotalInCent === totalInCent) return
  const message = `Der Preis hat sich geändert: Es sind jetzt ${germanEuro(totalInCent)}.`
  throw new DomainError('PriceChanged', message, undefined, { totalInCent })
}

function sumOf(places: readonly Place[]): number {
  return places.reduce((sum, place) => sum + place.priceInCent, 0)
}
