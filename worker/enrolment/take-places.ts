import { isForeignKeyViolation, notNullViolation, uniqueViolation } from '#worker/db/sqlite.ts'
import { type Place, paradeCancelled, quotedTitles } from '#worker/domain/enrolment.ts'
import { DomainError, type FieldMessages } from '#worker/domain/errors.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { closeOverdue } from '#worker/orders/sweep-orders.ts'
import { findClashes } from './places.queries.ts'

/** Where a place stands in the request's body: `parades.1.costumeNumber`. */
export type PathOf = (index: number, field: 'paradeId' | 'costumeNumber') => string

type Ways = {
  /** Where the open payment of the same e-mail address waits, when it is what stands in the way. */
  findOpenPayment?: (orderIds: readonly number[]) => Promise<string | null>
  /** The participation that is being changed. */
  own?: number
}

/**
 * Runs the batch that takes these places. When it is refused, the database's refusal is turned into
 * the answer; any other error passes through. Reservations that are over and stand in the way are
 * ended with their provider first, and the batch has a second try.
 */
export async function takePlaces<T>(
  deps: Deps,
  places: readonly Place[],
  run: () => Promise<T>,
  pathOf: PathOf,
  ways: Ways = {},
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const orderIds = ordersOf(await clashesOf(deps, places, error, ways.own))
    if (!(await closeOverdue(deps, orderIds))) return refuse(deps, places, error, pathOf, ways)
  }
  try {
    return await run()
  } catch (error) {
    return refuse(deps, places, error, pathOf, ways)
  }
}

type Clashes = Awaited<ReturnType<typeof findClashes>>

const ordersOf = ({ people, wardrobe }: Clashes) =>
  [...people, ...wardrobe].flatMap((row) => row.orderId ?? [])

/** @throws the error itself when it is no refusal of a place */
async function clashesOf(
  { db }: Deps,
  places: readonly Place[],
  error: unknown,
  own: number | undefined,
): Promise<Clashes> {
  // A parade, a type or a member that was there a moment ago is gone.
  if (isForeignKeyViolation(error)) throw changedMeanwhile()
  const isTaken =
    uniqueViolation(error)?.some((column) => column.startsWith('participations.')) ||
    notNullViolation(error) === 'participations.person_key'
  if (!isTaken) throw error
  return findClashes(db, places, own)
}

async function refuse(
  deps: Deps,
  places: readonly Place[],
  error: unknown,
  pathOf: PathOf,
  { findOpenPayment = async () => null, own }: Ways,
): Promise<never> {
  const clashes = await clashesOf(deps, places, error, own)
  const { people, wardrobe, cancelled } = clashes
  if (cancelled.length > 0) throw paradeCancelled(cancelled)
  const openPaymentUrl = await findOpenPayment(ordersOf(clashes))
  const open = openPaymentUrl ? { openPaymentUrl } : {}
  const twice = places.filter((place) => people.some((row) => row.paradeId === place.paradeId))
  if (twice.length > 0)
    throw personAlreadyEnrolled(twice, fieldsOf(places, twice, 'paradeId', pathOf), open)

  const worn = places.filter((place) =>
    wardrobe.some(
      (row) =>
        row.paradeId === place.paradeId &&
        row.costumeTypeId === place.costumeTypeId &&
        row.costumeNumberKey === place.costumeNumberKey,
    ),
  )
  if (worn.length > 0) {
    throw costumeAlreadyEnrolled(worn, fieldsOf(places, worn, 'costumeNumber', pathOf), open)
  }
  // Whoever stood in the way has left since: nothing is stored, and the next try may work.
  throw changedMeanwhile()
}

function changedMeanwhile(): DomainError {
  return new DomainError('Conflict', 'Gerade hat sich etwas geändert. Versuche es noch einmal.')
}

type Open = { openPaymentUrl?: string }

function personAlreadyEnrolled(twice: readonly Place[], fields: FieldMessages, open: Open) {
  const message = `Unter diesem Namen gibt es schon eine Anmeldung für ${titles(twice)}.`
  return new DomainError('PersonAlreadyEnrolled', message, fields, { parades: ids(twice), ...open })
}

function costumeAlreadyEnrolled(worn: readonly Place[], fields: FieldMessages, open: Open) {
  const numbers = [...new Set(worn.map((place) => place.costumeNumber))].join(', ')
  const message = `Das Kleid mit der Nummer ${numbers} ist schon angemeldet für ${titles(worn)}.`
  return new DomainError('CostumeAlreadyEnrolled', message, fields, { parades: ids(worn), ...open })
}

const sentences = {
  paradeId: 'Für diesen Umzug gibt es unter diesem Namen schon eine Anmeldung.',
  costumeNumber: 'Dieses Kleid ist für diesen Umzug schon angemeldet.',
}

function fieldsOf(
  places: readonly Place[],
  refused: readonly Place[],
  field: keyof typeof sentences,
  pathOf: PathOf,
): FieldMessages {
  return Object.fromEntries(
    refused.map((place) => [pathOf(places.indexOf(place), field), sentences[field]]),
  )
}

const titles = (places: readonly Place[]) =>
  quotedTitles(places.map((place) => ({ title: place.paradeTitle })))

const ids = (places: readonly Place[]) => places.map((place) => place.paradeId)
