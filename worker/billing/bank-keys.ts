import { sql } from 'drizzle-orm'
import type { Db } from '#worker/db/db.ts'
import { rowsOf } from '#worker/db/statements.ts'

// A line of a bank statement is booked once. When its booking was reverted, it can be booked again: its key is
// then stored with a number after a line break, which no key in a request can contain.

/** @param times how often the line was booked and reverted before */
export function bankKeyOfAttempt(bankKey: string, times: number): string {
  return times === 0 ? bankKey : `${bankKey}\n${times}`
}

/** The key of the statement line as it was sent, without the number of the attempt. */
export function plainBankKey(stored: string): string {
  return stored.split('\n', 1)[0] ?? stored
}

/** The bookings of these lines: with the key, or the key and a number. */
const booked = (keys: readonly string[]) => sql`json_each(${JSON.stringify(keys)}) k
  CROSS JOIN fee_bookings b ON b.bank_key >= k.value AND b.bank_key < k.value || char(11)`
const isEffective = sql`NOT EXISTS (SELECT 1 FROM fee_bookings u WHERE u.reverses_id = b.id)`

/** How often a line was booked, and whether a booking of it is in effect. */
export type BookedKey = { bankKey: string; times: number; isEffective: number }

export function selectBookedKeys(db: Db, keys: readonly string[]) {
  return rowsOf<BookedKey>(
    db,
    { bankKey: sql`k.value`, times: sql`count(*)`, isEffective: sql`max(${isEffective})` },
    sql`${booked(keys)} GROUP BY k.value`,
  )
}

/** For a guard: none of these lines was booked meanwhile. */
export const noneBooked = (keys: readonly string[]) =>
  sql`NOT EXISTS (SELECT 1 FROM ${booked(keys)} WHERE ${isEffective})`
