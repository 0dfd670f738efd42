import type { BatchItem } from 'drizzle-orm/batch'
import { commit } from '#worker/db/commit.ts'
import { participations } from '#worker/db/schema.ts'
import type { Door } from '#worker/domain/codes.ts'
import type { Place } from '#worker/domain/enrolment.ts'
import type { Deps } from '#worker/orders/deps.ts'
import { insertPlaces } from './places.queries.ts'
import { type PathOf, takePlaces } from './take-places.ts'

type Booking = {
  door: Exclude<Door, 'public'>
  places: readonly Place[]
  userId: number
  /** When they were entered; left out: now. */
  at?: string
  /** What stands right behind the insert, in its batch. */
  behind?: readonly BatchItem<'sqlite'>[]
}

/**
 * The doors of the staff: booked at once, all or none, the fee still to be paid. Who is entered on
 * site is there, and confirmed.
 * @returns the new participations' ids in the order of the places
 */
export async function bookPlaces(
  deps: Deps,
  { door, places, userId, at = deps.now.toISOString(), behind = [] }: Booking,
  pathOf: PathOf,
): Promise<number[]> {
  const entry = {
    door,
    state: 'booked',
    orderToken: null,
    feePayed: false,
    confirmedBy: door === 'onSite' ? userId : null,
    createdBy: userId,
    at,
  } as const
  const run = async () => {
    const [areFree, insert] = insertPlaces(places, entry)
    const returning = insert.returning({ id: participations.id })
    const [, inserted] = await commit(deps.db, [areFree, returning, ...behind])
    return inserted
  }
  const inserted = await takePlaces(deps, places, run, pathOf)
  return inserted.map(({ id }) => id)
}
