import { sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { rowsOf } from '#worker/db/statements.ts'

// A line of a statement is booked once, as long as it stands. Taken back, it may be booked again: its key is
// then stored with a number behind a line break, which no key that is sent can hold.

/** @param times how often the line was booked before, and taken back */
export function storedBankKey(bankKey: string, times: number): string {
  return times === 0 ? bankKey : `${bankKey}\n${times}`
}

/** As it was sent. */
export function plainBankKey(stored: string): string {
  return stored.split('\n', 1)[0] ?? stored
}

/** The bookings of these lines: a key and whatever stands behind a line break. */
const booked = (keys: readonly string[]) => sql`json_each(${JSON.stringify(keys)}) k
  CROSS JOIN fee_bookings b ON b.bank_key >= k.value AND b.bank_key < k.value || char(11)`
const stands = sql`NOT EXISTS (SELECT 1 FROM fee_bookings u WHERE u.reverses_id = b.id)`

/** How often a line was booked, and whether one of it stands. */
export type BookedKey = { bankKey: string; times: number; stands: number }

export function selectBookedKeys(db: Db, keys: readonly string[]) {
  return rowsOf<BookedKey>(
    db,
    { bankKey: sql`k.value`, times: sql`count(*)`, stands: sql`max(${stands})` },
    sql`${booked(keys)} GROUP BY k.value`,
  )
}

/** For a guard: nobody has booked one of them meanwhile. */
export const noneStands = (keys: readonly string[]) =>
  sql`NOT EXISTS (SELECT 1 FROM ${booked(keys)} WHERE ${stands})`
