import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { assemblyChoices, attendances, type HonorType } from '#worker/domain/codes.ts'
import { id, optionalText } from './columns.ts'
import { honorRules } from './guild.ts'
import { honors, members } from './members.ts'

/** Decisions and marks about the honors of an assembly. Which honors are due is computed, not stored. */
export const assemblyHonors = sqliteTable(
  'assembly_honors',
  {
    id: id(),
    /** The day of the assembly. */
    date: text().notNull(),
    memberId: integer()
      .notNull()
      .references(() => members.id),
    type: text()
      .$type<HonorType>()
      .notNull()
      .references(() => honorRules.type),
    /** The member's attendance, the same in all rows of a member and day; null = not entered. */
    attendance: text({ enum: attendances }),
    choice: text({ enum: assemblyChoices }),
    invitedOn: text(),
    orderedOn: text(),
    handedOverOn: text(),
    /** The request that entered the honor. */
    act: text(),
    /** The entered honor; null when it was removed. */
    honorId: integer().references(() => honors.id, { onDelete: 'set null' }),
    note: optionalText(),
  },
  (t) => [
    uniqueIndex('assembly_honors_once').on(t.date, t.memberId, t.type),
    index('assembly_honors_by_member').on(t.memberId),
    index('assembly_honors_by_type').on(t.type),
    index('assembly_honors_by_act').on(t.act).where(sql`act IS NOT NULL`),
    index('assembly_honors_by_honor').on(t.honorId).where(sql`honor_id IS NOT NULL`),
    index('assembly_honors_by_order').on(t.orderedOn).where(sql`ordered_on IS NOT NULL`),
    index('assembly_honors_to_hand_over')
      .on(t.date)
      .where(sql`honor_id IS NOT NULL AND handed_over_on IS NULL`),
    index('assembly_honors_in_drawer')
      .on(t.date)
      .where(sql`ordered_on IS NOT NULL AND honor_id IS NULL AND handed_over_on IS NULL`),
  ],
)
