import { expireSandboxHolds } from '#worker/db/expire-holds.ts'
import { uniqueViolation } from '#worker/db/sqlite.ts'
import { decidePlaces, type Place, requestKey } from '#worker/domain/enrolment.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { Deps } from './deps.ts'
import type { EnrolBody } from './enrolment.contract.ts'
import { openCheckout } from './open-checkout.ts'
import {
  findOpenPayment,
  insertOrder,
  type Order,
  releaseOrder,
  selectPendingOrder,
} from './orders.queries.ts'
import { insertPlace, readKnown, toKnown } from './places.queries.ts'
import { refuseTaken } from './refuse-taken.ts'
import { settleOrder } from './settle-order.ts'

/** Some minutes longer than the checkout can be paid: money in the last second finds its place. */
const holdMarginInMinutes = 5

/**
 * The public door: decides, writes the order with its places in one batch, and opens the payment.
 * @returns where the browser goes next: the provider's page, or the success page when it is free
 */
export async function enrolPublicly(
  deps: Deps & { newToken: () => string },
  body: EnrolBody,
): Promise<{ redirectUrl: string }> {
  const redirects = ownRedirects(body, deps.origin)
  const { db, now } = deps
  const key = requestKey(body, body.parades)
  const [...known] = await db.batch([
    ...readKnown(db, body, body.parades),
    selectPendingOrder(db, key),
  ])
  const places = decidePlaces('public', body, body.parades, toKnown(known), deps.today)
  refuseOtherAgeOrSum(body, places)

  const pending = known[4][0]
  if (pending && pending.holdUntil > now.toISOString()) {
    if (pending.amountInCent === sumOf(places)) return openCheckout(deps, pending)
    await giveUp(deps, pending)
  }

  const order = draftOrder(deps, { ...body, ...redirects }, key, places)
  const batch = db.batch([
    ...expireSandboxHolds(db, order.createdAt),
    insertOrder(db, order),
    ...places.map((place) => insertPlace(db, newPlace(order, place, body))),
  ])
  const stored = await batch.then(
    () => true,
    (error: unknown) => {
      if (uniqueViolation(error)?.includes('orders.request_key')) return false
      return refuseTaken(deps, places, error, (index, field) => `parades.${index}.${field}`, {
        findOpenPayment: (orderIds) => findOpenPayment(db, orderIds, body.emailAddress),
      })
    },
  )
  if (order.provider === 'none') return { redirectUrl: order.successUrl }
  // Not stored: the same request is in flight at this moment, and both get the same payment.
  const [open] = await selectPendingOrder(db, key)
  if (open?.amountInCent === order.amountInCent) return openCheckout(deps, open)
  throw new DomainError('Conflict', stored ? vanished : 'Versuche es gleich noch einmal.')
}

const vanished = 'Die Anmeldung ist inzwischen abgelaufen. Versuche es noch einmal.'

type Draft = Omit<Order, 'id'>

function draftOrder(
  deps: Deps & { newToken: () => string },
  body: EnrolBody,
  key: string,
  places: readonly Place[],
): Draft {
  const amountInCent = sumOf(places)
  const isFree = amountInCent === 0
  const createdAt = deps.now.toISOString()
  const provider = isFree ? null : deps.provider()
  const minutes = provider ? provider.checkoutMinutes + holdMarginInMinutes : 0
  return {
    token: deps.newToken(),
    requestKey: key,
    // A free parade is paid at once: there is nothing to wait for.
    state: isFree ? 'paid' : 'pending',
    amountInCent,
    currency: 'EUR',
    provider: provider?.id ?? 'none',
    providerRef: null,
    redirectUrl: null,
    placeCount: places.length,
    holdUntil: new Date(deps.now.getTime() + minutes * 60_000).toISOString(),
    emailAddress: body.emailAddress,
    firstName: body.firstName,
    lastName: body.lastName,
    successUrl: body.successRedirectUrl,
    errorUrl: body.errorRedirectUrl,
    createdAt,
    paidAt: isFree ? createdAt : null,
    closedAt: null,
  }
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

// The price has changed since: nobody pays a sum that no page shows any more.
async function giveUp(deps: Deps, order: Order): Promise<void> {
  if (order.providerRef) await deps.provider(order.provider).close(order.providerRef)
  const settled = await settleOrder(deps, order)
  if (settled.state !== 'pending') return
  await deps.db.batch([...releaseOrder(deps.db, order.id, 'cancelled', deps.now.toISOString())])
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
