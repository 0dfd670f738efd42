import { sql } from 'drizzle-orm'
import { isViolationOf } from '#worker/db/causes.ts'
import { commit } from '#worker/db/commit.ts'
import type { Db } from '#worker/db/db.ts'
import { ageClass } from '#worker/domain/birthdays.ts'
import type { Day } from '#worker/domain/dates.ts'
import {
  birthdayHint,
  decidePlacesOfPeople,
  type PathOfPerson,
  type Place,
  quotedTitles,
  requestKey,
  totalOfPlaces,
} from '#worker/domain/enrolment.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { germanEuro } from '#worker/domain/money.ts'
import { berlinMinute } from '#worker/domain/times.ts'
import { isTooLateForOffer, noHold } from '#worker/domain/waiting.ts'
import { enrolledMail, waitingMail } from '#worker/mail/outbox.queries.ts'
import { assertClosed, closeCheckout, closeOrder } from '#worker/orders/close-order.ts'
import { type Deps, throwProviderFailed } from '#worker/orders/deps.ts'
import { insertLoad, selectLoad } from '#worker/orders/network-load.queries.ts'
import { offerFreePlacesAfter } from '#worker/orders/offer-places.ts'
import {
  type OpenCheckout,
  openCheckout,
  reservedUntil,
  throwCheckoutFailed,
} from '#worker/orders/open-checkout.ts'
import {
  failOrder,
  releaseOrder,
  replaceOrder,
  unpaidStateOf,
} from '#worker/orders/order-states.queries.ts'
import {
  findOrder,
  findOrderByToken,
  insertOrder,
  type Order,
  selectOpenOrder,
  selectOrderByToken,
} from '#worker/orders/orders.queries.ts'
import {
  insertWaitingEvent,
  lastRank,
  paradesOfOrder,
  paradesOfOrders,
} from '#worker/orders/waiting-list.queries.ts'
import type { Enrolment } from './enrolment.contract.ts'
import {
  enforceNetworkLimit,
  type Hold,
  type Network,
  type WithinNetworkLimit,
} from './network-gate.ts'
import { insertPlaces, readKnown, toKnown } from './places.queries.ts'
import { type PathOf, takePlaces } from './take-places.ts'

type PublicDeps = Deps &
  Network & {
    newToken: () => string
    /** Sets the cookie with which the result page shows the order (order-cookie.ts). */
    rememberOrder: (token: string) => void
    /** `rememberOrder`, and sets the cookies that show the order to this browser when it returns from the payment. */
    rememberMaker: (order: Order) => void
    /** The token of the order that this browser made last, as its cookie says. */
    lastMade: string | null
    /**
     * Lets the next waiting request use the database; called before a provider is asked, which takes time.
     */
    leaveQueue: () => void
  }

export type Enrolled = {
  /** Where the browser goes next: the provider's page, or the success page when nothing is to pay. */
  redirectUrl: string
  /** Opens the order for its payer; left out for a browser that did not make it. */
  orderToken?: string
  /** End of the reservation; null when nothing is to pay. */
  holdUntil: string | null
}

/** The order was put on the waiting list. */
export type Waiting = {
  waiting: true
  /** Opens the order for its payer; left out for a browser that did not make it. */
  orderToken?: string
}

/**
 * Public enrolment of one person or a family: decides, inserts the order with its places in one batch, and
 * opens the payment.
 */
