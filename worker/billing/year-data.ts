import { eq, sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { feeClaims, feeRules } from '#worker/db/schema.ts'
import type { Day } from '#worker/domain/dates.ts'
import {
  selectFamilyPayers,
  selectFreeHonors,
  selectPayers,
  selectSettings,
} from './fees.queries.ts'
import { selectBookings, selectClaims, withBookings } from './ledger.queries.ts'
import { selectObstacleFacts, toObstacleFacts } from './obstacles.ts'
import { selectRunsOf } from './runs.queries.ts'

/**
 * Everything that the list of a year and its collection depend on, in one round trip.
 * @param from the earliest due date of a debit to be checked
 */
export async function findYearData(db: Db, year: number, from: Day) {
  const ofYear = sql`(SELECT ${feeClaims.id} FROM ${feeClaims} WHERE ${feeClaims.year} = ${year})`
  const [payers, families, held, rules, [settings], claims, bookings, runs, ...facts] =
    await db.batch([
      selectPayers(db),
      selectFamilyPayers(db),
      selectFreeHonors(db),
      db.select().from(feeRules),
      selectSettings(db),
      selectClaims(db, eq(feeClaims.year, year)),
      selectBookings(db, ofYear),
      selectRunsOf(db, year),
      ...selectObstacleFacts(db, from),
    ])
  if (!settings) throw new Error('guild_settings has no row')
  return {
    year,
    payers,
    families,
    held,
    rules,
    settings,
    claims: withBookings(claims, bookings),
    /** Newest first. */
    runs,
    facts: toObstacleFacts(facts),
  }
}

export type YearData = Awaited<ReturnType<typeof findYearData>>
