import { expireSandboxHolds } from '#worker/db/expire-holds.ts'
import { isForeignKeyViolation, notNullViolation, uniqueViolation } from '#worker/db/sqlite.ts'
import { type Place, quotedTitles } from '#worker/domain/enrolment.ts'
import { DomainError, type FieldMessages } from '#worker/domain/errors.ts'
import type { Deps } from './deps.ts'
import { findClashes } from './places.queries.ts'

/** Where a place stands in the request's body: `parades.1.costumeNumber`. */
export type PathOf = (index: number, field: 'paradeId' | 'costumeNumber') => string

type Ways = {
  /** Where the open payment of the same e-mail address waits, when it is what stands in the way. */
  findOpenPayment?: (orderIds: readonly number[]) => Promise<string | null>
  /** The participation that is being changed. */
  own?: number
}

/** Turns the database's refusal of a place into the answer; any other error passes through. */
export async function refuseTaken(
  { db, now }: Deps,
  places: readonly Place[],
  error: unknown,
  pathOf: PathOf,
  { findOpenPayment = async () => null, own }: Ways = {},
): Promise<never> {
  // A parade, a type or a member that was there a moment ago is gone.
  if (isForeignKeyViolation(error)) throw changedMeanwhile()
  const isTaken =
    uniqueViolation(error)?.some((column) => column.startsWith('participations.')) ||
    notNullViolation(error) === 'participations.person_key'
  if (!isTaken) throw error

  // The refused batch took its releases back: what is over must not be found in the way.
  await db.batch([...expireSandboxHolds(db, now.toISOString())])
  const { people, wardrobe } = await findClashes(db, places, own)
  const orderIds = [...people, ...wardrobe].flatMap((row) => row.orderId ?? [])
  const openPaymentUrl = await findOpenPayment(orderIds)
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