export async function enrolPublicly(
  deps: PublicDeps,
  request: Enrolment,
): Promise<Enrolled | Waiting> {
  const redirects = ownRedirects(request, deps.origin)
  const { db } = deps
  const { people } = request
  const key = requestKey(request.emailAddress, people, request.guardian)
  const [...known] = await db.batch([
    ...readKnown(
      db,
      people,
      people.flatMap(({ parades }) => parades),
    ),
    selectOpenOrder(db, key),
    selectOrderByToken(db, request.replaces ?? ''),
    selectLoad(db, deps.networkKey, deps.now),
    selectOrderByToken(db, request.orderToken ?? ''),
  ])
  const [own] = known[7]
  if (own?.requestKey === key && isBooked(own)) return toResult(deps, own)
  const path = pathOfPerson(request)
  const stored = toKnown(known)
  const places = decidePlacesOfPeople('public', people, stored, berlinMinute(deps.now), path, {
    guardian: request.guardian,
  })
  assertExpectedAges(request, deps.today, path)
  assertExpectedTotal(request, places)

  const [same] = known[4]
  if (same?.waitingRank != null) return toSameEntry(deps, same, request)
  if (same && (await canReusePayment(deps, same, totalOfPlaces(places))))
    return toSame(deps, same, request)

  const token = (own ? null : request.orderToken) ?? deps.newToken()
  const order = draftOrder(deps, { ...request, ...redirects }, { token, key, places })
  // The browser got no answer for its pending order `own` and now sends other content: `own` is replaced.
  const isOther = own && isUnpaid(own) && own.requestKey !== key
  const [earlier] = isOther ? [own] : known[5]
  const withinLimit = await enforceNetworkLimit(deps, known[6], {
    challenge: request.challenge,
    requestKey: key,
    places: places.length,
    isFree: order.state === 'paid',
    replaced: earlier && isUnpaid(earlier) ? earlier : null,
  })
  const tooLate = stored.parades.filter((parade) => isTooLateForOffer(parade, deps.now))
  const entry = {
    ...{ order, places, request, tooLate, withinLimit },
    pathOf: pathOfPlace(request),
  }
  const enrolled =
    earlier && !isOver(earlier)
      ? await enrolReplacing(deps, entry, earlier)
      : await enter(deps, entry)
  if ('waiting' in enrolled) return enrolled
  const { orderToken, holdUntil } = enrolled
  if (orderToken && holdUntil === null) deps.rememberOrder(orderToken)
  return enrolled
}

function isUnpaid({ state }: Order): boolean {
  return state === 'pending' || state === 'waiting'
}

function isBooked({ state }: Order): boolean {
  return state === 'paid' || state === 'review'
}

/** The answer for an order that is paid or free: a repeated request gets it when the first answer was lost. */
function toResult(deps: PublicDeps, order: Order): Enrolled {
  deps.rememberOrder(order.token)
  if (order.state === 'review') assertClosed(order)
  return { redirectUrl: order.successUrl, orderToken: order.token, holdUntil: null }
}

type Entry = {
  order: Draft
  places: readonly Place[]
  request: Enrolment
  pathOf: PathOf
  /** The parades that begin too soon for an offer; with one of them the order cannot wait. */
  tooLate: readonly { title: string }[]
  /** Runs the batch within the limits of the request's network. */
  withinLimit: WithinNetworkLimit
}

/** @param earlier the order that is replaced; already closed at its provider */
async function enter(deps: PublicDeps, entry: Entry, earlier?: Order): Promise<Enrolled | Waiting> {
  const { request } = entry
  const order = await store(deps, entry, earlier).catch((error: unknown) => {
    if (entry.tooLate.length > 0) throw withWaitingListClosed(error, entry.tooLate)
    if (!request.waitingList || !isFullError(error)) throw error
    const waiting = { ...entry, order: asWaiting(entry.order) }
    return store(deps, waiting, earlier)
  })
  if (order === null) {
    if (earlier) await releaseEarlier(deps, earlier)
    return joinSameRequest(deps, entry)
  }
  // The earlier order may have had more places, and places may have come free since the wish was refused.
  if (earlier || order.state === 'waiting') {
    const both = [order.id, ...(earlier ? [earlier.id] : [])]
    await offerFreePlacesAfter(deps, paradesOfOrders(both))
  }
  if (order.state === 'waiting') {
    deps.rememberMaker(order)
    deps.sendMailsOf(order.id)
    return { waiting: true, orderToken: order.token }
  }
  if (order.provider === 'none') {
    deps.sendMailsOf(order.id)
    return { redirectUrl: order.successUrl, orderToken: order.token, holdUntil: null }
  }
  return toPayment(deps, order, request)
}

/** `Conflict`: the places came free between the batch and the read of what they conflict with, for the waiting list. */
const isFullError = (error: unknown) =>
  error instanceof DomainError && ['ParadeFull', 'Conflict'].includes(error.code)

/** Says of a full parade that the waiting list is no way out either, and why. */
function withWaitingListClosed(error: unknown, tooLate: Entry['tooLate']): unknown {
  if (!(error instanceof DomainError) || error.code !== 'ParadeFull') return error
  const { code, message, fields, details }: DomainError<'ParadeFull'> = error
  if (!details) return error
  const closed = `Die Warteliste ist geschlossen: Bis ${quotedTitles(tooLate)} ist keine Zeit mehr für ein Angebot.`
  return new DomainError(code, `${message} ${closed}`, fields, details)
}

/** @returns null when the same request has stored its order in between */
function store(deps: PublicDeps, entry: Entry, earlier?: Order): Promise<Order | null> {
  const { places, request, pathOf, withinLimit } = entry
  const run = () =>
    withinLimit((hold) => storeOrder(deps, entry, hold, earlier)).catch(unlessSameRequest)
  const except = earlier ? { replacedOrderId: earlier.id } : {}
  return takePlaces(deps, places, run, pathOf, except).catch(addBirthdayAdvice(request))
}

