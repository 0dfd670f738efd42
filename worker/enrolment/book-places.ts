import { expireSandboxHolds } from '#worker/db/expire-holds.ts'
import { participations } from '#worker/db/schema.ts'
import type { Door } from '#worker/domain/codes.ts'
import type { PersonName, Place } from '#worker/domain/enrolment.ts'
import type { Deps } from './deps.ts'
import { insertPlace } from './places.queries.ts'
import { type PathOf, refuseTaken } from './refuse-taken.ts'

type Booking = {
  door: Exclude<Door, 'public'>
  person: PersonName
  places: readonly Place[]
  userId: number
}

/**
 * The doors of the staff: booked at once, all or none, the fee still to be paid. Who is entered on
 * site is there, and confirmed.
 * @returns the new participations' ids in the order of the places
 */
export async function bookPlaces(
  deps: Deps,
  { door, person, places, userId }: Booking,
  pathOf: PathOf,
): Promise<number[]> {
  const { db } = deps
  const at = deps.now.toISOString()
  const inserts = places.map((place) =>
    insertPlace(db, {
      place,
      person,
      door,
      state: 'booked',
      orderToken: null,
      feePayed: false,
      confirmedBy: door === 'onSite' ? userId : null,
      createdBy: userId,
      at,
    }).returning({ id: participations.id }),
  )
  const [, , ...inserted] = await db
    .batch([...expireSandboxHolds(db, at), ...inserts])
    .catch((error: unknown) => refuseTaken(deps, places, error, pathOf))
  return inserted.flatMap((rows) => rows.map(({ id }) => id))
}
