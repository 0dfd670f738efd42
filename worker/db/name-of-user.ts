import { sql } from 'drizzle-orm'
import { users } from './schema.ts'

/** "Sabine Kächele", as the staff name each other; null where a left join found nobody. */
export const nameOfUser = sql<string | null>`${users.firstName} || ' ' || ${users.lastName}`