/** The order without payment, for the waiting list. */
function asWaiting(order: Draft): Draft {
  return {
    ...order,
    state: 'waiting',
    provider: 'none',
    holdUntil: noHold,
    paidAt: null,
    receivedInCent: null,
  }
}

/** Adds advice that depends on the sent content alone, so it reveals nothing about other enrolments. */
function addBirthdayAdvice(request: Enrolment) {
  const ofPerson = pathOfPerson(request)
  return (error: unknown): never => {
    if (!(error instanceof DomainError) || error.code !== 'PersonAlreadyEnrolled') throw error
    const { code, message, fields = {}, details }: DomainError<'PersonAlreadyEnrolled'> = error
    const isRejected = (path: string) =>
      Object.keys(fields).some((field) => field.startsWith(`${path}parades.`))
    const advice = request.people
      .map(({ birthday }, index) => ({ birthday, path: ofPerson(index) }))
      .filter(({ birthday, path }) => birthday === null && isRejected(path))
      .map(({ path }) => [`${path}birthday`, birthdayHint])
    if (advice.length === 0 || !details) throw error
    const fieldErrors = { ...fields, ...Object.fromEntries(advice) }
    throw new DomainError(code, `${message} ${birthdayHint}`, fieldErrors, details)
  }
}

/** The same request is being handled by another worker at this moment: both get the same payment. */
async function joinSameRequest(
  deps: PublicDeps,
  { order, request }: Entry,
): Promise<Enrolled | Waiting> {
  const [open] = await selectOpenOrder(deps.db, order.requestKey)
  if (open?.state === 'waiting') return toSameEntry(deps, open, request)
  if (open?.amountInCent === order.amountInCent) return toSame(deps, open, request)
  throw tryAgainError()
}

function tryAgainError(): DomainError {
  return new DomainError('Conflict', 'Versuche es gleich noch einmal.')
}

/**
 * The same request has already made this order. Every browser may open the order's payment; the order's token goes
 * only to the browser that made the order.
 */
async function toSame(deps: PublicDeps, order: Order, request: Enrolment): Promise<Enrolled> {
  const isMaker = isMadeBy(deps, order, request)
  return isMaker ? toPayment(deps, order, request) : openPayment(deps, order, request)
}

const isMadeBy = (deps: PublicDeps, { token }: Order, { orderToken, replaces }: Enrolment) =>
  [orderToken, replaces, deps.lastMade].includes(token)

/** The same request is on the waiting list already; its payer accepts an offer in "Meine Anmeldung". */
function toSameEntry(deps: PublicDeps, order: Order, request: Enrolment): Waiting {
  return { waiting: true, ...(isMadeBy(deps, order, request) && { orderToken: order.token }) }
}

async function toPayment(deps: PublicDeps, order: Order, request: Enrolment): Promise<Enrolled> {
  const opened = await openPayment(deps, order, request)
  deps.rememberMaker(order)
  return { ...opened, orderToken: order.token }
}

function openPayment(deps: PublicDeps, order: Order, { people }: Enrolment): Promise<OpenCheckout> {
  deps.leaveQueue()
  const others = people.length === 1 ? '' : ` und ${people.length - 1} weitere`
  const description = `Umzugsanmeldung ${order.firstName} ${order.lastName}${others}`
  return openCheckout(deps, order, description)
}

/** Whether the order has ended unpaid: it holds no places, so there is nothing to replace. */
function isOver(order: Order): boolean {
  return !isUnpaid(order) && !isBooked(order)
}

/**
 * Replaces an unpaid order of the payer: its payment is closed first, then one batch gives its places to the
 * new order. If the new one is rejected, the old one is closed all the same, and the error says so.
 * @throws DomainError OrderPaid, OrderInProgress: nothing has changed
 */
async function enrolReplacing(
  deps: PublicDeps,
  entry: Entry,
  earlier: Order,
): Promise<Enrolled | Waiting> {
  try {
    if (!isUnpaid(earlier)) assertClosed(earlier)
    deps.leaveQueue()
    const { order, isClosed } = await closeCheckout(deps, earlier, 'cancelled')
    if (!isClosed) assertClosed(order)
  } catch (error) {
    // For the link to the result page in the error, which shows the state of the earlier order.
    deps.rememberOrder(earlier.token)
    return throwProviderFailed(earlier)(error)
  }
  try {
    return await enter(deps, entry, earlier)
  } catch (error) {
    await releaseEarlier(deps, earlier)
    throw withReplacedClosed(error)
  }
}

