import { sql } from 'drizzle-orm'
import { extrasOf, type PlacedExtra } from '#worker/domain/extras.ts'
import { parades, participations } from './schema.ts'

/**
 * For `toExtras`; named, because a batch keys rows by the column's name. What the parade offers is read only for
 * places that have extras.
 */
export const extraColumns = {
  bookedExtras: sql<string>`${participations.extras}`.as('booked_extras'),
  offeredExtras: sql<string>`iif(${participations.extras} = '[]', '[]', ${parades.extras})`.as(
    'offered_extras',
  ),
}

type ExtraRow = { bookedExtras: string; offeredExtras: string }

export const parseExtras = <T>(stored: string): T[] => JSON.parse(stored)

/** The extras of a place. */
export function toExtras({ bookedExtras, offeredExtras }: ExtraRow): PlacedExtra[] {
  return extrasOf(JSON.parse(bookedExtras), JSON.parse(offeredExtras))
}
