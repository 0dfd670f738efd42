import { participations } from '#worker/db/schema.ts'
import type { Door } from '#worker/domain/codes.ts'
import type { PersonName, Place } from '#worker/domain/enrolment.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { insertPlace } from './places.queries.ts'
import { type PathOf, takePlaces } from './take-places.ts'

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
  const insertAll = () =>
    places.map((place) =>
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
  const run = async () => {
    const [first, ...others] = insertAll()
    return first ? db.batch([first, ...others]) : []
  }
  const inserted = await takePlaces(deps, places, run, pathOf)
  return inserted.flatMap((rows) => rows.map(({ id }) => id))
}
