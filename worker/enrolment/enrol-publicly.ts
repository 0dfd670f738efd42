import { uniqueViolation } from '#worker/db/sqlite.ts'
import { decidePlaces, type Place, requestKey } from '#worker/domain/enrolment.ts'
import { DomainError } from '#worker/domain/errors.ts'
import { germanEuro } from '#worker/domain/money.ts'
import type { Deps } from './deps.ts'
import type { EnrolBody } from './enrolment.contract.ts'
import { openCheckout } from './open-checkout.ts'
import {
  expireSandboxHolds,
  insertOrder,
  type Order,
  selectPendingOrder,
} from './orders.queries.ts'
import { insertPlace, readKnown, toKnown } from './places.queries.ts'
import { refuseTaken } from './refuse-taken.ts'

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
  refuseForeignRedirect(body, deps.origin)
  const { db, now } = deps
  const key = requestKey(body, body.parades)
  const [...known] = await db.batch([
    ...readKnown(db, body, body.parades),
    selectPendingOrder(db, key),
  ])
  const places = decidePlaces('public', body, body.parades, toKnown(known), deps.today)
  refuseOtherAgeOrSum(body, places)

  const pending = known[4][0]
  if (pending && pending.holdUntil > now.toISOString()) return openCheckout(deps, pending)

  const order = draftOrder(deps, body, key, places)
  const batch = db.batch([
    ...expireSandboxHolds(db, order.createdAt),
    insertOrder(db, order),
    ...places.map((place) => insertPlace(db, newPlace(order, place, body))),
  ])
  const stored = await batch.then(
    () => true,
    (error: unknown) => {
      if (uniqueViolation(error)?.includes('orders.request_key')) return false
      return refuseTaken(db, places, error)
    },
  )
  if (order.provider === 'none') return { redirectUrl: order.successUrl }
  // Not stored: the same request is in flight at this moment, and both get the same payment.
  const [open] = await selectPendingOrder(db, key)
  if (open) return openCheckout(deps, open)
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
    attempt: 1,
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

// Both addresses come from a stranger: only our own pages may be the end of a payment.
function refuseForeignRedirect(body: EnrolBody, origin: string): void {
  for (const field of ['successRedirectUrl', 'errorRedirectUrl'] as const) {
    const isOwn = URL.canParse(body[field]) && new URL(body[field]).origin === origin
    if (isOwn) continue
    const message = 'Die Rückkehradresse gehört nicht zu dieser Anmeldung.'
    throw new DomainError('InvalidRedirect', message, { [field]: message })
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