/** @throws DomainError OrderPaid when a late payment of the earlier order was booked at this moment */
async function releaseEarlier(deps: PublicDeps, earlier: Order): Promise<void> {
  const { db } = deps
  const at = deps.now.toISOString()
  const from = unpaidStateOf(earlier)
  const [, released] = await commit(db, [...releaseOrder(earlier.id, 'cancelled', at, { from })])
  if (released.meta.changes > 0) {
    await offerFreePlacesAfter(deps, paradesOfOrder(earlier.id))
    return
  }
  const order = await findOrder(db, earlier.id)
  if (!order || isOver(order)) return
  deps.rememberOrder(order.token)
  assertClosed(order)
}

export function withReplacedClosed(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error
  const { code, message, fields, details }: DomainError = error
  const sentence = `${message} Deine bisherige Anmeldung ist nicht mehr vorgemerkt.`
  return new DomainError(code, sentence, fields, { ...details, replacedClosed: true })
}

/**
 * One batch: the order, its places, the release of the earlier order's places, and the mail when nothing is
 * to pay.
 */
async function storeOrder(
  { db, now }: Deps,
  { order: draft, places }: Entry,
  hold: Hold,
  earlier: Order | undefined,
): Promise<Order> {
  const order = withShortenedHold(draft, hold)
  const at = order.createdAt
  const { networkKey } = order
  const isWaiting = order.state === 'waiting'
  const [areFree, isNext, inserting, isWithinCapacity] = insertPlaces(places, placesEntryOf(order))
  const orderId = sql`(SELECT id FROM orders WHERE token = ${order.token})`
  const storing = commit(
    db,
    [
      // Before the places of the earlier order are released: the payer keeps them, and the waiting list gets the rest.
      isNext,
      insertOrder(order, isWaiting ? lastRank : null),
      ...(networkKey
        ? insertLoad(db, { networkKey, now, places: places.length, upTo: hold.upTo, isWaiting })
        : []),
      ...(earlier ? replaceOrder(earlier, at) : []),
      areFree,
      inserting,
      isWithinCapacity,
      ...(order.state === 'paid' ? [enrolledMail(orderId, at)] : []),
      ...(isWaiting ? [insertWaitingEvent(orderId, at), waitingMail(orderId, at)] : []),
    ],
    { earlierUnpaid: tryAgainError },
  )
  try {
    const [, inserted] = await storing
    return { ...order, id: inserted.meta.last_row_id }
  } catch (error) {
    const stored = await findIfStored(db, order, error)
    if (stored) return stored
    throw error
  }
}

// A repeated insert violates all three; which column SQLite names depends on the order of the indexes.
const ownKeys = ['orders.token', 'orders.return_token', 'orders.request_key']

/**
 * The order, if it is stored already with the same tokens: the connection was lost and the batch sent again, or
 * the browser repeated a request in flight. An order of the same request with other tokens does not count.
 */
async function findIfStored(db: Db, order: Draft, error: unknown): Promise<Order | null> {
  const isKnown = isViolationOf(error, ...ownKeys)
  const stored = isKnown ? await findOrderByToken(db, order.token) : null
  if (stored && stored.requestKey !== order.requestKey) throw tryAgainError()
  return stored
}

function unlessSameRequest(error: unknown): null {
  if (isViolationOf(error, 'orders.request_key')) return null
  throw error
}

/** Seconds that opening a checkout may take before its worker counts as dead. */
const openingInSeconds = 60

/**
 * Whether a repeated request continues with the payment that was opened before. If that payment is overdue, its
 * worker died or the price has changed, it is closed, so that no sum is paid that the pages no longer show.
 */
async function canReusePayment(
  deps: PublicDeps,
  order: Order,
  sumInCent: number,
): Promise<boolean> {
  const now = deps.now.toISOString()
  if (!order.redirectUrl) {
    const age = deps.now.getTime() - Date.parse(order.createdAt)
    if (age < openingInSeconds * 1000 && order.amountInCent === sumInCent) return true
    await commit(deps.db, [...failOrder(order.id, now)])
    return false
  }
  const isOver = order.holdUntil <= now
  if (!isOver && order.amountInCent === sumInCent) return true
  deps.leaveQueue()
  await closeOrder(deps, order, isOver ? 'expired' : 'cancelled').catch(throwCheckoutFailed(order))
  return false
}

type Draft = Omit<Order, 'id'>

type About = { token: string; key: string; places: readonly Place[] }

