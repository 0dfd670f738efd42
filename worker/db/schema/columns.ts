import { integer, text } from 'drizzle-orm/sqlite-core'

// Columns that many tables have.

export const id = () => integer().primaryKey({ autoIncrement: true })
export const flag = () => integer({ mode: 'boolean' }).notNull().default(false)
/** A text that may be empty. */
export const optionalText = () => text().notNull().default('')
/** Counts the saves of a row, to detect concurrent changes. */
export const version = () => integer().notNull().default(0)
