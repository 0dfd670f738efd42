import type { Db } from '#worker/db/db.ts'
import { notNullViolation, uniqueViolation } from '#worker/db/sqlite.ts'
import { type Place, quotedTitles } from '#worker/domain/enrolment.ts'
import { DomainError, type FieldMessages } from '#worker/domain/errors.ts'
import { findClashes } from './places.queries.ts'

/** Turns the database's refusal of a place into the answer; any other error passes through. */
export async function refuseTaken(
  db: Db,
  places: readonly Place[],
  error: unknown,
): Promise<never> {
  const isTaken =
    uniqueViolation(error)?.some((column) => column.startsWith('participations.')) ||
    notNullViolation(error) === 'participations.person_key'
  if (!isTaken) throw error

  const { people, wardrobe } = await findClashes(db, places)
  const twice = places.filter((place) => people.some((row) => row.paradeId === place.paradeId))
  if (twice.length > 0) throw personAlreadyEnrolled(places, twice)

  const worn = places.filter((place) =>
    wardrobe.some(
      (row) =>
        row.paradeId === place.paradeId &&
        row.costumeTypeId === place.costumeTypeId &&
        row.costumeNumberKey === place.costumeNumberKey,
    ),
  )
  if (worn.length > 0) throw costumeAlreadyEnrolled(places, worn)
  // Whoever stood in the way has left since: nothing is stored, and the next try may work.
  throw new DomainError('Conflict', 'Gerade hat sich etwas geändert. Versuche es noch einmal.')
}

function personAlreadyEnrolled(places: readonly Place[], twice: readonly Place[]): DomainError {
  const message = `Unter diesem Namen gibt es schon eine Anmeldung für ${titles(twice)}.`
  const field = 'Für diesen Umzug gibt es unter diesem Namen schon eine Anmeldung.'
  const fields = fieldsOf(places, twice, 'paradeId', field)
  return new DomainError('PersonAlreadyEnrolled', message, fields, { parades: ids(twice) })
}

function costumeAlreadyEnrolled(places: readonly Place[], worn: readonly Place[]): DomainError {
  const numbers = [...new Set(worn.map((place) => place.costumeNumber))].join(', ')
  const message = `Das Kleid mit der Nummer ${numbers} ist schon angemeldet für ${titles(worn)}.`
  const field = 'Dieses Kleid ist für diesen Umzug schon angemeldet.'
  const fields = fieldsOf(places, worn, 'costumeNumber', field)
  return new DomainError('CostumeAlreadyEnrolled', message, fields, { parades: ids(worn) })
}

function fieldsOf(
  places: readonly Place[],
  refused: readonly Place[],
  field: string,
  message: string,
): FieldMessages {
  return Object.fromEntries(
    refused.map((place) => [`parades.${places.indexOf(place)}.${field}`, message]),
  )
}

const titles = (places: readonly Place[]) =>
  quotedTitles(places.map((place) => ({ title: place.paradeTitle })))

const ids = (places: readonly Place[]) => places.map((place) => place.paradeId)
