import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { id, optionalText, version } from './columns.ts'
import { members } from './members.ts'

export const costumeTypes = sqliteTable('costume_types', {
  id: id(),
  name: text().notNull(),
  nameKey: text().notNull().unique(),
})

export const costumes = sqliteTable(
  'costumes',
  {
    id: id(),
    number: text().notNull(),
    /** Normalised: trimmed, lower case, without blanks (domain/names.ts). */
    numberKey: text().notNull(),
    costumeTypeId: integer()
      .notNull()
      .references(() => costumeTypes.id),
    registeredSince: text(),
    registeredUntil: text(),
    comment: optionalText(),
    version: version(),
  },
  (t) => [
    // A number is unique among registered costumes: once its costume is deregistered, another may get it.
    uniqueIndex('costumes_number')
      .on(t.costumeTypeId, t.numberKey)
      .where(sql`registered_until IS NULL`),
    index('costumes_by_type').on(t.costumeTypeId),
  ],
)

/** Periods of ownership; without an open row the costume belongs to the guild. */
export const costumeOwnerships = sqliteTable(
  'costume_ownerships',
  {
    id: id(),
    costumeId: integer()
      .notNull()
      .references(() => costumes.id),
    memberId: integer()
      .notNull()
      .references(() => members.id),
    ownedFrom: text().notNull(),
    ownedTo: text(),
  },
  (t) => [
    uniqueIndex('costume_ownerships_open').on(t.costumeId).where(sql`owned_to IS NULL`),
    index('costume_ownerships_by_costume').on(t.costumeId, t.ownedFrom, t.id),
    index('costume_ownerships_by_member').on(t.memberId, t.ownedFrom),
  ],
)
