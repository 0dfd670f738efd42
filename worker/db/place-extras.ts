import { type SQL, sql } from 'drizzle-orm'
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

/** The free places of the parade `d`; NULL without a limit. */
export const freeOfParade = sql`(d.capacity - d.taken_count)`

/** Joins the extra with this id of the parade `d` as `x`, with its taken places as `c`. */
export const joinExtra = (
  id: SQL,
) => sql`CROSS JOIN json_each(d.extras) x ON x.value ->> 'id' = ${id}
  LEFT JOIN extra_counts c ON c.parade_id = d.id AND c.extra_id = ${id}`

/** The free places of an extra behind `joinExtra`; NULL without a limit. */
export const freeOfExtra = sql`((x.value ->> 'capacity') - coalesce(c.taken_count, 0))`

/**
 * Whether an extra of a place is not in the list, or several are booked of one that is a thing there, of which each
 * person gets one.
 * @param booked the place's extras as JSON
 * @param offered the parade's extras as JSON
 */
export const isExtraLost = (booked: SQL, offered: SQL) =>
  sql`EXISTS (SELECT 1 FROM json_each(${booked}) e
    WHERE NOT EXISTS (SELECT 1 FROM json_each(${offered}) x WHERE x.value ->> 'id' = e.value ->> 'id'
      AND (x.value ->> 'kind' = 'bus' OR e.value ->> 'quantity' = 1)))`

/**
 * `isExtraLost` of any place of the parade that is reserved, booked or waits.
 * @param kept the parade's extras as JSON
 */
export const isChosenExtraLost = (paradeId: SQL, kept: SQL) =>
  sql`EXISTS (SELECT 1 FROM participations p WHERE p.parade_id = ${paradeId}
    AND p.state IN ('reserved', 'booked', 'waiting') AND ${isExtraLost(sql`p.extras`, kept)})`
