import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { id } from './columns.ts'
import { members } from './members.ts'
import { users } from './users.ts'

/** A merge of two records of one person. */
export const memberMerges = sqliteTable(
  'member_merges',
  {
    id: id(),
    keptId: integer()
      .notNull()
      .references(() => members.id),
    /** The id of the removed record; its links redirect to `keptId`. */
    goneId: integer().notNull(),
    mergedAt: text().notNull(),
    mergedBy: integer()
      .notNull()
      .references(() => users.id),
    undoneAt: text(),
    undoneBy: integer().references(() => users.id),
  },
  (t) => [
    index('member_merges_by_kept').on(t.keptId),
    index('member_merges_by_gone').on(t.goneId),
    index('member_merges_by_time').on(t.mergedAt),
  ],
)

/** Two members who look like one person but are not. */
export const memberNoDuplicates = sqliteTable(
  'member_no_duplicates',
  {
    /** The lower id of the two. */
    memberId: integer()
      .notNull()
      .references(() => members.id),
    otherId: integer()
      .notNull()
      .references(() => members.id),
    at: text().notNull(),
    by: integer()
      .notNull()
      .references(() => users.id),
  },
  (t) => [
    primaryKey({ columns: [t.memberId, t.otherId] }),
    index('member_no_duplicates_by_other').on(t.otherId),
  ],
)