function draftOrder(deps: PublicDeps, request: Enrolment, { token, key, places }: About): Draft {
  const [first] = request.people
  const amountInCent = totalOfPlaces(places)
  const isFree = amountInCent === 0
  const createdAt = deps.now.toISOString()
  const provider = isFree ? null : deps.provider()
  return {
    token,
    returnToken: deps.newToken(),
    requestKey: key,
    // A free parade is booked at once: there is no payment to wait for.
    state: isFree ? 'paid' : 'pending',
    amountInCent,
    currency: 'EUR',
    provider: provider?.id ?? 'none',
    providerRef: null,
    redirectUrl: null,
    placeCount: places.length,
    holdUntil: provider ? reservedUntil(provider, deps.now) : createdAt,
    emailAddress: request.emailAddress,
    // The order carries the first person's name.
    firstName: first?.firstName ?? '',
    lastName: first?.lastName ?? '',
    successUrl: request.successRedirectUrl,
    errorUrl: request.errorRedirectUrl,
    createdAt,
    paidAt: isFree ? createdAt : null,
    closedAt: null,
    receivedInCent: isFree ? 0 : null,
    attention: null,
    disputedAt: null,
    networkKey: deps.networkKey,
    waitingRank: null,
    offeredUntil: null,
    endedPayments: 0,
  }
}

/** Shortens the reservation when the request's network holds many unpaid places. */
function withShortenedHold(order: Draft, { minutes }: Hold): Draft {
  if (minutes === null || order.state !== 'pending') return order
  const end = new Date(Date.parse(order.createdAt) + minutes * 60_000).toISOString()
  return { ...order, holdUntil: end < order.holdUntil ? end : order.holdUntil }
}

function placesEntryOf({ state, token, createdAt }: Draft) {
  const isPaid = state === 'paid'
  return {
    door: 'public',
    state: isPaid ? 'booked' : state === 'waiting' ? 'waiting' : 'reserved',
    orderToken: token,
    feePayed: isPaid,
    confirmedBy: null,
    createdBy: null,
    at: createdAt,
  } as const
}

// The return addresses come from the request, but a payment may end only on the guild's own pages. The parsed
// address is stored, so that a browser cannot read the address differently.
function ownRedirects(request: Enrolment, origin: string) {
  const own = (field: 'successRedirectUrl' | 'errorRedirectUrl') => {
    const url = URL.canParse(request[field]) ? new URL(request[field]) : null
    if (url?.origin === origin && !url.username && !url.password) return url.href
    const message = 'Die Rückkehradresse gehört nicht zu dieser Anmeldung.'
    throw new DomainError('InvalidRedirect', message, { [field]: message })
  }
  return {
    successRedirectUrl: own('successRedirectUrl'),
    errorRedirectUrl: own('errorRedirectUrl'),
  }
}

function assertExpectedAges(
  { people, isFamily }: Enrolment,
  today: Day,
  pathOf: PathOfPerson,
): void {
  const wrong = people.flatMap(({ firstName, lastName, birthday, age }, index) => {
    const right = ageClass(birthday, today)
    if (right === age) return []
    const price = `der Preis für ${right === 'Child' ? 'Kinder' : 'Erwachsene'}`
    const name = `${firstName} ${lastName}`
    const message = isFamily
      ? `Für ${name} gilt mit diesem Geburtstag ${price}.`
      : `Mit diesem Geburtstag gilt ${price}.`
    return { path: `${pathOf(index)}age`, message }
  })
  if (wrong.length === 0) return
  const message = wrong.map((one) => one.message).join(' ')
  const fields = Object.fromEntries(wrong.map((one) => [one.path, one.message]))
  throw new DomainError('AgeMismatch', message, fields)
}

// The total must be the one that the page showed.
function assertExpectedTotal({ expectedTotalInCent }: Enrolment, places: readonly Place[]): void {
  const totalInCent = totalOfPlaces(places)
  if (expectedTotalInCent === undefined || expectedTotalInCent === totalInCent) return
  const message = `Der Preis hat sich geändert: Es sind jetzt ${germanEuro(totalInCent)}.`
  throw new DomainError('PriceChanged', message, undefined, { totalInCent })
}

function pathOfPerson({ isFamily }: Enrolment): PathOfPerson {
  return (person) => (isFamily ? `people.${person}.` : '')
}

/** Path of a place, by its index among the places of all people. */
function pathOfPlace(request: Enrolment): PathOf {
  const ofPerson = pathOfPerson(request)
  const paths = request.people.flatMap(({ parades }, person) =>
    parades.map((_, index) => `${ofPerson(person)}parades.${index}`),
  )
  return (place, field) => `${paths[place]}.${field}`
}
